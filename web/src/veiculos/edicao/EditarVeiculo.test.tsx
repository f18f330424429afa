import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openPage, type Page, type PageOptions } from '../../../test/page.tsx';
import { breakDown, buildVeiculo, hold } from '../../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const URL = '/db/veiculos/QXJ0D52';
const open = async (prepare: PageOptions['prepare'] = (server) => buildVeiculo(server)) => {
  page = await openPage('/veiculos/consultar?editar=qxj0d52', { prepare, seeded: true });
  return screen.findByRole('dialog', { name: 'Editar Veículo' });
};
const clicar = (name: string) => page.user.click(screen.getByRole('button', { name }));
const linhas = (dialogo: HTMLElement) =>
  [...dialogo.querySelectorAll('dl > div')].map((linha) => linha.textContent);

test('two steps: the form, then what changes; Voltar keeps the edits', async () => {
  const dialogo = await open();
  expect(within(dialogo).getByText('Etapa 1 de 2')).toBeTruthy();
  expect(within(dialogo).getByLabelText('Placa')).toHaveProperty('readOnly', true);
  expect(within(dialogo).getByLabelText('Tipo')).toHaveProperty('value', '1');
  expect(within(dialogo).getByText('HB20S 1.0 COMFORT')).toBeTruthy();

  const cor = within(dialogo).getByLabelText('Cor');
  await page.user.clear(cor);
  await page.user.type(cor, 'Cinza chumbo');
  const status = within(dialogo).getByLabelText('Status');
  await page.user.clear(status);
  await page.user.type(status, 'ativo');
  await clicar('Avançar');

  expect(within(dialogo).getByText('Confirmar alterações:')).toBeTruthy();
  expect(linhas(dialogo)).toEqual([
    'PlacaQXJ0D52',
    'TipoCarro',
    'MarcaHyundai',
    'ModeloHB20S 1.0 COMFORT',
    'AnoNão informado',
    'CordePrataparaCinza chumbo',
    'StatusdePROIBIDOparaATIVO',
  ]);
  expect(within(dialogo).getByText('2 alterações')).toBeTruthy();

  await clicar('Voltar');
  expect(within(dialogo).getByLabelText('Cor')).toHaveProperty('value', 'Cinza chumbo');
  await clicar('Avançar');
  await clicar('Confirmar');
  expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Cinza chumbo')).toBeTruthy();
  expect((await page.server.request({ url: URL })).json()).toMatchObject({
    cor: 'Cinza chumbo',
    status: 'ATIVO',
    modelo: 'HB20S 1.0 COMFORT',
  });
});

describe('a list in the dialog', () => {
  const marca = () => screen.getByRole('combobox', { name: /Marca/ });
  const abrirLista = async () => {
    await open();
    await page.user.click(marca());
    return screen.findAllByRole('option', { name: /^[A-Z]/ });
  };

  test('the first Escape closes the list, the second the dialog', async () => {
    await abrirLista();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(marca().getAttribute('aria-expanded')).toBe('false'));
    expect(screen.getByRole('dialog', { name: 'Editar Veículo' })).toBeTruthy();
    expect(document.activeElement).toBe(marca());
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('chosen by a finger, the focus leaves the field of text but not the dialog', async () => {
    const dialogo = await open();
    await page.user.type(marca(), 'fiat');
    const nativo = window.matchMedia.bind(window);
    const dedo = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const lista = nativo(query);
      const dedos = query === '(pointer: coarse)';
      return dedos ? Object.defineProperty(lista, 'matches', { value: true }) : lista;
    });
    try {
      await page.user.click(await screen.findByRole('option', { name: 'Fiat' }));
    } finally {
      dedo.mockRestore();
    }
    expect(document.activeElement).not.toBe(marca());
    expect(dialogo.contains(document.activeElement)).toBe(true);
  });
});

test('another type clears brand, model and year', async () => {
  const dialogo = await open();
  await page.user.selectOptions(within(dialogo).getByLabelText('Tipo'), '2');
  await clicar('Avançar');
  expect(linhas(dialogo).slice(1, 5)).toEqual([
    'TipodeCarroparaMoto',
    'MarcadeHyundaiparaNão informado',
    'ModelodeHB20S 1.0 COMFORTparaNão informado',
    'AnoNão informado',
  ]);
});

