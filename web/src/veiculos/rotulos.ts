import { formatDiaIso } from '@unipark/contract/horaLocal';
import { STATUS_PADRAO, statusOn } from '@unipark/contract/veiculo';
import { serverNow } from '../lib/time/serverClock.ts';

export const NAO_INFORMADO = 'Não informado';

export const VEICULO_ALTERADO = 'Este veículo foi alterado por outra pessoa';

/** What an empty status means. */
export const SEM_STATUS = `Sem status, será salvo como ${STATUS_PADRAO}, em vermelho na portaria.`;

/** The status with which the texts of a form are stored: a last day in the past ends it at once. */
export const settleStatus = ({ status, valido_ate }: { status: string; valido_ate: string }) =>
  statusOn({ status: status.trim(), valido_ate: valido_ate || null }, formatDiaIso(serverNow()));

export type SummaryLine = {
  rotulo: string;
  valor: string;
  /** Under the value. */
  nota?: string;
  /** The note is a warning. */
  alerta?: boolean;
};

export const formatOptional = (valor: string | null | undefined): string =>
  valor?.trim() || NAO_INFORMADO;
