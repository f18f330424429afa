import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { type ProvedorFipeDeTeste, startProvedorFipe } from '../../test/provedorFipe.ts';
import { readConfig } from '../config.ts';
import { lockDataDir } from '../platform/lock.ts';
import { syncCatalogo } from './comandos.ts';
import { findMontando } from './edicoesRepo.ts';

const ferramenta = fileURLToPath(new URL('../unipark.ts', import.meta.url));

let teste: TestApp;
let deles: ProvedorFipeDeTeste;
let unlock: () => void;
afterEach(async () => {
  unlock();
  await teste.close();
  await deles.stop();
});

/** A running server, beside which the tool works: a make of each type, two models, two years. */
async function open(): Promise<void> {
  deles = await startProvedorFipe({ marcas: 1, modelos: 2 });
  teste = await buildTestApp({ env: { ...deles.env('parallelum'), FIPE_ATUALIZAR: 'nunca' } });
  unlock = lockDataDir(teste.dataDir);
}

function run(args: string[], env: Record<string, string> = deles.env('parallelum')) {
  const filho: ChildProcess = spawn(process.execPath, [ferramenta, 'fipe', 'sync', ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: teste.dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const fim = new Promise((resolve) =>
    filho.on('exit', (codigo, sinal) => resolve(codigo ?? sinal)),
  );
  const ler = (fluxo: ChildProcess['stdout']) => (fluxo ? text(fluxo) : '');
  const saidas = Promise.all([ler(filho.stdout), ler(filho.stderr), fim]);
  return { filho, ended: saidas.then(([saida, erro, codigo]) => ({ saida, erro, codigo })) };
}

/** The command in this process, without the pauses. */
async function sync(args: string[], env: Record<string, string> = deles.env('parallelum')) {
  const ditas: string[] = [];
  const config = readConfig({ DATA_DIR: teste.dataDir, ...env }, '1');
  const codigo = await syncCatalogo(
    {
      db: teste.db,
      config,
      autor: { id: 'operador', endereco: null, pedido: null },
      say: (linha) => ditas.push(linha),
      progressoDe: () => ({ show() {}, end() {} }),
      sinal: new AbortController().signal,
      ritmo: { pausaMs: 5, minMs: 1, maxMs: 5, tentativas: 2 },
    },
    args,
  );
  return { codigo, ditas };
}

const perguntas = () => deles.historico.map(({ linha }) => linha).filter((l) => /brands/.test(l));
const models = () => perguntas().filter((linha) => linha.endsWith('/models'));
/** Until the tool is in the midst of it. */
const midway = () => until(() => expect(models().length).toBeGreaterThan(1));

describe('fipe sync, beside a running server', { timeout: 60_000 }, () => {
  test('a whole refresh: progress in plain lines, the counts at the end, exit code 0', async () => {
    await open();
    const { saida, erro, codigo } = await run([]).ended;
    expect([erro, codigo]).toEqual(['', 0]);
    expect(saida).toMatch(/^0% · 0 de 3 consultas\n/);
    expect(saida).toMatch(/100% · 6 de 6 consultas/);
    expect(saida).toContain('Catálogo de novembro de 2026 em uso: 3 marcas, 6 modelos e 0 anos.\n');
    const lista = await teste.request({ method: 'POST', url: '/fipe/1/1', payload: {} });
    expect(lista.json().data).toHaveLength(2);
    const pedidos = perguntas().length;
    expect(await sync([])).toMatchObject({
      codigo: 0,
      ditas: ['O catálogo já está em dia.', expect.stringMatching(/^Catálogo de novembro/)],
    });
    expect(perguntas()).toHaveLength(pedidos);
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

  test('Ctrl+C stops it cleanly; run again, it asks for nothing twice', async () => {
    await open();
    const primeira = run([]);
    await midway();
    primeira.filho.kill('SIGINT');
    const { saida, codigo } = await primeira.ended;
    expect([codigo, saida.trimEnd().split('\n').at(-1)]).toEqual([
      130,
      'Interrompido. Rode de novo para continuar.',
    ]);
    const feitas = (await findMontando(teste.db))?.feitos ?? 0;
    expect(feitas).toBeGreaterThan(3);
    deles.historico.length = 0;
    expect((await sync([])).codigo).toBe(0);
    expect(perguntas()).toHaveLength(6 - feitas);
  });

  test('killed midway it is taken for alive for a minute, then gone on with', async () => {
    await open();
    const primeira = run([]);
    await midway();
    primeira.filho.kill('SIGKILL');
    expect((await primeira.ended).codigo).toBe('SIGKILL');
    await expect(sync([])).rejects.toThrow('Já há uma atualização em andamento.');
    const { feitos = 0 } = (await findMontando(teste.db)) ?? {};
    const viva_em = new Date(Date.now() - 61_000).toISOString();
    await teste.db.updateTable('catalogo_edicoes').set({ viva_em }).execute();
    deles.historico.length = 0;
    expect((await sync([])).codigo).toBe(0);
    expect(perguntas()).toHaveLength(6 - feitos);
    const { modelos } = await teste.db
      .selectFrom('catalogo_edicoes')
      .select('modelos')
      .executeTakeFirstOrThrow();
    expect(modelos).toBe(6);
  });

  test('paused from the screen of the server, the tool ends', async () => {
    await open();
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

describe('fipe sync', () => {
  test('without providers it is a sentence, and an option that there is not another one', async () => {
    await open();
    await expect(sync([], {})).rejects.toThrow(/^Nenhum provedor está configurado/);
    await expect(sync(['--tudo'])).rejects.toMatchObject({
      code: expect.stringMatching(/PARSE_ARGS/),
    });
    expect(deles.pedidos()).toBe(0);
  });

  test('stops where the providers refuse, and says what to do next', async () => {
    await open();
    deles.fault({ status: 403 });
    expect(await sync([])).toEqual({
      codigo: 1,
      ditas: ['Recusou o acesso (403). Rode de novo mais tarde para continuar.'],
    });
    expect(deles.pedidos()).toBe(1);
  });

  test('--anos asks for the years of each model, and goes on where it was refused', async () => {
    await open();
    expect((await sync([])).codigo).toBe(0);
    const anos = () => perguntas().filter((linha) => linha.endsWith('/years'));
    deles.fault({ slow: 30 });
    const primeira = sync(['--anos']);
    await until(() => expect(anos().length).toBeGreaterThan(2));
    const andamento = (await teste.request({ url: '/api/catalogo' })).json().andamento;
    expect(andamento).toMatchObject({ trabalho: 'anos', total: 6, parado: false });
    deles.fault({ status: 429 });
    const recusada = await primeira;
    expect(recusada.codigo).toBe(1);
    expect(recusada.ditas.at(-1)).toBe(
      'Pediu para esperar (429). Rode de novo mais tarde para continuar.',
    );
    const feitos = anos().length - 1;
    deles.fault(null);
    deles.historico.length = 0;
    const { codigo, ditas } = await sync(['--anos']);
    expect(codigo).toBe(0);
    expect(anos()).toHaveLength(6 - feitos);
    expect(ditas.at(-1)).toContain('3 marcas, 6 modelos e 12 anos.');
    expect((await teste.request({ url: '/api/catalogo' })).json().andamento).toBeNull();
    deles.historico.length = 0;
    await sync(['--anos']);
    expect(anos()).toEqual([]);
  });

  test('a model whose years cannot be had is told of, and does not stop the others', async () => {
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

  test("a smaller answer is put in use at a person's word", async () => {
    await open();
    await sync([]);
    deles.mes = 'dezembro de 2026';
    deles.tabela.modelos = (_, marca) => (marca === '1' ? [{ codigo: '1001', nome: 'Só um' }] : []);
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
          'Se ela está certa, use --aceitar-menor.',
      ],
    });
    const aceita = await sync(['--aceitar-menor']);
    expect(aceita.codigo).toBe(0);
    expect(aceita.ditas.at(-1)).toMatch(
      /^Catálogo de dezembro de 2026 em uso: 3 marcas, 3 modelos/,
    );
  });
});
