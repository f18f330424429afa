/** Repeated keys in a JSON text: JSON.parse silently keeps the last one. */

const [ASPAS, BARRA, DOIS_PONTOS] = [0x22, 0x5c, 0x3a];
const [ABRE_OBJETO, ABRE_LISTA, FECHA_OBJETO, FECHA_LISTA] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Where the text that opens at `inicio` ends; a base64 picture is skipped at once. */
export function endOfText(texto: string, inicio: number): number {
  for (let fim = texto.indexOf('"', inicio + 1); fim >= 0; fim = texto.indexOf('"', fim + 1)) {
    let barras = 0;
    while (texto.charCodeAt(fim - 1 - barras) === BARRA) barras += 1;
    if (barras % 2 === 0) return fim;
  }
  return texto.length;
}

/** Whether a colon follows after blanks: the text before `i` is a key. */
function isBeforeColon(texto: string, i: number): boolean {
  let fim = i;
  while (texto.charCodeAt(fim) <= 0x20) fim += 1;
  return texto.charCodeAt(fim) === DOIS_PONTOS;
}

/** The decoded key: 'a' and '\\u0061' are equal. */
const readKey = (escrita: string): string =>
  escrita.includes('\\') ? (JSON.parse(`"${escrita}"`) as string) : escrita;

/** The first key that occurs twice in one object of a valid JSON; undefined when none does. */
export function repeatedKey(texto: string): string | undefined {
  const abertos: Set<string>[] = [];
  for (let i = 0; i < texto.length; i += 1) {
    const sinal = texto.charCodeAt(i);
    if (sinal === ABRE_OBJETO || sinal === ABRE_LISTA) abertos.push(new Set());
    else if (sinal === FECHA_OBJETO || sinal === FECHA_LISTA) abertos.pop();
    else if (sinal === ASPAS) {
      const fim = endOfText(texto, i);
      if (isBeforeColon(texto, fim + 1)) {
        const chave = readKey(texto.slice(i + 1, fim));
        const chaves = abertos.at(-1);
        if (chaves?.has(chave)) return chave;
        chaves?.add(chave);
      }
      i = fim;
    }
  }
  return undefined;
}
