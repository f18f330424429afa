/** A vehicle's history: its passages and the changes of its record, newest first. */
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { ItemHistorico } from '@unipark/contract/passagem';
import { findGemea, keyOfPlaca } from '@unipark/contract/placa';
import { listChanges } from '../../platform/changes.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { amongValues } from '../../platform/db/search.ts';
import { getPassagens } from './detalhesRepo.ts';

/** A place in the history: the next items are older than this passage and this change. */
export interface StoryPoint {
  passagem: number;
  ato: number;
}

const FIM: StoryPoint = { passagem: Number.MAX_SAFE_INTEGER, ato: Number.MAX_SAFE_INTEGER };

/** An owner is shown as in the register's searches, 'Nome - matrícula', while it exists. */
async function nameOwners(db: Banco, itens: ItemHistorico[]): Promise<void> {
  const donos = itens
    .flatMap((item) => (item.tipo === 'alteracao' ? item.campos : []))
    .filter(({ campo }) => campo === 'proprietario_matricula');
  const matriculas = new Set(
    donos.flatMap(({ antes, depois }) => [antes ?? [], depois ?? []].flat()),
  );
  if (matriculas.size === 0) return;
  const linhas = await db
    .selectFrom('proprietarios')
    .select(['matricula', 'nome'])
    .where(amongValues('matricula', [...matriculas]))
    .execute();
  const rotulos = new Map(
    linhas.map(({ matricula, nome }) => [matricula, `${nome} - ${matricula}`]),
  );
  for (const dono of donos) {
    dono.antes = rotulos.get(dono.antes ?? '') ?? dono.antes;
    dono.depois = rotulos.get(dono.depois ?? '') ?? dono.depois;
  }
}

const passages = (db: Banco, placa: string) =>
  db.selectFrom('passagens').where('chave', '=', keyOfPlaca(placa));

/** The acts on the car's record under either of its plates: an act has the plate of its time. */
const acts = (db: Banco, placa: string) =>
  db
    .selectFrom('auditoria')
    .where('entidade', '=', 'veiculo')
    .where('auditoria.chave', 'in', [placa, findGemea(placa) ?? placa]);

/**
 * Merges two lists, newest first. Each keeps its own order, which the cursor uses: after a clock
 * was set back, an older row must not come before a newer one of its kind, or a page would omit it.
 */
function merge<A extends { em: string }, B extends { em: string }>(uns: A[], outros: B[]) {
  const juntos: (A | B)[] = [];
  let [um, outro] = [0, 0];
  while (um < uns.length || outro < outros.length) {
    const [a, b] = [uns[um], outros[outro]];
    if (a && (!b || a.em >= b.em)) {
      juntos.push(a);
      um += 1;
    } else if (b) {
      juntos.push(b);
      outro += 1;
    }
  }
  return juntos;
}

/** At most `limite` items of a car's history, older than `ponto`; `proximo` when there are more. */
export async function readStory(
  db: Banco,
  placa: string,
  { limite, ponto = FIM }: { limite: number; ponto?: StoryPoint | undefined },
): Promise<{ itens: ItemHistorico[]; proximo: StoryPoint | undefined }> {
  const passagens = await passages(db, placa)
    .select(['id', 'recebido_em'])
    .where('id', '<', ponto.passagem)
    .orderBy('id', 'desc')
    .limit(limite + 1)
    .execute();
  const atos = await acts(db, placa)
    .leftJoin('contas', 'contas.id', 'auditoria.quem')
    .leftJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
    .select(['auditoria.id', 'quando', 'acao', 'chave', 'contas.nome as quem', 'detalhe'])
    .where('auditoria.id', '<', ponto.ato)
    .orderBy('auditoria.id', 'desc')
    .limit(limite + 1)
    .execute();
  const todos = merge(
    passagens.map(({ id, recebido_em }) => ({ passagem: id, em: recebido_em })),
    atos.map((ato) => ({ ato, em: ato.quando })),
  );
  const pagina = todos.slice(0, limite);
  const detalhadas = new Map(
    (
      await getPassagens(
        db,
        pagina.flatMap((item) => ('passagem' in item ? [item.passagem] : [])),
      )
    ).map((passagem) => [passagem.id, passagem]),
  );
  const resta = { ...ponto };
  const itens = pagina.flatMap((item): ItemHistorico[] => {
    if ('passagem' in item) {
      resta.passagem = item.passagem;
      const passagem = detalhadas.get(String(item.passagem));
      return passagem ? [{ tipo: 'passagem', quando: passagem.instante, passagem }] : [];
    }
    const { id, quando, acao, chave, quem, detalhe } = item.ato;
    resta.ato = id;
    const dela = chave === placa ? null : chave;
    return [{ tipo: 'alteracao', quando, acao, placa: dela, quem, campos: listChanges(detalhe) }];
  });
  await nameOwners(db, itens);
  return { itens, proximo: todos.length > limite ? resta : undefined };
}

/** The number of items in a car's history, up to the limit. */
export async function countStory(db: Banco, placa: string): Promise<number> {
  const teto = TETO_CONTAGEM + 1;
  const passagens = await passages(db, placa).select('id').limit(teto).execute();
  const atos = await acts(db, placa).select('auditoria.id').limit(teto).execute();
  return passagens.length + atos.length;
}

/** A queue of the gate or of a camera arrives late: the newest passage is among so many arrivals. */
const CHEGADAS = 50;

/** The newest real passage of a plate, by its own time. */
export async function findLastPassagem(db: Banco, placa: string) {
  const chegadas = await passages(db, placa)
    .select(['instante', 'sentido', 'camera'])
    .where('teste', '=', 0)
    .orderBy('id', 'desc')
    .limit(CHEGADAS)
    .execute();
  return chegadas.reduce<(typeof chegadas)[number] | undefined>(
    (ultima, cada) => (ultima && ultima.instante >= cada.instante ? ultima : cada),
    undefined,
  );
}
