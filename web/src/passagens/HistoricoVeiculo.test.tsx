import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type Page, type PageOptions } from '../../test/page.tsx';
import { passar } from '../../test/passagens.ts';
import { breakDown, buildVeiculo } from '../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const open = async (placa: string, prepare?: PageOptions['prepare']) => {
  page = await openPage(`/historico/${placa}`, { prepare });
  await screen.findByRole('heading', { name: `Histórico de ${placa}` });
};
const historia = () => within(screen.getByRole('region', { name: 'Passagens e alterações' }));

test('passages and changes, newest first, who and what', async () => {
  await open('RIO2A18', async (server) => {
    await buildVeiculo(server, { placa: 'RIO2A18', modelo: 'CRETA', status: 'ATIVO' });
    await passar(server, { placa: 'RIO2A18', camera: '1', sentido: 'entrada' });
    const url = '/db/veiculos/RIO2A18';
    await server.request({ method: 'PUT', url, payload: { status: 'PROIBIDO' } });
  });
  await historia().findByText('Veículo cadastrado');
  const itens = historia()
    .getAllByRole('listitem')
    .map((item) => item.textContent?.slice(5));
  expect(itens).toHaveLength(3);
  expect(itens[0]).toBe('Cadastro alterado por Márcia CarvalhoStatus:ATIVO → PROIBIDO');
  expect(itens[1]).toContain('Entrada · Câmera 1Ativo');
  expect(itens[2]).toContain('Veículo cadastrado por Márcia Carvalho');
  expect(screen.getByRole('link', { name: 'Abrir cadastro' }).getAttribute('href')).toBe(
    '/veiculos/consultar?q=RIO2A18',
  );
  expect(document.title).toBe('Histórico de RIO2A18 · UNIPARK');
  await page.user.click(historia().getByRole('button', { name: /Entrada · Câmera 1/ }));
  expect(await screen.findByRole('dialog', { name: 'Passagem' })).toBeTruthy();
});

test('goes on where it ends', async () => {
  await open('XYZ9Z99', async (server) => {
    for (let hora = 1; hora <= 51; hora += 1) {
      const instante = new Date(Date.now() - (60 - hora) * 3_600_000).toISOString();
      await passar(server, { placa: 'XYZ9Z99', instante });
    }
  });
  await screen.findByRole('button', { name: 'Mostrar mais' });
  expect(historia().getAllByRole('listitem')).toHaveLength(50);
  await page.user.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  expect(await screen.findByText('Esta placa não está cadastrada.')).toBeTruthy();
  await expect.poll(() => historia().getAllByRole('listitem')).toHaveLength(51);
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('nothing is known of a plate', async () => {
  await open('XYZ9Z99');
  expect(await screen.findByText('Nada registrado sobre esta placa.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Cadastrar XYZ9Z99' })).toBeTruthy();
});

test('a failure is no empty story', async () => {
  await open('XYZ9Z99', (_server, wire) => breakDown(wire, 'GET /api/veiculos/XYZ9Z99/historico'));
  expect(await screen.findByText('Não foi possível carregar o histórico.')).toBeTruthy();
  expect(screen.queryByText('Nada registrado sobre esta placa.')).toBeNull();
});
