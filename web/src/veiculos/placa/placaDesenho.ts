/** The plates' own colours: the one exception to "colours stand in tokens.css". */
export const CORES_PLACA = {
  mercosul: {
    fundo: '#fdfdfd',
    moldura: '#111111',
    faixa: '#003399',
    texto: '#111111',
    valida: '#15803d',
    invalida: '#b91c1c',
  },
  antiga: {
    fundo: '#c5c9cc',
    moldura: '#3a3f44',
    rebite: '#8b9096',
    texto: '#111111',
    valida: '#14532d',
    invalida: '#991b1b',
  },
} as const;

/** What every drawing is given. */
export type Desenho = {
  caracteres: string;
  cor: string;
  opacidade: number;
  qr: boolean;
};

/** Centres of equal cells, where each character stands. */
export const celulas = (inicio: number, largura: number, quantas: number): number[] =>
  Array.from({ length: quantas }, (_, i) => inicio + largura * (i + 0.5));

/** 'R I O 2 A 1 8': read letter by letter. */
export const soletrada = (placa: string): string => [...placa].join(' ');
