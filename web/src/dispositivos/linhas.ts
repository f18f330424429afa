const linhasDe = (texto: string): string[] =>
  texto
    .split('\n')
    .map((linha) => linha.trim())
    .filter(Boolean);

/** One item a line. */
export const lista = {
  ler: linhasDe,
  escrever: (itens: readonly string[]): string => itens.join('\n'),
};

/** 'cam-entrada = 1', a pair a line; without '=' the line is a key whose value is missing. */
export const pares = {
  ler: (texto: string): Record<string, string> =>
    Object.fromEntries(
      linhasDe(texto).map((linha) => {
        const [chave = '', ...resto] = linha.split('=');
        return [chave.trim(), resto.join('=').trim()];
      }),
    ),
  escrever: (valores: Readonly<Record<string, string>>): string =>
    Object.entries(valores)
      .map(([chave, valor]) => `${chave} = ${valor}`)
      .join('\n'),
};
