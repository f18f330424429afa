/** The application beside made-up providers of the catalogue. */
import { expect } from 'vitest';
import type { Compasso } from '../src/fipe/catalogo.ts';
import { activate, add, begin } from '../src/fipe/edicoesRepo.ts';
import { inTransaction } from '../src/platform/db/banco.ts';
import { buildTestApp, type TestApp, type TestOptions } from './app.ts';
import { until } from './espera.ts';
import { type ProvedorFipeDeTeste, startProvedorFipe } from './provedorFipe.ts';

export const ATUALIZACAO = '/api/catalogo/atualizacao';
const RAPIDO: Compasso = { ritmo: { pausaMs: 0, minMs: 1, maxMs: 40, tentativas: 2 } };

type Marcas = Record<string, { nome?: string; modelos: Record<string, string> }>;

/** Makes of type 1 with their models, and a year below each, put in use. */
const useCatalogo = (
  { db }: TestApp,
  origem: 'arquivo' | 'atualizacao' | 'inicial',
  marcas: Marcas,
  referencia: string,
): Promise<number> =>
  inTransaction(db, async (trx) => {
    const { id } = await begin(trx, { origem, referencia, situacao: 'antiga' });
    for (const [posicao, [codigo, { nome = `Marca 1.${codigo}`, modelos }]] of Object.entries(
      marcas,
    ).entries()) {
      const daMarca = { tipo: '1', marca: codigo };
      await add(trx, id, {
        marcas: [{ tipo: '1', codigo, nome, posicao }],
        modelos: Object.entries(modelos).map(([modelo, n], i) => ({
          ...daMarca,
          codigo: modelo,
          nome: n,
          posicao: i,
        })),
        anos: Object.keys(modelos).map((modelo) => ({
          ...daMarca,
          modelo,
          codigo: '1999-1',
          nome: '1999 Gasolina',
          posicao: 0,
        })),
      });
    }
    await activate(trx, id);
    return id;
  });

export type BancadaCatalogo = Awaited<ReturnType<typeof openCatalogo>>;

/** Nothing is asked of the providers until a test does. */
export async function openCatalogo(
  { compasso = RAPIDO, ...options }: TestOptions & { compasso?: Compasso } = {},
  nomes: Parameters<ProvedorFipeDeTeste['env']> = ['parallelum'],
) {
  const deles = await startProvedorFipe();
  const env = { ...deles.env(...nomes), FIPE_ATUALIZAR: 'nunca', ...options.env };
  const teste = await buildTestApp({ ...options, env, dubles: { catalogo: compasso } });
  const situacao = async () => (await teste.request({ url: '/api/catalogo' })).json();
  const start = () => teste.request({ method: 'POST', url: ATUALIZACAO });

  /** Waits until nobody is at work; answers the situation then. */
  async function settled() {
    await until(async () => expect((await situacao()).andamento?.parado ?? true).toBe(true));
    return situacao();
  }

  return {
    deles,
    teste,
    situacao,
    start,
    settled,
    pause: () => teste.request({ method: 'DELETE', url: ATUALIZACAO }),
    async refresh() {
      expect((await start()).statusCode).toBe(202);
      return settled();
    },
    /** The names in a list of the form. */
    async lista(caminho: string): Promise<string[]> {
      const url = `/fipe/${caminho}`;
      const { data } = (await teste.request({ method: 'POST', url, payload: {} })).json();
      return data.map(({ Label }: { Label: string }) => Label);
    },
    /** Levels asked of the provider, without the months. */
    perguntas: () => deles.historico.map(({ linha }) => linha).filter((l) => /brands/.test(l)),
    edicoes: () => teste.db.selectFrom('catalogo_edicoes').selectAll().orderBy('id').execute(),
    atos: () =>
      teste.db
        .selectFrom('auditoria')
        .select(['acao', 'quem'])
        .where('entidade', '=', 'catalogo')
        .orderBy('id')
        .execute(),
    using: (origem: 'arquivo' | 'atualizacao' | 'inicial', marcas: Marcas) =>
      useCatalogo(teste, origem, marcas, '2026-10'),
    async close() {
      await teste.close();
      await deles.stop();
    },
  };
}
