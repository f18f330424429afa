/** The community's copy of the table, version 2 (deividfortuna.github.io/fipe/v2). */
import * as z from 'zod/mini';
import { askJson } from './cliente.ts';
import { Codigo, newest, parse, toItens } from './leitura.ts';
import type { FipeLevel, FipeProvider } from './provedor.ts';

const TIPOS: Record<string, string> = { '1': 'cars', '2': 'motorcycles', '3': 'trucks' };

const Referencias = z.array(z.object({ code: Codigo, month: z.string() }));
const Lista = z.array(z.object({ code: Codigo, name: z.string() }));

function pathOf({ tipo, marca, modelo }: FipeLevel): string {
  const partes = [TIPOS[tipo] ?? tipo, 'brands'];
  if (marca !== undefined) partes.push(marca, 'models');
  if (modelo !== undefined) partes.push(modelo, 'years');
  return partes.map(encodeURIComponent).join('/');
}

/** The copy at `base`; a token raises its daily limit. */
export function createParallelum(base: URL, token: string | null): FipeProvider {
  const get = (caminho: string, nadaEm404: boolean, sinal: AbortSignal) =>
    askJson(
      new URL(caminho, base),
      {
        headers: {
          Accept: 'application/json',
          'User-Agent': 'UNIPARK',
          ...(token && { 'X-Subscription-Token': token }),
        },
        nadaEm404,
      },
      sinal,
    );
  return {
    nome: 'parallelum',
    async getReferencia(sinal) {
      const lidas = parse(Referencias, await get('references', false, sinal));
      return newest(lidas.map(({ code, month }) => ({ codigo: code, mes: month })));
    },
    async list(nivel, sinal) {
      const dados = await get(pathOf(nivel), nivel.marca !== undefined, sinal);
      const lidos = dados === undefined ? [] : parse(Lista, dados);
      return toItens(
        nivel,
        lidos.map(({ code, name }) => ({ codigo: code, nome: name })),
      );
    },
  };
}
