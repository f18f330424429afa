import { afterEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { workElsewhere } from '../../test/catalogo.ts';
import { until } from '../../test/espera.ts';
import { type ProvedorFipeDeTeste, startProvedorFipe } from '../../test/provedorFipe.ts';
import { inTransaction } from '../platform/db/banco.ts';
import { activate, add, begin, findMontando } from './edicoesRepo.ts';
import { findNivel, saveNivel } from './niveisRepo.ts';
import { createOcorrencia, listOcorrencias } from './ocorrenciasRepo.ts';
import { MODELOS } from './trabalhos.ts';

let deles: ProvedorFipeDeTeste;
let teste: TestApp;
afterEach(async () => {
  await teste.close();
  await deles.stop();
});

/** A time written by a clock that was a year ahead. */
const ADIANTE = new Date(Date.now() + 365 * 86_400_000).toISOString();

async function open(): Promise<void> {
  deles = await startProvedorFipe();
  const env = { ...deles.env('parallelum'), FIPE_ATUALIZAR: 'nunca' };
  const ritmo = { pausaMs: 0, minMs: 1, maxMs: 40, tentativas: 2 };
  teste = await buildTestApp({ env, dubles: { catalogo: { ritmo } } });
}

const getCatalogo = async () => (await teste.request({ url: '/api/catalogo' })).json();

test('work with a heartbeat in the future does not count as alive', async () => {
  await open();
  const outra = await workElsewhere(teste.db, MODELOS);
  await inTransaction(teste.db, (trx) => begin(trx, { origem: 'atualizacao' }));
  await outra.seen(new Date(ADIANTE));
  await until(async () => expect(await findMontando(teste.db)).toBeUndefined());
  expect(await getCatalogo()).toMatchObject({ origem: 'atualizacao', marcas: 9, andamento: null });
});

test('a level that was empty in the future is requested again', async () => {
  await open();
  const nivel = { tipo: '1', marca: '1' };
  const marcas = [{ tipo: '1', codigo: '1', nome: 'Acura', posicao: 0 }];
  const edicao = await inTransaction(teste.db, async (trx) => {
    const { id } = await begin(trx, { origem: 'inicial' });
    await add(trx, id, { marcas, modelos: [], anos: [] });
    await activate(trx, id);
    await saveNivel(trx, id, nivel, 0);
    return id;
  });
  await teste.db.updateTable('catalogo_niveis').set({ consultado_em: ADIANTE }).execute();
  const lista = await teste.request({ method: 'POST', url: '/fipe/1/1', payload: {} });
  expect(lista.json().data).toHaveLength(4);
  expect(await findNivel(teste.db, edicao, nivel)).toMatchObject({ achados: 4 });
});

test("an occurrence of the future does not hide today's", async () => {
  await open();
  const ocorrencia = { provedor: null, motivo: 'Não respondeu em 2 s.' };
  await createOcorrencia(teste.db, ocorrencia);
  await teste.db.updateTable('catalogo_ocorrencias').set({ quando: ADIANTE }).execute();
  await createOcorrencia(teste.db, ocorrencia);
  expect(await listOcorrencias(teste.db)).toHaveLength(2);
});
