import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type Page } from '../../test/page.tsx';
import { breakDown } from '../../test/register.ts';
import type { Wire } from '../../test/wire.ts';

let page: Page;
afterEach(() => page.close());

const CARTOES = 'GET /db/ultimosveiculos';
const away = (wire: Wire) => {
  for (const call of [CARTOES, `${CARTOES}/eventos`])
    wire.answer(call, () => Promise.reject(new TypeError('failed')));
};

test('nobody passed yet: five places wait', async () => {
  page = await openPage('/aovivo');
  expect(await screen.findAllByText('Aguardando veículo')).toHaveLength(5);
});

test('the server away from the start: said, instead of an empty gate', async () => {
  page = await openPage('/aovivo', { prepare: (_server, wire) => away(wire) });
  expect(await screen.findByText('Sem conexão com o servidor.')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(screen.getByText('Sem conexão com o servidor.')).toBeTruthy();
  expect(screen.queryByText('Aguardando veículo')).toBeNull();
});

test('the server in trouble from the start: no empty gate either', async () => {
  page = await openPage('/aovivo', { prepare: (_server, wire) => breakDown(wire, CARTOES) });
  expect(await screen.findByText('Não foi possível carregar os últimos veículos.')).toBeTruthy();
  expect(screen.queryByText('Aguardando veículo')).toBeNull();
});
