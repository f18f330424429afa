import { expect, it } from 'vitest';
import { createBaldes } from './bucket.ts';

it('allows a burst, then a rate per second, for each key separately', () => {
  let agora = 0;
  const baldes = createBaldes(20, 60, () => agora);
  const take = (chave: string, vezes: number) =>
    Array.from({ length: vezes }, () => baldes.take(chave)).filter(Boolean).length;
  expect(take('a', 100)).toBe(60);
  expect(take('b', 10)).toBe(10);
  agora = 500;
  expect(take('a', 100)).toBe(10);
  agora = 60_000;
  expect(take('a', 100)).toBe(60);
});

it('keeps a limited number of keys, and removes the rested ones first', () => {
  let agora = 0;
  const baldes = createBaldes(1, 1, () => agora);
  for (let i = 0; i < 10_000; i += 1) baldes.take(`k${i}`);
  agora = 900;
  expect(baldes.take('k5')).toBe(false);
  for (let i = 0; i < 500; i += 1) expect(baldes.take(`novo${i}`)).toBe(true);
  // The oldest key was removed: it begins again.
  expect(baldes.take('k0')).toBe(true);
});

it('gives several at once only when there are enough', () => {
  let agora = 0;
  const baldes = createBaldes(10, 100, () => agora);
  expect([baldes.take('a', 60), baldes.take('a', 60), baldes.take('a', 40)]).toEqual([
    true,
    false,
    true,
  ]);
  agora = 6_000;
  expect(baldes.take('a', 60)).toBe(true);
});
