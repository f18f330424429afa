import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { breakDown, buildVeiculo, hold } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const URL = '/db/veiculos/QXJ0D52';
const open = async (prepare: TestPageOptions['prepare'] = (server) => buildVeiculo(server)) => {
  page = await openPage('/veiculos/consultar?editar=qxj0d52', { prepare, seeded: true });
  return screen.findByRole('dialog', { name: 'Editar Veículo' });
};
const clickButton = (name: string) => page.user.click(screen.getByRole('button', { name }));
const listLinhas = (dialogo: HTMLElement) =>
  [...dialogo.querySelectorAll('dl > div')].map((linha) => linha.textContent);

test('two steps: the form, then the changes; Voltar keeps the edits', async () => {
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
  await clickButton('Avançar');

  expect(within(dialogo).getByText('Confirmar alterações:')).toBeTruthy();
  expect(listLinhas(dialogo).slice(0, 7)).toEqual([
    'PlacaQXJ0D52',
    'TipoCarro',
    'MarcaHyundai',
    'ModeloHB20S 1.0 COMFORT',
    'AnoNão informado',
    'CordePrataparaCinza chumbo',
    'StatusdePROIBIDOparaATIVO',
  ]);
  expect(within(dialogo).getByText('2 alterações')).toBeTruthy();

  await clickButton('Voltar');
  expect(within(dialogo).getByLabelText('Cor')).toHaveProperty('value', 'Cinza chumbo');
  await clickButton('Avançar');
  await clickButton('Confirmar');
  expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Cinza chumbo')).toBeTruthy();
  expect((await page.server.request({ url: URL })).json()).toMatchObject({
    cor: 'Cinza chumbo',
    status: 'ATIVO',
    modelo: 'HB20S 1.0 COMFORT',
  });
});

test('Salvar e imprimir is offered for an ATIVO vehicle, and opens its label', async () => {
  const dialogo = await open();
  await clickButton('Avançar');
  await within(dialogo).findByText('Confirmar alterações:');
  expect(within(dialogo).queryByRole('button', { name: 'Salvar e imprimir' })).toBeNull();
  await clickButton('Voltar');
  const status = await within(dialogo).findByLabelText('Status');
  await page.user.clear(status);
  await page.user.type(status, 'ativo');
  await clickButton('Avançar');
  await page.user.click(await within(dialogo).findByRole('button', { name: 'Salvar e imprimir' }));
  expect(await screen.findByRole('article', { name: 'Adesivo QXJ0D52' })).toBeTruthy();
  const imprimir = screen.getByRole('button', { name: 'Imprimir' });
  await waitFor(() => expect(imprimir).toBe(document.activeElement));
  expect((await page.server.request({ url: URL })).json()).toMatchObject({ status: 'ATIVO' });
});

test('a last day in the past shows INDEFINIDO before it is saved, and offers no label', async () => {
  const dialogo = await open();
  await page.user.clear(within(dialogo).getByLabelText('Status'));
  await page.user.type(within(dialogo).getByLabelText('Status'), 'ATIVO');
  await page.user.type(within(dialogo).getByLabelText('Válido até'), '2020-01-31');
  await clickButton('Avançar');
  await within(dialogo).findByText('Confirmar alterações:');
  expect(within(dialogo).getByText('INDEFINIDO')).toBeTruthy();
  expect(within(dialogo).queryByRole('button', { name: 'Salvar e imprimir' })).toBeNull();
});

