import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../../test/espera.ts';
import { type ProvedorFipeDeTeste, startProvedorFipe } from '../../../test/provedorFipe.ts';
import { readFipe } from '../../config/fipe.ts';
import { createCadeia } from './cadeia.ts';
import type { ProviderFailure } from './elo.ts';
import type { FalhaDoProvedor } from './provedor.ts';

let deles: ProvedorFipeDeTeste;
let falhas: ProviderFailure[];
const log = { warn: vi.fn(), error: vi.fn() };
const agora = new AbortController().signal;

beforeEach(async () => {
  deles = await startProvedorFipe({ marcas: 40 });
  falhas = [];
  vi.clearAllMocks();
});
afterEach(async () => {
  vi.useRealTimers();
  await deles.stop();
});

const buildCadeia = (...nomes: Parameters<ProvedorFipeDeTeste['env']>) =>
  createCadeia({
    config: readFipe(deles.env(...nomes)),
    log,
    onFailure: async (falha) => {
      falhas.push(falha);
    },
  });

const getFalha = (promessa: Promise<unknown>) =>
  promessa.then(
    () => undefined,
    (error: FalhaDoProvedor) => error,
  );

const buildNivel = (i: number) => ({ tipo: '1', marca: String(i) });

/** Only the date: real timers still run. */
function freeze(): { pass: (ms: number) => void } {
  vi.useFakeTimers({ toFake: ['Date'] });
  return { pass: (ms) => void vi.setSystemTime(Date.now() + ms) };
}

describe('the order', () => {
  test('the first answers, and the others are not asked', async () => {
    const cadeia = buildCadeia('brasilapi', 'parallelum');
    const { itens, provedor } = await cadeia.list({ tipo: '1' }, agora);
    expect([itens.length, provedor]).toEqual([40, 'brasilapi']);
    expect(await cadeia.getReferencia(agora)).toMatchObject({
      mes: '2026-11',
      provedor: 'brasilapi',
    });
    expect(deles.contagens.parallelum.pedidos).toBe(0);
    const [primeiro] = cadeia.getEstado();
    expect(primeiro).toMatchObject({ nome: 'brasilapi', descansando: false, ultimaFalha: null });
    expect(primeiro?.ultimoSucesso).toMatch(/^20/);
  });

  test('after a failure the next one is asked, and the failure is reported', async () => {
    deles.fault('garbage', 'oficial');
    const cadeia = buildCadeia();
    expect((await cadeia.list({ tipo: '1' }, agora)).provedor).toBe('parallelum');
    const motivo = 'Resposta em formato desconhecido.';
    expect(falhas).toEqual([{ provedor: 'oficial', motivo }]);
    expect(log.warn).toHaveBeenCalledWith({ provedor: 'oficial', motivo }, 'fipe');
    expect(cadeia.getEstado()[0]).toMatchObject({ ultimoSucesso: null, ultimaFalha: { motivo } });
  });

  test('when none answers, the reason of the last one is given', async () => {
    deles.fault({ status: 500 });
    deles.fault('garbage', 'brasilapi');
    const falha = await getFalha(buildCadeia().list({ tipo: '1' }, agora));
    expect(falha).toMatchObject({ message: 'Resposta em formato desconhecido.', recusa: false });
    expect(falhas).toHaveLength(3);
  });

  test('without providers there is an error', async () => {
    const cadeia = createCadeia({ config: readFipe({}), log, onFailure: async () => {} });
    expect(cadeia.temProvedores).toBe(false);
    expect(cadeia.getEstado()).toEqual([]);
    expect(await getFalha(cadeia.list({ tipo: '1' }, agora))).toMatchObject({ recusa: false });
  });
});

