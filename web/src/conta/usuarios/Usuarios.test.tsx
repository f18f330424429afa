import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../../server/test/app.ts';
import { CONTA, openPage, type TestPage } from '../../../test/page.tsx';
import { breakDown } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const ENDERECO = '/configuracoes/usuarios';

async function signUp(server: TestApp, nome: string, email: string) {
  const payload = { name: nome, email, password: 'portao-verde-42' };
  const url = '/api/auth/sign-up/email';
  const resposta = await server.request({ method: 'POST', url, payload, as: null });
  if (resposta.statusCode !== 200) throw new Error(resposta.body);
  return { id: resposta.json().user.id as string, token: resposta.json().token as string };
}

async function makeWait(
  server: TestApp,
  nome: string,
  email: string,
  pendencia: 'aprovacao' | 'email',
) {
  const { id } = await signUp(server, nome, email);
  await server.db.updateTable('contas').set({ pendencia }).where('id', '=', id).execute();
  return id;
}

const signUpBia = (server: TestApp) => signUp(server, 'Bia Souza', 'bia@unilavras.edu.br');
const open = (prepare?: (server: TestApp) => unknown) => openPage(ENDERECO, { prepare });
const findLinha = async (nome: string | RegExp) =>
  (await screen.findByRole('rowheader', { name: nome })).closest('tr') as HTMLElement;
const chooseAcao = async (nome: string, acao: string) => {
  await page.user.click(await screen.findByRole('button', { name: `Ações da conta de ${nome}` }));
  await page.user.click(await screen.findByRole('button', { name: `${acao} ${nome}` }));
};
const confirm = async (rotulo: string) => {
  const dialogo = await screen.findByRole('alertdialog');
  await page.user.click(within(dialogo).getByRole('button', { name: rotulo }));
};
const findConta = (email: string) =>
  page.server.db.selectFrom('contas').selectAll().where('email', '=', email).executeTakeFirst();

describe('the list of accounts', () => {
  test("shows each account with role, situation and last use, and marks one's own", async () => {
    page = await open(signUpBia);
    const minha = within(await findLinha(new RegExp(CONTA.name)));
    expect(document.title).toBe('Usuários · UNIPARK');
    expect(minha.getByText('Você')).toBeTruthy();
    expect(minha.getByText('Administração')).toBeTruthy();
    const dela = within(await findLinha(/Bia Souza/));
    expect(dela.queryByText('Você')).toBeNull();
    expect(dela.getByText('Usuário')).toBeTruthy();
    expect(dela.getByText('Ativa')).toBeTruthy();
    expect(screen.getByText('2 usuários')).toBeTruthy();
    expect(screen.queryByText('Aguardando aprovação')).toBeNull();
  });

  test('search and filter are kept in the address; no match says so', async () => {
    page = await open(signUpBia);
    await findLinha(/Bia Souza/);
    await page.user.type(
      screen.getByRole('searchbox', { name: 'Buscar usuários' }),
      'SOUZA{Enter}',
    );
    expect(await screen.findByText('1 usuário')).toBeTruthy();
    expect(screen.queryByRole('rowheader', { name: new RegExp(CONTA.name) })).toBeNull();
    await page.user.selectOptions(screen.getByLabelText('Situação'), 'Desabilitada');
    expect(await screen.findByText('Nenhum usuário encontrado.')).toBeTruthy();
    expect(window.location.search).toBe('?q=SOUZA&situacao=desabilitada');
    await page.user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    expect(await screen.findByText('2 usuários')).toBeTruthy();
  });

  test('a list that fails shows the reason and offers another try', async () => {
    page = await openPage(ENDERECO, {
      prepare: (_server, wire) => breakDown(wire, 'GET /api/usuarios'),
    });
    const tentar = await screen.findByRole('button', { name: 'Tentar novamente' });
    page.wire.restore();
    await page.user.click(tentar);
    await findLinha(new RegExp(CONTA.name));
  });
});

