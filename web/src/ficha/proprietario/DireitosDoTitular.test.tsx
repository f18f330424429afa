import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ANA, clickButton } from '../../../test/ficha.ts';
import { openPage, type TestPage } from '../../../test/page.tsx';
import { buildProprietario, buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const ENDERECO = `/proprietarios/consultar/${ANA.matricula}`;

const countOwners = async (nome: string): Promise<number> => {
  const url = `/db/proprietarios/busca?q=${encodeURIComponent(nome)}`;
  return (await page.server.request({ url })).json().length;
};

test('the administration saves all data of the owner as one archive', async () => {
  page = await openPage(ENDERECO, { prepare: (server) => buildProprietario(server, ANA) });
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const parte = within(await screen.findByRole('region', { name: 'Direitos do titular' }));
  expect(parte.getByText(/Os dois atos ficam na auditoria/)).toBeTruthy();
  await clickButton(page, 'Exportar dados do titular');
  expect(await screen.findByText(/^Arquivo exportado: dados-do-titular-.+\.zip$/)).toBeTruthy();
  const arquivo = made.mock.calls.at(-1)?.[0] as File;
  expect([arquivo.type, arquivo.size > 500]).toEqual(['application/zip', true]);
});

test('an account that is no administrator sees nothing of it', async () => {
  page = await openPage(ENDERECO, {
    async prepare(server) {
      await buildProprietario(server, ANA);
      await server.db.updateTable('contas').set({ admin: 0 }).execute();
    },
  });
  await screen.findByRole('region', { name: 'Contato' });
  await waitFor(() => expect(screen.queryByText('Direitos do titular')).toBeNull());
});

test('anonymising asks for the matrícula, says what stays, and the owner is gone from the list', async () => {
  page = await openPage(ENDERECO, { prepare: (server) => buildProprietario(server, ANA) });
  await screen.findByRole('region', { name: 'Direitos do titular' });
  await clickButton(page, 'Anonimizar titular');
  const dialogo = within(await screen.findByRole('dialog', { name: 'Anonimizar titular' }));
  expect(
    dialogo.getByText(/As cópias de segurança feitas até agora ainda têm os dados/),
  ).toBeTruthy();
  const campo = dialogo.getByLabelText(`Para confirmar, digite a matrícula ${ANA.matricula}`);
  await page.user.type(campo, 'outra');
  await page.user.click(dialogo.getByRole('button', { name: 'Anonimizar' }));
  expect(await dialogo.findByText('Digite a matrícula deste titular.')).toBeTruthy();
  expect(await countOwners('Titular anonimizado')).toBe(0);
  await page.user.clear(campo);
  await page.user.type(campo, `${ANA.matricula}{Enter}`);
  expect(await screen.findByText('Titular anonimizado.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('row', { name: /^Titular anonimizado/ })).toBeTruthy();
  expect([await countOwners(ANA.nome), await countOwners('Titular anonimizado')]).toEqual([0, 1]);
});

test('an owner with a vehicle in use stays, and the sentence says what to do', async () => {
  page = await openPage(ENDERECO, {
    async prepare(server) {
      await buildProprietario(server, ANA);
      await buildVeiculo(server, { status: 'ATIVO', proprietario_matricula: ANA.matricula });
    },
  });
  await screen.findByRole('region', { name: 'Direitos do titular' });
  await clickButton(page, 'Anonimizar titular');
  const dialogo = within(await screen.findByRole('dialog', { name: 'Anonimizar titular' }));
  const campo = dialogo.getByLabelText(/^Para confirmar/);
  await page.user.type(campo, `${ANA.matricula}{Enter}`);
  const frase = await dialogo.findByRole('alert');
  expect(frase.textContent).toContain('Este titular possui 1 veículo ativo ou proibido.');
  expect(await countOwners(ANA.nome)).toBe(1);
});