describe('a waiting caller', () => {
  test('gets the answer of the second in time, while the first hangs', async () => {
    deles.fault('hang', 'oficial');
    const inicio = performance.now();
    const { provedor } = await buildCadeia('oficial', 'brasilapi').list({ tipo: '1' }, agora, 600);
    expect(provedor).toBe('brasilapi');
    expect(performance.now() - inicio).toBeLessThan(550);
    expect(falhas).toEqual([{ provedor: 'oficial', motivo: 'Não respondeu em 0,3 s.' }]);
  });

  test('waits no longer than its limit, while all of them hang', async () => {
    deles.fault('hang');
    const inicio = performance.now();
    await getFalha(buildCadeia().list({ tipo: '1' }, agora, 600));
    expect(performance.now() - inicio).toBeLessThan(750);
    expect(falhas.map(({ provedor }) => provedor)).toEqual(['oficial', 'parallelum', 'brasilapi']);
  });

  test('waits no longer for a request that another caller began without a limit either', async () => {
    deles.fault({ slow: 900 });
    const cadeia = buildCadeia('parallelum');
    const sem = cadeia.list({ tipo: '1' }, agora);
    const inicio = performance.now();
    const falha = await getFalha(cadeia.list({ tipo: '1' }, agora, 200));
    expect(falha?.message).toBe('Não respondeu a tempo.');
    expect(performance.now() - inicio).toBeLessThan(450);
    expect((await sem).itens).toHaveLength(40);
    expect(falhas).toEqual([]);
  });

  test('a provider busy with another request has not failed', async () => {
    deles.fault({ slow: 400 });
    const cadeia = buildCadeia('parallelum');
    const antes = cadeia.list(buildNivel(1), agora);
    // The rest of the time after the wait would be too short for the next one.
    const falha = await getFalha(cadeia.list(buildNivel(2), agora, 600));
    expect(falha?.message).toBe('Estava ocupado com outra consulta.');
    await antes;
    expect(falhas).toEqual([]);
    expect(deles.countPedidos()).toBe(1);
  });
});

describe('many callers', () => {
  test('with the same question cause one request', async () => {
    deles.fault({ slow: 50 });
    const cadeia = buildCadeia('parallelum');
    const respostas = await Promise.all(
      Array.from({ length: 20 }, () => cadeia.list({ tipo: '1' }, agora)),
    );
    expect(new Set(respostas.map(({ itens }) => itens.length))).toEqual(new Set([40]));
    expect(deles.countPedidos()).toBe(1);
  });

  test('with different questions are answered one by one', async () => {
    deles.fault({ slow: 10 });
    const cadeia = buildCadeia('parallelum');
    await Promise.all(Array.from({ length: 20 }, (_, i) => cadeia.list(buildNivel(i + 1), agora)));
    expect(deles.contagens.parallelum).toMatchObject({ pedidos: 20, juntos: 1 });
  });

  test('lose one that aborts, and still get the answer', async () => {
    deles.fault({ slow: 100 });
    const cadeia = buildCadeia('parallelum');
    const fim = new AbortController();
    const um = cadeia.list({ tipo: '1' }, fim.signal);
    const outro = cadeia.list({ tipo: '1' }, agora);
    fim.abort(new Error('home'));
    await expect(um).rejects.toThrow('home');
    expect((await outro).itens).toHaveLength(40);
    expect(deles.countPedidos()).toBe(1);
  });

  test('that all abort end the request, which is not a failure', async () => {
    deles.fault('hang');
    const cadeia = buildCadeia('parallelum');
    const fim = new AbortController();
    const perguntas = [1, 2, 3, 4].map((i) => getFalha(cadeia.list(buildNivel(i), fim.signal)));
    await until(() => expect(deles.countPedidos()).toBe(1));
    fim.abort(new Error('home'));
    await Promise.all(perguntas);
    deles.fault(null);
    expect((await cadeia.list(buildNivel(1), agora)).itens).toHaveLength(4);
    expect(falhas).toEqual([]);
  });
});

