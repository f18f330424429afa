import type { PageState } from '../lib/screen/pageState.ts';

/** The page of a vehicle, over the list. */
export const pathOfVeiculo = (placa: string): string =>
  `/veiculos/consultar/${encodeURIComponent(placa)}`;

/** Most plates that one address of labels names. */
export const ADESIVOS_MAXIMO = 50;

/** For the page of labels: the button to print has the focus. */
export const PARA_IMPRIMIR: PageState = { imprimir: true };

/** The labels of these vehicles, to print. */
export const pathOfAdesivos = (placas: readonly string[]): string =>
  `/veiculos/adesivos?placas=${placas.map(encodeURIComponent).join(',')}`;
