/** The period of the reports: in the address, or the last four weeks. */
import { addDias, formatDiaIso } from '@unipark/contract/horaLocal';
import { ROTULOS_SENTIDO } from '@unipark/contract/passagem';
import { countDias, type PedidoRelatorio } from '@unipark/contract/relatorio';

const DIA = /^\d{4}-\d{2}-\d{2}$/;
const PADRAO = 28;

/** Periods that end today. Whole weeks: each day is compared with one of the same weekday. */
export const PERIODOS = [
  { value: '7', label: '7 dias' },
  { value: '28', label: '4 semanas' },
  { value: '91', label: '13 semanas' },
  { value: '364', label: '52 semanas' },
] as const;
export type PeriodPreset = (typeof PERIODOS)[number]['value'];

/** So many days, the last of which is `hoje`. */
export const lastDias = (dias: number, hoje: string): { de: string; ate: string } => ({
  de: addDias(hoje, 1 - dias),
  ate: hoje,
});

export const today = (agora: number): string => formatDiaIso(agora);

const isSentido = (texto: string): texto is keyof typeof ROTULOS_SENTIDO =>
  Object.hasOwn(ROTULOS_SENTIDO, texto);

/** What the address asks for; a period that it does not name whole is the last four weeks. */
export function readPedido(params: URLSearchParams, hoje: string): PedidoRelatorio {
  const [de, ate] = [params.get('de') ?? '', params.get('ate') ?? ''];
  const sentido = params.get('sentido') ?? '';
  const isPeriodo = DIA.test(de) && DIA.test(ate) && countDias({ de, ate }) >= 1;
  return {
    ...(isPeriodo ? { de, ate } : lastDias(PADRAO, hoje)),
    ...(isSentido(sentido) && { sentido }),
  };
}

/** The preset that this period is, or undefined. */
export const findPeriodo = (
  { de, ate }: PedidoRelatorio,
  hoje: string,
): PeriodPreset | undefined =>
  ate === hoje
    ? PERIODOS.find(({ value }) => Number(value) === countDias({ de, ate }))?.value
    : undefined;
