import { CODIGO_FIPE, type OpcaoFipe, RespostaFipe } from '@unipark/contract/fipe';
import { strictInput } from '@unipark/contract/texto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Banco } from '../platform/db/banco.ts';
import type { Cadeia, FipeLevel } from './provedores/provedor.ts';
import { listAnos, listMarcas, listModelos } from './repo.ts';
import { createSobDemanda } from './sobDemanda.ts';

const tags = ['FIPE'];
/** No body, or `{}`: the parameters are in the path. */
const Corpo = z.optional(z.nullable(strictInput({})));
const texto = z.string();

function listNivel(db: Banco, { tipo, marca, modelo }: FipeLevel): Promise<OpcaoFipe[]> {
  if (marca === undefined) return listMarcas(db, tipo);
  return modelo === undefined ? listModelos(db, tipo, marca) : listAnos(db, tipo, marca, modelo);
}

/**
 * Brands, models and years from our own tables; missing levels are requested once, when providers
 * are configured. Unknown codes have no options, and are no error.
 */
export const fipeRoutes =
  ({ db, cadeia }: { db: Banco; cadeia: Cadeia }): FastifyPluginAsyncZod =>
  async (app) => {
    const sobDemanda = createSobDemanda({ db, cadeia, log: app.log });
    app.addHook('onClose', () => sobDemanda.stop());

    async function answer(nivel: FipeLevel): Promise<RespostaFipe> {
      if (!Object.values(nivel).every((parte) => CODIGO_FIPE.test(parte))) return { data: [] };
      const data = await listNivel(db, nivel);
      if (data.length > 0) {
        sobDemanda.refresh(nivel);
        return { data };
      }
      const itens = await sobDemanda.complete(nivel);
      if (!itens) return { data: await listNivel(db, nivel) };
      return { data: itens.map(({ codigo, nome }) => ({ Label: nome, Value: codigo })) };
    }

    app.post(
      '/fipe/:tipo',
      {
        schema: {
          tags,
          summary: 'Lista as marcas de um tipo de veículo',
          params: z.object({ tipo: texto }),
          body: Corpo,
          response: { 200: RespostaFipe },
        },
      },
      ({ params }) => answer(params),
    );

    app.post(
      '/fipe/:tipo/:marca',
      {
        schema: {
          tags,
          summary: 'Lista os modelos de uma marca',
          params: z.object({ tipo: texto, marca: texto }),
          body: Corpo,
          response: { 200: RespostaFipe },
        },
      },
      ({ params }) => answer(params),
    );

    app.post(
      '/fipe/:tipo/:marca/:modelo',
      {
        schema: {
          tags,
          summary: 'Lista os anos de um modelo',
          params: z.object({ tipo: texto, marca: texto, modelo: texto }),
          body: Corpo,
          response: { 200: RespostaFipe },
        },
      },
      ({ params }) => answer(params),
    );
  };