describe('a list in the dialog', () => {
  const getMarca = () => screen.getByRole('combobox', { name: /Marca/ });
  const openLista = async () => {
    await open();
    await page.user.click(getMarca());
    return screen.findAllByRole('option', { name: /^[A-Z]/ });
  };

  test('the first Escape closes the list, the second the dialog', async () => {
    await openLista();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(getMarca().getAttribute('aria-expanded')).toBe('false'));
    expect(screen.getByRole('dialog', { name: 'Editar Veículo' })).toBeTruthy();
    expect(document.activeElement).toBe(getMarca());
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('after a touch on an option the focus leaves the input but not the dialog', async () => {
    const dialogo = await open();
    await page.user.type(getMarca(), 'fiat');
    const nativeMatchMedia = window.matchMedia.bind(window);
    const dedo = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      const lista = nativeMatchMedia(query);
      const dedos = query === '(pointer: coarse)';
      return dedos ? Object.defineProperty(lista, 'matches', { value: true }) : lista;
    });
    try {
      await page.user.click(await screen.findByRole('option', { name: 'Fiat' }));
    } finally {
      dedo.mockRestore();
    }
    expect(document.activeElement).not.toBe(getMarca());
    expect(dialogo.contains(document.activeElement)).toBe(true);
  });
});

test('another type clears make, model and year', async () => {
  const dialogo = await open();
  await page.user.selectOptions(within(dialogo).getByLabelText('Tipo'), '2');
  await clickButton('Avançar');
  expect(listLinhas(dialogo).slice(1, 5)).toEqual([
    'TipodeCarroparaMoto',
    'MarcadeHyundaiparaNão informado',
    'ModelodeHB20S 1.0 COMFORTparaNão informado',
    'AnoNão informado',
  ]);
});

test('the plate is drawn with its city, and on two lines for a motorcycle', async () => {
  page = await openPage('/veiculos/consultar?editar=hkq3782', {
    prepare: (server) => buildVeiculo(server, { placa: 'HKQ3782', cidade: 'Lavras', estado: 'MG' }),
  });
  const dialogo = await screen.findByRole('dialog', { name: 'Editar Veículo' });
  const getDesenho = () => dialogo.querySelector('.placa svg');
  expect(getDesenho()?.getAttribute('viewBox')).toBe('0 0 400 130');
  expect(getDesenho()?.textContent).toContain('MG - LAVRAS');
  await page.user.selectOptions(within(dialogo).getByLabelText('Tipo'), '2');
  expect(getDesenho()?.getAttribute('viewBox')).toBe('0 0 200 170');
  expect(getDesenho()?.textContent).toContain('MG - LAVRAS');
});

