import { MODELOS, makePlaca, NOMES, pick } from '../server/src/demo/registro.ts';

/** 200 search terms: common, medium, rare and none. */
export function listTermos(veiculos: number): string[] {
  const numeros = Array.from({ length: veiculos }, (_, i) => i);
  const raros = Array.from({ length: 50 }, () => makePlaca(pick(numeros)));
  const medios = Array.from({ length: 50 }, () => `${pick(NOMES)} ${pick(MODELOS).split(' ')[0]}`);
  const comuns = Array.from({ length: 50 }, () => pick(MODELOS).slice(0, 3));
  const nenhuns = Array.from({ length: 50 }, (_, i) => `zqx${i}`);
  return [...raros, ...medios, ...comuns, ...nenhuns];
}
