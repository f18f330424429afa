/** The audit trail read back: by filters, newest first, and the whole chain from its beginning. */
import {
  type AtoAuditado,
  ENTIDADES_AUDITORIA,
  type EntidadeAuditoria,
  type ListaAuditoria,
} from '@unipark/contract/auditoria';
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import { endOfPeriod, startOfPeriod } from '@unipark/contract/listaPassagens';
import { readCut } from '../platform/auditCut.ts';
import type { ChainRow } from '../platform/chain.ts';
import { listChanges } from '../platform/changes.ts';
import type { Banco, Queryable } from '../platform/db/banco.ts';
import { plannedEachTime } from '../platform/db/dialect.ts';
import { type IdSource, listed, pageOfIds } from '../platform/db/idPages.ts';
import { countUpTo } from '../platform/db/page.ts';
import { amongValues, unindexed } from '../platform/db/search.ts';
import { type RowRange, take, walk } from '../platform/db/slices.ts';

const TETO = TETO_CONTAGEM + 1;
const ENTIDADES = Object.keys(ENTIDADES_AUDITORIA) as EntidadeAuditoria[];

/** A plate is also found as people write it: 'rio-2a18'. */
const keysOf = (chave: string): string[] => [
  chave,
  chave.toUpperCase().replace(/[^A-Z0-9]/g, '') || chave,
];

/** Every filter. The index of records is used for one record; other queries walk the rows. */
function filtered(db: Banco, { de, ate, quem, entidade, acao, chave }: ListaAuditoria) {
  const quando = unindexed('quando');
  let consulta = db.selectFrom('auditoria').modifyFront(plannedEachTime);
  if (de) consulta = consulta.where(quando, '>=', startOfPeriod(de));
  if (ate) consulta = consulta.where(quando, '<', endOfPeriod(ate));
  if (quem) consulta = consulta.where('quem', '=', quem);
  if (acao) consulta = consulta.where('acao', '=', acao);
  if (chave) {
    return consulta
      .where('entidade', 'in', entidade ? [entidade] : ENTIDADES)
      .where('chave', 'in', keysOf(chave));
  }
  return entidade ? consulta.where(unindexed('entidade'), '=', entidade) : consulta;
}

const newest = async (db: Queryable): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('auditoria')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id ?? 0,
  );

/** A walk in slices of ids, between which other requests are answered. */
function walkOf(db: Banco, pedido: ListaAuditoria, vao: RowRange, ordem: 'asc' | 'desc') {
  return walk(vao, ordem, async ({ de, ate }) => {
    const linhas = await filtered(db, pedido)
      .select('id')
      .where('id', '>=', de)
      .where('id', '<=', ate)
      .orderBy('id', ordem)
      .execute();
    return linhas.map(({ id }) => id);
  });
}

/** The newest acts on one record, by its index. */
async function findOfRecord(db: Banco, pedido: ListaAuditoria): Promise<number[]> {
  const linhas = await filtered(db, pedido)
    .select('id')
    .orderBy(unindexed('id'), 'desc')
    .limit(TETO)
    .execute();
  return linhas.map(({ id }) => id);
}

async function sourceOf(db: Banco, pedido: ListaAuditoria): Promise<IdSource> {
  const ultima = await newest(db);
  const { ate } = await readCut(db);
  const inteira = Object.keys(pedido).every((campo) => ['limite', 'apos', 'antes'].includes(campo));
  const below: IdSource['below'] = (abaixo = ultima + 1, quantos) =>
    take(walkOf(db, pedido, { de: ate + 1, ate: Math.min(abaixo - 1, ultima) }, 'desc'), quantos);
  if (!inteira) {
    // Counting finds the hits: when there are not too many, no page looks for them again.
    const achados = pedido.chave ? await findOfRecord(db, pedido) : await below(undefined, TETO);
    if (achados.length < TETO) return listed(achados);
  }
  return {
    total: inteira ? await countUpTo(db, db.selectFrom('auditoria'), TETO_CONTAGEM) : TETO,
    below,
    above: (acima, quantos) =>
      take(walkOf(db, pedido, { de: acima + 1, ate: ultima }, 'asc'), quantos),
  };
}

/** A record's name where its key says nothing to people. */
async function nameRecords(db: Banco, atos: { entidade: string; chave: string }[]) {
  const keysOfKind = (entidade: EntidadeAuditoria) =>
    atos.filter((ato) => ato.entidade === entidade).map(({ chave }) => chave);
  const aparelhos = await db
    .selectFrom('dispositivos')
    .select(['id', 'nome'])
    .where(amongValues('id', keysOfKind('dispositivo')))
    .execute();
  return new Map(aparelhos.map(({ id, nome }) => [id, nome]));
}

