import { screen, within } from '@testing-library/react';
import { openPage, type TestPage, type TestPageOptions } from './page.tsx';
import { buildVeiculo } from './register.ts';

export const ANA = { matricula: '000777', nome: 'Ana Souza' };
export const antiga = { placa: 'HKQ3782', modelo: 'GOL 1.6 POWER', status: 'ATIVO' };

export async function openFicha(
  placa: string,
  prepare: TestPageOptions['prepare'] = (server) => buildVeiculo(server),
  caminho = `/veiculos/consultar/${placa}`,
) {
  const page: TestPage = await openPage(caminho, { prepare, seeded: true });
  const gaveta = within(await screen.findByRole('dialog', { name: /^Veículo/ }));
  return { page, gaveta };
}

export const readVeiculo = async ({ server }: TestPage, placa: string) =>
  (await server.request({ url: `/db/veiculos/${placa}` })).json();

/** Changes the record as another person. */
export const changeVeiculo = ({ server }: TestPage, placa: string, payload: object) =>
  server.request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload });

export const clickButton = ({ user }: TestPage, name: string | RegExp) =>
  user.click(screen.getByRole('button', { name }));

/** Searches in a field and chooses the result. */
export async function chooseOption(
  { user }: TestPage,
  campo: string,
  termo: string,
  opcao: RegExp | string,
): Promise<void> {
  await user.type(await screen.findByRole('combobox', { name: campo }), termo);
  await user.click(await screen.findByRole('option', { name: opcao }));
}
