import type {
  EdicaoProprietario,
  NovoProprietario,
  ORDENS_PROPRIETARIO,
  Proprietario,
  ProprietarioCompleto,
  ProprietarioNaLista,
} from '@unipark/contract/proprietario';
import { foldText } from '@unipark/contract/texto';
import { sql } from 'kysely';
import { nowIso } from '../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { totalOf } from '../platform/db/counts.ts';
import { uniqueViolation } from '../platform/db/errors.ts';
import { everyHit, pageOfHits, resolveHits } from '../platform/db/hits.ts';
import { everyRow, type PageRequest, paginate, type SortOrder } from '../platform/db/page.ts';
import { amongValues, searchText } from '../platform/db/search.ts';
import { conflict } from '../platform/errors.ts';

const COLUNAS = ['proprietarios.id', 'matricula', 'nome', 'versao'] as const;
const ORDENS: Record<(typeof ORDENS_PROPRIETARIO)[number], string> = {
  nome: 'nome_ordem',
  matricula: 'matricula',
  atualizado: 'atualizado_em',
};

type ProprietarioRow = ProprietarioCompleto & { id: number };

/** An item of a list: without the contact. */
export const toItem = ({
  matricula,
  nome,
  versao,
  veiculos,
}: ProprietarioNaLista): ProprietarioNaLista => ({ matricula, nome, versao, veiculos });

/** The whole record on the wire. */
export const toCompleto = ({
  matricula,
  nome,
  email,
  telefone,
  versao,
}: ProprietarioCompleto): ProprietarioCompleto => ({ matricula, nome, email, telefone, versao });

export const selectProprietarios = (db: Queryable) =>
  db.selectFrom('proprietarios').select(COLUNAS);

function parseOrdem(pedida = 'nome'): SortOrder {
  const nome = pedida.replace(/^-/, '') as keyof typeof ORDENS;
  return {
    coluna: `proprietarios.${ORDENS[nome]}`,
    chave: 'proprietarios.matricula',
    desc: pedida.startsWith('-'),
  };
}

/** Columns computed from the record. */
export const buildColumns = ({ matricula, nome }: Pick<Proprietario, 'matricula' | 'nome'>) => ({
  nome_ordem: foldText(nome),
  busca: searchText([nome], [matricula]),
});

export async function list(db: Banco, pedido: PageRequest & { ordem?: string }) {
  const pagina = await paginate(
    { db, build: selectProprietarios, valores: {} },
    parseOrdem(pedido.ordem),
    pedido,
  );
  const linhas = await addVeiculos(db, pagina.linhas);
  return { ...pagina, linhas, total: await totalOf(db, 'proprietarios') };
}

export async function* readEveryOne(db: Banco, ordem?: string) {
  for await (const fatia of everyRow(
    { db, build: selectProprietarios, valores: {} },
    parseOrdem(ordem),
  )) {
    yield (await addVeiculos(db, fatia)).map(toItem);
  }
}

/** Owners whose name or matrícula contains every word of `q`; an exact matrícula comes first. */
async function findHits(db: Banco, q: string, ordem?: string) {
  const exatos = await selectProprietarios(db).where('matricula', '=', q).execute();
  return resolveHits(db, selectProprietarios(db), {
    tabela: 'proprietarios',
    q,
    ordem: parseOrdem(ordem),
    exatos,
    filtrada: false,
  });
}

/** One page of a search. */
export async function search(db: Banco, q: string, pedido: PageRequest & { ordem?: string }) {
  const pagina = await pageOfHits(await findHits(db, q, pedido.ordem), pedido);
  return { ...pagina, linhas: await addVeiculos(db, pagina.linhas) };
}

/** All owners of a list or of a search with their contact, in slices, and their number. */
export async function readForFile(
  db: Banco,
  { q, ordem }: { q?: string | undefined; ordem?: string | undefined },
) {
  const acertos = q === undefined ? undefined : await findHits(db, q, ordem);
  const fonte = { db, build: selectProprietarios, valores: {} };
  const fatias = acertos ? everyHit(acertos) : everyRow(fonte, parseOrdem(ordem));
  return {
    total: acertos?.total ?? (await totalOf(db, 'proprietarios')),
    fatias: addContacts(db, fatias),
  };
}

