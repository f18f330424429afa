/** The page of a vehicle, over the list. */
export const pathOfVeiculo = (placa: string): string =>
  `/veiculos/consultar/${encodeURIComponent(placa)}`;

/** Most plates that one address of labels names. */
export const ADESIVOS_MAXIMO = 50;

/** The labels of these vehicles, to print. */
export const pathOfAdesivos = (placas: readonly string[]): string =>
  `/veiculos/adesivos?placas=${placas.map(encodeURIComponent).join(',')}`;
