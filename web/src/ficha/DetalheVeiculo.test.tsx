import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { matchFrase } from '../../test/cartao.ts';
import {
  ANA,
  antiga,
  chooseOption,
  clickButton,
  openFicha,
  readVeiculo,
} from '../../test/ficha.ts';
import { openPage, type TestPage } from '../../test/page.tsx';
import { postPassagem } from '../../test/passagens.ts';
import { breakDown, buildProprietario, buildVeiculo } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (...args: Parameters<typeof openFicha>) => {
  const aberta = await openFicha(...args);
  page = aberta.page;
  return aberta.gaveta;
};
const getParte = (name: string) => within(screen.getByRole('region', { name }));

describe('from the list', () => {
  const openFromLista = async () => {
    page = await openPage('/veiculos/consultar?q=hb20&ordem=-placa', {
      prepare: (server) => buildVeiculo(server),
    });
    return screen.findByRole('row', { name: /^QXJ0D52/ });
  };
  const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  test('Enter opens it and Escape closes it; the search stays, and the row gets the focus back', async () => {
    const linha = await openFromLista();
    linha.focus();
    await page.user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Veículo QXJ0D52' });
    expect(window.location.pathname).toBe('/veiculos/consultar/QXJ0D52');
    expect(document.title).toBe('Veículo QXJ0D52 · UNIPARK');
    expect(window.location.search).toBe('?q=hb20&ordem=-placa');
    await page.user.keyboard('{Escape}');
    await expectClosed();
    expect(window.location.pathname).toBe('/veiculos/consultar');
    expect(window.location.search).toBe('?q=hb20&ordem=-placa');
    await waitFor(() => expect(document.activeElement).toBe(linha));
  });

  test('a press on the row or its plate opens it too; back closes it', async () => {
    const linha = await openFromLista();
    await page.user.click(within(linha).getByText('HB20S 1.0 COMFORT'));
    await screen.findByRole('dialog', { name: 'Veículo QXJ0D52' });
    window.history.back();
    await expectClosed();
    await page.user.click(within(linha).getByRole('link', { name: 'QXJ0D52' }));
    await screen.findByRole('dialog', { name: 'Veículo QXJ0D52' });
    await clickButton(page, 'Fechar');
    await expectClosed();
    expect(window.location.search).toBe('?q=hb20&ordem=-placa');
  });

  test('`e` edits and Delete deletes, also here', async () => {
    const linha = await openFromLista();
    linha.focus();
    await page.user.keyboard('e');
    expect(await screen.findByRole('dialog', { name: 'Editar Veículo' })).toBeTruthy();
    await clickButton(page, 'Cancelar');
    await expectClosed();
    linha.focus();
    await page.user.keyboard('{Delete}');
    expect(await screen.findByRole('alertdialog', { name: 'Excluir veículo' })).toBeTruthy();
    expect(window.location.pathname).toBe('/veiculos/consultar');
  });
});

