import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, type Page, type PageOptions } from '../../../test/page.tsx';
import { buildVeiculo } from '../../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const open = async (options: PageOptions = {}) => {
  page = await openPage('/veiculos/cadastrar', { seeded: true, ...options });
  await screen.findByLabelText('Placa');
};
const campo = (rotulo: string) => screen.getByLabelText(rotulo);
const clicar = (name: string) => page.user.click(screen.getByRole('button', { name }));
const salvar = () => screen.getByRole('button', { name: 'Salvar Veículo' });

describe('Placa', () => {
  test.each([
    ['abc1234', 'ABC1234', true, true],
    ['abc-1234', 'ABC-1234', true, true],
    ['abc1d23', 'ABC1D23', true, false],
    ['abc-1d23', 'ABC-1D23', false, false],
    ['abc123', 'ABC123', false, false],
  ])('"%s" becomes %s, valid: %s, with a city: %s', async (texto, placa, valida, cidade) => {
    await open({ seeded: false });
    expect(salvar()).toHaveProperty('disabled', true);
    await page.user.type(campo('Placa'), texto);
    expect(campo('Placa')).toHaveProperty('value', placa);
    expect(salvar()).toHaveProperty('disabled', !valida);
    expect(campo('Placa').getAttribute('aria-invalid')).toBe(valida ? null : 'true');
    const recado = screen.queryByText('Placa inválida: não é possível salvar');
    expect(recado !== null).toBe(!valida);
    expect(screen.queryByLabelText(/^Cidade/) !== null).toBe(cidade);
  });

  test('an empty plate is not yet invalid', async () => {
    await open({ seeded: false });
    expect(campo('Placa').getAttribute('aria-invalid')).toBeNull();
    expect(campo('Placa').getAttribute('placeholder')).toBe('Informe uma placa');
  });

  test('a known plate is told beside the field, a twin only warns', async () => {
    await open({ seeded: false, prepare: (server) => buildVeiculo(server, { placa: 'ABC1234' }) });
    await page.user.type(campo('Placa'), 'abc1234');
    expect(await screen.findByText(/Placa já cadastrada\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver veículo' })).toBeTruthy();
    await page.user.clear(campo('Placa'));
    await page.user.type(campo('Placa'), 'abc1c34');
    expect(await screen.findByText(/A placa ABC1234, do mesmo veículo/)).toBeTruthy();
    expect(screen.queryByText(/Placa já cadastrada\./)).toBeNull();
    expect(salvar()).toHaveProperty('disabled', false);
  });
});

describe('the same car under its old plate', () => {
  const ATUALIZAR = 'Atualizar para o padrão Mercosul';
  const comGemea = (campos: object = {}) =>
    open({
      seeded: false,
      prepare: (server) =>
        buildVeiculo(server, { placa: 'ABC1234', modelo: 'Gol', status: 'ATIVO', ...campos }),
    });
  const perguntar = async () => {
    await page.user.type(campo('Placa'), 'abc1c34');
    await page.user.click(await screen.findByRole('button', { name: ATUALIZAR }));
    return screen.findByRole('alertdialog', { name: `${ATUALIZAR}?` });
  };
  const lido = async (placa: string) =>
    page.server.request({ url: `/db/veiculos/${placa}` }).then((resposta) => resposta.json());

  test('gets its new plate, once confirmed; the form goes on with none', async () => {
    await comGemea();
    await page.user.click(screen.getByRole('radio', { name: 'Azul' }));
    const pergunta = await perguntar();
    expect(pergunta.textContent).toContain('A placa ABC-1234 passa a ser ABC1C34');
    expect(pergunta.textContent).toContain('histórico');
    expect(await lido('ABC1234')).toMatchObject({ placa: 'ABC1234', versao: 1 });

    await page.user.click(within(pergunta).getByRole('button', { name: 'Atualizar placa' }));
    expect(await screen.findAllByText(/^Placa atualizada para ABC1C34/)).not.toHaveLength(0);
    expect(await lido('ABC1C34')).toMatchObject({ modelo: 'Gol', status: 'ATIVO', versao: 2 });
    expect(await lido('ABC1234')).toMatchObject({ codigo: 'nao-encontrado' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(campo('Placa')).toHaveProperty('value', '');
    await waitFor(() => expect(document.activeElement).toBe(campo('Placa')));
    expect(screen.getByRole('radio', { name: 'Azul' })).toHaveProperty('checked', true);
    const link = screen.getByRole('link', { name: 'Ver veículo' });
    expect(link.getAttribute('href')).toMatch(/ABC1C34$/);
    await page.user.type(campo('Placa'), 'x');
    expect(screen.queryByRole('link', { name: 'Ver veículo' })).toBeNull();
  });

  test('Cancelar changes nothing', async () => {
    await comGemea();
    await perguntar();
    await clicar('Cancelar');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(page.wire.calls.some((call) => call.endsWith('/padrao'))).toBe(false);
    expect(campo('Placa')).toHaveProperty('value', 'ABC1C34');
  });

  test('is not offered the other way', async () => {
    await open({ seeded: false, prepare: (server) => buildVeiculo(server, { placa: 'ABC1C34' }) });
    await page.user.type(campo('Placa'), 'abc1234');
    expect(await screen.findByText(/A placa ABC1C34, do mesmo veículo/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: ATUALIZAR })).toBeNull();
  });

  test('nor where both are registered', async () => {
    await comGemea();
    await buildVeiculo(page.server, { placa: 'ABC1C34' });
    await page.user.type(campo('Placa'), 'abc1c34');
    expect(await screen.findByText(/A placa ABC1234, do mesmo veículo/)).toBeTruthy();
    expect(await screen.findByText(/Placa já cadastrada\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: ATUALIZAR })).toBeNull();
  });

  test('both registered by now: the sentence of the server, and where to look', async () => {
    await comGemea();
    const pergunta = await perguntar();
    await buildVeiculo(page.server, { placa: 'ABC1C34' });
    await page.user.click(within(pergunta).getByRole('button', { name: 'Atualizar placa' }));
    expect(await screen.findByText(/Placa já cadastrada\./)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await lido('ABC1234')).toMatchObject({ versao: 1 });
    expect(campo('Placa')).toHaveProperty('value', 'ABC1C34');
  });

  test('changed meanwhile: told, and the next try knows it', async () => {
    await comGemea();
    const pergunta = await perguntar();
    const outra = { method: 'PUT', url: '/db/veiculos/ABC1234', payload: { cor: 'Roxa' } } as const;
    await page.server.request(outra);
    await page.user.click(within(pergunta).getByRole('button', { name: 'Atualizar placa' }));
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'Este veículo foi alterado por outra pessoa.',
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await page.user.click(screen.getByRole('button', { name: ATUALIZAR }));
    await page.user.click(await screen.findByRole('button', { name: 'Atualizar placa' }));
    await waitFor(async () => expect(await lido('ABC1C34')).toMatchObject({ cor: 'Roxa' }));
  });
});
