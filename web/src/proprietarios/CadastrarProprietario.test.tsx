import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage, type TestPageOptions } from '../../test/page.tsx';
import { buildProprietario } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (prepare?: TestPageOptions['prepare']) => {
  page = await openPage('/proprietarios/cadastrar', { prepare });
  await screen.findByRole('heading', { name: 'Cadastrar Novo Proprietário' });
};
const getMatricula = () => screen.getByLabelText('Matrícula');
const getNome = () => screen.getByLabelText('Nome');
const submit = () => page.user.click(screen.getByRole('button', { name: 'Cadastrar' }));
const isCreation = (call: string) => call === 'POST /db/proprietarios';

test.each([
  ['', ''],
  ['   ', 'Ana'],
  ['42', '   '],
])('blank fields "%s" and "%s" show a warning, and nothing is sent', async (numero, pessoa) => {
  await open();
  if (numero) await page.user.type(getMatricula(), numero);
  if (pessoa) await page.user.type(getNome(), pessoa);
  await submit();
  expect(await screen.findByText('Preencha todos os campos obrigatórios.')).toBeTruthy();
  const primeiro = numero.trim() ? getNome() : getMatricula();
  await waitFor(() => expect(primeiro).toBe(document.activeElement));
  expect(page.wire.calls.filter(isCreation)).toEqual([]);
});

test('both inputs are marked required', async () => {
  await open();
  expect(getMatricula()).toHaveProperty('required', true);
  expect(getNome()).toHaveProperty('required', true);
});

test('success leads to the list with the new row marked', async () => {
  await open((server) => buildProprietario(server));
  await page.user.type(getMatricula(), ' 007 ');
  await page.user.type(getNome(), 'Zulmira Prado');
  await submit();
  expect(await screen.findByText('Proprietário cadastrado com sucesso!')).toBeTruthy();
  const linha = (await screen.findByText('Zulmira Prado')).closest('tr');
  await waitFor(() => expect(linha?.dataset.highlighted).toBe('true'));
  expect(window.location.pathname).toBe('/proprietarios/consultar');
  expect(screen.getByText('007')).toBeTruthy();
});

test('e-mail and telephone are optional; what is typed is checked and stored', async () => {
  await open();
  const getEmail = () => screen.getByLabelText('E-mail (opcional)');
  const getTelefone = () => screen.getByLabelText('Telefone (opcional)');
  expect(getEmail()).toHaveProperty('value', '');
  expect(getTelefone()).toHaveProperty('required', false);
  await page.user.type(getMatricula(), '42');
  await page.user.type(getNome(), 'Ana');
  await page.user.type(getEmail(), 'ana');
  await page.user.type(getTelefone(), '99123-4567');
  await submit();
  expect(await screen.findByText(/^E-mail: informe um endereço completo/)).toBeTruthy();
  expect(screen.getByText(/^Telefone: informe DDD e número/)).toBeTruthy();
  expect(page.wire.calls.filter(isCreation)).toEqual([]);
  await page.user.type(getEmail(), '@exemplo.com.br');
  await page.user.clear(getTelefone());
  await page.user.type(getTelefone(), '(35) 99123-4567');
  await submit();
  expect(await screen.findByText('Proprietário cadastrado com sucesso!')).toBeTruthy();
  expect((await page.server.request({ url: '/db/proprietarios/42' })).json()).toMatchObject({
    email: 'ana@exemplo.com.br',
    telefone: '35991234567',
  });
  // The list, where the person is now, has neither.
  await screen.findByRole('row', { name: /^Ana/ });
  expect(screen.queryByText(/exemplo|99123/)).toBeNull();
});

