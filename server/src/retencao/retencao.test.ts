import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRAZOS_PADRAO, type PrazosRetencao, type Retencao } from '@unipark/contract/retencao';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { inTransaction } from '../platform/db/banco.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { endJob, insertJob } from '../platform/jobs/repo.ts';
import { stopGracefully } from '../platform/process/stop.ts';
import { readPrazos } from './prazos.ts';
import { createRetencao } from './retencao.ts';

let teste: TestApp;
let dir: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'unipark-fotos-'));
  teste = await buildTestApp({ env: { ARQUIVOS_DIR: dir } });
});
afterEach(async () => {
  await teste.close();
  rmSync(dir, { recursive: true, force: true });
});

const FOTO = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 'f')]);

async function sendPassagem(placa: string, resto = {}): Promise<string> {
  const payload = { placa, camera: '1', sentido: 'entrada', ...resto };
  const resposta = await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
  expect(resposta.statusCode).toBe(201);
  return resposta.json<{ id: string }>().id;
}

/** Moves a passage and its readings to an earlier arrival. */
async function makeOld(id: string, dias: number): Promise<void> {
  const recebido_em = new Date(Date.now() - dias * 86_400_000).toISOString();
  await teste.db.updateTable('passagens').set({ recebido_em }).where('id', '=', +id).execute();
  await teste.db
    .updateTable('leituras')
    .set({ recebido_em })
    .where('passagem_id', '=', +id)
    .execute();
}

const listFiles = (): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.jpg'))
    .map(({ parentPath, name }) => join(parentPath, name));

const findEstado = async (): Promise<Retencao> =>
  (await teste.request({ url: '/api/retencao' })).json();
const put = (payload: object) => teste.request({ method: 'PUT', url: '/api/retencao', payload });
const preview = async (payload: PrazosRetencao) =>
  (await teste.request({ method: 'POST', url: '/api/retencao/previa', payload })).json();

/** Another server on this database starts: its housekeeping runs at once. */
async function keepHouse(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig(
    { DATA_DIR: teste.dataDir, ARQUIVOS_DIR: dir, LOG_LEVEL: 'silent', PORT: '0', ...env },
    '0.0.0-teste',
  );
  const siteRoot = join(teste.dataDir, 'site');
  const app = await buildApp({ config, db: teste.db, siteRoot, dubles: { maxDelay: 0 } });
  await app.ready();
  await until(async () => expect((await findEstado()).apagando).toBe(false));
  await stopGracefully(app);
}

describe('the housekeeping', () => {
  it('deletes what is too old with its picture and its file, and keeps its hour', async () => {
    const velha = await sendPassagem('VEL1A00', { imagem: FOTO.toString('base64') });
    await makeOld(velha, 40);
    const [arquivo = ''] = listFiles();
    const antes = Date.now() / 1_000 - 7_200;
    utimesSync(arquivo, antes, antes);
    const nova = await sendPassagem('NOV1A00');
    const { prazos } = await findEstado();
    expect(await preview(prazos)).toEqual({ passagens: 1, fotos: 1, auditoria: 0 });
    expect((await put(prazos)).statusCode).toBe(200);
    await keepHouse();

    const { ultima } = await findEstado();
    expect(ultima).toMatchObject({ passagens: 1, fotos: 1 });
    const falta = await teste.request({ url: `/api/passagens/${velha}` });
    expect([falta.statusCode, falta.json().mensagem]).toEqual([404, 'Passagem não encontrada.']);
    expect((await teste.request({ url: `/api/passagens/${nova}` })).statusCode).toBe(200);
    const historico = await teste.request({ url: '/api/passagens?q=VEL1A00' });
    expect(historico.json()).toEqual([]);
    const horas = await teste.db.selectFrom('passagens_horas').select('total').execute();
    expect(horas.reduce((soma, { total }) => soma + Number(total), 0)).toBe(2);
    await until(() => expect(listFiles()).toEqual([]));
  });

  it('that failed hides nothing that the one before did', async () => {
    await put((await findEstado()).prazos);
    await keepHouse();
    const { ultima } = await findEstado();
    expect(ultima).not.toBeNull();
    await inTransaction(teste.db, async (trx) => {
      const id = await insertJob(trx, {
        ...{ tipo: 'retencao', grupo: 'retencao', parametros: 'null' },
        autor: { id: null, endereco: null, pedido: null },
      });
      await endJob(trx, id, 'falhou', null);
    });
    expect(await findEstado()).toMatchObject({ ultima, falhou: true, apagando: false });
    await keepHouse();
    expect(await findEstado()).toMatchObject({ falhou: false });
  });

  it('deletes nothing in the first week after an upgrade', async () => {
    const velha = await sendPassagem('VEL1A00');
    await makeOld(velha, 400);
    const { desde } = await findEstado();
    const dias = (Date.parse(desde ?? '') - Date.now()) / 86_400_000;
    expect(dias).toBeGreaterThan(6);
    expect(dias).toBeLessThanOrEqual(7);
    await keepHouse();
    expect((await teste.request({ url: `/api/passagens/${velha}` })).statusCode).toBe(200);
    const passado = new Date(Date.now() - 1_000).toISOString();
    await teste.db
      .updateTable('ajustes')
      .set({ valor: passado })
      .where('nome', '=', 'retencao.desde')
      .execute();
    expect((await findEstado()).desde).toBeNull();
    await keepHouse();
    expect((await teste.request({ url: `/api/passagens/${velha}` })).statusCode).toBe(404);
  });

  it('requests one cleaning for several processes', async () => {
    await put(PRAZOS_PADRAO);
    const deps = { db: teste.db, kinds: {}, log: { error: () => undefined } };
    const processos = Array.from({ length: 4 }, () =>
      createRetencao({ db: teste.db, jobs: createJobs(deps), fixos: {} }),
    );
    await Promise.all(processos.map((processo) => processo.prune()));
    const linhas = await teste.db.selectFrom('trabalhos').select('tipo').execute();
    expect(linhas).toEqual([{ tipo: 'retencao' }]);
  });

  it('deletes messages of contact after their period', async () => {
    const mensagem = { nome: 'Ana', email: 'ana@exemplo.br', mensagem: 'Oi' };
    const ago = (dias: number) => new Date(Date.now() - dias * 86_400_000).toISOString();
    await teste.db
      .insertInto('mensagens_contato')
      .values([366, 364].map((dias) => ({ ...mensagem, criada_em: ago(dias) })))
      .execute();
    await keepHouse();
    const ficam = await teste.db.selectFrom('mensagens_contato').select('criada_em').execute();
    expect(ficam.map(({ criada_em }) => criada_em > ago(365))).toEqual([true]);
  });
});

