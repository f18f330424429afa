export const NAO_INFORMADO = 'Não informado';

export const VEICULO_ALTERADO = 'Este veículo foi alterado por outra pessoa';

export type SummaryLine = { rotulo: string; valor: string };

export const formatOptional = (valor: string | null | undefined): string =>
  valor?.trim() || NAO_INFORMADO;