test('the plate is drawn with its city, and on two lines once it is a motorcycle', async () => {
  page = await openPage('/veiculos/consultar?editar=hkq3782', {
    prepare: (server) => buildVeiculo(server, { placa: 'HKQ3782', cidade: 'Lavras', estado: 'MG' }),
  });
  const dialogo = await screen.findByRole('dialog', { name: 'Editar Veículo' });
  const desenho = () => dialogo.querySelector('.placa svg');
  expect(desenho()?.getAttribute('viewBox')).toBe('0 0 400 130');
  expect(desenho()?.textContent).toContain('MG - LAVRAS');
  await page.user.selectOptions(within(dialogo).getByLabelText('Tipo'), '2');
  expect(desenho()?.getAttribute('viewBox')).toBe('0 0 200 170');
  expect(desenho()?.textContent).toContain('MG - LAVRAS');
});

test('Cancelar changes nothing', async () => {
  const dialogo = await open();
  await page.user.type(within(dialogo).getByLabelText('Cor'), 'da');
  await clicar('Cancelar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.wire.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  expect(window.location.search).toBe('');
});

test('a text too long is told before step 2', async () => {
  const dialogo = await open();
  const status = within(dialogo).getByLabelText('Status');
  await page.user.clear(status);
  await page.user.click(status);
  await page.user.paste('x'.repeat(41));
  await clicar('Avançar');
  expect(within(dialogo).getByText('Status: use no máximo 40 caracteres.')).toBeTruthy();
  expect(within(dialogo).queryByText('Confirmar alterações:')).toBeNull();
});

test('the same for what is typed into a list, until it is mended', async () => {
  const dialogo = await open();
  const longa = 'x'.repeat(101);
  await page.user.click(within(dialogo).getByLabelText('Modelo'));
  await page.user.paste(longa);
  await page.user.click(await screen.findByRole('option', { name: `Usar "${longa}"` }));
  await clicar('Avançar');
  expect(within(dialogo).getByText('Modelo: use no máximo 100 caracteres.')).toBeTruthy();
  expect(within(dialogo).getByLabelText('Modelo').getAttribute('aria-invalid')).toBe('true');
  expect(within(dialogo).queryByText('Confirmar alterações:')).toBeNull();
  await page.user.type(within(dialogo).getByLabelText('Modelo'), 'Uno{Enter}');
  expect(within(dialogo).queryByText('Modelo: use no máximo 100 caracteres.')).toBeNull();
});

test('a failure closes the modal with the toast; the bell opens it again as typed', async () => {
  const dialogo = await open(async (server, wire) => {
    await buildVeiculo(server);
    breakDown(wire, `PUT ${URL}`);
  });
  await page.user.type(within(dialogo).getByLabelText('Cor'), ' fosca');
  await clicar('Avançar');
  await clicar('Confirmar');
  expect(await screen.findByText('Erro ao atualizar veículo')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await page.user.click(screen.getByRole('button', { name: /^Mensagens/ }));
  await page.user.click(await screen.findByRole('button', { name: 'Reabrir' }));
  const outra = await screen.findByRole('dialog', { name: 'Editar Veículo' });
  expect(within(outra).getByLabelText('Cor')).toHaveProperty('value', 'Prata fosca');
});

test('a stale edit asks which version stays', async () => {
  const dialogo = await open();
  const cor = within(dialogo).getByLabelText('Cor');
  await page.user.clear(cor);
  await page.user.type(cor, 'Verde');
  await clicar('Avançar');
  await page.server.request({ method: 'PUT', url: URL, payload: { cor: 'Roxa' } });
  await clicar('Confirmar');
  const titulo = 'Este veículo foi alterado por outra pessoa';
  const conflito = await screen.findByRole('dialog', { name: titulo });
  expect(within(conflito).getByText('Verde')).toBeTruthy();
  expect(within(conflito).getByText('Roxa')).toBeTruthy();
  await clicar('Usar a atual');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await page.server.request({ url: URL })).json().cor).toBe('Roxa');
  expect(await within(screen.getByRole('table')).findByText('Roxa')).toBeTruthy();
});

