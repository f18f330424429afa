import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ANA, clickButton } from '../../../test/ficha.ts';
import { openPage, type TestPage } from '../../../test/page.tsx';
import { buildProprietario } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const ENDERECO = `/proprietarios/consultar/${ANA.matricula}`;

test('the administration saves all data of the owner as one archive', async () => {
  page = await openPage(ENDERECO, { prepare: (server) => buildProprietario(server, ANA) });
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const parte = within(await screen.findByRole('region', { name: 'Direitos do titular' }));
  expect(parte.getByText(/A exportação fica na auditoria/)).toBeTruthy();
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
