/** Where a vehicle is found on its own. */
export const caminhoDoVeiculo = (placa: string): string =>
  `/veiculos/consultar?q=${encodeURIComponent(placa)}`;
