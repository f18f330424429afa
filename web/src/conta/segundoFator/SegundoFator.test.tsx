import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { startFatores } from '../../../test/segundoFator.ts';

let page: TestPage;
afterEach(() => page.close());

const { addChave, signInToPasso, activateTotp, makeCodigo, createTestChave, answerPasso } =
  startFatores();

const mine = () => ({
  as: JSON.parse(localStorage.getItem('unipark.user') ?? '{}').access_token as string,
});

async function openPerfil(prepare?: TestPageOptions['prepare']) {
  page = await openPage('/perfil', { prepare });
  const region = within(await screen.findByRole('region', { name: 'Segurança' }));
  await region.findByText('Aplicativo autenticador');
  return region;
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const confirmSenha = async (name: string, button: string, senha = CONTA.password) => {
  const asked = await dialog(name);
  await page.user.type(asked.getByLabelText('Senha'), senha);
  await page.user.click(asked.getByRole('button', { name: button }));
};
const REMINDER = 'Proteja a administração: ative o segundo fator.';

test('an authenticator: password, secret, code, and codes that must be stored', async () => {
  const region = await openPerfil();
  expect(await region.findByText(REMINDER)).toBeTruthy();
  expect(region.queryByText('Códigos de recuperação')).toBeNull();
  await page.user.click(region.getByRole('button', { name: 'Ativar' }));

  await confirmSenha('Aplicativo autenticador', 'Continuar', 'não é esta');
  const asked = await dialog('Aplicativo autenticador');
  expect(await asked.findByText('A senha atual não confere.')).toBeTruthy();
  await page.user.clear(asked.getByLabelText('Senha'));
  await confirmSenha('Aplicativo autenticador', 'Continuar');

  const qr = await dialog('Ler o código QR');
  expect(qr.getByRole('img', { name: 'Código QR do aplicativo autenticador' })).toBeTruthy();
  const segredo = qr.getByText(/^[A-Z2-7]{32}$/).textContent ?? '';
  const field = qr.getByLabelText('Código mostrado pelo aplicativo');
  await page.user.type(field, '000000');
  expect(await qr.findByText('Código inválido.')).toBeTruthy();
  await page.user.clear(field);
  await page.user.type(field, makeCodigo(segredo));

  const kept = await dialog('Códigos de recuperação');
  expect(kept.getAllByRole('listitem')).toHaveLength(10);
  await page.user.click(kept.getByRole('button', { name: 'Concluir' }));
  expect(await kept.findByRole('alert')).toBeTruthy();
  await page.user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Códigos de recuperação' })).toBeTruthy();
  await page.user.click(kept.getByRole('checkbox', { name: 'Guardei os códigos' }));
  await page.user.click(kept.getByRole('button', { name: 'Concluir' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await region.findByText('10 restantes')).toBeTruthy();
  expect(region.getByRole('button', { name: 'Desativar' })).toBeTruthy();
  // The next token carries no reminder.
  await waitFor(() => expect(region.queryByText(REMINDER)).toBeNull());
});

test('copies and downloads the codes', async () => {
  const region = await openPerfil((server) => activateTotp(server, mine()));
  await page.user.click(region.getByRole('button', { name: 'Gerar novos' }));
  await confirmSenha('Gerar novos códigos', 'Gerar novos');
  const kept = await dialog('Códigos de recuperação');
  const codigos = kept.getAllByRole('listitem').map((item) => item.textContent);
  await page.user.click(kept.getByRole('button', { name: 'Copiar' }));
  expect(await kept.findByText('Copiado.')).toBeTruthy();
  const copied = await navigator.clipboard.readText();
  for (const codigo of codigos) expect(copied).toContain(codigo);

  // happy-dom would leave the page to download the file.
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  await page.user.click(kept.getByRole('button', { name: 'Baixar' }));
  const [file] = made.mock.lastCall ?? [];
  expect(await (file as Blob).text()).toContain(codigos[9]);
  expect(clicked).toHaveBeenCalledOnce();
  made.mockRestore();
  clicked.mockRestore();

  const cookie = await signInToPasso(page.server);
  const used = await answerPasso(page.server, cookie, 'codigo', { codigo: codigos[0] });
  expect(used.statusCode).toBe(200);
});

test('switching it off asks for the password and deletes the codes', async () => {
  const region = await openPerfil((server) => activateTotp(server, mine()));
  // The token of before the factor is renewed when the page opens.
  await waitFor(() => expect(region.queryByText(REMINDER)).toBeNull());
  await page.user.click(region.getByRole('button', { name: 'Desativar' }));
  await confirmSenha('Desativar o aplicativo autenticador?', 'Desativar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await region.findByRole('button', { name: 'Ativar' })).toBeTruthy();
  await waitFor(() => expect(region.queryByText('Códigos de recuperação')).toBeNull());
  expect(await region.findByText(REMINDER)).toBeTruthy();
});

test('passkeys have names and are deleted one by one; the server may refuse', async () => {
  const region = await openPerfil(async (server) => {
    await addChave(server, createTestChave(), { ...mine(), nome: 'Celular da Márcia' });
    await addChave(server, createTestChave(), { ...mine(), nome: 'Notebook' });
  });
  const list = within(region.getByRole('list', { name: 'Chaves de acesso' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getAllByText(/nunca usada/)).toHaveLength(2);
  const first = { name: 'Excluir chave de acesso Celular da Márcia' };
  await page.user.click(list.getByRole('button', first));
  const asked = await dialog('Excluir chave de acesso?');
  expect(asked.getByText(/"Celular da Márcia"/)).toBeTruthy();

  const path = page.wire.calls.length;
  const { id } = await page.server.db
    .selectFrom('chaves_acesso')
    .select('id')
    .where('nome', '=', 'Celular da Márcia')
    .executeTakeFirstOrThrow();
  const sentence = 'A administração exige um segundo fator. Ative outro antes de retirar este.';
  page.wire.answer(
    `POST /api/perfil/passkeys/${id}/excluir`,
    () => new Response(JSON.stringify({ codigo: 'x', mensagem: sentence }), { status: 409 }),
  );
  await confirmSenha('Excluir chave de acesso?', 'Excluir');
  expect(await asked.findByText(sentence)).toBeTruthy();
  expect(page.wire.calls.length).toBeGreaterThan(path);
  page.wire.restore();
  await page.user.click(asked.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
});

test('a page without passkeys says so and offers none', async () => {
  const region = await openPerfil();
  expect(
    region.getByText('Este navegador não oferece chaves de acesso neste endereço.'),
  ).toBeTruthy();
  expect(region.queryByRole('button', { name: 'Adicionar' })).toBeNull();
});

test('the home page reminds an administrator and links to the profile', async () => {
  page = await openPage('/home');
  expect(await screen.findByText(REMINDER)).toBeTruthy();
  await page.user.click(screen.getByRole('link', { name: 'Abrir Perfil' }));
  expect(await screen.findByRole('heading', { name: 'Perfil' })).toBeTruthy();
});

test('a required factor shows a warning', async () => {
  page = await openPage('/home', {
    prepare: async (_server, wire) => {
      const options = {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      };
      const answer = await (await wire.fetch('/api/auth/token', options)).json();
      answer.user = { ...answer.user, admin: false, lembrete: 'segundo-fator-exigido' };
      wire.answer('POST /api/auth/token', () => new Response(JSON.stringify(answer)));
    },
  });
  expect(await screen.findByText('Para administrar, ative o segundo fator.')).toBeTruthy();
  expect(screen.queryByText(REMINDER)).toBeNull();
  expect(screen.queryByText('Dispositivos, câmeras e alertas')).toBeNull();
});

test('the temporary account of a demonstration gets no reminder', async () => {
  page = await openPage('/home', {
    prepare: async (_server, wire) => {
      const answer = await (await wire.fetch('/api/instalacao')).json();
      answer.demonstracao = { email: CONTA.email, senha: CONTA.password };
      wire.answer('GET /api/instalacao', () => new Response(JSON.stringify(answer)));
    },
  });
  expect(await screen.findByText('Use o menu lateral para navegar pelo sistema.')).toBeTruthy();
  await waitFor(() => expect(page.wire.calls).toContain('GET /api/instalacao'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(screen.queryByText(REMINDER)).toBeNull();
});
