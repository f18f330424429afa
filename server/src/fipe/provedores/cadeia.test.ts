import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ProvedorFipeDeTeste, startProvedorFipe } from '../../../test/provedorFipe.ts';
import { readFipe } from '../../config/fipe.ts';
import { createCadeia } from './cadeia.ts';
import type { Falha } from './elo.ts';
import type { FalhaDoProvedor } from './provedor.ts';

let deles: ProvedorFipeDeTeste;
let falhas: Falha[];
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

const cadeiaDe = (...nomes: Parameters<ProvedorFipeDeTeste['env']>) =>
  createCadeia({
    config: readFipe(deles.env(...nomes)),
    log,
    onFailure: async (falha) => {
      falhas.push(falha);
    },
  });

const falhaDe = (promessa: Promise<unknown>) =>
  promessa.then(
    () => undefined,
    (error: FalhaDoProvedor) => error,
  );

const marca = (i: number) => ({ tipo: '1', marca: String(i) });

/** The clock alone: what waits in real time goes on waiting. */
function freeze(): { pass: (ms: number) => void } {
  vi.useFakeTimers({ toFake: ['Date'] });
  return { pass: (ms) => void vi.setSystemTime(Date.now() + ms) };
}

describe('the order', () => {
  test('the first answers, and the others are not asked', async () => {
    const cadeia = cadeiaDe('brasilapi', 'parallelum');
    const { itens, provedor } = await cadeia.list({ tipo: '1' }, agora);
    expect([itens.length, provedor]).toEqual([40, 'brasilapi']);
    expect(await cadeia.referencia(agora)).toMatchObject({ mes: '2026-11', provedor: 'brasilapi' });
    expect(deles.contagens.parallelum.pedidos).toBe(0);
    const [primeiro] = cadeia.estado();
    expect(primeiro).toMatchObject({ nome: 'brasilapi', descansando: false, ultimaFalha: null });
    expect(primeiro?.ultimoSucesso).toMatch(/^20/);
  });

  test('one that fails hands on, and is said to have failed', async () => {
    deles.fault('garbage', 'oficial');
    const cadeia = cadeiaDe();
    expect((await cadeia.list({ tipo: '1' }, agora)).provedor).toBe('parallelum');
    const motivo = 'Resposta em formato desconhecido.';
    expect(falhas).toEqual([{ provedor: 'oficial', motivo }]);
    expect(log.warn).toHaveBeenCalledWith({ provedor: 'oficial', motivo }, 'fipe');
    expect(cadeia.estado()[0]).toMatchObject({ ultimoSucesso: null, ultimaFalha: { motivo } });
  });

  test('when none answers, the last one’s reason is given', async () => {
    deles.fault({ status: 500 });
    deles.fault('garbage', 'brasilapi');
    const falha = await falhaDe(cadeiaDe().list({ tipo: '1' }, agora));
    expect(falha).toMatchObject({ message: 'Resposta em formato desconhecido.', recusa: false });
    expect(falhas).toHaveLength(3);
  });

  test('without providers there is nobody to ask', async () => {
    const cadeia = createCadeia({ config: readFipe({}), log, onFailure: async () => {} });
    expect(cadeia.temProvedores).toBe(false);
    expect(cadeia.estado()).toEqual([]);
    expect(await falhaDe(cadeia.list({ tipo: '1' }, agora))).toMatchObject({ recusa: false });
  });
});

