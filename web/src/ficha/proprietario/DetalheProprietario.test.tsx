import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { ANA, clickButton } from '../../../test/ficha.ts';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { postPassagem } from '../../../test/passagens.ts';
import { breakDown, buildProprietario, buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const URL_DELA = `/db/proprietarios/${ANA.matricula}`;
const LISTA = '/proprietarios/consultar';

const prepareAna = async (server: TestPage['server']) => {
  await buildProprietario(server, ANA);
  await buildVeiculo(server, { proprietario_matricula: ANA.matricula });
};

async function open(
  prepare: TestPageOptions['prepare'] = prepareAna,
  path = `${LISTA}/${ANA.matricula}`,
) {
  page = await openPage(path, { prepare });
  return within(await screen.findByRole('dialog', { name: ANA.nome }));
}
const getParte = (name: string) => within(screen.getByRole('region', { name }));
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const readAna = async () => (await page.server.request({ url: URL_DELA })).json();

describe('from the list', () => {
  const openFromLista = async () => {
    page = await openPage(`${LISTA}?q=ana&ordem=-nome`, { prepare: prepareAna });
    return screen.findByRole('row', { name: /^Ana Souza/ });
  };

  test('Enter opens it and Escape closes it; the search stays, and the row gets the focus back', async () => {
    const linha = await openFromLista();
    linha.focus();
    await page.user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: ANA.nome });
    expect(window.location.pathname).toBe(`${LISTA}/${ANA.matricula}`);
    expect(document.title).toBe(`Proprietário ${ANA.matricula} · UNIPARK`);
    await page.user.keyboard('{Escape}');
    await expectClosed();
    expect(window.location.pathname + window.location.search).toBe(`${LISTA}?q=ana&ordem=-nome`);
    await waitFor(() => expect(document.activeElement).toBe(linha));
  });

  test('a press on the name opens it, and back closes it', async () => {
    const linha = await openFromLista();
    await page.user.click(within(linha).getByRole('link', { name: ANA.nome }));
    await screen.findByRole('dialog', { name: ANA.nome });
    window.history.back();
    await expectClosed();
    expect(window.location.search).toBe('?q=ana&ordem=-nome');
  });
});

test('an address from a link closes to the list that it names', async () => {
  await open(undefined, `${LISTA}/${ANA.matricula}?q=ana`);
  await screen.findByText('1 proprietário');
  await clickButton(page, 'Fechar');
  await expectClosed();
  expect(window.location.pathname + window.location.search).toBe(`${LISTA}?q=ana`);
});

test('shows the vehicles, the latest passages and the changes of this owner alone', async () => {
  await open(async (server) => {
    await prepareAna(server);
    await buildVeiculo(server, { placa: 'XYZ9K99', modelo: 'OUTRO' });
    await postPassagem(server, { placa: 'QXJ0D52', camera: '1', sentido: 'entrada' });
    await postPassagem(server, { placa: 'XYZ9K99', camera: '2' });
    await server.request({ method: 'PUT', url: URL_DELA, payload: { nome: ANA.nome } });
  });
  const veiculo = await getParte('Veículos').findByRole('link', { name: /QXJ0D52/ });
  expect(veiculo.getAttribute('href')).toBe('/veiculos/consultar/QXJ0D52');
  const passagem = await getParte('Últimas passagens').findByRole('button', { name: /QXJ0D52/ });
  expect(passagem.textContent).toContain('Entrada · Câmera 1');
  const historico = getParte('Histórico');
  expect(await historico.findByText('Proprietário cadastrado')).toBeTruthy();
  expect(historico.getAllByText(`por ${CONTA.name}`)).toHaveLength(2);
  expect(screen.queryByText(/XYZ9K99/)).toBeNull();
  await page.user.click(passagem);
  expect(await screen.findByRole('dialog', { name: 'Passagem' })).toBeTruthy();
});

test('an owner with many vehicles shows five, and leads to all of them', async () => {
  await open(async (server) => {
    await prepareAna(server);
    for (let i = 0; i < 6; i += 1) {
      await buildVeiculo(server, { placa: `ABC1D2${i}`, proprietario_matricula: ANA.matricula });
    }
  });
  const parte = getParte('Veículos');
  await page.user.click(await parte.findByRole('link', { name: 'Ver 7 veículos' }));
  expect(await screen.findByText('7 veículos')).toBeTruthy();
  expect(window.location.search).toBe(`?proprietario=${ANA.matricula}`);
});

