import { describe, expect, test } from 'vitest';
import { ApiError } from '../../lib/wire/errors.ts';
import { loginSentence, secondsToWait } from '../entrada/loginSentence.ts';
import { faultOf } from './faults.ts';

/** An error of the provider's code; in a production build its message is only 'Error'. */
const fail = (code: string, message = `Firebase: Error (${code}).`) =>
  Object.assign(new Error(message), { code });

describe('the login shows the specified sentences', () => {
  test.each([
    ['auth/invalid-credential', 'Credenciais inválidas.'],
    ['auth/invalid-login-credentials', 'Credenciais inválidas.'],
    ['auth/wrong-password', 'Credenciais inválidas.'],
    ['auth/user-not-found', 'Credenciais inválidas.'],
    ['auth/user-disabled', 'Esta conta está desabilitada. Fale com a administração.'],
    ['auth/invalid-email', 'Email inválido.'],
    ['auth/missing-email', 'Email inválido.'],
    ['auth/missing-password', 'Senha não pode estar em branco.'],
    ['auth/too-many-requests', 'Muitas tentativas. Tente em 60 s.'],
    ['auth/quota-exceeded', 'Muitas tentativas. Tente em 60 s.'],
    ['auth/network-request-failed', 'Sem conexão com o servidor. Tente novamente.'],
    ['auth/timeout', 'Sem conexão com o servidor. Tente novamente.'],
    ['auth/email-already-in-use', 'Este e-mail já tem uma conta.'],
    ['auth/weak-password', 'O provedor de contas não aceitou esta senha. Escolha outra.'],
    ['auth/operation-not-allowed', 'O cadastro é feito por convite. Fale com a administração.'],
    ['auth/internal-error', 'Erro ao fazer login'],
    ['auth/never-heard-of', 'Erro ao fazer login'],
  ])('%s: %s', (code, sentence) => {
    expect(loginSentence(faultOf(fail(code)))).toBe(sentence);
  });

  test('the provider’s own message is shown where it has one, without its code', () => {
    const own = fail('auth/blocked', 'Firebase: Conta fora do horário. (auth/blocked).');
    expect(loginSentence(faultOf(own))).toBe('Conta fora do horário.');
  });

  test('an error of our own shows no details', () => {
    expect(loginSentence(faultOf(new TypeError('x is undefined')))).toBe('Erro ao fazer login');
    expect(loginSentence(faultOf(undefined))).toBe('Erro ao fazer login');
  });
});

test('too many tries show how long to wait', () => {
  expect(secondsToWait(faultOf(fail('auth/too-many-requests')))).toBe(60);
  expect(secondsToWait(faultOf(fail('auth/wrong-password')))).toBe(0);
});

test('a form gets the field at fault', () => {
  expect(faultOf(fail('auth/email-already-in-use')).campos).toEqual({
    email: 'Este e-mail já tem uma conta.',
  });
  expect(faultOf(fail('auth/weak-password')).campos).toHaveProperty('password');
  expect(faultOf(fail('auth/user-disabled')).campos).toEqual({});
});

test('a failure of the network is not changed', () => {
  const wire = new ApiError({ status: 403, codigo: 'aguarda', mensagem: 'Aguarde.' });
  expect(faultOf(wire)).toBe(wire);
});
