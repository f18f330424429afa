import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { Apagados } from '@unipark/contract/retencao';
import { count } from '../lib/time/format.ts';

const upTo = (total: number, one: string, many: string) =>
  count(Math.min(total, TETO_CONTAGEM), one, many, total > TETO_CONTAGEM);

/** '1.234 passagens, 567 fotos e 8 registros da auditoria'; a preview counts up to a limit. */
export function formatApagados({ passagens, fotos, auditoria }: Apagados): string {
  const [antes, depois] = [upTo(passagens, 'passagem', 'passagens'), upTo(fotos, 'foto', 'fotos')];
  if (auditoria === 0) return `${antes} e ${depois}`;
  return `${antes}, ${depois} e ${upTo(auditoria, 'registro da auditoria', 'registros da auditoria')}`;
}

/** Whether anything was deleted, or would be. */
export const isNone = (apagados: Apagados): boolean =>
  Object.values(apagados).every((total) => total === 0);