describe('the contact', () => {
  const openContato = async (botao = 'Informar contato') => {
    await open();
    await page.user.click(await screen.findByRole('button', { name: botao }));
    return {
      email: screen.getByLabelText('E-mail (opcional)'),
      telefone: screen.getByLabelText('Telefone (opcional)'),
    };
  };

  test('is empty at first; it is checked, saved, shown, and told in the history', async () => {
    const { email, telefone } = await openContato();
    expect(document.activeElement).toBe(email);
    await page.user.type(email, 'ana@exemplo.com.br');
    await page.user.type(telefone, '99123-4567');
    await clickButton(page, 'Salvar');
    expect(await screen.findByText(/^Telefone: informe DDD e número/)).toBeTruthy();
    expect(await readAna()).toMatchObject({ email: null, versao: 1 });
    await page.user.clear(telefone);
    await page.user.type(telefone, '35 99123-4567');
    await clickButton(page, 'Salvar');
    expect(await screen.findByText('Proprietário atualizado com sucesso')).toBeTruthy();
    const parte = getParte('Contato');
    expect(parte.getByRole('link', { name: '(35) 99123-4567' })).toBeTruthy();
    expect(parte.getByRole('link', { name: 'ana@exemplo.com.br' })).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(parte.getByRole('button', { name: 'Alterar contato' })),
    );
    expect(await readAna()).toMatchObject({ nome: ANA.nome, telefone: '35991234567', versao: 2 });
    expect(await getParte('Histórico').findByText('(35) 99123-4567')).toBeTruthy();
  });

  test('Escape cancels the edit before it closes the page', async () => {
    const { email } = await openContato();
    await page.user.type(email, 'x');
    await page.user.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'Informar contato' })).toBeTruthy();
    expect(screen.getByRole('dialog', { name: ANA.nome })).toBeTruthy();
    expect(await readAna()).toMatchObject({ email: null });
  });

  test('a conflict shows both versions', async () => {
    const { email } = await openContato();
    await page.user.type(email, 'minha@exemplo.com.br');
    const payload = { nome: ANA.nome, email: 'outra@exemplo.com.br' };
    await page.server.request({ method: 'PUT', url: URL_DELA, payload });
    await clickButton(page, 'Salvar');
    const titulo = 'Este proprietário foi alterado por outra pessoa';
    const conflito = within(await screen.findByRole('dialog', { name: titulo }));
    expect(conflito.getByText('minha@exemplo.com.br')).toBeTruthy();
    expect(conflito.getByText('outra@exemplo.com.br')).toBeTruthy();
    await clickButton(page, 'Usar a minha');
    expect(await screen.findByText('Proprietário atualizado com sucesso')).toBeTruthy();
    expect(await readAna()).toMatchObject({ email: 'minha@exemplo.com.br', versao: 3 });
  });
});

test('Editar has the two fields of the specification, and the new name is on the page', async () => {
  await open();
  await page.user.click(await screen.findByRole('button', { name: 'Editar' }));
  const dialogo = await screen.findByRole('dialog', { name: 'Editar Proprietário' });
  expect(within(dialogo).getAllByRole('textbox')).toHaveLength(2);
  await page.user.type(within(dialogo).getByLabelText('Nome'), ' Lima');
  await page.user.click(within(dialogo).getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByRole('dialog', { name: 'Ana Souza Lima' })).toBeTruthy();
});

test('an edit that began before another person’s is a conflict, also after a refresh of the page', async () => {
  await open();
  await page.user.click(await screen.findByRole('button', { name: 'Editar' }));
  const dialogo = within(await screen.findByRole('dialog', { name: 'Editar Proprietário' }));
  await page.user.type(dialogo.getByLabelText('Nome'), ' Lima');
  await page.server.request({ method: 'PUT', url: URL_DELA, payload: { nome: 'Ana Reis' } });
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Ana Reis');
  await page.user.click(dialogo.getByRole('button', { name: 'Salvar' }));
  const titulo = 'Este proprietário foi alterado por outra pessoa';
  const conflito = within(await screen.findByRole('dialog', { name: titulo }));
  expect(conflito.getByText('Ana Reis')).toBeTruthy();
});

test('Excluir removes an owner without vehicles and closes the page', async () => {
  await open((server) => buildProprietario(server, ANA));
  await page.user.click(await screen.findByRole('button', { name: 'Excluir' }));
  const pergunta = within(await screen.findByRole('alertdialog', { name: 'Excluir proprietário' }));
  await page.user.click(pergunta.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Proprietário removido com sucesso')).toBeTruthy();
  await expectClosed();
  expect(window.location.pathname).toBe(LISTA);
});

test('an unknown matrícula is told, and a failure can be tried again', async () => {
  page = await openPage(`${LISTA}/999`);
  expect(await screen.findByText('A matrícula 999 não está cadastrada.')).toBeTruthy();
  await page.close();
  page = await openPage(`${LISTA}/${ANA.matricula}`, {
    prepare: (server, wire) => {
      breakDown(wire, `GET /api/proprietarios/${ANA.matricula}/ficha`);
      return prepareAna(server);
    },
  });
  expect(await screen.findByText('Não foi possível carregar o proprietário.')).toBeTruthy();
  page.wire.restore();
  await clickButton(page, 'Tentar novamente');
  expect(await screen.findByRole('region', { name: 'Contato' })).toBeTruthy();
});
