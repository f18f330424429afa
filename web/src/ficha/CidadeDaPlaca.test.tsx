import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { antiga, clicar, escolher, guardado, mudar, openFicha } from '../../test/ficha.ts';
import type { Page } from '../../test/page.tsx';
import { breakDown, buildVeiculo } from '../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const abrir = async (...args: Parameters<typeof openFicha>) => {
  const aberta = await openFicha(...args);
  page = aberta.page;
  return aberta.gaveta;
};

describe('the city of an old plate', () => {
  const alterar = async (campos: object = {}) => {
    const gaveta = await abrir('hkq-3782', (server) =>
      buildVeiculo(server, { ...antiga, ...campos }),
    );
    await page.user.click(
      await gaveta.findByRole('button', { name: /^(Informar|Alterar) cidade/ }),
    );
    return gaveta;
  };
  const CAMPO = 'Cidade (opcional, apenas para visual):';
  const linha = () => document.querySelector('[role=dialog] svg text')?.textContent;

  test('is found without accents, drawn at once and kept', async () => {
    const gaveta = await alterar();
    expect(linha()).toBe('BR - BRASIL');
    await escolher(page, CAMPO, 'sao joao del', 'São João del Rei - MG');
    expect(linha()).toBe('MG - SÃO JOÃO DEL REI');
    expect((await guardado(page, 'HKQ3782')).cidade).toBeNull();
    await clicar(page, 'Salvar');
    expect(await screen.findByText('Veículo atualizado com sucesso')).toBeTruthy();
    expect(await guardado(page, 'HKQ3782')).toMatchObject({
      cidade: 'São João del Rei',
      estado: 'MG',
    });
    expect(await gaveta.findByText('São João del Rei - MG')).toBeTruthy();
    expect(linha()).toBe('MG - SÃO JOÃO DEL REI');
  });

  test('is found by its state', async () => {
    await alterar();
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), 'ac');
    expect(await screen.findByRole('option', { name: 'Rio Branco - AC' })).toBeTruthy();
  });

  test('may be taken away; given up, the plate shows the old one', async () => {
    const gaveta = await alterar({ cidade: 'Lavras', estado: 'MG' });
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), '{Backspace}');
    expect(linha()).toBe('BR - BRASIL');
    await clicar(page, 'Cancelar');
    expect(linha()).toBe('MG - LAVRAS');
    await clicar(page, 'Alterar cidade');
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), '{Backspace}');
    await clicar(page, 'Salvar');
    expect(await gaveta.findByRole('button', { name: 'Informar cidade' })).toBeTruthy();
    expect(await guardado(page, 'HKQ3782')).toMatchObject({ cidade: null, estado: null });
  });

  test('a search that fails says so; the list is empty, but not for want of cities', async () => {
    await alterar();
    breakDown(page.wire, 'GET /db/cidades/busca');
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), 'lav');
    expect(await screen.findByText('Erro ao buscar cidades')).toBeTruthy();
    expect(await screen.findByText('Não foi possível buscar. Digite de novo.')).toBeTruthy();
    expect(screen.queryByText('Nenhuma cidade encontrada.')).toBeNull();
    page.wire.restore();
    await page.user.type(screen.getByRole('combobox', { name: CAMPO }), 'ras');
    expect(await screen.findByRole('option', { name: 'Lavras - MG' })).toBeTruthy();
  });

  test('a conflict shows both', async () => {
    await alterar();
    await escolher(page, CAMPO, 'lavras', 'Lavras - MG');
    await mudar(page, 'HKQ3782', { cidade: 'Varginha', estado: 'MG' });
    await clicar(page, 'Salvar');
    const conflito = within(
      await screen.findByRole('dialog', { name: 'Este veículo foi alterado por outra pessoa' }),
    );
    expect(conflito.getByText('Lavras - MG')).toBeTruthy();
    expect(conflito.getByText('Varginha - MG')).toBeTruthy();
    await clicar(page, 'Usar a minha');
    await screen.findByText('Veículo atualizado com sucesso');
    expect((await guardado(page, 'HKQ3782')).cidade).toBe('Lavras');
  });
});
