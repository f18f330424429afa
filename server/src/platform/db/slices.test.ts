import { afterEach, expect, it, vi } from 'vitest';
import { type RowRange, take, walk } from './slices.ts';

afterEach(() => vi.restoreAllMocks());

const span = ({ de, ate }: RowRange) => Array.from({ length: ate - de + 1 }, (_, i) => de + i);

it.each([
  [{ de: 1, ate: 50_000 }],
  [{ de: 7, ate: 1_030 }],
  [{ de: 5, ate: 5 }],
  [{ de: 1, ate: 0 }],
])('reads every id of %j once, from either end', async (vao) => {
  const subindo = await take(
    walk(vao, 'asc', async (fatia) => span(fatia)),
    Number.POSITIVE_INFINITY,
  );
  expect(subindo).toEqual(span(vao));
  const descendo = await take(
    walk(vao, 'desc', async (fatia) => span(fatia).reverse()),
    Number.POSITIVE_INFINITY,
  );
  expect(descendo).toEqual(span(vao).reverse());
});

it('uses smaller slices when they are slow, larger ones when they are fast, within a limit', async () => {
  let agora = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => agora);
  const sizes = async (ms: number) => {
    const tamanhos: number[] = [];
    const percurso = walk({ de: 1, ate: 60_000 }, 'asc', async ({ de, ate }) => {
      tamanhos.push(ate - de + 1);
      agora += ms;
      return [0];
    });
    await take(percurso, 7);
    return tamanhos;
  };
  expect((await sizes(12)).slice(0, 4)).toEqual([1_024, 512, 256, 128]);
  expect((await sizes(0)).slice(0, 6)).toEqual([1_024, 2_048, 4_096, 8_192, 16_384, 16_384]);
});

it('lets other work run between two slices, and reads no further than needed', async () => {
  const vezes: string[] = [];
  const percurso = walk({ de: 1, ate: 100_000 }, 'asc', async (fatia) => {
    vezes.push('fatia');
    setImmediate(() => vezes.push('outro'));
    return span(fatia);
  });
  expect(await take(percurso, 1_500)).toHaveLength(1_500);
  expect(vezes).toEqual(['fatia', 'outro', 'fatia']);
});
