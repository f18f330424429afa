/** What is removed or replaced when a person's data is anonymised, table by table. */
import { removeFotos } from '../passagens/fotosRepo.ts';
import { buildBusca, selectHeld } from '../passagens/repo.ts';
import { nowIso } from '../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { amongValues, containsText, searchText } from '../platform/db/search.ts';
import { walk } from '../platform/db/slices.ts';
import { buildColumns } from '../proprietarios/repo.ts';
import type { Posse } from './possesRepo.ts';
import { asMatricula, type PersonTest } from './procura.ts';

export const TITULAR_ANONIMO = 'Titular anonimizado';

/** The statuses of vehicles that staff act on at the gate. */
const EM_USO = ['ativo', 'proibido'];

/** How many vehicles of the owner are in use. */
export async function countInUse(db: Queryable, matricula: string): Promise<number> {
  const { total } = await db
    .selectFrom('veiculos')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('proprietario_matricula', '=', matricula)
    .where('status_ordem', 'in', EM_USO)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whether the owner's vehicles are all among those of these keys. */
export async function hasOnly(trx: Queryable, matricula: string, chaves: string[]) {
  const linhas = await trx
    .selectFrom('veiculos')
    .select('chave')
    .where('proprietario_matricula', '=', matricula)
    .execute();
  return linhas.every(({ chave }) => chaves.includes(chave));
}

/** Removes the vehicles, and puts an unknown person in the owner's place. */
export async function forgetOwner(
  trx: Transacao,
  matricula: string,
  codigo: string,
): Promise<void> {
  await trx.deleteFrom('veiculos').where('proprietario_matricula', '=', matricula).execute();
  const anonimo = { matricula: codigo, nome: TITULAR_ANONIMO, email: null, telefone: null };
  await trx
    .updateTable('proprietarios')
    .set({ ...anonimo, ...buildColumns(anonimo), atualizado_em: nowIso() })
    .set((eb) => ({ versao: eb('versao', '+', 1) }))
    .where('matricula', '=', matricula)
    .execute();
}

/** The keys of these that no vehicle of the register has. */
export async function listFreeKeys(db: Queryable, chaves: string[]): Promise<string[]> {
  const linhas = await db
    .selectFrom('veiculos')
    .select('chave')
    .where(amongValues('chave', chaves))
    .execute();
  const tomadas = new Set(linhas.map(({ chave }) => chave));
  return chaves.filter((chave) => !tomadas.has(chave));
}

/** Readings of one transaction: a car that stands before a camera has thousands. */
const LEITURAS = 200;

/**
 * Puts a code in the place of the plate of these passages, whose readings come first. Answers the
 * files of their pictures, and whether there are more readings: then it is called again.
 */
export async function forgetPassagens(
  trx: Transacao,
  ids: number[],
  codigo: string,
): Promise<{ arquivos: string[]; resta: boolean }> {
  const linhas = await trx
    .selectFrom('leituras')
    .select('id')
    .where(amongValues('passagem_id', ids))
    .where('placa_lida', '<>', codigo)
    .limit(LEITURAS)
    .execute();
  const leituras = linhas.map(({ id }) => id);
  const arquivos = await removeFotos(trx, 'leitura_id', leituras);
  const placas = { placa: codigo, chave: codigo };
  await trx
    .updateTable('leituras')
    .set({ ...placas, placa_lida: codigo, candidatas: null, veiculo: null })
    .set({ bruto: null, evento_id: null, casamento: '{}' })
    .where(amongValues('id', leituras))
    .execute();
  if (leituras.length === LEITURAS) return { arquivos, resta: true };
  await trx
    .updateTable('passagens')
    .set({ ...placas, placa_lida: null, modelo: null, sugestoes: null })
    .set({ reter_ate: null, reter_motivo: null })
    .set((eb) => ({ busca: searchText([], [codigo]), versao: eb('versao', '+', 1) }))
    .where(amongValues('id', ids))
    .execute();
  return { arquivos, resta: false };
}

/** How many passages of these times a person wants kept. */
export async function countHeldOf(db: Queryable, posses: Posse[]): Promise<number> {
  const retidas = await selectHeld(db).select(['chave', 'recebido_em']).execute();
  return retidas.filter((uma) =>
    posses.some(
      ({ chave, de, ate }) =>
        chave === uma.chave && de <= uma.recebido_em && (ate === null || uma.recebido_em < ate),
    ),
  ).length;
}

async function rangeOf(db: Banco, tabela: 'passagens' | 'leituras' | 'auditoria' | 'veiculos') {
  const { de, ate } = await db
    .selectFrom(tabela)
    .select((eb) => [
      eb.fn.min<number | null>('id').as('de'),
      eb.fn.max<number | null>('id').as('ate'),
    ])
    .executeTakeFirstOrThrow();
  return { de: Number(de ?? 1), ate: Number(ate ?? 0) };
}

/** The passages of other cars whose texts of these columns name the person. */
export async function* listMentioning(
  db: Banco,
  colunas: readonly ('sugestoes' | 'placa_lida' | 'reter_motivo')[],
  isNamed: PersonTest,
) {
  yield* walk(await rangeOf(db, 'passagens'), 'asc', async ({ de, ate }) => {
    const linhas = await db
      .selectFrom('passagens')
      .select(['id', ...colunas])
      .where('id', '>=', de)
      .where('id', '<=', ate)
      .where((eb) => eb.or(colunas.map((coluna) => eb(coluna, 'is not', null))))
      .execute();
    return linhas.filter(({ id: _, ...textos }) => isNamed(...Object.values(textos)));
  });
}

/** The readings of other cars that name one of the person's. */
export async function* listReading(db: Banco, isNamed: PersonTest) {
  yield* walk(await rangeOf(db, 'leituras'), 'asc', async ({ de, ate }) => {
    const linhas = await db
      .selectFrom('leituras')
      .select(['id', 'candidatas', 'casamento', 'bruto', 'placa_lida', 'evento_id', 'placa'])
      .where('id', '>=', de)
      .where('id', '<=', ate)
      .execute();
    return linhas.filter(({ id: _, ...textos }) => isNamed(...Object.values(textos)));
  });
}

/** The suggestions and the misread text, also in what a search finds. */
export async function forgetSuggestions(trx: Transacao, ids: number[]): Promise<void> {
  const linhas = await trx
    .selectFrom('passagens')
    .select(['id', 'placa'])
    .where(amongValues('id', ids))
    .execute();
  for (const { id, placa } of linhas) {
    await trx
      .updateTable('passagens')
      .set({ sugestoes: null, placa_lida: null, busca: buildBusca(placa, null) })
      .where('id', '=', id)
      .execute();
  }
}

/** Such a passage stays held: the act that held it is in the audit, without the reason. */
export const forgetReasons = (trx: Transacao, ids: number[]) =>
  trx
    .updateTable('passagens')
    .set({ reter_motivo: TITULAR_ANONIMO })
    .set((eb) => ({ versao: eb('versao', '+', 1) }))
    .where(amongValues('id', ids))
    .execute();

/** The plate of such a reading becomes that of its passage: a person corrected it, or it is the same. */
export async function forgetReadings(trx: Transacao, ids: number[]): Promise<void> {
  const linhas = await trx
    .selectFrom('leituras')
    .innerJoin('passagens', 'passagens.id', 'leituras.passagem_id')
    .select(['leituras.id', 'leituras.placa as lida', 'passagens.placa', 'passagens.chave'])
    .where(amongValues('leituras.id', ids))
    .execute();
  for (const { id, lida, placa, chave } of linhas) {
    const desta = lida === null ? { placa_lida: '' } : { placa, chave, placa_lida: placa };
    await trx
      .updateTable('leituras')
      .set({ candidatas: null, bruto: null, evento_id: null, casamento: '{}', ...desta })
      .where('id', '=', id)
      .execute();
  }
}

/** The vehicles of other owners whose reason names the person. */
export async function* listReasons(db: Banco, isNamed: PersonTest) {
  yield* walk(await rangeOf(db, 'veiculos'), 'asc', async ({ de, ate }) => {
    const linhas = await db
      .selectFrom('veiculos')
      .select(['id', 'motivo'])
      .where('id', '>=', de)
      .where('id', '<=', ate)
      .where('motivo', 'is not', null)
      .execute();
    return linhas.filter(({ motivo }) => isNamed(motivo));
  });
}

/** Such a vehicle keeps its status. */
export const forgetVehicleReasons = (trx: Transacao, ids: number[]) =>
  trx
    .updateTable('veiculos')
    .set({ motivo: TITULAR_ANONIMO, atualizado_em: nowIso() })
    .set((eb) => ({ versao: eb('versao', '+', 1) }))
    .where(amongValues('id', ids))
    .execute();

/** Records whose key is a number of ours, which may be the same as somebody's matrícula. */
const NUMERADAS = [
  ...['passagem', 'lote', 'importacao', 'visitante', 'link_visita', 'convite', 'mensagem_contato'],
  ...['catalogo', 'camera', 'aparelho', 'copia'],
];
const DE_PROPRIETARIO = ['proprietario', 'historico'];

/** The acts that name the person, in their key, reason or detail. */
export async function* listNaming(db: Banco, isNamed: PersonTest) {
  yield* walk(await rangeOf(db, 'auditoria'), 'asc', async ({ de, ate }) => {
    const linhas = await db
      .selectFrom('auditoria')
      .leftJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
      .select(['id', 'acao', 'entidade', 'chave', 'motivo', 'detalhe'])
      .where('id', '>=', de)
      .where('id', '<=', ate)
      .where('apagada', '=', 0)
      .execute();
    return linhas.filter(({ acao, entidade, chave, motivo, detalhe }) => {
      // Seals of earlier persons and cuts of the chain name rows by number, and must stay.
      if (entidade === 'auditoria' && ['anonimizar', 'excluir'].includes(acao)) return false;
      if (isNamed(motivo, detalhe)) return true;
      return (
        !NUMERADAS.includes(entidade) &&
        isNamed(DE_PROPRIETARIO.includes(entidade) ? asMatricula(chave) : chave)
      );
    });
  });
}

/** Forgets whom the work was about: the rows of this code stay, without their parameters. */
export const forgetParameters = (trx: Transacao, tipo: string, codigo: string) =>
  trx
    .updateTable('trabalhos')
    .set({ parametros: '{}' })
    .where('tipo', '=', tipo)
    .where(containsText('parametros', codigo))
    .execute();

/** The oldest work of a kind that ended and still knows whom it was about. */
export const findUnfinished = (db: Queryable, tipo: string) =>
  db
    .selectFrom('trabalhos')
    .select(['parametros', 'autor'])
    .where('tipo', '=', tipo)
    .where('parametros', '<>', '{}')
    .where('terminado_em', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
