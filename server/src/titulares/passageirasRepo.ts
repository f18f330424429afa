/** Tables whose rows are kept for a while: what names a person there is deleted, or loses the name. */
import { sql } from 'kysely';
import { nowIso } from '../platform/clock.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { amongValues } from '../platform/db/search.ts';
import type { Tabelas } from '../platform/db/tabelas.ts';
import { buildBusca } from '../visitantes/repo.ts';
import { TITULAR_ANONIMO } from './anonimizacaoRepo.ts';
import { asMatricula, type PersonTest } from './procura.ts';

/** Tables that keep texts for a while: a row that names the person is deleted. */
const PASSAGEIRAS = {
  mensagens_contato: ['nome', 'email', 'mensagem'],
  correio: ['para', 'responder_a', 'proprietario_matricula', 'assunto', 'texto', 'ultimo_erro'],
  eventos: ['dados'],
  quarentena: ['corpo', 'motivo'],
  // Before the passes: a link that is still there makes another one.
  links_visita: ['anfitriao', 'destino', 'ate'],
  visitantes: ['placa', 'nome', 'anfitriao', 'destino', 'ate'],
} as const satisfies Partial<Record<keyof Tabelas, string[]>>;
type PassingTable = keyof typeof PASSAGEIRAS;
export const TABELAS_PASSAGEIRAS = Object.keys(PASSAGEIRAS) as PassingTable[];

/** Rows of one read of a table that is small, or that a few days empty. */
const LOTE = 500;

type PassingRow = { id: number } & Record<string, string | null>;

async function* readRows(db: Banco, tabela: PassingTable): AsyncGenerator<PassingRow[]> {
  const colunas = PASSAGEIRAS[tabela].map((nome) => sql.ref<string | null>(nome));
  for (let apos = 0; ; ) {
    const { rows } = await sql<PassingRow>`
      select id, ${sql.join(colunas)} from ${sql.table(tabela)}
      where id > ${apos} order by id limit ${LOTE}`.execute(db);
    yield rows;
    if (rows.length < LOTE) return;
    apos = Number(rows.at(-1)?.id);
  }
}

/** The rows of such a table that name the person, in slices. */
export async function* listPassing(db: Banco, tabela: PassingTable, isNamed: PersonTest) {
  for await (const linhas of readRows(db, tabela)) {
    yield linhas
      .filter(({ id: _, ate: __, proprietario_matricula: dono = null, ...textos }) =>
        isNamed(dono && asMatricula(dono), ...Object.values(textos)),
      )
      .map(({ id }) => id);
  }
}

/** Passes of visitors and links: one that is still good, and has another car, may be a namesake's. */
const COM_PRAZO = ['links_visita', 'visitantes'] as const;

/** The good ones that are found by a name alone, with the fields that name the person. */
export async function* listInForce(db: Banco, isNamed: PersonTest) {
  const agora = nowIso();
  for (const tabela of COM_PRAZO) {
    for await (const linhas of readRows(db, tabela)) {
      for (const { id, placa = null, ate, ...textos } of linhas) {
        if (ate === null || ate === undefined || ate <= agora || isNamed(placa)) continue;
        const campos = Object.keys(textos).filter((campo) => isNamed(textos[campo] ?? null));
        if (campos.length > 0) yield { tabela, id, campos };
      }
    }
  }
}

/** The pass stays good, without the name. */
export async function forgetName(
  trx: Transacao,
  { tabela, id, campos }: { tabela: (typeof COM_PRAZO)[number]; id: number; campos: string[] },
): Promise<void> {
  const vazios = Object.fromEntries(campos.map((campo) => [campo, TITULAR_ANONIMO]));
  await trx.updateTable(tabela).set(vazios).where('id', '=', id).execute();
  if (tabela !== 'visitantes') return;
  const passe = await trx
    .selectFrom('visitantes')
    .select(['placa', 'nome', 'anfitriao', 'destino'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('visitantes')
    .set({ busca: buildBusca(passe) })
    .set((eb) => ({ versao: eb('versao', '+', 1) }))
    .where('id', '=', id)
    .execute();
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