describe('a provider that fails', () => {
  test('three times in a row is paused for 30 s, then asked once', async () => {
    const relogio = freeze();
    deles.fault({ status: 500 });
    const cadeia = buildCadeia('parallelum');
    for (let i = 1; i <= 20; i += 1) await getFalha(cadeia.list(buildNivel(i), agora));
    expect(deles.countPedidos()).toBe(3);
    expect(cadeia.getEstado()[0]?.descansando).toBe(true);
    const falha = await getFalha(cadeia.list(buildNivel(1), agora));
    expect(falha).toMatchObject({
      message: 'Todos os provedores estão pausados.',
      recusa: false,
      esperarS: 30,
    });

    relogio.pass(30_001);
    expect(cadeia.getEstado()[0]?.descansando).toBe(false);
    for (let i = 1; i <= 5; i += 1) await getFalha(cadeia.list(buildNivel(i), agora));
    expect(deles.countPedidos()).toBe(4);

    relogio.pass(30_001);
    deles.fault(null);
    for (let i = 1; i <= 5; i += 1) await cadeia.list(buildNivel(i), agora);
    expect(deles.countPedidos()).toBe(9);
  });

  test('is also not asked by callers that waited in the queue', async () => {
    deles.fault('reset');
    const cadeia = buildCadeia('parallelum');
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => getFalha(cadeia.list(buildNivel(i), agora))),
    );
    expect(deles.countPedidos()).toBe(3);
  });

  test('twice, and then answers, has no pause', async () => {
    const cadeia = buildCadeia('parallelum');
    for (let i = 1; i <= 9; i += 1) {
      deles.fault(i % 3 === 0 ? null : 'garbage');
      await getFalha(cadeia.list(buildNivel(i), agora));
    }
    expect(deles.countPedidos()).toBe(9);
  });
});

describe('a provider that refuses', () => {
  test.each([
    ['403', { status: 403 }, 600],
    ['a page', 'html200', 600],
    ['429 for an hour', { status: 429, retryAfter: 3_600 }, 3_600],
    ['429 for a week', { status: 429, retryAfter: 604_800 }, 86_400],
    ['429 for a second', { status: 429, retryAfter: 1 }, 30],
    ['503 for two minutes', { status: 503, retryAfter: 120 }, 120],
  ] as const)('%s: is paused at once, for as long', async (_caso, fault, segundos) => {
    const relogio = freeze();
    deles.fault(fault);
    const cadeia = buildCadeia('parallelum');
    await getFalha(cadeia.list(buildNivel(1), agora));
    expect(await getFalha(cadeia.list(buildNivel(2), agora))).toMatchObject({
      recusa: true,
      esperarS: segundos,
    });
    relogio.pass(segundos * 1_000 - 1_000);
    await getFalha(cadeia.list(buildNivel(2), agora));
    expect(deles.countPedidos()).toBe(1);
    relogio.pass(1_001);
    deles.fault(null);
    expect((await cadeia.list(buildNivel(2), agora)).itens).toHaveLength(4);
  });

  test('is also not asked by callers that waited in the queue', async () => {
    deles.fault({ status: 403 });
    const cadeia = buildCadeia('parallelum');
    await Promise.all([1, 2, 3, 4].map((i) => getFalha(cadeia.list(buildNivel(i), agora))));
    expect(deles.countPedidos()).toBe(1);
  });

  test('until a date is paused until then', async () => {
    deles.fault({ status: 429, retryAfter: new Date(Date.now() + 3_600_000).toUTCString() });
    const falha = await getFalha(buildCadeia('parallelum').list({ tipo: '1' }, agora));
    expect(falha?.esperarS).toBeGreaterThan(3_500);
    expect(falha?.esperarS).toBeLessThanOrEqual(3_600);
  });

  test('is followed by the next, which continues to answer', async () => {
    deles.fault({ status: 403 }, 'oficial');
    const cadeia = buildCadeia('oficial', 'brasilapi');
    for (let i = 1; i <= 5; i += 1) {
      expect((await cadeia.list(buildNivel(i), agora)).provedor).toBe('brasilapi');
    }
    expect(deles.contagens.oficial.pedidos).toBe(1);
  });
});

test('the store of failures may fail itself', async () => {
  deles.fault('garbage');
  const cadeia = createCadeia({
    config: readFipe(deles.env('parallelum')),
    log,
    onFailure: () => Promise.reject(new Error('disk full')),
  });
  await getFalha(cadeia.list({ tipo: '1' }, agora));
  await until(() => expect(log.error).toHaveBeenCalledOnce());
});
