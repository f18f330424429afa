import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { ANA, antiga, clicar, escolher, guardado, openFicha } from '../../test/ficha.ts';
import { openPage, type Page } from '../../test/page.tsx';
import { passar } from '../../test/passagens.ts';
import { breakDown, buildProprietario, buildVeiculo } from '../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const abrir = async (...args: Parameters<typeof openFicha>) => {
  const aberta = await openFicha(...args);
  page = aberta.page;
  return aberta.gaveta;
};
const parte = (name: string) => within(screen.getByRole('region', { name }));

describe('from the list', () => {
  const daLista = async () => {
    page = await openPage('/veiculos/consultar?q=hb20&ordem=-placa', {
      prepare: (server) => buildVeiculo(server),
    });
    return screen.findByRole('row', { name: /^QXJ0D52/ });
  };
  const fechada = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  test('Enter opens it, Escape closes; the search stays and the row has the focus again', async () => {
    const linha = await daLista();
    linha.focus();
    await page.user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Veículo QXJ0D52' });
    expect(window.location.pathname).toBe('/veiculos/consultar/QXJ0D52');
    expect(document.title).toBe('Veículo QXJ0D52 · UNIPARK');
    expect(window.location.search).toBe('?q=hb20&ordem=-placa');
    await page.user.keyboard('{Escape}');
    await fechada();
    expect(window.location.pathname).toBe('/veiculos/consultar');
    expect(window.location.search).toBe('?q=hb20&ordem=-placa');
    await waitFor(() => expect(document.activeElement).toBe(linha));
  });

  test('so does a press on the row or its plate; back closes', async () => {
    const linha = await daLista();
    await page.user.click(within(linha).getByText('HB20S 1.0 COMFORT'));
    await screen.findByRole('dialog', { name: 'Veículo QXJ0D52' });
    window.history.back();
    await fechada();
    await page.user.click(within(linha).getByRole('link', { name: 'QXJ0D52' }));
    await screen.findByRole('dialog', { name: 'Veículo QXJ0D52' });
    await clicar(page, 'Fechar');
    await fechada();
    expect(window.location.search).toBe('?q=hb20&ordem=-placa');
  });

  test('`e` edits and Delete deletes, as before', async () => {
    const linha = await daLista();
    linha.focus();
    await page.user.keyboard('e');
    expect(await screen.findByRole('dialog', { name: 'Editar Veículo' })).toBeTruthy();
    await clicar(page, 'Cancelar');
    await fechada();
    linha.focus();
    await page.user.keyboard('{Delete}');
    expect(await screen.findByRole('alertdialog', { name: 'Excluir veículo' })).toBeTruthy();
    expect(window.location.pathname).toBe('/veiculos/consultar');
  });
});

