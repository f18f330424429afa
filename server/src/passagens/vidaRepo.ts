/** A vehicle's story: its passages and the changes of its record, newest first. */
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { ItemHistorico } from '@unipark/contract/passagem';
import { chavePlaca, gemeaPlaca } from '@unipark/contract/placa';
import type { Banco } from '../platform/db/banco.ts';
import { amongValues } from '../platform/db/search.ts';
import { getPassagens } from './detalhesRepo.ts';

/** A place in the story: what is older than this passage and this change. */
export interface Ponto {
  passagem: number;
  ato: number;
}

const FIM: Ponto = { passagem: Number.MAX_SAFE_INTEGER, ato: Number.MAX_SAFE_INTEGER };

type Alteracao = Extract<ItemHistorico, { tipo: 'alteracao' }>;
type Registro = Record<string, unknown> | undefined;

const textOf = (valor: unknown): string | null =>
  valor === null || valor === undefined ? null : String(valor);

/** The fields that differ between two states of the record; the version is no field of it. */
function changes(antes: Registro, depois: Registro): Alteracao['campos'] {
  const nomes = new Set([...Object.keys(antes ?? {}), ...Object.keys(depois ?? {})]);
  return [...nomes]
    .filter((campo) => campo !== 'versao')
    .map((campo) => ({
      campo,
      antes: textOf(antes?.[campo]),
      depois: textOf(depois?.[campo]),
    }))
    .filter((mudanca) => mudanca.antes !== mudanca.depois);
}

/** An owner is told as the register's searches do, 'Nome - matrícula', while it has one of them. */
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
  db.selectFrom('passagens').where('chave', '=', chavePlaca(placa));

/** What was done to the car's record under either of its plates: an act has the plate of its time. */
const acts = (db: Banco, placa: string) =>
  db
    .selectFrom('auditoria')
    .where('entidade', '=', 'veiculo')
    .where('auditoria.chave', 'in', [placa, gemeaPlaca(placa) ?? placa]);

/**
 * Two lists as one, newest first. Each keeps its own order, which is the cursor's: a clock that was
 * set back must not put an older row before a newer one of its kind, or a page would leave it out.
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

/** What happened to a car, `limite` of it, older than `ponto`; `proximo` when there is more. */
export async function readStory(
  db: Banco,
  placa: string,
  { limite, ponto = FIM }: { limite: number; ponto?: Ponto | undefined },
): Promise<{ itens: ItemHistorico[]; proximo: Ponto | undefined }> {
  const passagens = await passages(db, placa)
    .select(['id', 'recebido_em'])
    .where('id', '<', ponto.passagem)
    .orderBy('id', 'desc')
    .limit(limite + 1)
    .execute();
  const atos = await acts(db, placa)
    .leftJoin('user', 'user.id', 'auditoria.quem')
    .leftJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
    .select(['auditoria.id', 'quando', 'acao', 'chave', 'user.name as quem', 'detalhe'])
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
    const { antes, depois } = detalhe ? JSON.parse(detalhe) : {};
    const dela = chave === placa ? null : chave;
    return [{ tipo: 'alteracao', quando, acao, placa: dela, quem, campos: changes(antes, depois) }];
  });
  await nameOwners(db, itens);
  return { itens, proximo: todos.length > limite ? resta : undefined };
}

/** How long a car's story is, up to the ceiling. */
export async function countStory(db: Banco, placa: string): Promise<number> {
  const teto = TETO_CONTAGEM + 1;
  const passagens = await passages(db, placa).select('id').limit(teto).execute();
  const atos = await acts(db, placa).select('auditoria.id').limit(teto).execute();
  return passagens.length + atos.length;
}

/** The newest real passage of a plate. */
export const lastPassage = (db: Banco, placa: string) =>
  passages(db, placa)
    .select(['instante', 'sentido', 'camera'])
    .where('teste', '=', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