export const find = (db: Queryable, matricula: string): Promise<ProprietarioRow | undefined> =>
  selectProprietarios(db)
    .select(['email', 'telefone'])
    .where('matricula', '=', matricula)
    .executeTakeFirst();

/** @throws {Problem} 409 when the matrícula is taken */
export async function create(
  trx: Transacao,
  novo: NovoProprietario & { versao: number },
): Promise<ProprietarioCompleto> {
  const agora = nowIso();
  const { email = null, telefone = null, ...campos } = novo;
  const proprietario = { ...campos, email, telefone };
  try {
    await trx
      .insertInto('proprietarios')
      .values({
        ...proprietario,
        ...buildColumns(novo),
        criado_em: agora,
        atualizado_em: agora,
      })
      .execute();
  } catch (error) {
    if (uniqueViolation(error) !== 'proprietarios.matricula') throw error;
    const mensagem = 'Matrícula já cadastrada.';
    throw conflict('matricula-existente', mensagem, { matricula: mensagem });
  }
  return proprietario;
}

/** Writes an edit, and updates the search text of the owner's vehicles after a new name. */
export async function update(
  trx: Transacao,
  antes: ProprietarioCompleto,
  { nome, email = antes.email, telefone = antes.telefone }: EdicaoProprietario,
): Promise<ProprietarioCompleto> {
  const versao = antes.versao + 1;
  const depois = { matricula: antes.matricula, nome, email, telefone, versao };
  const derivado = buildColumns(depois);
  await trx
    .updateTable('proprietarios')
    .set({ nome, email, telefone, ...derivado, versao, atualizado_em: nowIso() })
    .where('matricula', '=', antes.matricula)
    .execute();
  if (nome === antes.nome) return depois;
  await trx
    .updateTable('veiculos')
    .set({ busca: sql<string>`busca_propria || ${derivado.busca}` })
    .where('proprietario_matricula', '=', antes.matricula)
    .execute();
  return depois;
}

export async function remove(trx: Transacao, matricula: string): Promise<void> {
  await trx.deleteFrom('proprietarios').where('matricula', '=', matricula).execute();
}

/** The rows with the number of vehicles: one statement for all of them, by the owner's index. */
async function addVeiculos<T extends { matricula: string }>(db: Banco, donos: T[]) {
  const linhas = await db
    .selectFrom('veiculos')
    .select(['proprietario_matricula as dono', (eb) => eb.fn.countAll<number>().as('total')])
    .where(
      amongValues(
        'proprietario_matricula',
        donos.map(({ matricula }) => matricula),
      ),
    )
    .groupBy('proprietario_matricula')
    .execute();
  const totais = new Map(linhas.map(({ dono, total }) => [dono, total]));
  return donos.map((dono) => ({ ...dono, veiculos: totais.get(dono.matricula) ?? 0 }));
}

async function* addContacts(db: Banco, fatias: AsyncIterable<{ matricula: string }[]>) {
  for await (const fatia of fatias) {
    const linhas = await db
      .selectFrom('proprietarios')
      .select(['matricula', 'nome', 'email', 'telefone'])
      .where(
        amongValues(
          'matricula',
          fatia.map(({ matricula }) => matricula),
        ),
      )
      .execute();
    const porMatricula = new Map(linhas.map((linha) => [linha.matricula, linha]));
    // One that was removed since the slice was read is left out.
    yield addVeiculos(
      db,
      fatia.flatMap(({ matricula }) => porMatricula.get(matricula) ?? []),
    );
  }
}

export async function countVeiculos(db: Queryable, matricula: string): Promise<number> {
  const { total } = await db
    .selectFrom('veiculos')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('proprietario_matricula', '=', matricula)
    .executeTakeFirstOrThrow();
  return total;
}
