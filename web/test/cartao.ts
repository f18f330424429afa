import type { UltimoVeiculo } from '@unipark/contract/passagem';

export const buildCartao = (campos: Partial<UltimoVeiculo> = {}): UltimoVeiculo => ({
  id: '1',
  placa: 'QXJ0D52',
  modelo: 'HB20S 1.0',
  status: 'Proibido',
  motivo: null,
  tipo: '1',
  placa_cadastrada: null,
  instante: '2026-11-20T22:47:00.000Z',
  camera: null,
  sentido: null,
  teste: false,
  nivel: 'exata',
  sugestoes: [],
  alerta: null,
  imagem: null,
  corrigida: false,
  versao: 1,
  ...campos,
});

/** Finds a card's note by its whole text: the plate in it is an element of its own. */
export const matchNota =
  (texto: string) =>
  (_own: string, element: Element | null): boolean =>
    element?.classList.contains('cartao-nota') === true && element.textContent === texto;

/** Finds a plate by its text: a differing character of it is an element of its own. */
export const matchPlaca =
  (placa: string) =>
  (_own: string, element: Element | null): boolean =>
    element?.getAttribute('translate') === 'no' && element.textContent === placa;

/** Finds a sentence by its whole text: a plate in it is an element of its own. */
export const matchFrase =
  (frase: string | RegExp) =>
  (_own: string, element: Element | null): boolean => {
    const has = ({ textContent }: Element): boolean =>
      typeof frase === 'string' ? textContent.trim() === frase : frase.test(textContent);
    return element !== null && has(element) && ![...element.children].some(has);
  };
