import type { NovoProprietario, Proprietario } from '@unipark/contract/proprietario';
import { foldText } from '@unipark/contract/texto';
import { sql } from 'kysely';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { addToCount, totalOf } from '../platform/db/counts.ts';
import { uniqueViolation } from '../platform/db/errors.ts';
import { searchPage } from '../platform/db/hits.ts';
import { everyRow, type PageRequest, paginate, type SortOrder } from '../platform/db/page.ts';
import { searchText } from '../platform/db/search.ts';
import { conflict } from '../platform/errors.ts';

const COLUNAS = ['proprietarios.id', 'matricula', 'nome', 'versao'] as const;
const ORDENS: Record<string, string> = { nome: 'nome_ordem', matricula: 'matricula' };

type ProprietarioRow = Proprietario & { id: number };

/** The record on the wire: only the contract's fields. */
export const toWire = ({ matricula, nome, versao }: Proprietario): Proprietario => ({
  matricula,
  nome,
  versao,
});

const base = (db: Queryable) => db.selectFrom('proprietarios').select(COLUNAS);

function parseOrdem(pedida = 'nome'): SortOrder {
  const nome = pedida.replace(/^-/, '');
  return {
    coluna: `proprietarios.${ORDENS[nome]}`,
    chave: 'proprietarios.matricula',
    desc: pedida.startsWith('-'),
  };
}

const deriveColumns = ({ matricula, nome }: NovoProprietario) => ({
  nome_ordem: foldText(nome),
  busca: searchText([nome], [matricula]),
});

export async function list(db: Banco, pedido: PageRequest & { ordem?: string }) {
  const pagina = await paginate(base(db), parseOrdem(pedido.ordem), pedido);
  return { ...pagina, total: await totalOf(db, 'proprietarios') };
}

export const everyOne = (db: Banco, ordem?: string) => everyRow(base(db), parseOrdem(ordem));

/** Owners whose name or matrícula contains every word of `q`; an exact matrícula comes first. */
export async function search(db: Banco, q: string, pedido: PageRequest & { ordem?: string }) {
  const exatos = await base(db).where('matricula', '=', q).execute();
  return searchPage(db, base(db), {
    tabela: 'proprietarios',
    q,
    ordem: parseOrdem(pedido.ordem),
    pagina: pedido,
    exatos,
    filtrada: false,
  });
}

export const find = (db: Queryable, matricula: string): Promise<ProprietarioRow | undefined> =>
  base(db).where('matricula', '=', matricula).executeTakeFirst();

/** @throws {Problem} 409 when the matrícula is taken */
export async function create(trx: Transacao, novo: NovoProprietario): Promise<Proprietario> {
  const agora = new Date().toISOString();
  try {
    await trx
      .insertInto('proprietarios')
      .values({
        ...novo,
        ...deriveColumns(novo),
        versao: 1,
        criado_em: agora,
        atualizado_em: agora,
      })
      .execute();
  } catch (error) {
    if (uniqueViolation(error) !== 'proprietarios.matricula') throw error;
    const mensagem = 'Matrícula já cadastrada.';
    throw conflict('matricula-existente', mensagem, { matricula: mensagem });
  }
  await addToCount(trx, 'proprietarios', 1);
  return { ...novo, versao: 1 };
}

/** Renames an owner, and updates the search text of the owner's vehicles. */
export async function update(
  trx: Transacao,
  antes: Proprietario,
  nome: string,
): Promise<Proprietario> {
  const depois = { matricula: antes.matricula, nome };
  const derivado = deriveColumns(depois);
  const versao = antes.versao + 1;
  await trx
    .updateTable('proprietarios')
    .set({ nome, ...derivado, versao, atualizado_em: new Date().toISOString() })
    .where('matricula', '=', antes.matricula)
    .execute();
  await trx
    .updateTable('veiculos')
    .set({ busca: sql<string>`busca_propria || ${derivado.busca}` })
    .where('proprietario_matricula', '=', antes.matricula)
    .execute();
  return { ...depois, versao };
}

export async function remove(trx: Transacao, matricula: string): Promise<void> {
  await trx.deleteFrom('proprietarios').where('matricula', '=', matricula).execute();
  await addToCount(trx, 'proprietarios', -1);
}

export async function countVeiculos(db: Queryable, matricula: string): Promise<number> {
  const { total } = await db
    .selectFrom('veiculos')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('proprietario_matricula', '=', matricula)
    .executeTakeFirstOrThrow();
  return total;
}
