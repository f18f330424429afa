import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { type ComTotp, startFatores } from '../../../test/segundoFator.ts';

let page: TestPage;
let totp: ComTotp;
afterEach(() => page.close());

const { activateTotp, makeCodigo } = startFatores();

async function openPasso(prepare?: TestPageOptions['prepare']) {
  page = await openPage('/', {
    signedIn: false,
    prepare: async (server, wire) => {
      totp = await activateTotp(server);
      await prepare?.(server, wire);
    },
  });
  await page.user.type(await screen.findByLabelText('E-mail'), CONTA.email);
  await page.user.type(screen.getByLabelText('Senha'), `${CONTA.password}{Enter}`);
  return screen.findByRole('heading', { name: 'Confirme que é você' });
}
const getCodigo = () => screen.getByLabelText('Código');
const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
const answers = () => page.wire.calls.filter((call) => call.includes('/segundo-fator/'));

describe('the second step of the login', () => {
  test('six digits are sent at once and sign in', async () => {
    await openPasso();
    expect(screen.queryByLabelText('Senha')).toBeNull();
    expect(localStorage.getItem('unipark.user')).toBeNull();
    expect(getCodigo()).toBe(document.activeElement);
    expect(getCodigo().getAttribute('autocomplete')).toBe('one-time-code');
    expect(getCodigo().getAttribute('inputmode')).toBe('numeric');
    const digits = makeCodigo(totp.segredo);
    await page.user.type(getCodigo(), digits.slice(0, 5));
    expect(answers()).toEqual([]);
    await page.user.type(getCodigo(), digits.slice(5));
    expect(await screen.findByText('Use o menu lateral para navegar pelo sistema.')).toBeTruthy();
    expect(await screen.findByText(`Bem vindo(a), ${CONTA.email}`)).toBeTruthy();
    expect(answers()).toEqual(['POST /api/auth/segundo-fator/totp']);
  });

  test('a wrong code is refused, then a pasted code with a blank is accepted', async () => {
    await openPasso();
    await page.user.type(getCodigo(), '000000');
    expect(await screen.findByText('Código inválido.')).toBeTruthy();
    expect(getCodigo().getAttribute('aria-invalid')).toBe('true');
    const digits = makeCodigo(totp.segredo);
    await page.user.clear(getCodigo());
    await page.user.paste(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    expect(await screen.findByText('Use o menu lateral para navegar pelo sistema.')).toBeTruthy();
  });

  test('a recovery code is accepted instead', async () => {
    await openPasso();
    await press('Usar código de recuperação');
    const field = screen.getByLabelText('Código de recuperação');
    expect(field).toBe(document.activeElement);
    await page.user.type(field, `${totp.codigos[0]?.toUpperCase()}{Enter}`);
    expect(await screen.findByText('Use o menu lateral para navegar pelo sistema.')).toBeTruthy();
  });

  test('Voltar returns to the password, and the step is closed', async () => {
    await openPasso();
    await press('Voltar');
    expect(await screen.findByLabelText('Senha')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Confirme que é você' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('too late: back to the password with the sentence', async () => {
    await openPasso();
    await page.server.db.deleteFrom('desafios').execute();
    await page.user.type(getCodigo(), makeCodigo(totp.segredo));
    expect(await screen.findByLabelText('Senha')).toBeTruthy();
    expect(
      await screen.findAllByText('O tempo para confirmar acabou. Entre novamente.'),
    ).not.toHaveLength(0);
  });

  test('too many tries: a countdown, and nothing is sent meanwhile', async () => {
    await openPasso((_server, wire) =>
      wire.answer(
        'POST /api/auth/segundo-fator/totp',
        () => new Response('{}', { status: 429, headers: { 'retry-after': '2' } }),
      ),
    );
    await page.user.type(getCodigo(), '000000');
    expect(await screen.findByText('Muitas tentativas. Tente em 2 s.')).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Confirmar' });
    expect(button).toHaveProperty('disabled', true);
    await page.user.clear(getCodigo());
    await page.user.type(getCodigo(), '111111');
    expect(answers()).toHaveLength(1);
    await waitFor(() => expect(button).toHaveProperty('disabled', false), { timeout: 4_000 });
  });

  test('without a network the step stays', async () => {
    await openPasso((_server, wire) =>
      wire.answer('POST /api/auth/segundo-fator/totp', () =>
        Promise.reject(new TypeError('failed')),
      ),
    );
    await page.user.type(getCodigo(), '123456');
    expect(await screen.findByText('Sem conexão com o servidor. Tente novamente.')).toBeTruthy();
    expect(getCodigo()).toHaveProperty('value', '123456');
  });
});

test('after the return from a provider #segundo-fator opens the step', async () => {
  page = await openPage('/#segundo-fator=passkey', { signedIn: false });
  expect(await screen.findByRole('heading', { name: 'Confirme que é você' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Usar aplicativo autenticador' })).toBeNull();
  // happy-dom has no passkeys, as some browsers have none.
  await press('Usar chave de acesso');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Este navegador não oferece chaves de acesso neste endereço.',
  );
});

test('a session that ends under an open form asks for password and code, and the form stays', async () => {
  page = await openPage('/proprietarios/cadastrar', {
    prepare: async (server) => {
      const { access_token: as } = JSON.parse(localStorage.getItem('unipark.user') ?? '{}');
      totp = await activateTotp(server, { as });
    },
  });
  await page.user.type(await screen.findByLabelText(/Matrícula/), '2026001');
  await page.user.type(screen.getByLabelText(/Nome/), 'Ana Souza');
  await page.server.db.deleteFrom('sessoes').execute();
  await page.user.click(screen.getByRole('button', { name: 'Cadastrar' }));
  const giveSenha = async () => {
    const senha = within(await screen.findByRole('dialog', { name: 'Entrar novamente' }));
    await page.user.clear(senha.getByLabelText('Senha'));
    await page.user.type(senha.getByLabelText('Senha'), CONTA.password);
    await page.user.click(senha.getByRole('button', { name: 'Entrar' }));
  };
  await giveSenha();
  await screen.findByRole('dialog', { name: 'Confirme que é você' });
  // Escape goes one step back and does not close the form.
  await page.user.keyboard('{Escape}');
  await giveSenha();
  const step = within(await screen.findByRole('dialog', { name: 'Confirme que é você' }));
  await page.user.type(step.getByLabelText('Código'), makeCodigo(totp.segredo));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => {
    const saved = await page.server.db.selectFrom('proprietarios').select('nome').execute();
    expect(saved).toEqual([{ nome: 'Ana Souza' }]);
  });
});
