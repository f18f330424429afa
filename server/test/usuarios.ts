/** Builders for tests of accounts: people who sign up, and rows of those who never call. */
import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import { cookieDe, post, tokenDe } from './conta.ts';

export const SENHA = 'portao-verde-17';

export interface Pessoa {
  id: string;
  email: string;
  token: string;
  cookie: string;
}

/** Somebody signs up by the open door, and is signed in. */
export async function cadastrar(
  teste: TestApp,
  email: string,
  name = 'Bia Souza',
): Promise<Pessoa> {
  const conta = { name, email, password: SENHA };
  const resposta = await post(teste, '/api/auth/sign-up/email', conta);
  if (resposta.statusCode !== 200) throw new Error(`no account: ${resposta.body}`);
  const { id } = resposta.json().user;
  return { id, email, token: tokenDe(resposta), cookie: cookieDe(resposta) };
}

interface Campos {
  id?: string;
  name?: string;
  email?: string;
  admin?: number;
  desabilitadoEm?: string | null;
  pendencia?: 'email' | 'aprovacao' | null;
}

/** An account as a row, without a password. */
export function linhaDeConta(campos: Campos = {}) {
  const id = campos.id ?? randomUUID();
  const agora = new Date().toISOString();
  return {
    name: 'Bia Souza',
    email: `${id}@unilavras.edu.br`,
    emailVerified: 0,
    image: null,
    createdAt: agora,
    updatedAt: agora,
    admin: 0,
    desabilitadoEm: null,
    pendencia: null,
    ...campos,
    id,
  };
}

/** Keeps such a row; answers its id. */
export async function inserir({ db }: TestApp, campos: Campos = {}): Promise<string> {
  const linha = linhaDeConta(campos);
  await db.insertInto('user').values(linha).execute();
  return linha.id;
}

/** The newest audit rows, the last first, with what they tell. */
export const auditados = ({ db }: TestApp, quantos = 1) =>
  db
    .selectFrom('auditoria')
    .leftJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
    .select(['acao', 'entidade', 'chave', 'quem', 'detalhe'])
    .orderBy('auditoria.id', 'desc')
    .limit(quantos)
    .execute();
