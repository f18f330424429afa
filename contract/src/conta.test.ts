import { describe, expect, it } from 'vitest';
import { CriarConta, Entrar, MensagemContato, NovaSenha } from './conta.ts';

const MENSAGEM = { nome: 'Rita Alves', email: 'rita@exemplo.com', mensagem: 'Perdi o adesivo.' };

const faults = (mudanca: object): string[] | undefined =>
  MensagemContato.safeParse({ ...MENSAGEM, ...mudanca }).error?.issues.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('MensagemContato', () => {
  it('is kept trimmed and composed', () => {
    const digitada = { nome: ' Rita ', email: ' rita@exemplo.com ', mensagem: '\ncafe\u0301\n' };
    expect(MensagemContato.parse(digitada)).toEqual({
      nome: 'Rita',
      email: 'rita@exemplo.com',
      mensagem: 'caf\u00e9',
    });
  });

  it.each([
    [{ nome: ' ' }, 'nome: Informe o seu nome.'],
    [{ nome: undefined }, 'nome: Informe o seu nome.'],
    [{ nome: 'x'.repeat(201) }, 'nome: Use no máximo 200 caracteres.'],
    [{ email: ' ' }, 'email: Email inválido.'],
    [{ email: undefined }, 'email: Email inválido.'],
    [{ mensagem: ' \n\t' }, 'mensagem: Escreva a mensagem.'],
    [{ mensagem: 'x'.repeat(5_001) }, 'mensagem: Use no máximo 5000 caracteres.'],
  ])('%j is refused with a sentence', (mudanca, frase) => {
    expect(faults(mudanca)).toEqual([frase]);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(faults({ nome: '🚗'.repeat(200), mensagem: '🚗'.repeat(5_000) })).toBeUndefined();
  });
});

it('NovaSenha accepts an address with blanks around it', () => {
  expect(NovaSenha.parse({ email: ' rita@exemplo.com ' })).toEqual({ email: 'rita@exemplo.com' });
  expect(NovaSenha.safeParse({ email: 'rita' }).error?.issues[0]?.message).toBe('Email inválido.');
});

describe('Entrar and CriarConta', () => {
  const sentences = (schema: typeof Entrar | typeof CriarConta, corpo: unknown) =>
    schema.safeParse(corpo).error?.issues.map(({ message }) => message);

  it.each([
    [{ email: 'rita', password: 'x' }, ['Email inválido.']],
    [{ password: 'x' }, ['Email inválido.']],
    [{ email: ' rita@exemplo.com', password: null }, ['Senha não pode estar em branco.']],
    [{ email: 'rita@exemplo.com', password: '' }, undefined],
  ])('sign-in with %j: %j', (corpo, frases) => {
    expect(sentences(Entrar, corpo)).toEqual(frases);
  });

  it('sign-up names the missing field, and both schemas refuse an unknown key', () => {
    expect(sentences(CriarConta, {})).toEqual([
      'Informe o nome completo.',
      'Email inválido.',
      'Senha não pode estar em branco.',
    ]);
    const conta = { name: 'Rita', email: 'rita@exemplo.com', password: ' x ' };
    expect(CriarConta.parse(conta)).toEqual(conta);
    expect(CriarConta.safeParse({ ...conta, admin: true }).success).toBe(false);
    expect(Entrar.safeParse(conta).success).toBe(false);
  });
});