describe('PUT /api/retencao', () => {
  it('keeps the periods, ends the wait and is in the audit', async () => {
    expect((await findEstado()).prazos).toEqual(PRAZOS_PADRAO);
    const prazos = { ...PRAZOS_PADRAO, passagens_dias: null, fotos_dias: 10 };
    const resposta = await put(prazos);
    expect([resposta.statusCode, resposta.json()]).toEqual([200, prazos]);
    expect(await findEstado()).toMatchObject({ prazos, desde: null, fixos: {} });
    const { detalhe } = await teste.db
      .selectFrom('auditoria')
      .innerJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
      .select('detalhe')
      .where('entidade', '=', 'ajustes')
      .where('chave', '=', 'retencao')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(detalhe)).toEqual({ antes: PRAZOS_PADRAO, depois: prazos });
    const instalacao = await teste.request({ url: '/api/instalacao', as: null });
    expect(instalacao.json().prazos).toEqual(prazos);
  });

  it('a change of one leaves what another person saved', async () => {
    await put({ passagens_dias: 200 });
    const depois = await put({ fotos_dias: 20 });
    expect(depois.json()).toEqual({ ...PRAZOS_PADRAO, passagens_dias: 200, fotos_dias: 20 });
  });

  it.each([
    [{ fotos_dias: 0 }, 'Fotos das passagens: use de 1 a 3.650 dias.'],
    [{ fotos_dias: null }, 'Fotos das passagens: use de 1 a 3.650 dias.'],
    [{ bruto_dias: 91 }, 'Mensagem original das câmeras: use de 1 a 90 dias.'],
    [{ passagens_dias: 1.5 }, 'Passagens: use de 1 a 3.650 dias.'],
    [{ auditoria_dias: 179 }, 'Auditoria: use de 180 a 3.650 dias.'],
  ])('refuses %j', async (mudanca, frase) => {
    const resposta = await put({ ...PRAZOS_PADRAO, ...mudanca });
    expect(resposta.statusCode).toBe(400);
    expect(Object.values(resposta.json().campos)).toEqual([frase]);
    expect((await findEstado()).prazos).toEqual(PRAZOS_PADRAO);
  });

  it('ends a cleaning by the old periods', async () => {
    const autor = { id: 'agenda', endereco: null, pedido: null };
    const aberta = { tipo: 'outro servidor', grupo: 'retencao', parametros: '{}', autor };
    const id = await inTransaction(teste.db, (trx) => insertJob(trx, aberta));
    await teste.db
      .updateTable('trabalhos')
      .set({ tipo: 'retencao', situacao: 'rodando', dono: 'outro' })
      .where('id', '=', id)
      .execute();
    expect((await findEstado()).apagando).toBe(true);
    await put(PRAZOS_PADRAO);
    expect((await findEstado()).apagando).toBe(false);
  });
});

it('a period of the environment stands above the setting, and says so', async () => {
  await teste.close();
  teste = await buildTestApp({ env: { RETENTION_FOTOS_DIAS: '15' } });
  const estado = await findEstado();
  expect(estado.prazos.fotos_dias).toBe(15);
  expect(estado.fixos).toEqual({ fotos_dias: 'RETENTION_FOTOS_DIAS' });
  const resposta = await put({ ...PRAZOS_PADRAO, fotos_dias: 60, bruto_dias: 3 });
  expect(resposta.json()).toEqual({ ...PRAZOS_PADRAO, fotos_dias: 15, bruto_dias: 3 });
  // Without the variable the page's own period is in use again.
  expect(await readPrazos(teste.db, {})).toEqual({ ...PRAZOS_PADRAO, bruto_dias: 3 });
});
