import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../../server/test/app.ts';
import { CONTA, openPage, type Page } from '../../../test/page.tsx';
import { breakDown } from '../../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const ENDERECO = '/configuracoes/usuarios';

/** Somebody signs up; answers the account's id and token. */
async function cadastrar(server: TestApp, nome: string, email: string) {
  const payload = { name: nome, email, password: 'portao-verde-42' };
  const url = '/api/auth/sign-up/email';
  const resposta = await server.request({ method: 'POST', url, payload, as: null });
  if (resposta.statusCode !== 200) throw new Error(resposta.body);
  return { id: resposta.json().user.id as string, token: resposta.json().token as string };
}

/** …and is made to wait for an administrator. */
async function esperar(
  server: TestApp,
  nome: string,
  email: string,
  pendencia: 'aprovacao' | 'email',
) {
  const { id } = await cadastrar(server, nome, email);
  await server.db.updateTable('user').set({ pendencia }).where('id', '=', id).execute();
  return id;
}

const bia = (server: TestApp) => cadastrar(server, 'Bia Souza', 'bia@unilavras.edu.br');
const abrir = (prepare?: (server: TestApp) => unknown) => openPage(ENDERECO, { prepare });
const linha = async (nome: string | RegExp) =>
  (await screen.findByRole('rowheader', { name: nome })).closest('tr') as HTMLElement;
const agir = async (nome: string, acao: string) => {
  await page.user.click(await screen.findByRole('button', { name: `Ações da conta de ${nome}` }));
  await page.user.click(await screen.findByRole('button', { name: `${acao} ${nome}` }));
};
const confirmar = async (rotulo: string) => {
  const dialogo = await screen.findByRole('alertdialog');
  await page.user.click(within(dialogo).getByRole('button', { name: rotulo }));
};
const conta = (email: string) =>
  page.server.db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();

