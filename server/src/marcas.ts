/** Stored times in the future: the clock of this machine was ahead, or is behind. */

import { nowDate } from './platform/clock.ts';
import type { Banco } from './platform/db/banco.ts';
import { countFuture, type Mark } from './platform/db/future.ts';

const MINUTO = 60_000;
const HORA = 60 * MINUTO;

/** How far in the future each may be; 0 for times that are past when they are written. */
const MARCAS: Mark[] = [
  { table: 'passagens', column: 'recebido_em', aheadMs: 0, byId: true },
  { table: 'eventos', column: 'criado_em', aheadMs: 0, byId: true },
  { table: 'auditoria', column: 'quando', aheadMs: 0, byId: true },
  { table: 'dispositivos', column: 'visto_em', aheadMs: 0 },
  { table: 'sessoes', column: 'expira_em', aheadMs: 12 * HORA },
  { table: 'tentativas', column: 'ate', aheadMs: HORA, numeric: true },
  { table: 'links', column: 'expira_em', aheadMs: HORA },
  { table: 'correio', column: 'tentar_em', aheadMs: 12 * HORA },
];

/** One sentence for the operator; undefined when no row is in the future. */
export async function describeFuture(db: Banco, agora = nowDate()): Promise<string | undefined> {
  const achadas = await countFuture(db, MARCAS, agora.getTime());
  if (achadas.length === 0) return undefined;
  const onde = achadas.map(({ table, rows }) => `${table} ${rows}`).join(', ');
  return (
    `Há registros com data no futuro (${onde}): o relógio deste computador esteve adiantado ou ` +
    `está atrasado. Agora são ${agora.toLocaleString('pt-BR')}; confira a data e a hora.`
  );
}
