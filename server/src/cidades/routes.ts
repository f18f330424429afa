import { BuscaCidades, Cidade, OpcaoCidade } from '@unipark/contract/cidade';
import { dobrar } from '@unipark/contract/texto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Banco } from '../platform/db/banco.ts';
import { listAll } from './repo.ts';

const MAXIMO = 20;
const tags = ['Cidades'];

/** Exact state, exact name, names that begin with the term, then the rest; each by name. */
function rank({ busca, estado }: { busca: string; estado: string }, termo: string): number {
  if (estado.toLowerCase() === termo) return 0;
  if (busca === ` ${termo} ${estado.toLowerCase()}`) return 1;
  return busca.startsWith(` ${termo}`) ? 2 : 3;
}

/** By name, then by state: 'Lavras' stands before 'Lavras da Mangabeira', wherever they are. */
function compare(um: { busca: string }, outro: { busca: string }): number {
  const [nome, outroNome] = [um.busca.slice(0, -3), outro.busca.slice(0, -3)];
  if (nome !== outroNome) return nome < outroNome ? -1 : 1;
  return um.busca < outro.busca ? -1 : 1;
}

export const cidadesRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    let todas: ReturnType<typeof listAll> | undefined;
    const cidades = () => {
      todas ??= listAll(db).catch((error: unknown) => {
        todas = undefined;
        throw error;
      });
      return todas;
    };

    app.get('/db/cidades', { schema: { tags, response: { 200: z.array(Cidade) } } }, async () =>
      (await cidades()).map(({ nome, estado }) => ({ nome, estado })),
    );

    app.get(
      '/db/cidades/busca',
      { schema: { tags, querystring: BuscaCidades, response: { 200: z.array(OpcaoCidade) } } },
      async (request) => {
        const termo = dobrar(request.query.q).replaceAll('-', ' ').trim();
        const agulhas = termo
          .split(/\s+/)
          .filter(Boolean)
          .map((palavra) => (palavra.length < 3 ? ` ${palavra}` : palavra));
        if (agulhas.length === 0) return [];
        return (await cidades())
          .filter(({ busca }) => agulhas.every((agulha) => busca.includes(agulha)))
          .map((cidade) => ({ cidade, ordem: rank(cidade, termo) }))
          .sort((a, b) => a.ordem - b.ordem || compare(a.cidade, b.cidade))
          .slice(0, MAXIMO)
          .map(({ cidade: { nome, estado } }) => ({
            label: `${nome} - ${estado}`,
            value: { nome, estado },
          }));
      },
    );
  };
