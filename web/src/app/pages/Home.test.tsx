import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const counter = (label: string) => screen.getByText(label).parentElement as HTMLElement;

test('counts, and shows the first steps of an empty register', async () => {
  page = await openPage('/home');
  expect(await screen.findByRole('heading', { name: 'UNIPARK' })).toBeTruthy();
  expect(await within(counter('Veículos')).findByText('0')).toBeTruthy();
  expect(within(counter('Passagens hoje')).getByText('0')).toBeTruthy();
  const passos = within(screen.getByRole('region', { name: 'Primeiros passos' }));
  expect(passos.getByText('0/4')).toBeTruthy();
  expect(passos.getAllByRole('listitem')).toHaveLength(4);
  expect(passos.queryByText('(feito)')).toBeNull();
  const screens = within(screen.getByRole('navigation', { name: 'Telas' }));
  expect(screens.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/aovivo',
    '/portaria',
    '/historico',
    '/proprietarios/consultar',
    '/proprietarios/cadastrar',
    '/veiculos/consultar',
    '/veiculos/cadastrar',
    '/teste',
    '/configuracoes',
  ]);
});

test('a step that is done is marked', async () => {
  page = await openPage('/home', {
    prepare: (server) =>
      server.request({
        method: 'POST',
        url: '/db/proprietarios',
        payload: { matricula: '001', nome: 'Ana' },
      }),
  });
  const passos = within(await screen.findByRole('region', { name: 'Primeiros passos' }));
  expect(passos.getByText('1/4')).toBeTruthy();
});

test('configured cameras and a tested sound mark their steps', async () => {
  const camera = { id: '1', nome: 'Portaria', tipo: 'rtsp', modo: 'video', estado: 'offline' };
  const resto = { motivo: null, desde: '2026-11-20T17:32:00Z', codec: null, largura: null };
  page = await openPage('/home', {
    prepare: (_server, wire) => {
      wire.answer('GET /api/cameras', () => Response.json([{ ...camera, ...resto, altura: null }]));
      localStorage.setItem('unipark.som.ouvido', 'sim');
    },
  });
  const passos = within(await screen.findByRole('region', { name: 'Primeiros passos' }));
  expect(await passos.findByText('2/4')).toBeTruthy();
  const links = passos.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/proprietarios/cadastrar', '/veiculos/cadastrar']);
});

test('with data it shows the numbers and no first steps', async () => {
  page = await openPage('/home', {
    prepare: async (server) => {
      const post = (url: string, payload: object) =>
        server.request({ method: 'POST', url, payload });
      await post('/db/proprietarios', { matricula: '001', nome: 'Ana' });
      await post('/db/veiculos', { placa: 'ABC1D23', status: 'PROIBIDO' });
      await post('/db/veiculos', { placa: 'RIO2A18', status: 'ATIVO' });
      await post('/db/ultimosveiculos', { placa: 'RIO2A18' });
    },
  });
  expect(await screen.findByText('2')).toBeTruthy();
  expect(within(counter('Veículos')).getByText('2')).toBeTruthy();
  expect(within(counter('Proprietários')).getByText('1')).toBeTruthy();
  expect(within(counter('Passagens hoje')).getByText('1')).toBeTruthy();
  expect(within(counter('Proibidos')).getByText('1')).toBeTruthy();
  expect(screen.queryByText('Primeiros passos')).toBeNull();
});

test('a vehicle registered since the last visit is counted', async () => {
  page = await openPage('/home');
  await screen.findByRole('heading', { name: 'UNIPARK' });
  expect(await within(counter('Proprietários')).findByText('0')).toBeTruthy();
  await page.user.click(screen.getByRole('link', { name: /Novo Proprietário/ }));
  await page.user.type(await screen.findByLabelText('Matrícula'), '7');
  await page.user.type(screen.getByLabelText('Nome'), 'Ana');
  await page.user.click(screen.getByRole('button', { name: 'Cadastrar' }));
  await screen.findByRole('heading', { name: 'Consulta de Proprietários' });
  await page.user.click(screen.getByRole('link', { name: /^Página Inicial, / }));
  await screen.findByRole('heading', { name: 'UNIPARK' });
  expect(await within(counter('Proprietários')).findByText('1')).toBeTruthy();
});

test('a counter that fails offers another try, and the page stays whole', async () => {
  page = await openPage('/home', {
    prepare: (_server, wire) =>
      wire.answer('GET /api/painel', () => new Response('{}', { status: 500 })),
  });
  const retry = await screen.findByRole('button', { name: 'Tentar novamente: Veículos' });
  expect(screen.getByRole('link', { name: /Ao Vivo/ })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  page.wire.restore();
  await page.user.click(retry);
  expect(await within(counter('Veículos')).findByText('0')).toBeTruthy();
});