/** The plate of a passage, whose key is only a number. */
function findPlaca(entidade: string, detalhe: string | null): string | null {
  const { placa }: { placa?: unknown } =
    entidade === 'passagem' && detalhe ? JSON.parse(detalhe) : {};
  return typeof placa === 'string' ? placa : null;
}

/** What an act says beside the values before and after. */
function listDados(detalhe: string | null): AtoAuditado['dados'] {
  const { antes: _, depois: __, ...outros } = detalhe ? JSON.parse(detalhe) : {};
  return Object.entries(outros).map(([nome, valor]) => ({
    nome,
    valor: typeof valor === 'string' ? valor : JSON.stringify(valor),
  }));
}

/** One page of acts, newest first, with the number of hits up to the limit of counts. */
export async function listAtos(db: Banco, pedido: ListaAuditoria) {
  const { ids, ...pagina } = await pageOfIds(await sourceOf(db, pedido), pedido);
  return { ...pagina, atos: await readAtos(db, ids) };
}

/** Acts of one slice of a file. */
const FATIA = 250;

/** All acts of a query that there are now, newest first, in slices, and their number up to the limit. */
export async function readEveryAto(db: Banco, pedido: ListaAuditoria) {
  const fonte = await sourceOf(db, pedido);
  async function* readSlices(): AsyncGenerator<AtoAuditado[]> {
    for (let abaixo: number | undefined; ; ) {
      const ids = await fonte.below(abaixo, FATIA);
      if (ids.length > 0) yield await readAtos(db, ids);
      if (ids.length < FATIA) return;
      abaixo = ids.at(-1);
    }
  }
  return { total: fonte.total, fatias: readSlices() };
}

/** These acts, newest first. */
export async function readAtos(db: Banco, ids: number[]): Promise<AtoAuditado[]> {
  const linhas = await db
    .selectFrom('auditoria')
    .leftJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
    .selectAll('auditoria')
    .select('detalhe')
    .where(amongValues('auditoria.id', ids))
    .orderBy('auditoria.id', 'desc')
    .execute();
  const contas = linhas.flatMap(({ quem, entidade, chave }) => [
    ...(quem ? [quem] : []),
    ...(entidade === 'conta' ? [chave] : []),
  ]);
  const pessoas = await db
    .selectFrom('contas')
    .select(['id', 'nome'])
    .where(amongValues('id', [...new Set(contas)]))
    .execute();
  const nomes = new Map(pessoas.map(({ id, nome }) => [id, nome]));
  const registros = await nameRecords(db, linhas);
  return linhas.map(
    ({ id, quando, quem, endereco, acao, entidade, chave, motivo, detalhe }): AtoAuditado => ({
      id: String(id),
      quando,
      quem: quem === null ? null : { id: quem, nome: nomes.get(quem) ?? null },
      endereco,
      acao,
      entidade,
      chave,
      nome: (entidade === 'conta' ? nomes : registros).get(chave) ?? findPlaca(entidade, detalhe),
      motivo,
      campos: listChanges(detalhe),
      dados: listDados(detalhe),
    }),
  );
}

/** A row of the chain with its detail, whose salt is another one. */
export type DetailedRow = ChainRow & { sal_detalhe: string | null; detalhe: string | null };

/** At most `quantas` rows of the chain after one, in its order. */
export const readChain = (db: Queryable, depois: number, quantas: number): Promise<DetailedRow[]> =>
  db
    .selectFrom('auditoria')
    .leftJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
    .selectAll('auditoria')
    .select(['auditoria_detalhes.sal as sal_detalhe', 'detalhe'])
    .where('id', '>', depois)
    .orderBy('id')
    .limit(quantas)
    .execute();

/** Those of these rows that are erased. */
export const readErased = (db: Queryable, ids: number[]): Promise<ChainRow[]> =>
  db
    .selectFrom('auditoria')
    .selectAll()
    .where(amongValues('id', ids))
    .where('apagada', '=', 1)
    .execute();

/** The hash that the newest row must have. */
export const readHead = async (db: Queryable): Promise<string | undefined> =>
  (await db.selectFrom('auditoria_cabeca').select('hash').where('id', '=', 1).executeTakeFirst())
    ?.hash;

export const countChain = async (db: Queryable): Promise<number> =>
  (await newest(db)) - (await readCut(db)).ate;
