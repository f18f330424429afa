import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import {
  antiga,
  changeVeiculo,
  chooseOption,
  clickButton,
  openFicha,
  readVeiculo,
} from '../../test/ficha.ts';
import type { TestPage } from '../../test/page.tsx';
import { breakDown, buildVeiculo } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (...args: Parameters<typeof openFicha>) => {
  const aberta = await openFicha(...args);
  page = aberta.page;
  return aberta.gaveta;
};

describe('the city of an old plate', () => {
  const editCidade = async (campos: object = {}) => {
    const gaveta = await open('hkq-3782', (server) =>
      buildVeiculo(server, { ...antiga, ...campos }),
    );
    await page.user.click(
      await gaveta.findByRole('button', { name: /^(Informar|Alterar) cidade/ }),
    );
    return gaveta;
  };
  const CAMPO = 'Cidade (opcional, apenas para visual):';
  const readLinha = () => document.querySelector('[role=dialog] svg text')?.textContent;

  test('is found without accents, drawn at once and saved', async () => {
    const gaveta = await editCidade();
    expect(readLinha()).toBe('BR - BRASIL');
    await chooseOption(page, CAMPO, 'sao joao del', 'São João del Rei - MG');
    expect(readLinha()).toBe('MG - SÃO JOÃO DEL REI');
    expect((await readVeiculo(page, 'HKQ3782')).cidade).toBeNull();
    await clickButton(page, 'Salvar');
    expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
    expect(await readVeiculo(page, 'HKQ3782')).toMatchObject({
      cidade: 'São João del Rei',
      estado: 'MG',
    });
    expect(await gaveta.findByText('São João del Rei - MG')).toBeTruthy();
    expect(readLinha()).toBe('MG - SÃO JOÃO DEL REI');
  });

  test('is found by its state', async () => {
    await editCidade();
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), 'ac');
    expect(await screen.findByRole('option', { name: 'Acrelândia - AC' })).toBeTruthy();
  });

  test('can be removed; when the edit is cancelled, the plate shows the old one', async () => {
    const gaveta = await editCidade({ cidade: 'Lavras', estado: 'MG' });
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), '{Backspace}');
    expect(readLinha()).toBe('BR - BRASIL');
    await clickButton(page, 'Cancelar');
    expect(readLinha()).toBe('MG - LAVRAS');
    await clickButton(page, 'Alterar cidade');
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), '{Backspace}');
    await clickButton(page, 'Salvar');
    expect(await gaveta.findByRole('button', { name: 'Informar cidade' })).toBeTruthy();
    expect(await readVeiculo(page, 'HKQ3782')).toMatchObject({ cidade: null, estado: null });
  });

  test('a search that fails says so, and not that no city matches', async () => {
    await editCidade();
    breakDown(page.wire, 'GET /db/cidades/busca');
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), 'lav');
    expect(await screen.findByText('Erro ao buscar cidades')).toBeTruthy();
    expect(await screen.findByText('Não foi possível buscar. Digite de novo.')).toBeTruthy();
    expect(screen.queryByText('Nenhuma cidade encontrada.')).toBeNull();
    page.wire.restore();
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), 'ras');
    expect(await screen.findByRole('option', { name: 'Lavras - MG' })).toBeTruthy();
  });

  test('a conflict shows both versions', async () => {
    await editCidade();
    await chooseOption(page, CAMPO, 'lavras', 'Lavras - MG');
    await changeVeiculo(page, 'HKQ3782', { cidade: 'Varginha', estado: 'MG' });
    await clickButton(page, 'Salvar');
    const conflito = within(
      await screen.findByRole('dialog', { name: 'Este veículo foi alterado por outra pessoa' }),
    );
    expect(conflito.getByText('Lavras - MG')).toBeTruthy();
    expect(conflito.getByText('Varginha - MG')).toBeTruthy();
    await clickButton(page, 'Usar a minha');
    await screen.findByText('Veículo atualizado com sucesso');
    expect((await readVeiculo(page, 'HKQ3782')).cidade).toBe('Lavras');
  });
});
