import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { TestApp } from '../../../../server/test/app.ts';
import { openPage, type TestPage } from '../../../test/page.tsx';
import { breakDown } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const MENSAGEM = {
  nome: 'Rita Alves',
  email: 'rita@exemplo.com',
  mensagem: 'Perdi o adesivo.\n<b>Como peço outro?</b>',
};

const postMensagem = (server: TestApp, mudanca: object = {}) =>
  server.request({
    method: 'POST',
    url: '/api/contato',
    payload: { ...MENSAGEM, ...mudanca },
    as: null,
  });

const open = (prepare: (server: TestApp) => unknown = () => {}, env = {}) =>
  openPage('/configuracoes/mensagens', { env, prepare: prepare });

test('without a mail server it shows what does not work and what to set', async () => {
  page = await open();
  const aviso = await screen.findByText(/^Nenhum e-mail é enviado/);
  const caixa = aviso.closest('[role=status]') as HTMLElement;
  expect(within(caixa).getByText(/defina SMTP_URL e MAIL_FROM no servidor/)).toBeTruthy();
  expect(await screen.findByText('Nenhuma mensagem recebida.')).toBeTruthy();
  expect(document.title).toBe('Mensagens · UNIPARK');
});

test('a message is read whole, as text, and is marked as read', async () => {
  page = await open(async (server) => {
    await postMensagem(server);
    await postMensagem(server, { nome: 'Davi Luz' });
  });
  expect(await screen.findByText('2 mensagens')).toBeTruthy();
  expect(screen.getAllByText('Não lida')).toHaveLength(2);
  await page.user.click(screen.getByRole('button', { name: 'Ler mensagem de Rita Alves' }));
  const dialogo = await screen.findByRole('dialog', { name: 'Mensagem de Rita Alves' });
  expect(within(dialogo).getByText(/<b>Como peço outro\?<\/b>/).textContent).toBe(
    MENSAGEM.mensagem,
  );
  const responder = within(dialogo).getByRole('link', { name: 'Responder por e-mail' });
  expect(responder.getAttribute('href')).toMatch(/^mailto:rita@exemplo\.com\?subject=Sua%20/);

  await page.user.click(within(dialogo).getByRole('button', { name: 'Marcar como lida' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Lida')).toBeTruthy();
  expect(screen.getAllByText('Não lida')).toHaveLength(1);

  await page.user.click(screen.getByRole('button', { name: 'Ler mensagem de Rita Alves' }));
  const lida = await screen.findByRole('dialog');
  expect(within(lida).queryByRole('button', { name: 'Marcar como lida' })).toBeNull();
});

test('with a mail server it shows the waiting mail and the last fault', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'UNIPARK <unipark@exemplo.br>' };
  page = await open(async (server) => {
    await postMensagem(server);
    await waitFor(async () => {
      const { body } = await server.request({ url: '/api/correio' });
      expect(JSON.parse(body).ultimoErro).toBeTruthy();
    });
  }, env);
  expect(await screen.findByText('Com falha')).toBeTruthy();
  expect(screen.getByText('Não foi possível conectar ao servidor de e-mail.')).toBeTruthy();
  expect(screen.queryByText(/^Nenhum e-mail é enviado/)).toBeNull();
});

test('a list that fails says so and offers another try', async () => {
  page = await openPage('/configuracoes/mensagens', {
    prepare: (_server, wire) => breakDown(wire, 'GET /api/mensagens'),
  });
  expect(await screen.findByText('Não foi possível carregar a lista.')).toBeTruthy();
});
