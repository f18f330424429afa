import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { matchFrase } from '../../../test/cartao.ts';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (options: TestPageOptions = {}) => {
  page = await openPage('/veiculos/cadastrar', { seeded: true, ...options });
  await screen.findByLabelText('Placa');
};
const getCampo = (rotulo: string) => screen.getByLabelText(rotulo);
const clickButton = (name: string) => page.user.click(screen.getByRole('button', { name }));
const getSaveButton = () => screen.getByRole('button', { name: 'Salvar Veículo' });

describe('Placa', () => {
  test.each([
    ['abc1234', 'ABC1234', true, true],
    ['abc-1234', 'ABC-1234', true, true],
    ['abc1d23', 'ABC1D23', true, false],
    ['abc-1d23', 'ABC-1D23', false, false],
    ['abc123', 'ABC123', false, false],
  ])('"%s" becomes %s, valid: %s, with a city: %s', async (texto, placa, valida, cidade) => {
    await open({ seeded: false });
    expect(getSaveButton()).toHaveProperty('disabled', true);
    await page.user.type(getCampo('Placa'), texto);
    expect(getCampo('Placa')).toHaveProperty('value', placa);
    expect(getSaveButton()).toHaveProperty('disabled', !valida);
    expect(getCampo('Placa').getAttribute('aria-invalid')).toBe(valida ? null : 'true');
    const recado = screen.queryByText('Placa inválida: não é possível salvar');
    expect(recado !== null).toBe(!valida);
    expect(screen.queryByLabelText(/^Cidade/) !== null).toBe(cidade);
  });

  test('an empty plate is not invalid yet', async () => {
    await open({ seeded: false });
    expect(getCampo('Placa').getAttribute('aria-invalid')).toBeNull();
    expect(getCampo('Placa').getAttribute('placeholder')).toBe('Informe uma placa');
  });

  test('a registered plate is reported beside the field, a twin is a warning', async () => {
    await open({ seeded: false, prepare: (server) => buildVeiculo(server, { placa: 'ABC1234' }) });
    await page.user.type(getCampo('Placa'), 'abc1234');
    expect(await screen.findByText(/Placa já cadastrada\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver veículo' })).toBeTruthy();
    expect(getSaveButton()).toHaveProperty('disabled', true);
    expect(screen.getByText('Informe outra placa para salvar.')).toBeTruthy();
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await page.user.clear(getCampo('Placa'));
    await page.user.type(getCampo('Placa'), 'abc1c34');
    expect(await screen.findByText(matchFrase(/A placa ABC1234, do mesmo veículo/))).toBeTruthy();
    expect(screen.queryByText(/Placa já cadastrada\./)).toBeNull();
    expect(getSaveButton()).toHaveProperty('disabled', false);
  });
});

describe('the same car under its old plate', () => {
  const ATUALIZAR = 'Atualizar para o padrão Mercosul';
  const openWithGemea = (campos: object = {}) =>
    open({
      seeded: false,
      prepare: (server) =>
        buildVeiculo(server, { placa: 'ABC1234', modelo: 'Gol', status: 'ATIVO', ...campos }),
    });
  const askConversion = async () => {
    await page.user.type(getCampo('Placa'), 'abc1c34');
    await page.user.click(await screen.findByRole('button', { name: ATUALIZAR }));
    return screen.findByRole('alertdialog', { name: `${ATUALIZAR}?` });
  };
  const readVeiculo = async (placa: string) =>
    page.server.request({ url: `/db/veiculos/${placa}` }).then((resposta) => resposta.json());

  test('gets its new plate after a confirmation; the form starts again without a plate', async () => {
    await openWithGemea();
    await page.user.click(screen.getByRole('radio', { name: 'Azul' }));
    const pergunta = await askConversion();
    expect(pergunta.textContent).toContain('A placa ABC-1234 passa a ser ABC1C34');
    expect(pergunta.textContent).toContain('histórico');
    expect(await readVeiculo('ABC1234')).toMatchObject({ placa: 'ABC1234', versao: 1 });

    await page.user.click(within(pergunta).getByRole('button', { name: 'Atualizar placa' }));
    expect(
      await screen.findAllByText(matchFrase(/^Placa atualizada para ABC1C34/)),
    ).not.toHaveLength(0);
    expect(await readVeiculo('ABC1C34')).toMatchObject({
      modelo: 'Gol',
      status: 'ATIVO',
      versao: 2,
    });
    expect(await readVeiculo('ABC1234')).toMatchObject({ codigo: 'nao-encontrado' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(getCampo('Placa')).toHaveProperty('value', '');
    await waitFor(() => expect(document.activeElement).toBe(getCampo('Placa')));
    expect(screen.getByRole('radio', { name: 'Azul' })).toHaveProperty('checked', true);
    const link = screen.getByRole('link', { name: 'Ver veículo' });
    expect(link.getAttribute('href')).toMatch(/ABC1C34$/);
    await page.user.type(getCampo('Placa'), 'x');
    expect(screen.queryByRole('link', { name: 'Ver veículo' })).toBeNull();
  });

  test('Cancelar changes nothing', async () => {
    await openWithGemea();
    await askConversion();
    await clickButton('Cancelar');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(page.wire.calls.some((call) => call.endsWith('/padrao'))).toBe(false);
    expect(getCampo('Placa')).toHaveProperty('value', 'ABC1C34');
  });

  test('is not offered in the other direction', async () => {
    await open({ seeded: false, prepare: (server) => buildVeiculo(server, { placa: 'ABC1C34' }) });
    await page.user.type(getCampo('Placa'), 'abc1234');
    expect(await screen.findByText(matchFrase(/A placa ABC1C34, do mesmo veículo/))).toBeTruthy();
    expect(screen.queryByRole('button', { name: ATUALIZAR })).toBeNull();
  });

  test('is not offered when both are registered', async () => {
    await openWithGemea();
    await buildVeiculo(page.server, { placa: 'ABC1C34' });
    await page.user.type(getCampo('Placa'), 'abc1c34');
    expect(await screen.findByText(matchFrase(/A placa ABC1234, do mesmo veículo/))).toBeTruthy();
    expect(await screen.findByText(/Placa já cadastrada\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: ATUALIZAR })).toBeNull();
  });

  test('with both registered meanwhile: the server’s sentence, and a link', async () => {
    await openWithGemea();
    const pergunta = await askConversion();
    await buildVeiculo(page.server, { placa: 'ABC1C34' });
    await page.user.click(within(pergunta).getByRole('button', { name: 'Atualizar placa' }));
    expect(await screen.findByText(/Placa já cadastrada\./)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await readVeiculo('ABC1234')).toMatchObject({ versao: 1 });
    expect(getCampo('Placa')).toHaveProperty('value', 'ABC1C34');
  });

  test('a change meanwhile is reported, and the next try uses the new version', async () => {
    await openWithGemea();
    const pergunta = await askConversion();
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
    await waitFor(async () => expect(await readVeiculo('ABC1C34')).toMatchObject({ cor: 'Roxa' }));
  });
});
