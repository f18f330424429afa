/** The dependent choices of a vehicle, as the labels read on screen ('' while open). */
export type Catalogo = { tipo: string; marca: string; modelo: string; ano: string };

/** Choosing a type clears brand, model and year. */
export const escolherTipo = <C extends Catalogo>(atual: C, tipo: string): C =>
  tipo === atual.tipo ? atual : { ...atual, tipo, marca: '', modelo: '', ano: '' };

/** Choosing a brand clears model and year. */
export const escolherMarca = <C extends Catalogo>(atual: C, marca: string): C =>
  marca === atual.marca ? atual : { ...atual, marca, modelo: '', ano: '' };

/** Choosing a model clears the year. */
export const escolherModelo = <C extends Catalogo>(atual: C, modelo: string): C =>
  modelo === atual.modelo ? atual : { ...atual, modelo, ano: '' };

/**
 * The register keeps labels and no codes, so the code of the next lookup is found by the label.
 * A typed text has none: the lists below it stay empty and take typed text too.
 */
export function codigoDe(
  opcoes: readonly { label: string; value: string }[],
  rotulo: string,
): string {
  return opcoes.find((opcao) => opcao.label === rotulo)?.value ?? '';
}
