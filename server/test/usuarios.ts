import { randomUUID } from 'node:crypto';
import { foldConta } from '../src/conta/cadastro/repo.ts';
import type { TestApp } from './app.ts';
import { cookieOf, post, tokenOf } from './conta.ts';

export const SENHA = 'portao-verde-17';

export interface TestPerson {
  id: string;
  email: string;
  token: string;
  cookie: string;
}

/** Signs a person up in the open mode; the answer has their session. */
export async function signUp(
  teste: TestApp,
  email: string,
  name = 'Bia Souza',
): Promise<TestPerson> {
  const conta = { name, email, password: SENHA };
  const resposta = await post(teste, '/api/auth/sign-up/email', conta);
  if (resposta.statusCode !== 200) throw new Error(`no account: ${resposta.body}`);
  const { id } = resposta.json().user;
  return { id, email, token: tokenOf(resposta), cookie: cookieOf(resposta) };
}

interface UsuarioFields {
  id?: string;
  nome?: string;
  email?: string;
  admin?: number;
  desabilitada_em?: string | null;
  pendencia?: 'email' | 'aprovacao' | null;
}

/** An account as a row, without a password. */
export function buildContaRow(campos: UsuarioFields = {}) {
  const id = campos.id ?? randomUUID();
  const agora = new Date().toISOString();
  const { nome = 'Bia Souza', email = `${id}@unilavras.edu.br` } = campos;
  return {
    nome,
    email,
    ...foldConta({ nome, email }),
    email_verificado: 0,
    foto_url: null,
    criada_em: agora,
    atualizada_em: agora,
    admin: 0,
    desabilitada_em: null,
    pendencia: null,
    ...campos,
    id,
  };
}

export async function insertConta({ db }: TestApp, campos: UsuarioFields = {}): Promise<string> {
  const linha = buildContaRow(campos);
  await db.insertInto('contas').values(linha).execute();
  return linha.id;
}

/** The newest audit rows, the last first, with their details. */
export const listAudited = ({ db }: TestApp, quantos = 1) =>
  db
    .selectFrom('auditoria')
    .leftJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
    .select(['acao', 'entidade', 'chave', 'quem', 'detalhe'])
    .orderBy('auditoria.id', 'desc')
    .limit(quantos)
    .execute();
