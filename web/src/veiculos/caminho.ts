/** The page of a vehicle, over the list. */
export const pathOfVeiculo = (placa: string): string =>
  `/veiculos/consultar/${encodeURIComponent(placa)}`;
