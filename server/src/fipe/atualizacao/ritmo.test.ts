import { describe, expect, test } from 'vitest';
import { FalhaDoProvedor } from '../provedores/provedor.ts';
import { insist, type RefreshPace } from './ritmo.ts';

const RITMO: RefreshPace = { pausaMs: 0, minMs: 1, maxMs: 1_000, tentativas: 4 };
const nunca = new AbortController().signal;

/** Calls what fails `vezes` times so; answers the number of calls, and the end. */
async function ask(falha: Error, vezes: number, ritmo: Partial<RefreshPace> = {}, sinal = nunca) {
  let pedidos = 0;
  const fim = await insist(
    async () => {
      pedidos += 1;
      if (pedidos <= vezes) throw falha;
      return 'resposta';
    },
    { ...RITMO, ...ritmo },
    sinal,
  ).catch((error: unknown) => error);
  return [pedidos, fim];
}

describe('insist', () => {
  test('repeats until there is an answer, up to a limit', async () => {
    const falha = new FalhaDoProvedor('Não respondeu em 2 s.');
    expect(await ask(falha, 3)).toEqual([4, 'resposta']);
    expect(await ask(falha, 4)).toEqual([4, falha]);
  });

  test('does not repeat after a refusal, even with a short Retry-After', async () => {
    const recusa = new FalhaDoProvedor('Pediu para esperar (429).', {
      recusa: true,
      esperarS: 0.001,
    });
    expect(await ask(recusa, 1)).toEqual([1, recusa]);
  });

  test('keeps the requested wait, unless it is longer than ours', async () => {
    const inicio = performance.now();
    const falha = new FalhaDoProvedor('Respondeu com erro 503.', { esperarS: 0.05 });
    expect(await ask(falha, 1)).toEqual([2, 'resposta']);
    expect(performance.now() - inicio).toBeGreaterThan(45);
    expect(await ask(falha, 1, { maxMs: 20 })).toEqual([1, falha]);
  });

  test('does not repeat an error that is not a failure of a provider', async () => {
    const nosso = new TypeError('ours');
    expect(await ask(nosso, 1)).toEqual([1, nosso]);
  });

  test('an abort ends a wait at once', async () => {
    const controle = new AbortController();
    setTimeout(() => controle.abort(), 20);
    const inicio = performance.now();
    const falha = new FalhaDoProvedor('x');
    const [pedidos, fim] = await ask(falha, 9, { minMs: 5_000, maxMs: 5_000 }, controle.signal);
    expect([pedidos, (fim as Error).name]).toEqual([1, 'AbortError']);
    expect(performance.now() - inicio).toBeLessThan(2_000);
  });
});
