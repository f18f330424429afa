/** The plates' own colours: the only colours outside tokens.css. */
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

export type PlacaDrawing = {
  caracteres: string;
  cor: string;
  opacidade: number;
  qr: boolean;
};

/** The centres of equal cells, one for each character. */
export const listCelulas = (inicio: number, largura: number, quantas: number): number[] =>
  Array.from({ length: quantas }, (_, i) => inicio + largura * (i + 0.5));

/** 'R I O 2 A 1 8': a screen reader reads it letter by letter. */
export const spellPlaca = (placa: string): string => [...placa].join(' ');
