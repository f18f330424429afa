import { TIPOS } from '@unipark/contract/veiculo';

export const NAO_INFORMADO = 'Não informado';

/** One line of a summary. */
export type Linha = { rotulo: string; valor: string };

/** '1' → 'Carro'; empty for no or an unknown type. */
export const rotuloTipo = (tipo: string | null): string =>
  tipo !== null && tipo in TIPOS ? TIPOS[tipo as keyof typeof TIPOS] : '';

/** The value, or the words for its absence. */
export const informado = (valor: string | null | undefined): string =>
  valor?.trim() || NAO_INFORMADO;