test('an address from a link closes to the list that it names, with the focus on the row', async () => {
  const gaveta = await open('QXJ0D52', undefined, '/veiculos/consultar/qxj0d52?q=hb20');
  await gaveta.findByText('Modelo');
  await screen.findByText('1 veículo');
  await clickButton(page, 'Fechar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.pathname).toBe('/veiculos/consultar');
  expect(window.location.search).toBe('?q=hb20');
  // The placeholders of a slow list stay for a moment.
  const linha = await screen.findByRole('row', { name: /^QXJ0D52/ });
  await waitFor(() => expect(document.activeElement).toBe(linha));
});

describe('the data of a vehicle', () => {
  test('shows plate, status and reason, kind and owner; missing values have their own words', async () => {
    const gaveta = await open('qxj0d52', async (server) => {
      await buildProprietario(server, ANA);
      await buildVeiculo(server, { proprietario_matricula: ANA.matricula });
      await buildVeiculo(server, { placa: 'ABC1D23', proprietario_matricula: ANA.matricula });
      const motivo = 'Furto de placa comunicado à segurança.';
      const url = '/db/veiculos/QXJ0D52';
      await server.request({ method: 'PUT', url, payload: { motivo } });
    });
    expect(await gaveta.findByText('PROIBIDO')).toBeTruthy();
    expect(gaveta.getByText('Motivo: Furto de placa comunicado à segurança.')).toBeTruthy();
    const fatos = [...document.querySelectorAll('[role=dialog] dl > div')];
    expect(fatos.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
      'ModeloHB20S 1.0 COMFORT',
      'MarcaHyundai',
      'AnoNão informado',
      'TipoCarro',
      'CorPrata',
    ]);
    expect(gaveta.getByText('Ana Souza')).toBeTruthy();
    const outros = await gaveta.findByRole('link', { name: 'Tem mais 1 veículo' });
    expect(outros.getAttribute('href')).toBe('/veiculos/consultar?proprietario=000777');
    expect(
      gaveta.getByText(/^Cadastrado em \d\d\/\d\d\/\d{4} - \d\d:\d\d · Alterado em/),
    ).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Cidade' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Placa' })).toBeNull();
  });

  test('the history shows passages and changes with person and time; a passage opens over it', async () => {
    await open('QXJ0D52', async (server) => {
      await buildVeiculo(server);
      await postPassagem(server, { camera: '1', sentido: 'entrada' });
      const url = '/db/veiculos/QXJ0D52';
      await server.request({ method: 'PUT', url, payload: { status: 'ATIVO' } });
    });
    const historia = within(await screen.findByRole('region', { name: 'Histórico' }));
    await historia.findByText('Veículo cadastrado');
    const itens = historia.getAllByRole('listitem').map((item) => item.textContent);
    expect(itens[0]).toMatch(/^\d\d:\d\dCadastro alterado por Márcia Carvalho/);
    expect(itens[1]).toMatch(/^\d\d:\d\dEntrada · Câmera 1/);
    expect(historia.getByRole('link', { name: 'Abrir no Histórico' }).getAttribute('href')).toBe(
      '/historico/QXJ0D52',
    );
    const passagem = historia.getByRole('button', { name: /Entrada · Câmera 1/ });
    await page.user.click(passagem);
    expect(await screen.findByRole('dialog', { name: 'Passagem' })).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Passagem' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Veículo QXJ0D52' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(passagem));
  });

  test('a plate that is not registered, in any spelling', async () => {
    const gaveta = await open('abc-1234', () => {});
    expect(
      await gaveta.findByText(matchFrase('O veículo ABC1234 não está cadastrado.')),
    ).toBeTruthy();
    expect(gaveta.getByRole('link', { name: 'Cadastrar ABC1234' }).getAttribute('href')).toBe(
      '/veiculos/cadastrar?placa=ABC1234',
    );
    expect(gaveta.queryByRole('button', { name: 'Editar' })).toBeNull();
  });

  test('a text that is not a plate cannot be registered', async () => {
    const gaveta = await open('abc-1d23', () => {});
    expect(await gaveta.findByText('Esta placa não é válida.')).toBeTruthy();
    expect(gaveta.queryByRole('link', { name: /^Cadastrar/ })).toBeNull();
  });

  test('the same car is found under its other plate', async () => {
    const gaveta = await open('HKQ3H82', (server) => buildVeiculo(server, antiga));
    await page.user.click(await gaveta.findByRole('link', { name: 'Ver HKQ3782' }));
    expect(await screen.findByRole('dialog', { name: 'Veículo HKQ3782' })).toBeTruthy();
    expect(await gaveta.findByText('Modelo')).toBeTruthy();
  });

  test('a failure shows the number for support and can be tried again', async () => {
    const gaveta = await open('QXJ0D52', async (server, wire) => {
      await buildVeiculo(server);
      breakDown(wire, 'GET /api/veiculos/QXJ0D52/ficha');
    });
    expect(await gaveta.findByText('Não foi possível carregar o veículo.')).toBeTruthy();
    expect(gaveta.getByText('7F3A-91C2')).toBeTruthy();
    expect(gaveta.queryByText(/não está cadastrado/)).toBeNull();
    page.wire.restore();
    await clickButton(page, 'Tentar novamente');
    expect(await gaveta.findByText('Modelo')).toBeTruthy();
  });
});

