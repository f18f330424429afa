/** What the hourly housekeeping and the doctor see of synchronisations. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';
import { query } from '../../../test/query.ts';
import { readConfig } from '../../config.ts';
import { AGENDA } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { create, update } from '../repo.ts';
import { putDueSync } from './agenda.ts';
import { examineSincronizacao } from './exame.ts';

let teste: TestApp;
let pasta: string;
beforeEach(async () => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-academico-'));
  teste = await buildTestApp({ env: { SINCRONIZAR_DE: pasta } });
});
afterEach(async () => {
  await teste.close();
  rmSync(pasta, { recursive: true, force: true });
});

/** An import of owners in a phase. */
const createImport = (campos: { fase: 'concluida' | 'previa'; espera?: string }) =>
  inTransaction(teste.db, async (trx) => {
    const id = await create(trx, {
      ...{ tipo: 'proprietarios', parte: 'proprietarios', nome: 'proprietarios.csv' },
      ...{ conta: null, autor: JSON.stringify(AGENDA) },
    });
    await update(trx, id, campos);
    return id;
  });
const readComparada = () =>
  query(teste.db, `select valor from ajustes where nome = 'sincronizacao_comparada'`);

it('a file that was approved while a run ended is followed within the hour', async () => {
  const jobs = createJobs({ db: teste.db, kinds: {}, log: teste.app.log });
  const keep = () => putDueSync({ db: teste.db, jobs, hora: '24:00' });
  await keep();
  expect(await readComparada()).toEqual([]);
  const id = await createImport({ fase: 'concluida' });
  await keep();
  await until(async () => expect(await readComparada()).toEqual([{ valor: String(id) }]));
});

it('the doctor names the folder that cannot be read, and what waits', async () => {
  const { sincronizacao } = readConfig({ SINCRONIZAR_DE: pasta }, '1.0.0');
  const examine = async () =>
    (await examineSincronizacao(teste.db, sincronizacao)).map(({ texto }) => texto);
  const boa = `Sincronização: todo dia às 02:00, de ${pasta}`;
  expect(await examine()).toEqual([boa]);
  await createImport({ fase: 'previa', espera: 'Mudaria demais.' });
  const espera = 'Sincronizações aguardando aprovação: 1';
  expect(await examine()).toEqual([boa, espera]);
  rmSync(pasta, { recursive: true });
  const falha = `SINCRONIZAR_DE: A pasta ${pasta} não pode ser lida (ENOENT).`;
  expect(await examine()).toEqual([falha, espera]);
  expect(await examineSincronizacao(teste.db, null)).toEqual([]);
});
