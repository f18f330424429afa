import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const NAME = 'Ir para, criar ou encontrar';

async function openPalette(path = '/home'): Promise<HTMLElement> {
  page = await openPage(path, {
    prepare: async (server) => {
      const post = (url: string, payload: object) =>
        server.request({ method: 'POST', url, payload });
      await post('/db/proprietarios', { matricula: '0042', nome: 'Inês Conceição' });
      await post('/db/veiculos', { placa: 'RIO2A18', modelo: 'CRETA', status: 'ATIVO' });
    },
  });
  // Below an open record the heading is hidden.
  await screen.findByRole('heading', { level: 1, hidden: true });
  await page.user.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: NAME });
}

const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const marked = () => screen.getByRole('option', { selected: true }).textContent;

test('Ctrl+K offers every screen, what is new, and the choices of this browser', async () => {
  const field = await openPalette();
  expect(document.activeElement).toBe(field);
  const group = (name: string) =>
    within(screen.getByRole('group', { name }))
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect(group('Ir para')).toEqual(
    expect.arrayContaining([
      'Página Inicialgh',
      'Ao Vivoga',
      'Portariago',
      'Históricogi',
      'Configuraçõesgc',
      'Configurações: Dispositivos',
      'Perfil',
    ]),
  );
  expect(group('Novo')).toEqual(['Novo dispositivo', 'Novo Proprietário', 'Novo Veículo']);
  expect(group('Preferências')).toContain('Tema automáticoem uso');
});

test('arrows move, Enter goes, and the field names the marked option', async () => {
  const field = await openPalette();
  await page.user.keyboard('portari');
  expect(options()[0]).toMatch(/^Portaria/);
  await page.user.keyboard('{ArrowDown}');
  expect(marked()).toBe('Buscar "portari" em Veículos');
  await page.user.keyboard('{ArrowUp}');
  expect(marked()).toMatch(/^Portaria/);
  const option = screen.getByRole('option', { selected: true });
  expect(field.getAttribute('aria-activedescendant')).toBe(option.id);
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/portaria'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a plate is found on the server and leads to its page', async () => {
  await openPalette();
  await page.user.keyboard('rio2a');
  expect(await screen.findByRole('option', { name: /^RIO2A18/ })).toBeTruthy();
  expect(marked()).toMatch(/^RIO2A18CRETA · ATIVO$/);
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/veiculos/consultar/RIO2A18'));
});

test('a person is found while the search of vehicles fails', async () => {
  await openPalette();
  page.wire.answer('GET /db/veiculos/busca', () => new Response('{}', { status: 500 }));
  await page.user.keyboard('ines');
  await page.user.click(await screen.findByRole('option', { name: /^Inês Conceição/ }));
  await waitFor(() => expect(window.location.pathname).toBe('/proprietarios/consultar/0042'));
});

test('a choice takes effect at once, and Escape closes without one', async () => {
  await openPalette();
  await page.user.keyboard('densidade comp{Enter}');
  expect(localStorage.getItem('unipark.densidade')).toBe('compacta');
  expect(screen.queryByRole('combobox', { name: NAME })).toBeNull();
  await page.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: NAME });
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: NAME })).toBeNull());
});

test('the key works inside a field and with the single-letter keys switched off', async () => {
  page = await openPage('/veiculos/consultar');
  const { atalhos } = await import('../../lib/screen/shortcuts.ts');
  atalhos.set('desligados');
  await page.user.click(await screen.findByPlaceholderText('Buscar por placa, modelo, status...'));
  await page.user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox', { name: NAME })).toBeTruthy();
});

test('without the right of administration it does not offer the settings', async () => {
  page = await openPage('/home', {
    prepare: async (server) => {
      await server.db.updateTable('contas').set({ admin: 0 }).execute();
    },
  });
  await screen.findByRole('heading', { level: 1 });
  await page.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: NAME });
  await waitFor(() => expect(options()).toContain('Portariago'));
  expect(options().join()).not.toMatch(/Configurações|dispositivo/);
});

test('over an open vehicle it opens, Escape closes it alone, and a choice leads away', async () => {
  await openPalette('/veiculos/consultar/RIO2A18');
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: NAME })).toBeNull());
  expect(screen.getByRole('dialog', { name: /RIO2A18/ })).toBeTruthy();
  await page.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: NAME });
  await page.user.keyboard('portaria{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/portaria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a dialog with changes is asked about first; without changes it opens at once', async () => {
  await openPalette('/veiculos/consultar');
  await page.user.keyboard('{Escape}');
  await page.user.click(await screen.findByRole('button', { name: 'Editar veículo RIO2A18' }));
  const dialog = await screen.findByRole('dialog', { name: 'Editar Veículo' });
  await page.user.click(within(dialog).getByLabelText('Cor'));
  await page.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: NAME });
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: NAME })).toBeNull());

  await page.user.type(within(dialog).getByLabelText('Cor'), 'Azul');
  await page.user.keyboard('{Control>}k{/Control}');
  const question = await screen.findByRole('alertdialog', {
    name: 'Ir para outra tela sem salvar?',
  });
  await page.user.click(within(question).getByRole('button', { name: 'Continuar aqui' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(within(dialog).getByLabelText('Cor')).toHaveProperty('value', 'Azul');

  await page.user.keyboard('{Control>}k{/Control}');
  await page.user.click(await screen.findByRole('button', { name: 'Ir sem salvar' }));
  expect(await screen.findByRole('combobox', { name: NAME })).toBeTruthy();
});

test('a question is answered before anything else', async () => {
  await openPalette();
  await page.user.keyboard('{Escape}');
  await page.user.click(await screen.findByRole('button', { name: 'Logout' }));
  await screen.findByRole('alertdialog', { name: 'Deseja sair?' });
  await page.user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('combobox', { name: NAME })).toBeNull();
});