test('Cancelar changes nothing', async () => {
  const dialogo = await open();
  await page.user.type(within(dialogo).getByLabelText('Cor'), 'da');
  await clickButton('Cancelar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.wire.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  expect(window.location.search).toBe('');
});

test('a text that is too long is reported before step 2', async () => {
  const dialogo = await open();
  const status = within(dialogo).getByLabelText('Status');
  await page.user.clear(status);
  await page.user.click(status);
  await page.user.paste('x'.repeat(41));
  await clickButton('Avançar');
  expect(within(dialogo).getByText('Status: use no máximo 40 caracteres.')).toBeTruthy();
  expect(within(dialogo).queryByText('Confirmar alterações:')).toBeNull();
});

test('the same for text typed into a list, until it is corrected', async () => {
  const dialogo = await open();
  const longa = 'x'.repeat(101);
  await page.user.click(within(dialogo).getByLabelText('Modelo'));
  await page.user.paste(longa);
  await page.user.click(await screen.findByRole('option', { name: `Usar "${longa}"` }));
  await clickButton('Avançar');
  expect(within(dialogo).getByText('Modelo: use no máximo 100 caracteres.')).toBeTruthy();
  expect(within(dialogo).getByLabelText('Modelo').getAttribute('aria-invalid')).toBe('true');
  expect(within(dialogo).queryByText('Confirmar alterações:')).toBeNull();
  await page.user.type(within(dialogo).getByLabelText('Modelo'), 'Uno{Enter}');
  expect(within(dialogo).queryByText('Modelo: use no máximo 100 caracteres.')).toBeNull();
});

test('a failure closes the modal with a toast; the bell opens it again with the typed values', async () => {
  const dialogo = await open(async (server, wire) => {
    await buildVeiculo(server);
    breakDown(wire, `PUT ${URL}`);
  });
  await page.user.type(within(dialogo).getByLabelText('Cor'), ' fosca');
  await clickButton('Avançar');
  await clickButton('Confirmar');
  expect(await screen.findByText('Erro ao atualizar veículo')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await page.user.click(screen.getByRole('button', { name: /^Mensagens/ }));
  await page.user.click(await screen.findByRole('button', { name: 'Reabrir' }));
  const outra = await screen.findByRole('dialog', { name: 'Editar Veículo' });
  expect(within(outra).getByLabelText('Cor')).toHaveProperty('value', 'Prata fosca');
});

test('a stale edit asks which version to keep', async () => {
  const dialogo = await open();
  const cor = within(dialogo).getByLabelText('Cor');
  await page.user.clear(cor);
  await page.user.type(cor, 'Verde');
  await clickButton('Avançar');
  await page.server.request({ method: 'PUT', url: URL, payload: { cor: 'Roxa' } });
  await clickButton('Confirmar');
  const titulo = 'Este veículo foi alterado por outra pessoa';
  const conflito = await screen.findByRole('dialog', { name: titulo });
  expect(within(conflito).getByText('Verde')).toBeTruthy();
  expect(within(conflito).getByText('Roxa')).toBeTruthy();
  // Escape leads back to what was typed.
  await page.user.keyboard('{Escape}');
  expect(
    within(await screen.findByRole('dialog', { name: 'Editar Veículo' })).getByText('Verde'),
  ).toBeTruthy();
  await clickButton('Confirmar');
  await screen.findByRole('dialog', { name: titulo });
  await clickButton('Usar a atual');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await page.server.request({ url: URL })).json().cor).toBe('Roxa');
  expect(await within(screen.getByRole('table')).findByText('Roxa')).toBeTruthy();
});

