import { foldText } from '@unipark/contract/texto';

/** Colours of cars: the same in every theme. */
const TINTAS: Record<string, string> = {
  amarela: '#f2c02e',
  azul: '#1d4fa3',
  bege: '#d8c49a',
  branca: '#ffffff',
  cinza: '#7b8490',
  dourada: '#bf9b3f',
  grena: '#6b1730',
  laranja: '#e2711d',
  marrom: '#6b452f',
  prata: '#c7ccd3',
  preta: '#14171c',
  rosa: '#e59ab5',
  roxa: '#5b3a8c',
  verde: '#226b3a',
  vermelha: '#b1201d',
};

const FANTASIA = ['#b1201d', '#f2c02e', '#1d4fa3'];

/** The paint of a colour name: one colour, stripes, or undefined for a free text. */
export function findTinta(cor: string): { color?: string; stripes?: string[] } | undefined {
  const nome = foldText(cor.trim());
  if (nome === 'fantasia') return { stripes: FANTASIA };
  const color = TINTAS[nome];
  return color === undefined ? undefined : { color };
}
