/** The page of a vehicle, over the list. */
export const pathOfVeiculo = (placa: string): string =>
  `/veiculos/consultar/${encodeURIComponent(placa)}`;

/** The labels of these vehicles, to print. */
export const pathOfAdesivos = (placas: readonly string[]): string =>
  `/veiculos/adesivos?placas=${placas.map(encodeURIComponent).join(',')}`;
