/** What is removed or replaced when a person's data is anonymised, table by table. */
import { sql } from 'kysely';
import { removeFotos } from '../passagens/fotosRepo.ts';
import { selectHeld } from '../passagens/repo.ts';
import { nowIso } from '../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { amongValues, containsText, searchText } from '../platform/db/search.ts';
import { walk } from '../platform/db/slices.ts';
import type { Tabelas } from '../platform/db/tabelas.ts';
import { buildColumns } from '../proprietarios/repo.ts';
import type { Posse } from './possesRepo.ts';
import type { PersonTest } from './procura.ts';

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

async function rangeOf(db: Banco, tabela: 'passagens' | 'leituras' | 'auditoria') {
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
      .select(['id', 'candidatas', 'casamento', 'bruto', 'placa_lida', 'evento_id'])
      .where('id', '>=', de)
      .where('id', '<=', ate)
      .execute();
    return linhas.filter(({ candidatas, casamento, bruto, placa_lida, evento_id }) =>
      isNamed(candidatas, casamento, bruto, placa_lida, evento_id),
    );
  });
}

export const forgetSuggestions = (trx: Transacao, ids: number[]) =>
  trx
    .updateTable('passagens')
    .set({ sugestoes: null, placa_lida: null })
    .where(amongValues('id', ids))
    .execute();

/** Such a passage stays held: the act that held it is in the audit, without the reason. */
export const forgetReasons = (trx: Transacao, ids: number[]) =>
  trx
    .updateTable('passagens')
    .set({ reter_motivo: TITULAR_ANONIMO })
    .set((eb) => ({ versao: eb('versao', '+', 1) }))
    .where(amongValues('id', ids))
    .execute();

export const forgetReadings = (trx: Transacao, ids: number[]) =>
  trx
    .updateTable('leituras')
    .set({ candidatas: null, bruto: null, evento_id: null, casamento: '{}' })
    .set((eb) => ({ placa_lida: eb.fn.coalesce('placa', sql<string>`''`) }))
    .where(amongValues('id', ids))
    .execute();

/** Records whose key is a number of ours, which may be the same as somebody's matrícula. */
const NUMERADAS = ['passagem', 'lote', 'importacao', 'visitante', 'link_visita'];

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
      const nome = NUMERADAS.includes(entidade) ? null : `"${chave}"`;
      return isNamed(nome, motivo, detalhe);
    });
  });
}

/** Tables that keep texts for a while: a row that names the person is deleted. */
const PASSAGEIRAS = {
  mensagens_contato: ['nome', 'email', 'mensagem'],
  correio: ['para', 'responder_a', 'assunto', 'texto', 'ultimo_erro'],
  eventos: ['dados'],
  quarentena: ['corpo', 'motivo'],
  // Before the passes: a link that is still there makes another one.
  links_visita: ['anfitriao', 'destino'],
  visitantes: ['placa', 'nome', 'anfitriao', 'destino'],
} as const satisfies Partial<Record<keyof Tabelas, string[]>>;
type PassingTable = keyof typeof PASSAGEIRAS;
export const TABELAS_PASSAGEIRAS = Object.keys(PASSAGEIRAS) as PassingTable[];

/** Rows of one read of a table that is small, or that a few days empty. */
const LOTE = 500;

/** The rows of such a table that name the person, in slices. */
export async function* listPassing(db: Banco, tabela: PassingTable, isNamed: PersonTest) {
  const colunas = PASSAGEIRAS[tabela].map((nome) => sql.ref<string | null>(nome));
  for (let apos = 0; ; ) {
    const { rows } = await sql<{ id: number } & Record<string, string | null>>`
      select id, ${sql.join(colunas)} from ${sql.table(tabela)}
      where id > ${apos} order by id limit ${LOTE}`.execute(db);
    yield rows
      .filter(({ id: _, ...textos }) => isNamed(...Object.values(textos)))
      .map(({ id }) => id);
    if (rows.length < LOTE) return;
    apos = Number(rows.at(-1)?.id);
  }
}

export const removePassing = (trx: Transacao, tabela: PassingTable, ids: number[]) =>
  trx.deleteFrom(tabela).where(amongValues('id', ids)).execute();

type AnswerKey = Pick<Tabelas['idempotencia'], 'autor' | 'rota' | 'chave'>;

/** The kept answers that name the person, in slices. */
export async function* listAnswers(db: Banco, isNamed: PersonTest): AsyncGenerator<AnswerKey[]> {
  for (let apos: AnswerKey = { autor: '', rota: '', chave: '' }; ; ) {
    const linhas = await db
      .selectFrom('idempotencia')
      .select(['autor', 'rota', 'chave', 'resposta'])
      .where((eb) =>
        eb(eb.refTuple('autor', 'rota', 'chave'), '>', eb.tuple(apos.autor, apos.rota, apos.chave)),
      )
      .orderBy('autor')
      .orderBy('rota')
      .orderBy('chave')
      .limit(LOTE)
      .execute();
    yield linhas.filter(({ resposta, chave }) => isNamed(resposta, chave));
    const ultima = linhas.at(-1);
    if (!ultima || linhas.length < LOTE) return;
    apos = ultima;
  }
}

export async function removeAnswers(trx: Transacao, chaves: AnswerKey[]): Promise<void> {
  for (const { autor, rota, chave } of chaves) {
    await trx
      .deleteFrom('idempotencia')
      .where('autor', '=', autor)
      .where('rota', '=', rota)
      .where('chave', '=', chave)
      .execute();
  }
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
