const LETRAS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const NUMEROS = [...'1234567890'];

/** Both plate formats have seven characters. */
export const TAMANHO = 7;

export type KeyboardLayout = { modo: 'letras' | 'numeros' | 'ambos'; teclas: readonly string[] };

/** Keys for the next character: three letters, a digit, either, two digits. */
export function listTeclas(posicao: number): KeyboardLayout {
  if (posicao < 3) return { modo: 'letras', teclas: LETRAS };
  if (posicao === 4) return { modo: 'ambos', teclas: [...NUMEROS, ...LETRAS] };
  return { modo: 'numeros', teclas: NUMEROS };
}