describe('the format of the plate', () => {
  test('changes to Mercosul on the same page, and back', async () => {
    const gaveta = await open('HKQ3782', (server) => buildVeiculo(server, antiga));
    await page.user.click(await gaveta.findByRole('button', { name: /^Atualizar para o padrão/ }));
    await clickButton(page, 'Atualizar placa');
    expect(await screen.findByRole('dialog', { name: 'Veículo HKQ3H82' })).toBeTruthy();
    expect(window.location.pathname).toBe('/veiculos/consultar/HKQ3H82');
    expect(gaveta.getAllByText('GOL 1.6 POWER')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Cidade' })).toBeNull();
    expect(await getParte('Histórico').findByText('Veículo cadastrado')).toBeTruthy();
    await clickButton(page, 'Voltar à placa antiga');
    await clickButton(page, 'Voltar placa');
    expect(await screen.findByRole('dialog', { name: 'Veículo HKQ3782' })).toBeTruthy();
    expect(await readVeiculo(page, 'HKQ3782')).toMatchObject(antiga);
  });

  test('with both registered, each names the other and neither can be changed', async () => {
    const gaveta = await open('HKQ3782', async (server) => {
      await buildVeiculo(server, antiga);
      await buildVeiculo(server, { ...antiga, placa: 'HKQ3H82', modelo: 'GOL 1.0' });
    });
    const frase = 'O mesmo veículo também está cadastrado com a placa HKQ3H82.';
    expect(await gaveta.findByText(matchFrase(frase))).toBeTruthy();
    expect(gaveta.queryByRole('button', { name: /^Atualizar para o padrão/ })).toBeNull();
    await page.user.click(gaveta.getByRole('link', { name: 'Ver HKQ3H82' }));
    expect(await gaveta.findByText('GOL 1.0')).toBeTruthy();
  });
});

describe('the actions', () => {
  test('Editar opens the modal over it, and the change is shown', async () => {
    const gaveta = await open('QXJ0D52');
    await page.user.click(await gaveta.findByRole('button', { name: 'Editar' }));
    const dialogo = within(await screen.findByRole('dialog', { name: 'Editar Veículo' }));
    await page.user.clear(dialogo.getByLabelText('Cor'));
    await page.user.type(dialogo.getByLabelText('Cor'), 'Verde');
    await clickButton(page, 'Avançar');
    await clickButton(page, 'Confirmar');
    expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
    expect(await gaveta.findByText('Verde')).toBeTruthy();
    expect(await getParte('Histórico').findByText('Cadastro alterado')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Editar'));
  });

  test('Escape in the modal closes the modal alone', async () => {
    const gaveta = await open('QXJ0D52');
    await page.user.click(await gaveta.findByRole('button', { name: 'Editar' }));
    await screen.findByRole('dialog', { name: 'Editar Veículo' });
    await page.user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Editar Veículo' })).toBeNull(),
    );
    expect(screen.getByRole('dialog', { name: 'Veículo QXJ0D52' })).toBeTruthy();
  });

  test('Excluir asks, closes the page and removes the row', async () => {
    const gaveta = await open('QXJ0D52');
    await page.user.click(await gaveta.findByRole('button', { name: 'Excluir' }));
    const pergunta = within(await screen.findByRole('alertdialog', { name: 'Excluir veículo' }));
    await page.user.click(pergunta.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Veículo removido com sucesso')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname).toBe('/veiculos/consultar');
    expect(await screen.findByText('Nenhum veículo encontrado.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  });

  test('a failed delete shows the reason on the page', async () => {
    const gaveta = await open('QXJ0D52', async (server, wire) => {
      await buildVeiculo(server);
      breakDown(wire, 'DELETE /db/veiculos/QXJ0D52');
    });
    await page.user.click(await gaveta.findByRole('button', { name: 'Excluir' }));
    const pergunta = within(await screen.findByRole('alertdialog', { name: 'Excluir veículo' }));
    await page.user.click(pergunta.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Erro ao remover veículo')).toBeTruthy();
    expect(await gaveta.findByText('Erro inesperado.')).toBeTruthy();
  });

  test('after a delete by another person the next load says so', async () => {
    const gaveta = await open('QXJ0D52');
    await gaveta.findByText('Modelo');
    await page.server.request({ method: 'DELETE', url: '/db/veiculos/QXJ0D52' });
    await clickButton(page, 'Trocar proprietário'.replace('Trocar', 'Informar'));
    await buildProprietario(page.server, ANA);
    await chooseOption(page, 'Novo proprietário', 'ana', /Ana Souza/);
    await clickButton(page, 'Salvar');
    expect(
      await gaveta.findByText(matchFrase('O veículo QXJ0D52 não está mais no cadastro.')),
    ).toBeTruthy();
    expect(gaveta.getByRole('link', { name: 'Cadastrar QXJ0D52' })).toBeTruthy();
    expect(gaveta.queryByRole('button', { name: 'Editar' })).toBeNull();
  });
});
