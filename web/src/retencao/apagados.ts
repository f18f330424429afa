import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { Apagados } from '@unipark/contract/retencao';
import { count } from '../lib/time/format.ts';

const lista = new Intl.ListFormat('pt-BR');

/** '1.234 passagens, 567 fotos e 8 registros da auditoria', without what is zero. */
export function formatApagados({ passagens, fotos, auditoria }: Apagados): string {
  const partes = [
    { total: passagens, palavras: ['passagem', 'passagens'] },
    { total: fotos, palavras: ['foto', 'fotos'] },
    { total: auditoria, palavras: ['registro da auditoria', 'registros da auditoria'] },
  ] as const;
  return lista.format(
    partes
      .filter(({ total }) => total > 0)
      .map(({ total, palavras: [um, muitos] }) => countShown(total, um, muitos)),
  );
}

/** A preview counts up to a limit. */
const countShown = (total: number, um: string, muitos: string): string =>
  count(Math.min(total, TETO_CONTAGEM), um, muitos, total > TETO_CONTAGEM);

/** Whether nothing was deleted, or would be. */
export const isNothing = (apagados: Apagados): boolean =>
  Object.values(apagados).every((total) => total === 0);
