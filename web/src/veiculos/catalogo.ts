import { byLabel, sameLabel } from '../lib/labels.ts';

/** The dependent choices of a vehicle, as the labels read on screen ('' while open). */
export type Catalogo = { tipo: string; marca: string; modelo: string; ano: string };

/** Choosing a type clears brand, model and year. */
export const escolherTipo = <C extends Catalogo>(atual: C, tipo: string): C =>
  tipo === atual.tipo ? atual : { ...atual, tipo, marca: '', modelo: '', ano: '' };

/** Choosing a brand clears model and year; another spelling of it clears nothing. */
export function escolherMarca<C extends Catalogo>(atual: C, marca: string): C {
  if (marca === atual.marca) return atual;
  if (sameLabel(marca, atual.marca)) return { ...atual, marca };
  return { ...atual, marca, modelo: '', ano: '' };
}

/** Choosing a model clears the year; another spelling of it clears nothing. */
export function escolherModelo<C extends Catalogo>(atual: C, modelo: string): C {
  if (modelo === atual.modelo) return atual;
  if (sameLabel(modelo, atual.modelo)) return { ...atual, modelo };
  return { ...atual, modelo, ano: '' };
}

/**
 * The register keeps labels and no codes, so the code of the next lookup is found by the label, case
 * and accents apart. Any other typed text has none: the lists below it stay empty.
 */
export const codigoDe = (
  opcoes: readonly { label: string; value: string }[],
  rotulo: string,
): string => byLabel(opcoes, rotulo)?.value ?? '';
