import type { Diferenca } from '@unipark/contract/semelhanca';

/** Where the shown plate stands, and where the other one. */
export type DiferencaPlaces = readonly [aqui: string, la: string];

export const NO_CADASTRO: DiferencaPlaces = ['no cadastro', 'na leitura'];
export const NA_BUSCA: DiferencaPlaces = ['no cadastro', 'na busca'];

const ORDINAIS = [
  'primeiro',
  'segundo',
  'terceiro',
  'quarto',
  'quinto',
  'sexto',
  'sétimo',
  'oitavo',
  'nono',
  'décimo',
];

/** A digit and a letter of one shape have different names: 'zero', 'letra O'. */
function nameCaractere(caractere: string): string {
  if (caractere === '0') return 'zero';
  return /[0-9]/.test(caractere) ? `número ${caractere}` : `letra ${caractere}`;
}

/** 'o sexto caractere difere: zero no cadastro, letra O na leitura' */
export const describeDiferencas = (
  diferencas: readonly Diferenca[],
  [aqui, la]: DiferencaPlaces,
): string =>
  diferencas
    .map(
      ({ lugar, de, para }) =>
        `o ${ORDINAIS[lugar] ?? `${lugar + 1}º`} caractere difere: ${nameCaractere(para)} ${aqui}, ${nameCaractere(de)} ${la}`,
    )
    .join('; ');
