/** The community's copy of the table, version 2 (deividfortuna.github.io/fipe/v2). */
import * as z from 'zod/mini';
import { askJson } from './cliente.ts';
import { Codigo, newest, parse, toItens } from './leitura.ts';
import type { Nivel, Provedor } from './provedor.ts';

const TIPOS: Record<string, string> = { '1': 'cars', '2': 'motorcycles', '3': 'trucks' };

const Referencias = z.array(z.object({ code: Codigo, month: z.string() }));
const Lista = z.array(z.object({ code: Codigo, name: z.string() }));

function caminhoDe({ tipo, marca, modelo }: Nivel): string {
  const partes = [TIPOS[tipo] ?? tipo, 'brands'];
  if (marca !== undefined) partes.push(marca, 'models');
  if (modelo !== undefined) partes.push(modelo, 'years');
  return partes.map(encodeURIComponent).join('/');
}

/** The copy at `base`; a token raises what it answers in a day. */
export function createParallelum(base: URL, token: string | null): Provedor {
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
    async referencia(sinal) {
      const lidas = parse(Referencias, await get('references', false, sinal));
      return newest(lidas.map(({ code, month }) => ({ codigo: code, mes: month })));
    },
    async list(nivel, sinal) {
      const dados = await get(caminhoDe(nivel), nivel.marca !== undefined, sinal);
      const lidos = dados === undefined ? [] : parse(Lista, dados);
      return toItens(
        nivel,
        lidos.map(({ code, name }) => ({ codigo: code, nome: name })),
      );
    },
  };
}
