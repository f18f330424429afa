import { once } from '@unipark/contract/once';
import type { Apagados } from '@unipark/contract/retencao';
import { count } from '../lib/time/format.ts';

const lista = once(() => new Intl.ListFormat('pt-BR'));

/**
 * '1.234 passagens, 567 fotos e 8 registros da auditoria', without what is zero. `teto`: where a preview
 * stopped to count.
 */
export function formatApagados(
  { passagens, fotos, auditoria }: Apagados,
  teto = Number.POSITIVE_INFINITY,
): string {
  const partes = [
    { total: passagens, palavras: ['passagem', 'passagens'] },
    { total: fotos, palavras: ['foto', 'fotos'] },
    { total: auditoria, palavras: ['registro da auditoria', 'registros da auditoria'] },
  ] as const;
  return lista().format(
    partes
      .filter(({ total }) => total > 0)
      .map(({ total, palavras: [um, muitos] }) =>
        count(Math.min(total, teto), um, muitos, total > teto),
      ),
  );
}

/** Whether nothing was deleted, or would be. */
export const isNothing = (apagados: Apagados): boolean =>
  Object.values(apagados).every((total) => total === 0);
