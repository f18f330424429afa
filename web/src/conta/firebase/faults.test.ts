import { describe, expect, test } from 'vitest';
import { ApiError } from '../../lib/errors.ts';
import { loginSentence, secondsToWait } from '../loginSentence.ts';
import { faultOf } from './faults.ts';

/** As the provider's code throws them; a build for production says no more than 'Error'. */
const fail = (code: string, message = `Firebase: Error (${code}).`) =>
  Object.assign(new Error(message), { code });

describe('the login says, in the words of the catalogue', () => {
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

  test('the provider’s own message where it has one, without its code', () => {
    const own = fail('auth/blocked', 'Firebase: Conta fora do horário. (auth/blocked).');
    expect(loginSentence(faultOf(own))).toBe('Conta fora do horário.');
  });

  test('nothing of the inside where a fault is ours', () => {
    expect(loginSentence(faultOf(new TypeError('x is undefined')))).toBe('Erro ao fazer login');
    expect(loginSentence(faultOf(undefined))).toBe('Erro ao fazer login');
  });
});

test('who tried too often is told for how long to wait', () => {
  expect(secondsToWait(faultOf(fail('auth/too-many-requests')))).toBe(60);
  expect(secondsToWait(faultOf(fail('auth/wrong-password')))).toBe(0);
});

test('a form finds the field at fault', () => {
  expect(faultOf(fail('auth/email-already-in-use')).campos).toEqual({
    email: 'Este e-mail já tem uma conta.',
  });
  expect(faultOf(fail('auth/weak-password')).campos).toHaveProperty('password');
  expect(faultOf(fail('auth/user-disabled')).campos).toEqual({});
});

test('a failure of the wire stays as it is', () => {
  const wire = new ApiError({ status: 403, codigo: 'aguarda', mensagem: 'Aguarde.' });
  expect(faultOf(wire)).toBe(wire);
});