test('a taken matrícula is reported on leaving the field, and refused in the server’s words', async () => {
  await open((server) => buildProprietario(server));
  await page.user.type(getMatricula(), '001215');
  await page.user.type(getNome(), 'Outra Pessoa');
  expect(await screen.findByText(/Já cadastrada para/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edson Carvalho' })).toBeTruthy();
  await submit();
  // Under the field and as a toast.
  await waitFor(() => expect(screen.getAllByText('Matrícula já cadastrada.')).toHaveLength(2));
  expect(getNome()).toHaveProperty('value', 'Outra Pessoa');
});

test('without a server the product shows its own sentence, and the form stays', async () => {
  await open((_server, wire) =>
    wire.answer('POST /db/proprietarios', () => Promise.reject(new TypeError('failed'))),
  );
  await page.user.type(getMatricula(), '42');
  await page.user.type(getNome(), 'Ana');
  await submit();
  expect(await screen.findByText('Erro ao cadastrar proprietário.')).toBeTruthy();
  expect(getMatricula()).toHaveProperty('value', '42');
});

test("the button says 'Salvando...' while sending", async () => {
  let answer: (resposta: Response) => void = () => {};
  const espera = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  await open((_server, wire) => wire.answer('POST /db/proprietarios', () => espera));
  await page.user.type(getMatricula(), '42');
  await page.user.type(getNome(), 'Ana');
  await submit();
  expect(await screen.findByRole('button', { name: 'Salvando...' })).toHaveProperty(
    'disabled',
    true,
  );
  answer(Response.json({ matricula: '42', nome: 'Ana', versao: 1 }, { status: 201 }));
  expect(await screen.findByText('Proprietário cadastrado com sucesso!')).toBeTruthy();
});

test('Voltar leads to /proprietarios', async () => {
  await open();
  await page.user.click(screen.getByRole('link', { name: 'Voltar' }));
  expect(await screen.findByRole('heading', { name: 'Proprietários' })).toBeTruthy();
  expect(window.location.pathname).toBe('/proprietarios');
});

test('leaving with something typed asks; without it, it does not', async () => {
  await open();
  await page.user.type(getNome(), 'Ana');
  await page.user.click(screen.getByRole('link', { name: 'Voltar' }));
  await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' });
  await page.user.click(screen.getByRole('button', { name: 'Continuar aqui' }));
  expect(getNome()).toHaveProperty('value', 'Ana');
  await page.user.clear(getNome());
  await page.user.click(screen.getByRole('link', { name: 'Voltar' }));
  await screen.findByRole('heading', { name: 'Proprietários' });
});

test('leaving while it is being sent asks; a failure then loses nothing', async () => {
  await open();
  let answer: (resposta: Response) => void = () => undefined;
  page.wire.answer('POST /db/proprietarios', () => new Promise((pronto) => (answer = pronto)));
  await page.user.type(getMatricula(), '42');
  await page.user.type(getNome(), 'Ana');
  await page.user.click(screen.getByRole('button', { name: 'Cadastrar' }));
  await screen.findByRole('button', { name: 'Salvando...' });
  await page.user.click(screen.getByRole('link', { name: 'Voltar' }));
  await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' });
  answer(Response.json({ mensagem: 'Erro inesperado.' }, { status: 500 }));
  await page.user.click(screen.getByRole('button', { name: 'Continuar aqui' }));
  expect(await screen.findByRole('button', { name: 'Cadastrar' })).toBeTruthy();
  expect(getNome()).toHaveProperty('value', 'Ana');
});

test("'Cadastrar e incluir veículo' opens the vehicle form with this owner chosen", async () => {
  await open();
  await page.user.type(getMatricula(), '42');
  await page.user.type(getNome(), 'Ana Prado');
  await page.user.click(screen.getByRole('button', { name: 'Cadastrar e incluir veículo' }));
  expect(await screen.findByText('Ana Prado · 42')).toBeTruthy();
  expect(window.location.pathname).toBe('/veiculos/cadastrar');
});

test('Ctrl+Enter registers, once', async () => {
  await open();
  await page.user.type(getMatricula(), '42');
  await page.user.type(getNome(), 'Ana');
  const tecla = { key: 'Enter', ctrlKey: true };
  fireEvent.keyDown(getNome(), tecla);
  fireEvent.keyDown(getNome(), tecla);
  expect(await screen.findByText('Proprietário cadastrado com sucesso!')).toBeTruthy();
  expect(page.wire.calls.filter(isCreation)).toHaveLength(1);
});

test('the note about a taken matrícula is in the reserved line under the field', async () => {
  await open((server) => buildProprietario(server));
  const listDescriptions = () => (getMatricula().getAttribute('aria-describedby') ?? '').split(' ');
  const [antes] = listDescriptions();
  const linha = document.getElementById(antes as string);
  expect(linha?.textContent).toBe('');
  expect(linha?.className).toContain('min-h-');
  await page.user.type(getMatricula(), '001215');
  await page.user.tab();
  await waitFor(() => expect(linha?.textContent).toBe('Já cadastrada para Edson Carvalho'));
  expect(listDescriptions()).toEqual([antes]);
});
