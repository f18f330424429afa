import { screen, waitFor, within } from '@testing-library/react';
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
    '/visitantes',
    '/historico',
    '/relatorios',
    '/proprietarios/consultar',
    '/proprietarios/cadastrar',
    '/veiculos/consultar',
    '/veiculos/cadastrar',
    '/veiculos/adesivos',
    '/importar',
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
      await post('/db/ultimosveiculos', { placa: 'RIO2A18', sentido: 'entrada' });
    },
  });
  expect(await screen.findByText('2 novos esta semana')).toBeTruthy();
  expect(within(counter('Veículos')).getByText('2')).toBeTruthy();
  expect(within(counter('Proprietários')).getByText('1')).toBeTruthy();
  expect(within(counter('Passagens hoje')).getByText('1')).toBeTruthy();
  expect(within(counter('Proibidos')).getByText('1')).toBeTruthy();
  expect(within(counter('Proprietários')).getByText('1 novo esta semana')).toBeTruthy();
  const dentro = within(counter('Passagens hoje')).getByRole('link', { name: 'agora dentro: 1' });
  expect(dentro.getAttribute('href')).toBe('/historico?situacao=dentro');
  expect(within(counter('Proibidos')).getByText('nenhum visto hoje')).toBeTruthy();
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

test('entries by hour are a picture with a sentence, and a table of the same numbers', async () => {
  const hours = (totais: Record<number, number>) =>
    Array.from({ length: 24 }, (_, hora) => totais[hora] ?? 0);
  page = await openPage('/home', {
    prepare: (_server, wire) =>
      wire.answer('GET /api/painel/entradas', () =>
        Response.json({
          diaDaSemana: 4,
          hora: 9,
          hoje: hours({ 5: 1, 8: 40, 9: 7 }),
          habitual: hours({ 8: 38.5, 18: 90 }),
          semanas: 4,
        }),
      ),
  });
  await screen.findByRole('img');
  const asTable = screen.getByRole('button', { name: 'Ver como tabela' });
  const tile = within(screen.getByRole('region', { name: 'Entradas por hora' }));
  const chart = tile.getByRole('img');
  expect(chart.getAttribute('aria-label')).toBe('Entradas por hora. Até 9 h: 41 · média 39');
  expect(tile.queryByRole('table')).toBeNull();
  await page.user.click(asTable);
  expect(asTable.getAttribute('aria-pressed')).toBe('true');
  expect(tile.queryByRole('img')).toBeNull();
  expect(tile.getByRole('columnheader', { name: 'Média das quintas' })).toBeTruthy();
  const row = (name: string) =>
    within(tile.getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(row('5 h 1 0')).toEqual(['1', '0']);
  expect(row('8 h 40 38,5')).toEqual(['40', '38,5']);
  expect(row('9 h (em curso) 7 0')).toEqual(['7', '0']);
  expect(row('18 h – 90')).toEqual(['–', '90']);
});

test('each of the other tiles fails alone', async () => {
  const broken = () => new Response('{}', { status: 500 });
  page = await openPage('/home', {
    prepare: (_server, wire) => {
      wire.answer('GET /api/painel/entradas', broken);
      wire.answer('GET /api/alertas/ultimos', broken);
    },
  });
  for (const name of ['Entradas por hora', 'Últimos alertas']) {
    const tile = () => within(screen.getByRole('region', { name }));
    await waitFor(() => expect(tile().getByText('Não foi possível carregar.')).toBeTruthy());
    expect(tile().getByRole('button', { name: 'Tentar novamente' })).toBeTruthy();
  }
  expect(await within(counter('Veículos')).findByText('0')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Ao Vivo/ })).toBeTruthy();
});

test('the last alarms lead to their passages and name who answered', async () => {
  page = await openPage('/home', {
    prepare: async (server) => {
      const post = (url: string, payload: object) =>
        server.request({ method: 'POST', url, payload });
      for (const placa of ['ABC1D23', 'RIO2A18']) {
        await post('/db/veiculos', { placa, status: 'PROIBIDO' });
        await post('/db/ultimosveiculos', { placa });
      }
      const [ultimo] = (await server.request({ url: '/api/alertas' })).json();
      await post(`/api/passagens/${ultimo.id}/ciente`, {});
    },
  });
  const tile = within(await screen.findByRole('region', { name: 'Últimos alertas' }));
  const lines = (await tile.findAllByRole('listitem')).map((line) => line.textContent);
  expect(lines).toHaveLength(2);
  expect(within(tile.getAllByRole('listitem')[0] as HTMLElement).getByRole('link')).toHaveProperty(
    'search',
    expect.stringMatching(/^\?passagem=\d+$/),
  );
  expect(lines[0]).toMatch(/^RIO2A18PROIBIDO.*Ciente: /);
  expect(lines[1]).toMatch(/^ABC1D23PROIBIDO.*Aguardando ciente$/);
});
