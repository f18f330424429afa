import { formatDiaIso } from '@unipark/contract/horaLocal';
import { endOfPeriod, startOfPeriod } from '@unipark/contract/listaPassagens';
import { findGemea, keyOfPlaca } from '@unipark/contract/placa';
import type { PrazosRetencao } from '@unipark/contract/retencao';
import type { ListaVisitantes, NovoVisitante, Visitante } from '@unipark/contract/visitante';
import { nowDate, nowIso, nowMs } from '../platform/clock.ts';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { countUpTo, paginate, type SortOrder, sourceOf } from '../platform/db/page.ts';
import { parseTerms, rowCondition, searchText } from '../platform/db/search.ts';
import { inSlices } from '../platform/db/slices.ts';

const NOVOS_PRIMEIRO: SortOrder = {
  coluna: 'visitantes.id',
  chave: 'visitantes.id',
  desc: true,
  numerica: true,
};
const COLUNAS = [
  ...(['id', 'placa', 'nome', 'anfitriao', 'destino'] as const),
  ...(['de', 'ate', 'criado_em', 'cancelado_em', 'versao'] as const),
];

type VisitanteRow = Omit<Visitante, 'id'> & { id: number };
export const toVisitante = ({ id, ...outros }: VisitanteRow): Visitante => ({
  id: String(id),
  ...outros,
});

/** The search text of a pass. */
export const buildBusca = ({
  placa,
  nome,
  anfitriao,
  destino,
}: Pick<NovoVisitante, 'placa' | 'nome' | 'anfitriao' | 'destino'>): string =>
  searchText([nome, anfitriao, destino], [placa, findGemea(placa) ?? null]);

export async function create(
  trx: Transacao,
  novo: NovoVisitante,
  link: number | null,
): Promise<Visitante> {
  const { placa } = novo;
  const linha = await trx
    .insertInto('visitantes')
    .values({
      ...novo,
      chave: keyOfPlaca(placa),
      busca: buildBusca(novo),
      ...{ criado_em: nowIso(), cancelado_em: null, versao: 1, link },
    })
    .returning(COLUNAS)
    .executeTakeFirstOrThrow();
  return toVisitante(linha);
}

export const find = (db: Queryable, id: number) =>
  db
    .selectFrom('visitantes')
    .select([...COLUNAS, 'chave'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Ends a pass at this instant. */
export async function end(trx: Transacao, { id, versao }: VisitanteRow): Promise<void> {
  const agora = nowIso();
  await trx
    .updateTable('visitantes')
    .set({ ate: agora, cancelado_em: agora, versao: versao + 1 })
    .where('id', '=', id)
    .execute();
}

export async function list(db: Banco, { situacao, q, ...pedido }: ListaVisitantes) {
  const agora = nowIso();
  let base = db.selectFrom('visitantes');
  if (situacao === 'agora') base = base.where('ate', '>', agora).where('de', '<=', agora);
  if (situacao === 'encerrados') base = base.where('ate', '<=', agora);
  if (situacao === 'hoje') {
    const dia = formatDiaIso(nowDate());
    base = base.where('ate', '>', startOfPeriod(dia)).where('de', '<', endOfPeriod(dia));
  }
  if (q) base = base.where(rowCondition('visitantes', parseTerms(q)));
  const pagina = await paginate(sourceOf(db, base.select(COLUNAS)), NOVOS_PRIMEIRO, pedido);
  return { ...pagina, linhas: pagina.linhas.map(toVisitante), total: await countUpTo(db, base) };
}

/** Removes passes, and links to them, that ended before their period. For the hourly housekeeping. */
export async function pruneVisitantes(
  db: Banco,
  { visitantes_dias }: Pick<PrazosRetencao, 'visitantes_dias'>,
): Promise<void> {
  const corte = new Date(nowMs() - visitantes_dias * 86_400_000).toISOString();
  await db.deleteFrom('links_visita').where('ate', '<', corte).execute();
  await inSlices(async (lote) => {
    const { numDeletedRows } = await db
      .deleteFrom('visitantes')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('visitantes as velhos')
          .select('id')
          .where('ate', '<', corte)
          .orderBy('ate')
          .limit(lote),
      )
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  });
}
