import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ANA,
  changeVeiculo,
  chooseOption,
  clickButton,
  openFicha,
  readVeiculo,
} from '../../test/ficha.ts';
import type { TestPage, TestPageOptions } from '../../test/page.tsx';
import { breakDown, buildProprietario, buildVeiculo } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (...args: Parameters<typeof openFicha>) => {
  const aberta = await openFicha(...args);
  page = aberta.page;
  return aberta.gaveta;
};
const getParte = (name: string) => within(screen.getByRole('region', { name }));

const FICHA = 'GET /api/veiculos/QXJ0D52/ficha';
const failNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

const COM_DONO: TestPageOptions['prepare'] = async (server) => {
  await buildProprietario(server);
  await buildProprietario(server, ANA);
  await buildProprietario(server, { matricula: '9', nome: 'Bruno Lima' });
  await buildVeiculo(server, { proprietario_matricula: '001215' });
};

describe('the owner', () => {
  const editDono = async () => {
    const gaveta = await open('QXJ0D52', COM_DONO);
    await page.user.click(await gaveta.findByRole('button', { name: 'Trocar proprietário' }));
    return gaveta;
  };

  test('is changed by the keyboard alone, and the history shows it', async () => {
    const gaveta = await editDono();
    expect(gaveta.getByRole('button', { name: 'Salvar' })).toHaveProperty('disabled', true);
    await page.user.keyboard('ana');
    await screen.findByRole('option', { name: /Ana Souza/ });
    await page.user.keyboard('{Enter}{Tab}');
    gaveta.getByRole('button', { name: 'Salvar' }).focus();
    await page.user.keyboard('{Enter}');
    expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
    expect(await gaveta.findByText('Ana Souza')).toBeTruthy();
    expect(await readVeiculo(page, 'QXJ0D52')).toMatchObject({
      proprietario_matricula: ANA.matricula,
      status: 'PROIBIDO',
      modelo: 'HB20S 1.0 COMFORT',
    });
    expect(await getParte('Histórico').findByText('Cadastro alterado')).toBeTruthy();
    expect(getParte('Histórico').getByText(/000777/)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Trocar proprietário');
  });

  test('can be removed', async () => {
    const gaveta = await editDono();
    await clickButton(page, 'Remover proprietário');
    expect(await gaveta.findByRole('button', { name: 'Informar proprietário' })).toBeTruthy();
    expect((await readVeiculo(page, 'QXJ0D52')).proprietario_matricula).toBeNull();
    expect(getParte('Proprietário').getByText('Não informado')).toBeTruthy();
  });

  test('Escape cancels the choice and leaves the page open', async () => {
    const gaveta = await editDono();
    await chooseOption(page, 'Novo proprietário', 'ana', /Ana Souza/);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(gaveta.queryByRole('combobox')).toBeNull());
    expect(window.location.pathname).toBe('/veiculos/consultar/QXJ0D52');
    expect(gaveta.getByText('Edson Carvalho')).toBeTruthy();
    expect(page.wire.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  });

  test('with an open list, Escape closes the list alone', async () => {
    const gaveta = await editDono();
    await page.user.keyboard('ana');
    await screen.findByRole('option', { name: /Ana Souza/ });
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    expect(gaveta.getByRole('combobox', { name: 'Novo proprietário' })).toBeTruthy();
  });

  test('a failure keeps the choice and shows the server’s sentence', async () => {
    const gaveta = await editDono();
    await chooseOption(page, 'Novo proprietário', 'ana', /Ana Souza/);
    const mensagem = 'O disco do servidor está cheio.';
    page.wire.answer('PUT /db/veiculos/QXJ0D52', () =>
      Response.json(
        { codigo: 'disco-cheio', mensagem, error: mensagem, pedido: '1' },
        { status: 507 },
      ),
    );
    await clickButton(page, 'Salvar');
    expect(await screen.findByText('Erro ao atualizar veículo')).toBeTruthy();
    expect(gaveta.getByText(mensagem)).toBeTruthy();
    expect(gaveta.getByText('Ana Souza · 000777')).toBeTruthy();
    page.wire.restore();
    await clickButton(page, 'Salvar');
    expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
  });

  test('without a network the page stays, says how old it is, and keeps the choice', async () => {
    const gaveta = await editDono();
    await chooseOption(page, 'Novo proprietário', 'ana', /Ana Souza/);
    page.wire.answer('PUT /db/veiculos/QXJ0D52', failNetwork);
    page.wire.answer(FICHA, failNetwork);
    await clickButton(page, 'Salvar');
    expect(await gaveta.findByText(/^Sem conexão\. Dados das \d\d:\d\d$/)).toBeTruthy();
    expect(gaveta.getByText('Sem conexão com o servidor. Tente novamente.')).toBeTruthy();
    expect(gaveta.getByText('Ana Souza · 000777')).toBeTruthy();
    expect(gaveta.getByText('Edson Carvalho')).toBeTruthy();
  });

  test('a failed reload after a change says that the data may be old', async () => {
    const gaveta = await editDono();
    breakDown(page.wire, FICHA);
    await chooseOption(page, 'Novo proprietário', 'ana', /Ana Souza/);
    await clickButton(page, 'Salvar');
    expect(await gaveta.findByText(/^Não foi possível atualizar\. Dados das/)).toBeTruthy();
    expect(gaveta.getByText('Ana Souza')).toBeTruthy();
  });

  test('an owner deleted meanwhile is reported under the field', async () => {
    const gaveta = await editDono();
    await chooseOption(page, 'Novo proprietário', 'ana', /Ana Souza/);
    await page.server.request({ method: 'DELETE', url: '/db/proprietarios/000777' });
    await clickButton(page, 'Salvar');
    expect(await screen.findByText('Erro ao atualizar veículo')).toBeTruthy();
    const campo = gaveta.getByRole('combobox', { name: 'Novo proprietário' });
    expect(campo.getAttribute('aria-invalid')).toBe('true');
  });

  test('after an edit by another person both versions are shown, and mine can be kept', async () => {
    const gaveta = await editDono();
    await chooseOption(page, 'Novo proprietário', 'ana', /Ana Souza/);
    await changeVeiculo(page, 'QXJ0D52', { proprietario_matricula: '9' });
    // The reloaded page shows the other edit; the choice was made before it arrived.
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await gaveta.findByText('Bruno Lima')).toBeTruthy();
    await clickButton(page, 'Salvar');
    const conflito = within(
      await screen.findByRole('dialog', { name: 'Este veículo foi alterado por outra pessoa' }),
    );
    expect(conflito.getByText('Ana Souza · 000777')).toBeTruthy();
    expect(await conflito.findByText('Bruno Lima · 9')).toBeTruthy();
    expect(screen.queryByText('Erro ao atualizar veículo')).toBeNull();
    expect((await readVeiculo(page, 'QXJ0D52')).proprietario_matricula).toBe('9');
    await clickButton(page, 'Usar a minha');
    expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
    expect((await readVeiculo(page, 'QXJ0D52')).proprietario_matricula).toBe('000777');
    expect(screen.getByRole('dialog', { name: 'Veículo QXJ0D52' })).toBeTruthy();
  });

  test('after an edit by another person both versions are shown, and theirs can be kept', async () => {
    const gaveta = await editDono();
    await chooseOption(page, 'Novo proprietário', 'ana', /Ana Souza/);
    await changeVeiculo(page, 'QXJ0D52', { proprietario_matricula: '9' });
    await clickButton(page, 'Salvar');
    await screen.findByRole('dialog', { name: 'Este veículo foi alterado por outra pessoa' });
    await clickButton(page, 'Usar a atual');
    expect(await gaveta.findByText('Bruno Lima')).toBeTruthy();
    expect((await readVeiculo(page, 'QXJ0D52')).proprietario_matricula).toBe('9');
    expect(gaveta.queryByRole('combobox')).toBeNull();
  });
});
