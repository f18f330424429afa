import { BuscaCidades, Cidade, OpcaoCidade } from '@unipark/contract/cidade';
import { LIMITE_BUSCA } from '@unipark/contract/lista';
import { foldText } from '@unipark/contract/texto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Banco } from '../platform/db/banco.ts';
import { listAll } from './repo.ts';

const tags = ['Cidades'];

/** Exact state, exact name, names that begin with the term, then the rest; each by name. */
function rank({ busca, estado }: { busca: string; estado: string }, termo: string): number {
  if (estado.toLowerCase() === termo) return 0;
  if (busca === ` ${termo} ${estado.toLowerCase()}`) return 1;
  return busca.startsWith(` ${termo}`) ? 2 : 3;
}

/** By name, then by state: 'Lavras' comes before 'Lavras da Mangabeira' of any state. */
function compare(um: { busca: string }, outro: { busca: string }): number {
  const [nome, outroNome] = [um.busca.slice(0, -3), outro.busca.slice(0, -3)];
  if (nome !== outroNome) return nome < outroNome ? -1 : 1;
  return um.busca < outro.busca ? -1 : 1;
}

export const cidadesRoutes =
  ({ db }: { db: Banco }): FastifyPluginAsyncZod =>
  async (app) => {
    let todas: ReturnType<typeof listAll> | undefined;
    const loadCidades = () => {
      todas ??= listAll(db).catch((error: unknown) => {
        todas = undefined;
        throw error;
      });
      return todas;
    };

    app.get(
      '/db/cidades',
      { schema: { tags, summary: 'Lista as cidades', response: { 200: z.array(Cidade) } } },
      async () => (await loadCidades()).map(({ nome, estado }) => ({ nome, estado })),
    );

    app.get(
      '/db/cidades/busca',
      {
        schema: {
          tags,
          summary: 'Pesquisa cidades',
          querystring: BuscaCidades,
          response: { 200: z.array(OpcaoCidade) },
        },
      },
      async (request) => {
        const { q, limite = LIMITE_BUSCA } = request.query;
        const termo = foldText(q).replaceAll('-', ' ').trim();
        const agulhas = termo
          .split(/\s+/)
          .filter(Boolean)
          .map((palavra) => (palavra.length < 3 ? ` ${palavra}` : palavra));
        if (agulhas.length === 0) return [];
        return (await loadCidades())
          .filter(({ busca }) => agulhas.every((agulha) => busca.includes(agulha)))
          .map((cidade) => ({ cidade, ordem: rank(cidade, termo) }))
          .sort((a, b) => a.ordem - b.ordem || compare(a.cidade, b.cidade))
          .slice(0, limite)
          .map(({ cidade: { nome, estado } }) => ({
            label: `${nome} - ${estado}`,
            value: { nome, estado },
          }));
      },
    );
  };
