import { expect, test } from 'vitest';
import { readFipe } from './fipe.ts';

const listBases = (env: Record<string, string>) =>
  readFipe(env).provedores.map(({ nome, base }) => [nome, base.href]);

test('without providers the server sends no request to the outside', () => {
  expect(readFipe({})).toEqual({ provedores: [], token: null, agendada: false });
});

test('providers keep the order in which they are named, each with its own address', () => {
  expect(listBases({ FIPE_PROVEDORES: 'parallelum, oficial,parallelum' })).toEqual([
    ['parallelum', 'https://fipe.parallelum.com.br/api/v2/'],
    ['oficial', 'https://veiculos.fipe.org.br/api/veiculos/'],
  ]);
});

test('a mirror replaces one provider, by its name when there are several', () => {
  expect(
    listBases({ FIPE_PROVEDORES: 'brasilapi', FIPE_BASE_URL: 'http://127.0.0.1:9/fipe' }),
  ).toEqual([['brasilapi', 'http://127.0.0.1:9/fipe/']]);
  expect(
    listBases({
      FIPE_PROVEDORES: 'oficial,brasilapi',
      FIPE_BASE_URL: 'brasilapi=https://espelho.exemplo.br/,oficial=http://127.0.0.1:1',
    }),
  ).toEqual([
    ['oficial', 'http://127.0.0.1:1/'],
    ['brasilapi', 'https://espelho.exemplo.br/'],
  ]);
});

test('the refresh is monthly with providers, unless it is switched off', () => {
  expect(readFipe({ FIPE_PROVEDORES: 'oficial' }).agendada).toBe(true);
  expect(readFipe({ FIPE_PROVEDORES: 'oficial', FIPE_ATUALIZAR: 'nunca' }).agendada).toBe(false);
});

test.each([
  [{ FIPE_PROVEDORES: 'fipe' }, /^FIPE_PROVEDORES: 'fipe' não existe/],
  [{ FIPE_PROVEDORES: 'oficial', FIPE_TOKEN: 'abc' }, /^FIPE_PROVEDORES: só o provedor parallelum/],
  [{ FIPE_PROVEDORES: 'parallelum', FIPE_TOKEN: 'a b' }, /^FIPE_TOKEN: use só/],
  [{ FIPE_ATUALIZAR: 'mensal' }, /^FIPE_PROVEDORES: falta/],
  [{ FIPE_PROVEDORES: 'oficial', FIPE_ATUALIZAR: 'diario' }, /^FIPE_ATUALIZAR: 'diario'/],
  [
    { FIPE_PROVEDORES: 'oficial,brasilapi', FIPE_BASE_URL: 'http://x.br' },
    /^FIPE_BASE_URL: cada endereço indica/,
  ],
  [
    { FIPE_PROVEDORES: 'oficial', FIPE_BASE_URL: 'brasilapi=http://x.br' },
    /^FIPE_BASE_URL: cada endereço indica/,
  ],
  [{ FIPE_PROVEDORES: 'oficial', FIPE_BASE_URL: 'file:///etc/passwd' }, /^FIPE_BASE_URL: /],
  [{ FIPE_PROVEDORES: 'oficial', FIPE_BASE_URL: 'http://u:s@x.br' }, /^FIPE_BASE_URL: /],
  [{ FIPE_PROVEDORES: 'oficial', FIPE_BASE_URL: 'http://:s@x.br' }, /^FIPE_BASE_URL: /],
])('%j is refused in one line', (env, frase) => {
  expect(() => readFipe(env as unknown as Record<string, string>)).toThrow(frase);
});
