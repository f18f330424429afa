/** What the benchmark searches for, drawn from the made-up register. */
import { MODELOS, NOMES, placaDe, um } from '../server/src/demo/registro.ts';

/** 200 search terms: common, medium, rare and none. */
export function termos(veiculos: number): string[] {
  const numeros = Array.from({ length: veiculos }, (_, i) => i);
  const raros = Array.from({ length: 50 }, () => placaDe(um(numeros)));
  const medios = Array.from({ length: 50 }, () => `${um(NOMES)} ${um(MODELOS).split(' ')[0]}`);
  const comuns = Array.from({ length: 50 }, () => um(MODELOS).slice(0, 3));
  const nenhuns = Array.from({ length: 50 }, (_, i) => `zqx${i}`);
  return [...raros, ...medios, ...comuns, ...nenhuns];
}
