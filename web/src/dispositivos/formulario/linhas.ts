const splitLinhas = (texto: string): string[] =>
  texto
    .split('\n')
    .map((linha) => linha.trim())
    .filter(Boolean);

export const lista = {
  parse: splitLinhas,
  format: (itens: readonly string[]): string => itens.join('\n'),
};

/** 'cam-entrada = 1', one pair for each line; without '=' the line is a key without a value. */
export const pares = {
  parse: (texto: string): Record<string, string> =>
    Object.fromEntries(
      splitLinhas(texto).map((linha) => {
        const [chave = '', ...resto] = linha.split('=');
        return [chave.trim(), resto.join('=').trim()];
      }),
    ),
  format: (valores: Readonly<Record<string, string>>): string =>
    Object.entries(valores)
      .map(([chave, valor]) => `${chave} = ${valor}`)
      .join('\n'),
};
