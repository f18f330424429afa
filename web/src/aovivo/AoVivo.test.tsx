import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildCartao } from '../../test/cartao.ts';
import { openPage, type TestPage } from '../../test/page.tsx';
import { breakDown } from '../../test/register.ts';
import type { Wire } from '../../test/wire.ts';

let page: TestPage;
afterEach(() => page.close());

const CARTOES = 'GET /db/ultimosveiculos';
const away = (wire: Wire) => {
  for (const call of [CARTOES, `${CARTOES}/eventos`])
    wire.answer(call, () => Promise.reject(new TypeError('failed')));
};

test('without passages five empty places are shown', async () => {
  page = await openPage('/aovivo');
  expect(await screen.findAllByText('Aguardando veículo')).toHaveLength(5);
});

test('without a server from the start the screen says so instead of showing an empty gate', async () => {
  page = await openPage('/aovivo', { prepare: (_server, wire) => away(wire) });
  expect(await screen.findByText('Sem conexão com o servidor.')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(screen.getByText('Sem conexão com o servidor.')).toBeTruthy();
  expect(screen.queryByText('Aguardando veículo')).toBeNull();
});

test('with a failing server from the start the screen shows no empty gate either', async () => {
  page = await openPage('/aovivo', { prepare: (_server, wire) => breakDown(wire, CARTOES) });
  expect(await screen.findByText('Não foi possível carregar os últimos veículos.')).toBeTruthy();
  expect(screen.queryByText('Aguardando veículo')).toBeNull();
});

test('an old plate is drawn with its city, an unregistered one without', async () => {
  page = await openPage('/aovivo', {
    prepare: (_server, wire) =>
      wire.answer(CARTOES, () =>
        Response.json([
          buildCartao({ id: '1', placa: 'HKQ3782', cidade: 'Lavras', estado: 'MG' }),
          buildCartao({ id: '2', placa: 'ABC1234' }),
        ]),
      ),
  });
  const readCartao = async (placa: RegExp) =>
    (await screen.findByRole('button', { name: placa })).textContent;
  expect(await readCartao(/HKQ3782/)).toContain('MG - LAVRAS');
  expect(await readCartao(/ABC1234/)).toContain('BR - BRASIL');
});

test('a card of today shows its hour, a card of another day also its date', async () => {
  const aqui = { placa: 'RIO2A18', camera: '1', status: 'Ativo' };
  const agora = Date.now();
  const isoDaysAgo = (dias: number) => new Date(agora - dias * 24 * 60 * 60_000).toISOString();
  page = await openPage('/aovivo', {
    prepare: (_server, wire) =>
      wire.answer(CARTOES, () =>
        Response.json(
          [0, 1, 9].map((dias) =>
            buildCartao({ ...aqui, id: `${dias}`, instante: isoDaysAgo(dias) }),
          ),
        ),
      ),
  });
  const card = async (dias: number) =>
    (await screen.findAllByRole('button', { name: /RIO2A18/ }))[dias]?.querySelector('time')
      ?.textContent;
  expect(await card(0)).toMatch(/^\d\d:\d\d$/);
  expect(await card(1)).toMatch(/^ontem \d\d:\d\d$/);
  expect(await card(2)).toMatch(/^\d\d\/\d\d \d\d:\d\d$/);
});
