/** BrasilAPI's access to the table (brasilapi.com.br/docs, FIPE). */
import * as z from 'zod/mini';
import { askJson } from './cliente.ts';
import { Codigo, newest, parse, toItens } from './leitura.ts';
import { FalhaDoProvedor, type FipeLevel, type FipeProvider } from './provedor.ts';

const TIPOS: Record<string, string> = { '1': 'carros', '2': 'motos', '3': 'caminhoes' };

const Tabelas = z.array(z.object({ codigo: Codigo, mes: z.string() }));
const Lista = z.array(z.object({ nome: z.string(), valor: Codigo }));
/** Until August 2026 a model had no code; old copies still answer so. */
const Modelos = z.array(z.object({ modelo: z.string(), valor: z.optional(Codigo) }));

function pathOf({ tipo, marca, modelo }: FipeLevel): string {
  const nome = TIPOS[tipo] ?? tipo;
  if (marca === undefined) return ['marcas', 'v1', nome].map(encodeURIComponent).join('/');
  const partes =
    modelo === undefined ? ['veiculos', 'v1', nome, marca] : ['anos', 'v1', nome, marca, modelo];
  return partes.map(encodeURIComponent).join('/');
}

export function createBrasilapi(base: URL): FipeProvider {
  const get = (caminho: string, nadaEm404: boolean, sinal: AbortSignal) =>
    askJson(
      new URL(caminho, base),
      { headers: { Accept: 'application/json', 'User-Agent': 'UNIPARK' }, nadaEm404 },
      sinal,
    );

  async function ask(nivel: FipeLevel, sinal: AbortSignal) {
    const dados = await get(pathOf(nivel), nivel.marca !== undefined, sinal);
    if (dados === undefined) return [];
    if (nivel.marca === undefined || nivel.modelo !== undefined) {
      return parse(Lista, dados).map(({ nome, valor }) => ({ nome, codigo: valor }));
    }
    return parse(Modelos, dados).map(({ modelo, valor }) => {
      if (valor === undefined) throw new FalhaDoProvedor('Não informa os códigos dos modelos.');
      return { nome: modelo, codigo: valor };
    });
  }

  return {
    nome: 'brasilapi',
    async getReferencia(sinal) {
      return newest(parse(Tabelas, await get('tabelas/v1', false, sinal)));
    },
    list: async (nivel, sinal) => toItens(nivel, await ask(nivel, sinal)),
  };
}