describe('accounts that wait', () => {
  test('are first on the page; one press approves, and the person may sign in', async () => {
    page = await open((server) =>
      makeWait(server, 'Rui Prado', 'rui@unilavras.edu.br', 'aprovacao'),
    );
    const painel = within(await screen.findByRole('region', { name: 'Aguardando aprovação' }));
    expect(
      painel.getByText(/rui@unilavras\.edu\.br · desde .* · e-mail ainda não confirmado/),
    ).toBeTruthy();
    await page.user.click(painel.getByRole('button', { name: 'Aprovar Rui Prado' }));
    expect(await screen.findByText('Conta de Rui Prado aprovada.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Aguardando aprovação')).toBeNull());
    // The button disappeared with the person: the heading gets the focus.
    expect(document.activeElement?.tagName).toBe('H1');
    expect((await findConta('rui@unilavras.edu.br'))?.pendencia).toBeNull();
    expect(within(await findLinha(/Rui Prado/)).getByText('Ativa')).toBeTruthy();
  });

  test('are refused only after a question', async () => {
    page = await open((server) =>
      makeWait(server, 'Rui Prado', 'rui@unilavras.edu.br', 'aprovacao'),
    );
    await page.user.click(await screen.findByRole('button', { name: 'Recusar Rui Prado' }));
    expect(await findConta('rui@unilavras.edu.br')).toBeDefined();
    await confirm('Recusar');
    expect(await screen.findByText('Cadastro de Rui Prado recusado.')).toBeTruthy();
    expect(await findConta('rui@unilavras.edu.br')).toBeUndefined();
  });

  test('without a confirmed address can only be refused', async () => {
    page = await open((server) => makeWait(server, 'Rui Prado', 'rui@unilavras.edu.br', 'email'));
    await page.user.click(
      await screen.findByRole('button', { name: 'Ações da conta de Rui Prado' }),
    );
    expect(await screen.findByRole('button', { name: 'Recusar Rui Prado' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Aprovar Rui Prado' })).toBeNull();
  });
});

describe('acts', () => {
  test('disabling asks and names what it ends; enabling does not ask', async () => {
    page = await open(signUpBia);
    await chooseAcao('Bia Souza', 'Desabilitar');
    expect(
      await screen.findByText(/perde o acesso imediatamente, em todos os navegadores/),
    ).toBeTruthy();
    await confirm('Desabilitar');
    expect(await screen.findByText('Conta de Bia Souza desabilitada.')).toBeTruthy();
    await waitFor(async () =>
      expect(within(await findLinha(/Bia Souza/)).getByText('Desabilitada')).toBeTruthy(),
    );
    await chooseAcao('Bia Souza', 'Habilitar');
    expect(await screen.findByText('Conta de Bia Souza habilitada.')).toBeTruthy();
  });

  test('the last administrator stays: the sentence is above the list, and nothing changed', async () => {
    page = await open();
    await chooseAcao(CONTA.name, 'Desabilitar');
    expect(await screen.findByText(/Esta é a sua conta\. Você sai do sistema/)).toBeTruthy();
    await confirm('Desabilitar');
    const frase = `${CONTA.name} é a única pessoa da administração com a conta ativa. Torne outra pessoa administradora antes.`;
    const avisos = await screen.findAllByText(frase);
    expect(avisos.some((aviso) => aviso.closest('[role=alert]'))).toBe(true);
    expect((await findConta(CONTA.email))?.desabilitada_em).toBeNull();
  });

  test('giving up one’s own role closes the settings at once', async () => {
    page = await open(async (server) => {
      const { id } = await signUpBia(server);
      await server.db.updateTable('contas').set({ admin: 1 }).where('id', '=', id).execute();
    });
    await chooseAcao(CONTA.name, 'Retirar da administração');
    await confirm('Retirar da administração');
    expect(await screen.findByText('Você não tem permissão para ver esta tela.')).toBeTruthy();
  });

  test('a 403 shows a sentence: the role was lost meanwhile', async () => {
    page = await open(signUpBia);
    await findLinha(/Bia Souza/);
    await page.server.db.updateTable('contas').set({ admin: 0 }).execute();
    await chooseAcao('Bia Souza', 'Desabilitar');
    await confirm('Desabilitar');
    expect(
      (await screen.findAllByText('Só a administração pode fazer isto.')).length,
    ).toBeGreaterThan(0);
  });

  test('a new access: the link is shown once, and only “Já copiei” closes it', async () => {
    page = await open(signUpBia);
    await chooseAcao('Bia Souza', 'Redefinir acesso');
    const dialogo = within(await screen.findByRole('dialog', { name: 'Redefinir acesso' }));
    await page.user.click(dialogo.getByRole('button', { name: 'Redefinir acesso' }));
    expect(await dialogo.findByText(/\/passwordrecovery#token=[\w-]{43}/)).toBeTruthy();
    await page.user.keyboard('{Escape}');
    expect(dialogo.getByRole('button', { name: 'Copiar Link' })).toBeTruthy();
    await page.user.click(dialogo.getByRole('button', { name: 'Já copiei' }));
    await waitFor(() => expect(screen.queryByText(/passwordrecovery#token/)).toBeNull());
  });

  test('with firebase accounts neither password nor second factor is offered', async () => {
    page = await openPage(ENDERECO, {
      prepare: async (server, wire) => {
        const { id } = await signUpBia(server);
        const agora = new Date().toISOString();
        await server.db
          .insertInto('totp')
          .values({ conta: id, segredo: 'x', confirmado_em: agora })
          .execute();
        const { body } = await server.request({ url: '/api/instalacao', as: null });
        const firebase = { apiKey: 'a', authDomain: 'b', projectId: 'c' };
        const instalacao = { ...JSON.parse(body), firebase };
        wire.answer('GET /api/instalacao', () => Response.json(instalacao));
      },
    });
    await findLinha(/Bia Souza/);
    await page.user.click(screen.getByRole('button', { name: 'Ações da conta de Bia Souza' }));
    expect(await screen.findByRole('button', { name: 'Desabilitar Bia Souza' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Redefinir acesso Bia Souza' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retirar segundo fator Bia Souza' })).toBeNull();
  });
});

describe('invitations', () => {
  test('an empty list; one is created, its link is shown once, and it is revoked', async () => {
    page = await open();
    expect(await screen.findByText('Nenhum convite.')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Convidar' }));
    const dialogo = within(await screen.findByRole('dialog', { name: 'Convidar' }));
    await page.user.click(dialogo.getByRole('button', { name: 'Convidar' }));
    expect(await dialogo.findByText('Email inválido.')).toBeTruthy();
    await page.user.type(dialogo.getByLabelText('E-mail'), CONTA.email);
    await page.user.click(dialogo.getByRole('button', { name: 'Convidar' }));
    expect(await dialogo.findByText('Este e-mail já tem uma conta.')).toBeTruthy();
    await page.user.clear(dialogo.getByLabelText('E-mail'));
    await page.user.type(dialogo.getByLabelText('E-mail'), 'leo@unilavras.edu.br');
    await page.user.click(dialogo.getByRole('button', { name: 'Convidar' }));
    expect(await dialogo.findByText(/\/signup#convite=[\w-]{43}/)).toBeTruthy();
    await page.user.click(dialogo.getByRole('button', { name: 'Já copiei' }));
    await findLinha('leo@unilavras.edu.br');
    expect(screen.getByText('Aberto')).toBeTruthy();
    expect(screen.getByText(/^Até \d\d\/\d\d\/\d{4}/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('convite=');

    await page.user.click(
      screen.getByRole('button', { name: 'Retirar convite para leo@unilavras.edu.br' }),
    );
    await confirm('Retirar');
    expect(await screen.findByText('Nenhum convite.')).toBeTruthy();
  });

  test('accepted and expired ones show their date', async () => {
    page = await open(async (server) => {
      const url = '/api/convites';
      for (const email of ['velho@x.br', 'aceito@x.br']) {
        await server.request({ method: 'POST', url, payload: { email } });
      }
      const quando = '2026-01-02T15:00:00.000Z';
      const mudar = server.db.updateTable('convites');
      await mudar.set({ expira_em: quando }).where('email', '=', 'velho@x.br').execute();
      await mudar.set({ aceito_em: quando }).where('email', '=', 'aceito@x.br').execute();
    });
    expect(within(await findLinha('velho@x.br')).getByText('Vencido')).toBeTruthy();
    const aceito = within(await findLinha('aceito@x.br'));
    expect(aceito.getByText('Aceito')).toBeTruthy();
    expect(aceito.getByText(/^Em 02\/01\/2026/)).toBeTruthy();
  });
});