test('while it is being saved the dialog stays, so that a conflict is not missed', async () => {
  const dialogo = await open();
  await page.user.type(within(dialogo).getByLabelText('Cor'), ' fosca');
  await clicar('Avançar');
  const atual = { ...(await page.server.request({ url: URL })).json(), cor: 'Roxa', versao: 2 };
  const mensagem = 'Este veículo foi alterado por outra pessoa.';
  const problema = { codigo: 'versao-antiga', mensagem, error: mensagem, atual, pedido: '1' };
  const espera = hold(page.wire, `PUT ${URL}`, () => Response.json(problema, { status: 412 }));
  await clicar('Confirmar');
  await page.user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Editar Veículo' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Voltar' })).toHaveProperty('disabled', true);
  espera.release();
  const titulo = 'Este veículo foi alterado por outra pessoa';
  const conflito = await screen.findByRole('dialog', { name: titulo });

  const outra = hold(page.wire, `PUT ${URL}`, () => Response.json(atual));
  await clicar('Usar a minha');
  await page.user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: titulo })).toBe(conflito);
  for (const name of ['Usar a atual', 'Fechar'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  outra.release();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('Motivo', () => {
  const MOTIVO = 'Motivo (opcional)';
  const comMotivo = (motivo: string, campos: object = {}) =>
    open(async (server) => {
      await buildVeiculo(server, campos);
      await server.request({ method: 'PUT', url: URL, payload: { motivo } });
    });
  const ficha = async () =>
    (await page.server.request({ url: '/api/veiculos/QXJ0D52/ficha' })).json();
  const escrever = async (campo: HTMLElement, texto: string) => {
    await page.user.clear(campo);
    await page.user.type(campo, texto);
  };
  const confirmar = async () => {
    await clicar('Confirmar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  test('what the register holds is shown, and changed as before → after', async () => {
    const dialogo = await comMotivo('Furto');
    const campo = within(dialogo).getByLabelText(MOTIVO);
    await waitFor(() => expect(campo).toHaveProperty('value', 'Furto'));
    await escrever(campo, 'Ordem da reitoria');
    await clicar('Avançar');
    expect(linhas(dialogo).at(-1)).toBe('MotivodeFurtoparaOrdem da reitoria');
    expect(within(dialogo).getByText('1 alteração')).toBeTruthy();
    await confirmar();
    expect(await ficha()).toMatchObject({ motivo: 'Ordem da reitoria' });
  });

  test('untouched it is not sent', async () => {
    const dialogo = await comMotivo('Furto');
    await escrever(within(dialogo).getByLabelText('Cor'), 'Roxa');
    await clicar('Avançar');
    await waitFor(() => expect(linhas(dialogo).at(-1)).toBe('MotivoFurto'));
    await confirmar();
    expect(await ficha()).toMatchObject({ motivo: 'Furto', veiculo: { cor: 'Roxa' } });
  });

  test('comes with PROIBIDO in any case, and goes with any other status', async () => {
    const dialogo = await open((server) => buildVeiculo(server, { status: 'ATIVO' }));
    const status = within(dialogo).getByLabelText('Status');
    expect(within(dialogo).queryByLabelText(MOTIVO)).toBeNull();
    await escrever(status, 'proibido');
    await page.user.type(within(dialogo).getByLabelText(MOTIVO), 'Furto');
    await escrever(status, 'INDEFINIDO');
    expect(within(dialogo).queryByLabelText(MOTIVO)).toBeNull();
    await clicar('Avançar');
    expect(linhas(dialogo).some((linha) => linha?.startsWith('Motivo'))).toBe(false);
    await clicar('Voltar');
    await escrever(within(dialogo).getByLabelText('Status'), 'Proibido ');
    expect(within(dialogo).getByLabelText(MOTIVO)).toHaveProperty('value', 'Furto');
    await clicar('Avançar');
    await confirmar();
    expect(await ficha()).toMatchObject({ motivo: 'Furto', veiculo: { status: 'PROIBIDO' } });
  });

  test('leaving PROIBIDO, what goes is said, and gone on the server', async () => {
    const dialogo = await comMotivo('Furto');
    await waitFor(() =>
      expect(within(dialogo).getByLabelText(MOTIVO)).toHaveProperty('value', 'Furto'),
    );
    await escrever(within(dialogo).getByLabelText('Status'), 'ativo');
    await clicar('Avançar');
    expect(linhas(dialogo).slice(-2)).toEqual([
      'StatusdePROIBIDOparaATIVO',
      'MotivodeFurtoparaNão informado',
    ]);
    await confirmar();
    expect(await ficha()).toMatchObject({ motivo: null });
  });

  test('200 characters and no more', async () => {
    const dialogo = await open();
    await page.user.click(within(dialogo).getByLabelText(MOTIVO));
    await page.user.paste('x'.repeat(201));
    await clicar('Avançar');
    expect(within(dialogo).getByText('Motivo: use no máximo 200 caracteres.')).toBeTruthy();
    expect(within(dialogo).queryByText('Confirmar alterações:')).toBeNull();
  });

  test('what cannot be read stays as it is', async () => {
    const dialogo = await open(async (server, wire) => {
      await buildVeiculo(server);
      await server.request({ method: 'PUT', url: URL, payload: { motivo: 'Furto' } });
      breakDown(wire, 'GET /api/veiculos/QXJ0D52/ficha');
    });
    expect(await within(dialogo).findByText(/O motivo atual não pôde ser lido/)).toBeTruthy();
    await escrever(within(dialogo).getByLabelText('Cor'), 'Roxa');
    await clicar('Avançar');
    await confirmar();
    expect(await ficha()).toMatchObject({ motivo: 'Furto', veiculo: { cor: 'Roxa' } });
  });
});
