import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { START } from '../../test/processo.ts';
import { type ProvedorFipeDeTeste, startProvedorFipe } from '../../test/provedorFipe.ts';
import { readConfig } from '../config.ts';
import { lockDataDir } from '../platform/process/lock.ts';
import { readProgress } from './atualizacao/atualizacaoRepo.ts';
import { syncCatalogo } from './comandos.ts';
import { findAtiva, findMontando } from './edicoesRepo.ts';

const ferramenta = fileURLToPath(new URL('../unipark.ts', import.meta.url));

let teste: TestApp;
let deles: ProvedorFipeDeTeste;
let unlock: () => void;
afterEach(async () => {
  vi.useRealTimers();
  unlock();
  await teste.close();
  await deles.stop();
});

/** A running server for the tool: a make of each type, two models, two years. */
async function open(pausaMs = 5): Promise<void> {
  deles = await startProvedorFipe({ marcas: 1, modelos: 2 });
  const ritmo = { pausaMs, minMs: 1, maxMs: 5, tentativas: 2 };
  teste = await buildTestApp({
    env: { ...deles.env('parallelum'), FIPE_ATUALIZAR: 'nunca' },
    dubles: { catalogo: { ritmo } },
  });
  unlock = lockDataDir(teste.dataDir);
}

function run(args: string[], env: Record<string, string> = {}) {
  const filho: ChildProcess = spawn(
    process.execPath,
    [START, ferramenta, 'fipe', 'sync', ...args],
    {
      env: { PATH: process.env.PATH, ...teste.installation, ...deles.env('parallelum'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const fim = new Promise((resolve) =>
    filho.on('exit', (codigo, sinal) => resolve(codigo ?? sinal)),
  );
  const readStream = (fluxo: ChildProcess['stdout']) => (fluxo ? text(fluxo) : '');
  const saidas = Promise.all([readStream(filho.stdout), readStream(filho.stderr), fim]);
  return { filho, ended: saidas.then(([saida, erro, codigo]) => ({ saida, erro, codigo })) };
}

/** The command in this process. */
async function sync(args: string[], env: Record<string, string> = deles.env('parallelum')) {
  const ditas: string[] = [];
  const config = readConfig({ ...teste.installation, ...env }, '1');
  const codigo = await syncCatalogo(
    {
      db: teste.db,
      config,
      served: true,
      autor: { id: 'operador', endereco: null, pedido: null },
      say: (linha) => ditas.push(linha),
      openProgresso: () => ({ show() {}, end() {} }),
      sinal: new AbortController().signal,
    },
    args,
  );
  return { codigo, ditas };
}

const listAsked = () => deles.historico.map(({ linha }) => linha).filter((l) => /brands/.test(l));
const models = () => listAsked().filter((linha) => linha.endsWith('/models'));
/** Waits until the tool has done a part. */
const midway = () => until(() => expect(models().length).toBeGreaterThan(1));

describe('fipe sync, beside a running server', () => {
  test('a whole refresh: progress in plain lines, the counts at the end, exit code 0', async () => {
    await open(400);
    const { saida, erro, codigo } = await run([]).ended;
    expect([erro, codigo]).toEqual(['', 0]);
    expect(saida).toMatch(/^0% · 0 de 3 consultas\n/);
    expect(saida).toMatch(/100% · 6 de 6 consultas/);
    expect(saida).toContain('Catálogo de novembro de 2026 em uso: 3 marcas, 6 modelos e 0 anos.\n');
    const lista = await teste.request({ method: 'POST', url: '/fipe/1/1', payload: {} });
    expect(lista.json().data).toHaveLength(2);
    const pedidos = listAsked().length;
    expect(await sync([])).toMatchObject({
      codigo: 0,
      ditas: ['O catálogo já está em dia.', expect.stringMatching(/^Catálogo de novembro/)],
    });
    expect(listAsked()).toHaveLength(pedidos);
    const atos = await teste.db
      .selectFrom('auditoria')
      .select(['acao', 'quem'])
      .where('entidade', '=', 'catalogo')
      .execute();
    expect(atos.slice(0, 2)).toEqual([
      { acao: 'atualizar', quem: 'operador' },
      { acao: 'ativar', quem: 'operador' },
    ]);
  });

  test('Ctrl+C stops it cleanly; the next run requests nothing twice', async () => {
    await open(400);
    const primeira = run([]);
    await midway();
    primeira.filho.kill('SIGINT');
    const { saida, codigo } = await primeira.ended;
    expect([codigo, saida.trimEnd().split('\n').at(-1)]).toEqual([
      130,
      'Interrompido. Rode de novo para continuar.',
    ]);
    const { id = 0 } = (await findMontando(teste.db)) ?? {};
    const { feitos: feitas } = await readProgress(teste.db, id);
    expect(feitas).toBeGreaterThan(3);
    deles.historico.length = 0;
    expect((await sync([])).codigo).toBe(0);
    expect(listAsked()).toHaveLength(6 - feitas);
  });

  test('when the tool is killed midway, the server does the work', async () => {
    await open(400);
    const primeira = run([]);
    await midway();
    primeira.filho.kill('SIGKILL');
    expect((await primeira.ended).codigo).toBe('SIGKILL');
    await expect(sync([])).rejects.toThrow('Já há uma atualização em andamento.');
    await until(async () => expect((await findAtiva(teste.db))?.modelos).toBe(6));
    expect(new Set(listAsked()).size).toBe(listAsked().length);
  });

  test('paused on a screen of the server, the tool ends', async () => {
    await open(400);
    const primeira = run([]);
    await midway();
    const url = '/api/catalogo/atualizacao';
    const dupla = await teste.request({ method: 'POST', url });
    expect([dupla.statusCode, dupla.json().mensagem]).toEqual([
      409,
      'Já há uma atualização em andamento.',
    ]);
    expect((await teste.request({ method: 'DELETE', url })).statusCode).toBe(204);
    const { codigo, saida } = await primeira.ended;
    expect(codigo).toBe(1);
    expect(saida).toContain('A atualização foi pausada ou continuada em outro lugar.');
  });
});

test('without a server the tool does the work; killed, it counts as alive for a minute', async () => {
  await open();
  await teste.app.close();
  unlock();
  const primeira = run(['--aceitar-menor']);
  await midway();
  primeira.filho.kill('SIGKILL');
  await primeira.ended;
  const { erro, codigo } = await run(['--aceitar-menor']).ended;
  expect([codigo, erro]).toEqual([1, 'Já há uma atualização em andamento.\n']);
  const { id = 0 } = (await findMontando(teste.db)) ?? {};
  const { feitos } = await readProgress(teste.db, id);
  const vivo_em = new Date(Date.now() - 61_000).toISOString();
  await teste.db.updateTable('trabalhos').set({ vivo_em }).execute();
  deles.historico.length = 0;
  expect((await run(['--aceitar-menor']).ended).codigo).toBe(0);
  expect(listAsked()).toHaveLength(6 - feitos);
  expect((await findAtiva(teste.db))?.modelos).toBe(6);
});

describe('fipe sync', () => {
  test('a sentence without providers, and another one for an unknown option', async () => {
    await open();
    await expect(sync([], {})).rejects.toThrow(/^Nenhum provedor está configurado/);
    await expect(sync(['--tudo'])).rejects.toMatchObject({
      code: expect.stringMatching(/PARSE_ARGS/),
    });
    expect(deles.countPedidos()).toBe(0);
  });

  test('stops when the providers refuse, and says what to do next', async () => {
    await open();
    deles.fault({ status: 403 });
    expect(await sync([])).toEqual({
      codigo: 1,
      ditas: ['Recusou o acesso (403). Rode de novo mais tarde para continuar.'],
    });
    expect(deles.countPedidos()).toBe(1);
  });

  test('--anos requests the years of each model, and continues after a refusal', async () => {
    await open();
    expect((await sync([])).codigo).toBe(0);
    const listAnosAsked = () => listAsked().filter((linha) => linha.endsWith('/years'));
    deles.fault({ slow: 30 });
    const primeira = sync(['--anos']);
    await until(() => expect(listAnosAsked().length).toBeGreaterThan(2));
    const andamento = (await teste.request({ url: '/api/catalogo' })).json().andamento;
    expect(andamento).toMatchObject({ trabalho: 'anos', total: 6, parado: false });
    deles.fault({ status: 429 });
    const recusada = await primeira;
    expect(recusada.codigo).toBe(1);
    expect(recusada.ditas.at(-1)).toBe(
      'Pediu para esperar (429). Rode de novo mais tarde para continuar.',
    );
    const feitos = listAnosAsked().length - 1;
    deles.fault(null);
    deles.historico.length = 0;
    // The server pauses a provider for ten minutes after its refusal.
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 601_000);
    const { codigo, ditas } = await sync(['--anos']);
    vi.useRealTimers();
    expect(codigo).toBe(0);
    expect(listAnosAsked()).toHaveLength(6 - feitos);
    expect(ditas.at(-1)).toContain('3 marcas, 6 modelos e 12 anos.');
    expect((await teste.request({ url: '/api/catalogo' })).json().andamento).toBeNull();
    deles.historico.length = 0;
    await sync(['--anos']);
    expect(listAnosAsked()).toEqual([]);
  });

  test('a model without an answer for its years is reported, and does not stop the others', async () => {
    await open();
    await sync([]);
    deles.corpo = (_, caminho) => (caminho.endsWith('1001/years') ? { nada: true } : undefined);
    const { codigo, ditas } = await sync(['--anos']);
    expect([codigo, ditas.at(-1)]).toEqual([
      1,
      'Sem resposta: os anos de 3 modelos. Rode de novo.',
    ]);
    const anos = await teste.db.selectFrom('fipe_anos').select('modelo').distinct().execute();
    expect(anos.map(({ modelo }) => modelo)).toEqual(['1002']);
  });

  test('a smaller answer is activated when a person confirms it', async () => {
    await open();
    await sync([]);
    deles.mes = 'dezembro de 2026';
    deles.tabela.listModelos = (_, marca) =>
      marca === '1' ? [{ codigo: '1001', nome: 'Só um' }] : [];
    await teste.db
      .insertInto('fipe_modelos')
      .values(
        [5, 6, 7].map((i) => ({
          edicao: 1,
          tipo: '1',
          marca: '1',
          codigo: `${i}`,
          nome: `M ${i}`,
          posicao: i,
        })),
      )
      .execute();
    expect(await sync([])).toEqual({
      codigo: 1,
      ditas: [
        'A resposta tem 1 modelo do tipo Carro, e o catálogo em uso, 5. Ela não foi usada. ' +
          'Se estiver correta, use --aceitar-menor.',
      ],
    });
    const aceita = await sync(['--aceitar-menor']);
    expect(aceita.codigo).toBe(0);
    expect(aceita.ditas.at(-1)).toMatch(
      /^Catálogo de dezembro de 2026 em uso: 3 marcas, 3 modelos/,
    );
  });
});