test('while it is saved the dialog stays open, so that a conflict is shown', async () => {
  const dialogo = await open();
  await page.user.type(within(dialogo).getByLabelText('Cor'), ' fosca');
  await clickButton('Avançar');
  const atual = { ...(await page.server.request({ url: URL })).json(), cor: 'Roxa', versao: 2 };
  const mensagem = 'Este veículo foi alterado por outra pessoa.';
  const problema = { codigo: 'versao-antiga', mensagem, error: mensagem, atual, pedido: '1' };
  const espera = hold(page.wire, `PUT ${URL}`, () => Response.json(problema, { status: 412 }));
  await clickButton('Confirmar');
  await page.user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Editar Veículo' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Voltar' })).toHaveProperty('disabled', true);
  espera.release();
  const titulo = 'Este veículo foi alterado por outra pessoa';
  const conflito = await screen.findByRole('dialog', { name: titulo });

  const outra = hold(page.wire, `PUT ${URL}`, () => Response.json(atual));
  await clickButton('Usar a minha');
  await page.user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: titulo })).toBe(conflito);
  for (const name of ['Usar a atual', 'Fechar'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  outra.release();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('Motivo', () => {
  const MOTIVO = 'Motivo (opcional)';
  const openWithMotivo = (motivo: string, campos: object = {}) =>
    open(async (server) => {
      await buildVeiculo(server, campos);
      await server.request({ method: 'PUT', url: URL, payload: { motivo } });
    });
  const getFicha = async () =>
    (await page.server.request({ url: '/api/veiculos/QXJ0D52/ficha' })).json();
  const retype = async (campo: HTMLElement, texto: string) => {
    await page.user.clear(campo);
    await page.user.type(campo, texto);
  };
  const confirm = async () => {
    await clickButton('Confirmar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  test('the stored reason is shown, and a change is shown as before → after', async () => {
    const dialogo = await openWithMotivo('Furto');
    const campo = within(dialogo).getByLabelText(MOTIVO);
    await waitFor(() => expect(campo).toHaveProperty('value', 'Furto'));
    await retype(campo, 'Ordem da reitoria');
    await clickButton('Avançar');
    expect(listLinhas(dialogo)[7]).toBe('MotivodeFurtoparaOrdem da reitoria');
    expect(within(dialogo).getByText('1 alteração')).toBeTruthy();
    await confirm();
    expect(await getFicha()).toMatchObject({ motivo: 'Ordem da reitoria' });
  });

  test('an untouched reason is not sent', async () => {
    const dialogo = await openWithMotivo('Furto');
    await retype(within(dialogo).getByLabelText('Cor'), 'Roxa');
    await clickButton('Avançar');
    await waitFor(() => expect(listLinhas(dialogo)[7]).toBe('MotivoFurto'));
    await confirm();
    expect(await getFicha()).toMatchObject({ motivo: 'Furto', veiculo: { cor: 'Roxa' } });
  });

  test('is shown for PROIBIDO in any case, and hidden for another status', async () => {
    const dialogo = await open((server) => buildVeiculo(server, { status: 'ATIVO' }));
    const status = within(dialogo).getByLabelText('Status');
    expect(within(dialogo).queryByLabelText(MOTIVO)).toBeNull();
    await retype(status, 'proibido');
    await page.user.type(within(dialogo).getByLabelText(MOTIVO), 'Furto');
    await retype(status, 'INDEFINIDO');
    expect(within(dialogo).queryByLabelText(MOTIVO)).toBeNull();
    await clickButton('Avançar');
    expect(listLinhas(dialogo).some((linha) => linha?.startsWith('Motivo'))).toBe(false);
    await clickButton('Voltar');
    await retype(within(dialogo).getByLabelText('Status'), 'Proibido ');
    expect(within(dialogo).getByLabelText(MOTIVO)).toHaveProperty('value', 'Furto');
    await clickButton('Avançar');
    await confirm();
    expect(await getFicha()).toMatchObject({ motivo: 'Furto', veiculo: { status: 'PROIBIDO' } });
  });

  test('leaving PROIBIDO shows the reason as removed, and the server deletes it', async () => {
    const dialogo = await openWithMotivo('Furto');
    await waitFor(() =>
      expect(within(dialogo).getByLabelText(MOTIVO)).toHaveProperty('value', 'Furto'),
    );
    await retype(within(dialogo).getByLabelText('Status'), 'ativo');
    await clickButton('Avançar');
    expect(listLinhas(dialogo).slice(6, 8)).toEqual([
      'StatusdePROIBIDOparaATIVO',
      'MotivodeFurtoparaNão informado',
    ]);
    await confirm();
    expect(await getFicha()).toMatchObject({ motivo: null });
  });

  test('has at most 200 characters', async () => {
    const dialogo = await open();
    await page.user.click(within(dialogo).getByLabelText(MOTIVO));
    await page.user.paste('x'.repeat(201));
    await clickButton('Avançar');
    expect(within(dialogo).getByText('Motivo: use no máximo 200 caracteres.')).toBeTruthy();
    expect(within(dialogo).queryByText('Confirmar alterações:')).toBeNull();
  });

  test('a reason that cannot be loaded is not changed', async () => {
    const dialogo = await open(async (server, wire) => {
      await buildVeiculo(server);
      await server.request({ method: 'PUT', url: URL, payload: { motivo: 'Furto' } });
      breakDown(wire, 'GET /api/veiculos/QXJ0D52/ficha');
    });
    expect(await within(dialogo).findByText(/O motivo atual não pôde ser lido/)).toBeTruthy();
    await retype(within(dialogo).getByLabelText('Cor'), 'Roxa');
    await clickButton('Avançar');
    await confirm();
    expect(await getFicha()).toMatchObject({ motivo: 'Furto', veiculo: { cor: 'Roxa' } });
  });
});