describe('who waits', () => {
  test('has the second one’s answer in time, though the first hangs', async () => {
    deles.fault('hang', 'oficial');
    const inicio = performance.now();
    const { provedor } = await cadeiaDe('oficial', 'brasilapi').list({ tipo: '1' }, agora, 600);
    expect(provedor).toBe('brasilapi');
    expect(performance.now() - inicio).toBeLessThan(550);
    expect(falhas).toEqual([{ provedor: 'oficial', motivo: 'Não respondeu em 0,3 s.' }]);
  });

  test('waits no longer than said, though all of them hang', async () => {
    deles.fault('hang');
    const inicio = performance.now();
    await falhaDe(cadeiaDe().list({ tipo: '1' }, agora, 600));
    expect(performance.now() - inicio).toBeLessThan(750);
    expect(falhas.map(({ provedor }) => provedor)).toEqual(['oficial', 'parallelum', 'brasilapi']);
  });

  test('waits no longer either for a question that somebody else began without haste', async () => {
    deles.fault({ slow: 900 });
    const cadeia = cadeiaDe('parallelum');
    const sem = cadeia.list({ tipo: '1' }, agora);
    const inicio = performance.now();
    const falha = await falhaDe(cadeia.list({ tipo: '1' }, agora, 200));
    expect(falha?.message).toBe('Não respondeu a tempo.');
    expect(performance.now() - inicio).toBeLessThan(450);
    expect((await sem).itens).toHaveLength(40);
    expect(falhas).toEqual([]);
  });

  test('a provider busy with another question has not failed', async () => {
    deles.fault({ slow: 400 });
    const cadeia = cadeiaDe('parallelum');
    const antes = cadeia.list(marca(1), agora);
    // What would be left after the wait is too little to be fair.
    const falha = await falhaDe(cadeia.list(marca(2), agora, 600));
    expect(falha?.message).toBe('Estava ocupado com outra consulta.');
    await antes;
    expect(falhas).toEqual([]);
    expect(deles.pedidos()).toBe(1);
  });
});

describe('a crowd', () => {
  test('that asks the same is one question', async () => {
    deles.fault({ slow: 50 });
    const cadeia = cadeiaDe('parallelum');
    const respostas = await Promise.all(
      Array.from({ length: 20 }, () => cadeia.list({ tipo: '1' }, agora)),
    );
    expect(new Set(respostas.map(({ itens }) => itens.length))).toEqual(new Set([40]));
    expect(deles.pedidos()).toBe(1);
  });

  test('that asks for different things is answered one by one', async () => {
    deles.fault({ slow: 10 });
    const cadeia = cadeiaDe('parallelum');
    await Promise.all(Array.from({ length: 20 }, (_, i) => cadeia.list(marca(i + 1), agora)));
    expect(deles.contagens.parallelum).toMatchObject({ pedidos: 20, juntos: 1 });
  });

  test('loses one who goes home, and no answer by it', async () => {
    deles.fault({ slow: 100 });
    const cadeia = cadeiaDe('parallelum');
    const fim = new AbortController();
    const um = cadeia.list({ tipo: '1' }, fim.signal);
    const outro = cadeia.list({ tipo: '1' }, agora);
    fim.abort(new Error('home'));
    await expect(um).rejects.toThrow('home');
    expect((await outro).itens).toHaveLength(40);
    expect(deles.pedidos()).toBe(1);
  });

  test('that goes home altogether ends the question, which is nobody’s failure', async () => {
    deles.fault('hang');
    const cadeia = cadeiaDe('parallelum');
    const fim = new AbortController();
    const perguntas = [1, 2, 3, 4].map((i) => falhaDe(cadeia.list(marca(i), fim.signal)));
    await vi.waitFor(() => expect(deles.pedidos()).toBe(1));
    fim.abort(new Error('home'));
    await Promise.all(perguntas);
    deles.fault(null);
    expect((await cadeia.list(marca(1), agora)).itens).toHaveLength(4);
    expect(falhas).toEqual([]);
  });
});

