/** The page of a vehicle, over the list. */
export const pathOfVeiculo = (placa: string): string =>
  `/veiculos/consultar/${encodeURIComponent(placa)}`;

/** Set by a link in the list: closing the page returns there. */
export const DA_LISTA = { daLista: true } as const;
