import { screen, within } from '@testing-library/react';
import { openPage, type Page, type PageOptions } from './page.tsx';
import { buildVeiculo } from './register.ts';

export const ANA = { matricula: '000777', nome: 'Ana Souza' };
export const antiga = { placa: 'HKQ3782', modelo: 'GOL 1.6 POWER', status: 'ATIVO' };

/** A vehicle's page, with what a person does on it. */
export async function openFicha(
  placa: string,
  prepare: PageOptions['prepare'] = (server) => buildVeiculo(server),
  caminho = `/veiculos/consultar/${placa}`,
) {
  const page: Page = await openPage(caminho, { prepare, seeded: true });
  const gaveta = within(await screen.findByRole('dialog', { name: /^Veículo/ }));
  return { page, gaveta };
}

/** The record as the register has it. */
export const guardado = async ({ server }: Page, placa: string) =>
  (await server.request({ url: `/db/veiculos/${placa}` })).json();

/** Somebody else changes the record. */
export const mudar = ({ server }: Page, placa: string, payload: object) =>
  server.request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload });

export const clicar = ({ user }: Page, name: string | RegExp) =>
  user.click(screen.getByRole('button', { name }));

/** Searches in a field, and takes what was found. */
export async function escolher(
  { user }: Page,
  campo: string,
  termo: string,
  opcao: RegExp | string,
): Promise<void> {
  await user.type(await screen.findByRole('combobox', { name: campo }), termo);
  await user.click(await screen.findByRole('option', { name: opcao }));
}