describe('the list of accounts', () => {
  test('everybody with role, situation and last use; oneself is marked', async () => {
    page = await abrir(bia);
    const minha = within(await linha(new RegExp(CONTA.name)));
    expect(document.title).toBe('Usuários · UNIPARK');
    expect(minha.getByText('Você')).toBeTruthy();
    expect(minha.getByText('Administração')).toBeTruthy();
    const dela = within(await linha(/Bia Souza/));
    expect(dela.queryByText('Você')).toBeNull();
    expect(dela.getByText('Usuário')).toBeTruthy();
    expect(dela.getByText('Ativa')).toBeTruthy();
    expect(screen.getByText('2 usuários')).toBeTruthy();
    expect(screen.queryByText('Aguardando aprovação')).toBeNull();
  });

  test('searched and filtered, kept in the address; nobody found says so', async () => {
    page = await abrir(bia);
    await linha(/Bia Souza/);
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

  test('a failed list says why and offers another try', async () => {
    page = await openPage(ENDERECO, {
      prepare: (_server, wire) => breakDown(wire, 'GET /api/usuarios'),
    });
    const tentar = await screen.findByRole('button', { name: 'Tentar novamente' });
    page.wire.restore();
    await page.user.click(tentar);
    await linha(new RegExp(CONTA.name));
  });
});

describe('who waits', () => {
  test('stands first, is approved with one press, and may sign in', async () => {
    page = await abrir((server) =>
      esperar(server, 'Rui Prado', 'rui@unilavras.edu.br', 'aprovacao'),
    );
    const painel = within(await screen.findByRole('region', { name: 'Aguardando aprovação' }));
    expect(
      painel.getByText(/rui@unilavras\.edu\.br · desde .* · e-mail ainda não confirmado/),
    ).toBeTruthy();
    await page.user.click(painel.getByRole('button', { name: 'Aprovar Rui Prado' }));
    expect(await screen.findByText('Conta de Rui Prado aprovada.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Aguardando aprovação')).toBeNull());
    // The button is gone with the person: the focus is where the screen begins.
    expect(document.activeElement?.tagName).toBe('H1');
    expect((await conta('rui@unilavras.edu.br'))?.pendencia).toBeNull();
    expect(within(await linha(/Rui Prado/)).getByText('Ativa')).toBeTruthy();
  });

  test('is refused only after a question', async () => {
    page = await abrir((server) =>
      esperar(server, 'Rui Prado', 'rui@unilavras.edu.br', 'aprovacao'),
    );
    await page.user.click(await screen.findByRole('button', { name: 'Recusar Rui Prado' }));
    expect(await conta('rui@unilavras.edu.br')).toBeDefined();
    await confirmar('Recusar');
    expect(await screen.findByText('Cadastro de Rui Prado recusado.')).toBeTruthy();
    expect(await conta('rui@unilavras.edu.br')).toBeUndefined();
  });

  test('an address nobody confirmed can only be refused', async () => {
    page = await abrir((server) => esperar(server, 'Rui Prado', 'rui@unilavras.edu.br', 'email'));
    await page.user.click(
      await screen.findByRole('button', { name: 'Ações da conta de Rui Prado' }),
    );
    expect(await screen.findByRole('button', { name: 'Recusar Rui Prado' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Aprovar Rui Prado' })).toBeNull();
  });
});

describe('acts', () => {
  test('disabled after a question that tells what it ends; enabled without one', async () => {
    page = await abrir(bia);
    await agir('Bia Souza', 'Desabilitar');
    expect(
      await screen.findByText(/sai do sistema na mesma hora, em todos os navegadores/),
    ).toBeTruthy();
    await confirmar('Desabilitar');
    expect(await screen.findByText('Conta de Bia Souza desabilitada.')).toBeTruthy();
    await waitFor(async () =>
      expect(within(await linha(/Bia Souza/)).getByText('Desabilitada')).toBeTruthy(),
    );
    await agir('Bia Souza', 'Habilitar');
    expect(await screen.findByText('Conta de Bia Souza habilitada.')).toBeTruthy();
  });

  test('the last administrator: the sentence stands above the list, nothing changed', async () => {
    page = await abrir();
    await agir(CONTA.name, 'Desabilitar');
    expect(await screen.findByText(/Esta é a sua conta\. Você sai do sistema/)).toBeTruthy();
    await confirmar('Desabilitar');
    const frase = `${CONTA.name} é a única pessoa da administração com a conta ativa. Torne outra pessoa administradora antes.`;
    const avisos = await screen.findAllByText(frase);
    expect(avisos.some((aviso) => aviso.closest('[role=alert]'))).toBe(true);
    expect((await conta(CONTA.email))?.desabilitadoEm).toBeNull();
  });

  test('giving up one’s own role ends the settings at once', async () => {
    page = await abrir(async (server) => {
      const { id } = await bia(server);
      await server.db.updateTable('user').set({ admin: 1 }).where('id', '=', id).execute();
    });
    await agir(CONTA.name, 'Retirar papel de administração');
    await confirmar('Retirar papel de administração');
    expect(await screen.findByText('Você não tem permissão para ver esta tela.')).toBeTruthy();
  });

  test('a 403 is a sentence: somebody took the role meanwhile', async () => {
    page = await abrir(bia);
    await linha(/Bia Souza/);
    await page.server.db.updateTable('user').set({ admin: 0 }).execute();
    await agir('Bia Souza', 'Desabilitar');
    await confirmar('Desabilitar');
    expect(
      (await screen.findAllByText('Só a administração pode fazer isto.')).length,
    ).toBeGreaterThan(0);
  });

  test('a new way in: the link is shown once and only “Já copiei” closes', async () => {
    page = await abrir(bia);
    await agir('Bia Souza', 'Redefinir acesso');
    const dialogo = within(await screen.findByRole('dialog', { name: 'Redefinir acesso' }));
    await page.user.click(dialogo.getByRole('button', { name: 'Redefinir acesso' }));
    expect(await dialogo.findByText(/\/passwordrecovery#token=[\w-]{43}/)).toBeTruthy();
    await page.user.keyboard('{Escape}');
    expect(dialogo.getByRole('button', { name: 'Copiar Link' })).toBeTruthy();
    await page.user.click(dialogo.getByRole('button', { name: 'Já copiei' }));
    await waitFor(() => expect(screen.queryByText(/passwordrecovery#token/)).toBeNull());
  });

  test('with an outside provider neither password nor second factor is offered', async () => {
    page = await openPage(ENDERECO, {
      prepare: async (server, wire) => {
        const { id } = await bia(server);
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
    await linha(/Bia Souza/);
    await page.user.click(screen.getByRole('button', { name: 'Ações da conta de Bia Souza' }));
    expect(await screen.findByRole('button', { name: 'Desabilitar Bia Souza' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Redefinir acesso Bia Souza' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retirar segundo fator Bia Souza' })).toBeNull();
  });
});

describe('invitations', () => {
  test('none yet; one is made, its link shown once; taken back', async () => {
    page = await abrir();
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
    await linha('leo@unilavras.edu.br');
    expect(screen.getByText('Aberto')).toBeTruthy();
    expect(screen.getByText(/^Até \d\d\/\d\d\/\d{4}/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('convite=');

    await page.user.click(
      screen.getByRole('button', { name: 'Retirar convite para leo@unilavras.edu.br' }),
    );
    await confirmar('Retirar');
    expect(await screen.findByText('Nenhum convite.')).toBeTruthy();
  });

  test('accepted and expired ones say when', async () => {
    page = await abrir(async (server) => {
      const url = '/api/convites';
      for (const email of ['velho@x.br', 'aceito@x.br']) {
        await server.request({ method: 'POST', url, payload: { email } });
      }
      const quando = '2026-01-02T15:00:00.000Z';
      const mudar = server.db.updateTable('convites');
      await mudar.set({ expira_em: quando }).where('email', '=', 'velho@x.br').execute();
      await mudar.set({ aceito_em: quando }).where('email', '=', 'aceito@x.br').execute();
    });
    expect(within(await linha('velho@x.br')).getByText('Vencido')).toBeTruthy();
    const aceito = within(await linha('aceito@x.br'));
    expect(aceito.getByText('Aceito')).toBeTruthy();
    expect(aceito.getByText(/^Em 02\/01\/2026/)).toBeTruthy();
  });
});