describe('one that fails', () => {
  test('three times in a row is left alone for 30 s, then asked once', async () => {
    const relogio = freeze();
    deles.fault({ status: 500 });
    const cadeia = cadeiaDe('parallelum');
    for (let i = 1; i <= 20; i += 1) await falhaDe(cadeia.list(marca(i), agora));
    expect(deles.pedidos()).toBe(3);
    expect(cadeia.estado()[0]?.descansando).toBe(true);
    const falha = await falhaDe(cadeia.list(marca(1), agora));
    expect(falha).toMatchObject({
      message: 'Todos os provedores estão em descanso.',
      recusa: false,
      esperarS: 30,
    });

    relogio.pass(30_001);
    expect(cadeia.estado()[0]?.descansando).toBe(false);
    for (let i = 1; i <= 5; i += 1) await falhaDe(cadeia.list(marca(i), agora));
    expect(deles.pedidos()).toBe(4);

    relogio.pass(30_001);
    deles.fault(null);
    for (let i = 1; i <= 5; i += 1) await cadeia.list(marca(i), agora);
    expect(deles.pedidos()).toBe(9);
  });

  test('is left alone by those, too, who stood in line meanwhile', async () => {
    deles.fault('reset');
    const cadeia = cadeiaDe('parallelum');
    await Promise.all(Array.from({ length: 20 }, (_, i) => falhaDe(cadeia.list(marca(i), agora))));
    expect(deles.pedidos()).toBe(3);
  });

  test('twice, and then answers, is well', async () => {
    const cadeia = cadeiaDe('parallelum');
    for (let i = 1; i <= 9; i += 1) {
      deles.fault(i % 3 === 0 ? null : 'garbage');
      await falhaDe(cadeia.list(marca(i), agora));
    }
    expect(deles.pedidos()).toBe(9);
  });
});

describe('one that sends us away', () => {
  test.each([
    ['403', { status: 403 }, 600],
    ['a page', 'html200', 600],
    ['429 for an hour', { status: 429, retryAfter: 3_600 }, 3_600],
    ['429 for a week', { status: 429, retryAfter: 604_800 }, 86_400],
    ['429 for a second', { status: 429, retryAfter: 1 }, 30],
    ['503 for two minutes', { status: 503, retryAfter: 120 }, 120],
  ] as const)('%s: is left alone at once, for as long', async (_caso, fault, segundos) => {
    const relogio = freeze();
    deles.fault(fault);
    const cadeia = cadeiaDe('parallelum');
    await falhaDe(cadeia.list(marca(1), agora));
    expect(await falhaDe(cadeia.list(marca(2), agora))).toMatchObject({
      recusa: true,
      esperarS: segundos,
    });
    relogio.pass(segundos * 1_000 - 1_000);
    await falhaDe(cadeia.list(marca(2), agora));
    expect(deles.pedidos()).toBe(1);
    relogio.pass(1_001);
    deles.fault(null);
    expect((await cadeia.list(marca(2), agora)).itens).toHaveLength(4);
  });

  test('is left alone by those, too, who stood in line meanwhile', async () => {
    deles.fault({ status: 403 });
    const cadeia = cadeiaDe('parallelum');
    await Promise.all([1, 2, 3, 4].map((i) => falhaDe(cadeia.list(marca(i), agora))));
    expect(deles.pedidos()).toBe(1);
  });

  test('until a date is left alone until then', async () => {
    deles.fault({ status: 429, retryAfter: new Date(Date.now() + 3_600_000).toUTCString() });
    const falha = await falhaDe(cadeiaDe('parallelum').list({ tipo: '1' }, agora));
    expect(falha?.esperarS).toBeGreaterThan(3_500);
    expect(falha?.esperarS).toBeLessThanOrEqual(3_600);
  });

  test('hands on to the next, which goes on answering', async () => {
    deles.fault({ status: 403 }, 'oficial');
    const cadeia = cadeiaDe('oficial', 'brasilapi');
    for (let i = 1; i <= 5; i += 1) {
      expect((await cadeia.list(marca(i), agora)).provedor).toBe('brasilapi');
    }
    expect(deles.contagens.oficial.pedidos).toBe(1);
  });
});

test('what keeps the failures may fail itself', async () => {
  deles.fault('garbage');
  const cadeia = createCadeia({
    config: readFipe(deles.env('parallelum')),
    log,
    onFailure: () => Promise.reject(new Error('disk full')),
  });
  await falhaDe(cadeia.list({ tipo: '1' }, agora));
  await vi.waitFor(() => expect(log.error).toHaveBeenCalledOnce());
});
