import { Acesso, CadastroRecebido, Entrada, Instalacao } from '@unipark/contract/conta';
import { PRAZOS_PADRAO } from '@unipark/contract/retencao';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  acessoReader,
  cadastroReader,
  confirmacaoReader,
  entradaReader,
  instalacaoReader,
} from './readers.ts';

const user = {
  id: '1',
  email: 'ana@u.br',
  name: 'Ana',
  picture: null,
  admin: false,
  lembrete: null,
};
const sessao = { expiraEm: '2026-11-21T12:00:00.000Z', terminaEm: '2026-11-28T00:00:00.000Z' };
const acesso = { token: 't', user, sessao };
const recebido = { token: null, user: null, mensagem: 'Aguarde.' };
const passo = { token: null, user: null, segundoFator: ['totp', 'passkey'] };
const contato = {
  telefone: null,
  email: 'a@u.br',
  endereco: null,
  horario: '8h',
  encarregado: null,
};
const redes = { facebook: 'https://f', instagram: 'https://i', linkedin: 'https://l' };
const instalacao = {
  semContas: false,
  cadastro: 'aberto',
  dominios: [],
  firebase: null,
  oidc: null,
  recuperacaoPorEmail: false,
  demonstracao: null,
  contato,
  redes,
  prazos: PRAZOS_PADRAO,
  versao: '1.0.0',
};

/** The record without each of its keys in turn, and with a wrong value for each. */
const broken = (record: object) =>
  Object.keys(record).flatMap((key) => [
    { ...record, [key]: undefined },
    { ...record, [key]: 7 },
  ]);

describe.each([
  [
    'Acesso',
    acessoReader,
    Acesso,
    [
      acesso,
      ...broken(acesso),
      ...broken(sessao).map((other) => ({ ...acesso, sessao: other })),
      ...broken(user).map((person) => ({ ...acesso, user: person })),
    ],
  ],
  [
    'the answer of a sign-up',
    cadastroReader,
    z.union([Acesso, CadastroRecebido]),
    [acesso, recebido, ...broken(acesso), ...broken(recebido)],
  ],
  [
    'the answer of a sign-in',
    entradaReader,
    Entrada,
    [
      acesso,
      passo,
      { ...passo, segundoFator: ['sms'] },
      { ...passo, segundoFator: 'totp' },
      ...broken(acesso),
      ...broken(passo),
    ],
  ],
  [
    'the answer of a confirmed address',
    confirmacaoReader,
    z.union([Entrada, CadastroRecebido]),
    [acesso, passo, recebido, ...broken(acesso), ...broken(passo), ...broken(recebido)],
  ],
  [
    'Instalacao',
    instalacaoReader,
    Instalacao,
    [
      instalacao,
      { ...instalacao, firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' } },
      { ...instalacao, firebase: { apiKey: 'k' } },
      { ...instalacao, oidc: { nome: 'U' } },
      { ...instalacao, oidc: {} },
      ...broken(instalacao),
      ...broken(contato).map((other) => ({ ...instalacao, contato: other })),
      ...broken(redes).map((other) => ({ ...instalacao, redes: other })),
    ],
  ],
] as const)('%s', (_name, reader, schema, samples) => {
  test.each([null, [], 'x', ...samples].map((sample) => [JSON.stringify(sample), sample]))(
    "the reader and the contract's schema agree: %s",
    (_text, sample) => {
      const read = reader.safeParse(sample);
      expect(read.success).toBe(schema.safeParse(sample).success);
      if (read.success) expect(read.data).toEqual(sample);
    },
  );
});

test('a whole answer is read', () => {
  expect(acessoReader.safeParse(acesso).success).toBe(true);
  expect(cadastroReader.safeParse(recebido).success).toBe(true);
  expect(entradaReader.safeParse(passo).success).toBe(true);
  expect(instalacaoReader.safeParse(instalacao).success).toBe(true);
});
