import { CORES, STATUS_OFERECIDOS, TIPOS } from '@unipark/contract/veiculo';

/** The filters of the list, as the address and the server name them. */
export const FILTROS = [
  'status',
  'tipo',
  'cor',
  'sem_proprietario',
  'proprietario',
  'vence',
  'importacao',
] as const;

/** Options of a select whose values are their labels. */
export const optionsOf = (valores: readonly string[]) =>
  valores.map((valor) => ({ value: valor, label: valor }));

export const OPCOES_STATUS = optionsOf(STATUS_OFERECIDOS);
export const OPCOES_COR = optionsOf(CORES);
export const OPCOES_TIPO = Object.entries(TIPOS).map(([value, label]) => ({ value, label }));

/** Permissions that end today or in the next six days. */
export const VENCE = 'Vence esta semana';
