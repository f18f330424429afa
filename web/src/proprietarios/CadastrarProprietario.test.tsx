import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type Page, type PageOptions } from '../../test/page.tsx';
import { buildProprietario } from '../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const open = async (prepare?: PageOptions['prepare']) => {
  page = await openPage('/proprietarios/cadastrar', { prepare });
  await screen.findByRole('heading', { name: 'Cadastrar Novo Proprietário' });
};
const matricula = () => screen.getByLabelText('Matrícula');
const nome = () => screen.getByLabelText('Nome');
const cadastrar = () => page.user.click(screen.getByRole('button', { name: 'Cadastrar' }));
const ehCriacao = (call: string) => call === 'POST /db/proprietarios';

test.each([
  ['', ''],
  ['   ', 'Ana'],
  ['42', '   '],
])('blank fields "%s" and "%s" are a warning, and nothing is sent', async (numero, pessoa) => {
  await open();
  if (numero) await page.user.type(matricula(), numero);
  if (pessoa) await page.user.type(nome(), pessoa);
  await cadastrar();
  expect(await screen.findByText('Preencha todos os campos obrigatórios.')).toBeTruthy();
  const primeiro = numero.trim() ? nome() : matricula();
  await waitFor(() => expect(primeiro).toBe(document.activeElement));
  expect(page.wire.calls.filter(ehCriacao)).toEqual([]);
});

test('both inputs are marked required', async () => {
  await open();
  expect(matricula()).toHaveProperty('required', true);
  expect(nome()).toHaveProperty('required', true);
});

test('success leads to the list, the new row pointed out', async () => {
  await open((server) => buildProprietario(server));
  await page.user.type(matricula(), ' 007 ');
  await page.user.type(nome(), 'Zulmira Prado');
  await cadastrar();
  expect(await screen.findByText('Proprietário cadastrado com sucesso!')).toBeTruthy();
  const linha = (await screen.findByText('Zulmira Prado')).closest('tr');
  await waitFor(() => expect(linha?.dataset.highlighted).toBe('true'));
  expect(window.location.pathname).toBe('/proprietarios/consultar');
  expect(screen.getByText('007')).toBeTruthy();
});

test('a known matrícula is told on leaving the field, and refused in the words of the server', async () => {
  await open((server) => buildProprietario(server));
  await page.user.type(matricula(), '001215');
  await page.user.type(nome(), 'Outra Pessoa');
  expect(await screen.findByText(/Já cadastrada para/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edson Carvalho' })).toBeTruthy();
  await cadastrar();
  // Under the field and as a toast.
  await waitFor(() => expect(screen.getAllByText('Matrícula já cadastrada.')).toHaveLength(2));
  expect(nome()).toHaveProperty('value', 'Outra Pessoa');
});

test('the server away: the product says its own sentence, the form stays', async () => {
  await open((_server, wire) =>
    wire.answer('POST /db/proprietarios', () => Promise.reject(new TypeError('failed'))),
  );
  await page.user.type(matricula(), '42');
  await page.user.type(nome(), 'Ana');
  await cadastrar();
  expect(await screen.findByText('Erro ao cadastrar proprietário.')).toBeTruthy();
  expect(matricula()).toHaveProperty('value', '42');
});

test("'Salvando...' while sending", async () => {
  let responder: (resposta: Response) => void = () => {};
  const espera = new Promise<Response>((resolve) => {
    responder = resolve;
  });
  await open((_server, wire) => wire.answer('POST /db/proprietarios', () => espera));
  await page.user.type(matricula(), '42');
  await page.user.type(nome(), 'Ana');
  await cadastrar();
  expect(await screen.findByRole('button', { name: 'Salvando...' })).toHaveProperty(
    'disabled',
    true,
  );
  responder(Response.json({ matricula: '42', nome: 'Ana', versao: 1 }, { status: 201 }));
  expect(await screen.findByText('Proprietário cadastrado com sucesso!')).toBeTruthy();
});

test('Voltar leads to /proprietarios', async () => {
  await open();
  await page.user.click(screen.getByRole('link', { name: 'Voltar' }));
  expect(await screen.findByRole('heading', { name: 'Proprietários' })).toBeTruthy();
  expect(window.location.pathname).toBe('/proprietarios');
});

test("'Cadastrar e incluir veículo' goes on to the vehicle with the owner chosen", async () => {
  await open();
  await page.user.type(matricula(), '42');
  await page.user.type(nome(), 'Ana Prado');
  await page.user.click(screen.getByRole('button', { name: 'Cadastrar e incluir veículo' }));
  expect(await screen.findByText('Ana Prado · 42')).toBeTruthy();
  expect(window.location.pathname).toBe('/veiculos/cadastrar');
});

test('Ctrl+Enter registers, once', async () => {
  await open();
  await page.user.type(matricula(), '42');
  await page.user.type(nome(), 'Ana');
  const tecla = { key: 'Enter', ctrlKey: true };
  fireEvent.keyDown(nome(), tecla);
  fireEvent.keyDown(nome(), tecla);
  expect(await screen.findByText('Proprietário cadastrado com sucesso!')).toBeTruthy();
  expect(page.wire.calls.filter(ehCriacao)).toHaveLength(1);
});

test('the note about a known matrícula stands in the line kept for it under the field', async () => {
  await open((server) => buildProprietario(server));
  const linhas = () => (matricula().getAttribute('aria-describedby') ?? '').split(' ');
  const [antes] = linhas();
  const linha = document.getElementById(antes as string);
  expect(linha?.textContent).toBe('');
  expect(linha?.className).toContain('min-h-');
  await page.user.type(matricula(), '001215');
  await page.user.tab();
  await waitFor(() => expect(linha?.textContent).toBe('Já cadastrada para Edson Carvalho'));
  expect(linhas()).toEqual([antes]);
});