test('an address that somebody sent closes to the list it names, with the focus on the row', async () => {
  const gaveta = await abrir('QXJ0D52', undefined, '/veiculos/consultar/qxj0d52?q=hb20');
  await gaveta.findByText('Modelo');
  await screen.findByText('1 veículo');
  await clicar(page, 'Fechar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.pathname).toBe('/veiculos/consultar');
  expect(window.location.search).toBe('?q=hb20');
  const linha = screen.getByRole('row', { name: /^QXJ0D52/ });
  await waitFor(() => expect(document.activeElement).toBe(linha));
});

describe('what is known', () => {
  test('plate, status and why, what kind it is, whose; absence in the words of the product', async () => {
    const gaveta = await abrir('qxj0d52', async (server) => {
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
    expect(outros.getAttribute('href')).toBe('/veiculos/consultar?q=000777');
    expect(
      gaveta.getByText(/^Cadastrado em \d\d\/\d\d\/\d{4} - \d\d:\d\d · Alterado em/),
    ).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Cidade' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Placa' })).toBeNull();
  });

  test('the story: passages and changes, with who and when; a passage opens over it', async () => {
    await abrir('QXJ0D52', async (server) => {
      await buildVeiculo(server);
      await passar(server, { camera: '1', sentido: 'entrada' });
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

  test('a plate nobody registered, in any spelling', async () => {
    const gaveta = await abrir('abc-1234', () => {});
    expect(await gaveta.findByText('O veículo ABC1234 não está cadastrado.')).toBeTruthy();
    expect(gaveta.getByRole('link', { name: 'Cadastrar ABC1234' }).getAttribute('href')).toBe(
      '/veiculos/cadastrar?placa=ABC1234',
    );
    expect(gaveta.queryByRole('button', { name: 'Editar' })).toBeNull();
  });

  test('what is no plate cannot be registered', async () => {
    const gaveta = await abrir('abc-1d23', () => {});
    expect(await gaveta.findByText('Esta placa não existe.')).toBeTruthy();
    expect(gaveta.queryByRole('link', { name: /^Cadastrar/ })).toBeNull();
  });

  test('the same car under its other plate is found', async () => {
    const gaveta = await abrir('HKQ3H82', (server) => buildVeiculo(server, antiga));
    await page.user.click(await gaveta.findByRole('link', { name: 'Ver HKQ3782' }));
    expect(await screen.findByRole('dialog', { name: 'Veículo HKQ3782' })).toBeTruthy();
    expect(await gaveta.findByText('Modelo')).toBeTruthy();
  });

  test('a failure is told, with the number for support, and may be tried again', async () => {
    const gaveta = await abrir('QXJ0D52', async (server, wire) => {
      await buildVeiculo(server);
      breakDown(wire, 'GET /api/veiculos/QXJ0D52/ficha');
    });
    expect(await gaveta.findByText('Não foi possível carregar o veículo.')).toBeTruthy();
    expect(gaveta.getByText('7F3A-91C2')).toBeTruthy();
    expect(gaveta.queryByText(/não está cadastrado/)).toBeNull();
    page.wire.restore();
    await clicar(page, 'Tentar novamente');
    expect(await gaveta.findByText('Modelo')).toBeTruthy();
  });
});

describe('the format of the plate', () => {
  test('becomes Mercosul under the same page, and back', async () => {
    const gaveta = await abrir('HKQ3782', (server) => buildVeiculo(server, antiga));
    await page.user.click(await gaveta.findByRole('button', { name: /^Atualizar para o padrão/ }));
    await clicar(page, 'Atualizar placa');
    expect(await screen.findByRole('dialog', { name: 'Veículo HKQ3H82' })).toBeTruthy();
    expect(window.location.pathname).toBe('/veiculos/consultar/HKQ3H82');
    expect(gaveta.getAllByText('GOL 1.6 POWER')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Cidade' })).toBeNull();
    expect(await parte('Histórico').findByText('Veículo cadastrado')).toBeTruthy();
    await clicar(page, 'Voltar à placa antiga');
    await clicar(page, 'Voltar placa');
    expect(await screen.findByRole('dialog', { name: 'Veículo HKQ3782' })).toBeTruthy();
    expect(await guardado(page, 'HKQ3782')).toMatchObject(antiga);
  });

  test('both registered: each names the other, neither may become it', async () => {
    const gaveta = await abrir('HKQ3782', async (server) => {
      await buildVeiculo(server, antiga);
      await buildVeiculo(server, { ...antiga, placa: 'HKQ3H82', modelo: 'GOL 1.0' });
    });
    const frase = 'O mesmo veículo também está cadastrado com a placa HKQ3H82.';
    expect(await gaveta.findByText(frase)).toBeTruthy();
    expect(gaveta.queryByRole('button', { name: /^Atualizar para o padrão/ })).toBeNull();
    await page.user.click(gaveta.getByRole('link', { name: 'Ver HKQ3H82' }));
    expect(await gaveta.findByText('GOL 1.0')).toBeTruthy();
  });
});

describe('the actions', () => {
  test('Editar opens the modal over it; what changed is shown', async () => {
    const gaveta = await abrir('QXJ0D52');
    await page.user.click(await gaveta.findByRole('button', { name: 'Editar' }));
    const dialogo = within(await screen.findByRole('dialog', { name: 'Editar Veículo' }));
    await page.user.clear(dialogo.getByLabelText('Cor'));
    await page.user.type(dialogo.getByLabelText('Cor'), 'Verde');
    await clicar(page, 'Avançar');
    await clicar(page, 'Confirmar');
    expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
    expect(await gaveta.findByText('Verde')).toBeTruthy();
    expect(await parte('Histórico').findByText('Cadastro alterado')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Editar'));
  });

  test('Escape in the modal closes the modal alone', async () => {
    const gaveta = await abrir('QXJ0D52');
    await page.user.click(await gaveta.findByRole('button', { name: 'Editar' }));
    await screen.findByRole('dialog', { name: 'Editar Veículo' });
    await page.user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Editar Veículo' })).toBeNull(),
    );
    expect(screen.getByRole('dialog', { name: 'Veículo QXJ0D52' })).toBeTruthy();
  });

  test('Excluir asks, closes the page and takes the row away', async () => {
    const gaveta = await abrir('QXJ0D52');
    await page.user.click(await gaveta.findByRole('button', { name: 'Excluir' }));
    const pergunta = within(await screen.findByRole('alertdialog', { name: 'Excluir veículo' }));
    await page.user.click(pergunta.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Veículo removido com sucesso')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname).toBe('/veiculos/consultar');
    expect(await screen.findByText('Nenhum veículo encontrado.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  });

  test('a failed delete says why on the page', async () => {
    const gaveta = await abrir('QXJ0D52', async (server, wire) => {
      await buildVeiculo(server);
      breakDown(wire, 'DELETE /db/veiculos/QXJ0D52');
    });
    await page.user.click(await gaveta.findByRole('button', { name: 'Excluir' }));
    const pergunta = within(await screen.findByRole('alertdialog', { name: 'Excluir veículo' }));
    await page.user.click(pergunta.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Erro ao remover veículo')).toBeTruthy();
    expect(await gaveta.findByText('Erro inesperado.')).toBeTruthy();
  });

  test('deleted elsewhere: it says so as soon as it is looked at again', async () => {
    const gaveta = await abrir('QXJ0D52');
    await gaveta.findByText('Modelo');
    await page.server.request({ method: 'DELETE', url: '/db/veiculos/QXJ0D52' });
    await clicar(page, 'Trocar proprietário'.replace('Trocar', 'Informar'));
    await buildProprietario(page.server, ANA);
    await escolher(page, 'Novo proprietário', 'ana', /Ana Souza/);
    await clicar(page, 'Salvar');
    expect(await gaveta.findByText('O veículo QXJ0D52 não está mais no cadastro.')).toBeTruthy();
    expect(gaveta.getByRole('link', { name: 'Cadastrar QXJ0D52' })).toBeTruthy();
    expect(gaveta.queryByRole('button', { name: 'Editar' })).toBeNull();
  });
});
