import { STATUS_PADRAO } from '@unipark/contract/veiculo';

export const NAO_INFORMADO = 'Não informado';

export const VEICULO_ALTERADO = 'Este veículo foi alterado por outra pessoa';

/** What an empty status means. */
export const SEM_STATUS = `Sem status, será salvo como ${STATUS_PADRAO}, em vermelho na portaria.`;

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
