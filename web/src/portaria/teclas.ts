const LETRAS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const NUMEROS = [...'1234567890'];

/** Seven characters, whichever of the two formats. */
export const TAMANHO = 7;

export type Teclas = { modo: 'letras' | 'numeros' | 'ambos'; teclas: readonly string[] };

/** Keys for the next character: three letters, a digit, either, two digits. */
export function teclasPara(posicao: number): Teclas {
  if (posicao < 3) return { modo: 'letras', teclas: LETRAS };
  if (posicao === 4) return { modo: 'ambos', teclas: [...NUMEROS, ...LETRAS] };
  return { modo: 'numeros', teclas: NUMEROS };
}
