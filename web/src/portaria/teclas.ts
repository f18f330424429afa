const LETRAS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const NUMEROS = [...'1234567890'];

/** Both plate formats have seven characters. */
export const TAMANHO = 7;

export type KeyboardLayout = { modo: 'letras' | 'numeros' | 'ambos'; teclas: readonly string[] };

/** Whether the text may be the beginning of a plate: three letters, a digit, either, two digits. */
const isComeco = (texto: string): boolean =>
  /^[A-Z]{0,3}$|^[A-Z]{3}\d([A-Z\d]\d{0,2})?$/.test(texto);

/**
 * Keys for the next character: letters or digits as a plate has them; both for a part from its
 * middle, and digits first where the person asks for them.
 */
export function listTeclas(texto: string, numeros: boolean): KeyboardLayout {
  if (!isComeco(texto) || texto.length === 4) {
    return { modo: 'ambos', teclas: [...NUMEROS, ...LETRAS] };
  }
  if (texto.length < 3 && !numeros) return { modo: 'letras', teclas: LETRAS };
  return { modo: 'numeros', teclas: NUMEROS };
}
