import { byLabel, sameLabel } from '../lib/labels.ts';

/** The dependent choices of a vehicle, as labels ('' without a choice). */
export type CatalogoChoice = { tipo: string; marca: string; modelo: string; ano: string };

/** Sets the type and clears make, model and year. */
export const chooseTipo = <C extends CatalogoChoice>(atual: C, tipo: string): C =>
  tipo === atual.tipo ? atual : { ...atual, tipo, marca: '', modelo: '', ano: '' };

/** Sets the make and clears model and year; another spelling of it clears nothing. */
export function chooseMarca<C extends CatalogoChoice>(atual: C, marca: string): C {
  if (marca === atual.marca) return atual;
  if (sameLabel(marca, atual.marca)) return { ...atual, marca };
  return { ...atual, marca, modelo: '', ano: '' };
}

/** Sets the model and clears the year; another spelling of it clears nothing. */
export function chooseModelo<C extends CatalogoChoice>(atual: C, modelo: string): C {
  if (modelo === atual.modelo) return atual;
  if (sameLabel(modelo, atual.modelo)) return { ...atual, modelo };
  return { ...atual, modelo, ano: '' };
}

/**
 * The register stores labels and no codes, so the code for the next lookup is found by the label,
 * apart from case and accents. Other typed text has none: the lists below it stay empty.
 */
export const getCodigo = (
  opcoes: readonly { label: string; value: string }[],
  rotulo: string,
): string => byLabel(opcoes, rotulo)?.value ?? '';
