/** The page of a vehicle, over the list. */
export const caminhoDoVeiculo = (placa: string): string =>
  `/veiculos/consultar/${encodeURIComponent(placa)}`;

/** Said by whoever opens it from the list: closing it goes back there. */
export const DA_LISTA = { daLista: true } as const;
