/** The application with test providers of the catalogue. */
import { expect } from 'vitest';
import type { CatalogoPace } from '../src/fipe/catalogo.ts';
import { activate, add, begin } from '../src/fipe/edicoesRepo.ts';
import { GRUPO } from '../src/fipe/trabalhos.ts';
import { type Banco, inTransaction } from '../src/platform/db/banco.ts';
import { findJob, insertJob, takeJob } from '../src/platform/jobs/repo.ts';
import { buildTestApp, type TestApp, type TestOptions } from './app.ts';
import { until } from './espera.ts';
import { type ProvedorFipeDeTeste, startProvedorFipe } from './provedorFipe.ts';

export const ATUALIZACAO = '/api/catalogo/atualizacao';
const RAPIDO: CatalogoPace = { ritmo: { pausaMs: 0, minMs: 1, maxMs: 40, tentativas: 2 } };

type TestMarcas = Record<string, { nome?: string; modelos: Record<string, string> }>;

const useCatalogo = (
  { db }: TestApp,
  origem: 'arquivo' | 'atualizacao' | 'inicial',
  marcas: TestMarcas,
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

/**
 * Work on the catalogue by an absent process: it counts as alive until `silence`, which is long enough
 * for a file that only that process has.
 */
export async function workElsewhere(db: Banco, tipo: string, parametros: unknown = {}) {
  const autor = { id: 'outro', endereco: null, pedido: null };
  const id = await inTransaction(db, async (trx) => {
    const novo = await insertJob(trx, {
      tipo,
      grupo: GRUPO,
      parametros: JSON.stringify(parametros),
      autor,
    });
    const row = await findJob(trx, novo);
    if (row) await takeJob(trx, row, 'outro');
    return novo;
  });
  const seen = (vivo_em: Date) =>
    db
      .updateTable('trabalhos')
      .set({ vivo_em: vivo_em.toISOString() })
      .where('id', '=', id)
      .execute();
  return { id, seen, silence: () => seen(new Date(Date.now() - 121_000)) };
}

export type BancadaCatalogo = Awaited<ReturnType<typeof openCatalogo>>;

/** No request is sent to the providers before a test causes one. */
export async function openCatalogo(
  { compasso = RAPIDO, ...options }: TestOptions & { compasso?: CatalogoPace } = {},
  nomes: Parameters<ProvedorFipeDeTeste['env']> = ['parallelum'],
) {
  const deles = await startProvedorFipe();
  const env = { ...deles.env(...nomes), FIPE_ATUALIZAR: 'nunca', ...options.env };
  const teste = await buildTestApp({ ...options, env, dubles: { catalogo: compasso } });
  const getSituacao = async () => (await teste.request({ url: '/api/catalogo' })).json();
  const start = () => teste.request({ method: 'POST', url: ATUALIZACAO });

  /** Waits until no work is running; answers the state then. */
  async function settled() {
    await until(async () => expect((await getSituacao()).andamento?.parado ?? true).toBe(true));
    return getSituacao();
  }

  return {
    deles,
    teste,
    getSituacao,
    start,
    settled,
    pause: () => teste.request({ method: 'DELETE', url: ATUALIZACAO }),
    async refresh() {
      expect((await start()).statusCode).toBe(202);
      return settled();
    },
    async listNomes(caminho: string): Promise<string[]> {
      const url = `/fipe/${caminho}`;
      const { data } = (await teste.request({ method: 'POST', url, payload: {} })).json();
      return data.map(({ Label }: { Label: string }) => Label);
    },
    /** Levels requested from the provider, without the months. */
    listAsked: () => deles.historico.map(({ linha }) => linha).filter((l) => /brands/.test(l)),
    listEdicoes: () => teste.db.selectFrom('catalogo_edicoes').selectAll().orderBy('id').execute(),
    listAtos: () =>
      teste.db
        .selectFrom('auditoria')
        .select(['acao', 'quem'])
        .where('entidade', '=', 'catalogo')
        .orderBy('id')
        .execute(),
    using: (origem: 'arquivo' | 'atualizacao' | 'inicial', marcas: TestMarcas) =>
      useCatalogo(teste, origem, marcas, '2026-10'),
    async close() {
      await teste.close();
      await deles.stop();
    },
  };
}
