/** Moving through the list: from the search to the rows, between its pages, and after a delete. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ANA, clickButton } from '../../../test/ficha.ts';
import { openPage, type TestPage } from '../../../test/page.tsx';
import { buildProprietario, buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

type Server = TestPage['server'];
const LISTA = '/veiculos/consultar';

const formatPlaca = (i: number) => `ABC1D${String(i).padStart(2, '0')}`;
const fill = (quantos: number) => async (server: Server) => {
  for (let i = 0; i < quantos; i += 1) {
    const modelo = i % 2 ? 'UNO' : 'GOL';
    await buildVeiculo(server, { placa: formatPlaca(i), modelo, status: 'ATIVO' });
  }
};
const open = async (prepare: (server: Server) => unknown, busca = '') => {
  page = await openPage(`${LISTA}${busca}`, { prepare });
  await screen.findByRole('heading', { name: 'Consulta de Veículos' });
};
const getBusca = () => screen.getByRole('searchbox');
const findLinha = (placa: string) => screen.findByRole('row', { name: new RegExp(`^${placa}`) });
const getPaginas = () => within(screen.getByRole('navigation', { name: 'Páginas' }));

test('↓ in the search box leads to the first row, Enter opens it, and ↑ leads back', async () => {
  await open(fill(2));
  const primeira = await findLinha('ABC1D00');
  getBusca().focus();
  await page.user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(primeira);
  await page.user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await findLinha('ABC1D01'));
  await page.user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(getBusca());
  await page.user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Veículo ABC1D00' })).toBeTruthy();
});

test('↓ without a row stays in the search box', async () => {
  await open(fill(1), '?q=nada');
  await screen.findByText('Nenhum veículo encontrado.');
  getBusca().focus();
  await page.user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(getBusca());
});

test('the pager tells the rows of the page, forward, back and from a link', async () => {
  await open(fill(60));
  await findLinha('ABC1D00');
  expect(await screen.findByText('1–25 de 60')).toBeTruthy();
  await clickButton(page, 'Próxima');
  await findLinha('ABC1D25');
  expect(getPaginas().getByText('26–50 de 60')).toBeTruthy();
  expect(new URLSearchParams(window.location.search).get('inicio')).toBe('26');
  await clickButton(page, 'Próxima');
  await findLinha('ABC1D50');
  expect(getPaginas().getByText('51–60 de 60')).toBeTruthy();
  await clickButton(page, 'Anterior');
  await findLinha('ABC1D25');
  expect(getPaginas().getByText('26–50 de 60')).toBeTruthy();
  await clickButton(page, 'Anterior');
  await findLinha('ABC1D00');
  expect(getPaginas().getByText('1–25 de 60')).toBeTruthy();
  expect(page.wire.calls.filter((call) => call.includes('inicio'))).toEqual([]);
});

test('an active filter is tinted; its × removes it, and the select gets the focus', async () => {
  await open(fill(1), '?status=PROIBIDO');
  await screen.findByText('Nenhum veículo encontrado.');
  const filtro = screen.getByRole('combobox', { name: 'Status' });
  expect(filtro.className).toContain('bg-tint');
  expect(screen.getByRole('combobox', { name: 'Cor' }).className).not.toContain('bg-tint');
  expect(screen.getAllByRole('button', { name: /^Remover filtro/ })).toHaveLength(1);
  await clickButton(page, 'Remover filtro: Status');
  await findLinha('ABC1D00');
  expect(window.location.search).toBe('');
  expect(document.activeElement).toBe(filtro);
  expect(filtro.className).not.toContain('bg-tint');
});

test('a link to the vehicles of one owner shows its filter, which can be removed', async () => {
  await open(async (server) => {
    await buildProprietario(server, ANA);
    await buildVeiculo(server, { proprietario_matricula: ANA.matricula });
    await buildVeiculo(server, { placa: 'ABC1D23' });
  }, `?proprietario=${ANA.matricula}`);
  await findLinha('QXJ0D52');
  expect(screen.queryByRole('row', { name: /^ABC1D23/ })).toBeNull();
  await clickButton(page, `Remover filtro: Proprietário ${ANA.matricula}`);
  await findLinha('ABC1D23');
  expect(window.location.search).toBe('');
  expect(document.activeElement).toBe(getBusca());
});

const removeVeiculo = async (placa: string) => {
  (await findLinha(placa)).focus();
  await page.user.keyboard('{Delete}');
  const pergunta = within(await screen.findByRole('alertdialog', { name: 'Excluir veículo' }));
  await page.user.click(pergunta.getByRole('button', { name: 'Excluir' }));
  await waitFor(() =>
    expect(screen.queryByRole('row', { name: new RegExp(`^${placa}`) })).toBeNull(),
  );
};

test('after a delete the next row has the focus; after the last hit, the empty list', async () => {
  await open(fill(3), '?q=gol');
  await removeVeiculo('ABC1D00');
  const seguinte = await findLinha('ABC1D02');
  await waitFor(() => expect(document.activeElement).toBe(seguinte));
  await removeVeiculo('ABC1D02');
  await screen.findByText('Nenhum veículo encontrado.');
  await waitFor(() =>
    expect(document.activeElement?.textContent).toContain('Nenhum veículo encontrado.'),
  );
  await page.user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Limpar busca' }));
});

test('the hint of a short term is inside the field: it takes no room of its own', async () => {
  await open(fill(1));
  await findLinha('ABC1D00');
  const dica = document.getElementById(getBusca().getAttribute('aria-describedby') ?? '');
  expect(dica?.textContent).toBe('');
  await page.user.type(getBusca(), 'ab');
  expect(dica?.textContent).toBe('Digite ao menos 3 caracteres');
  expect(dica?.className).toContain('absolute');
});
