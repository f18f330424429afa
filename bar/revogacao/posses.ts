/** What an account holds while it is signed in, and a trial of each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createLink } from '../../server/src/conta/links/links.ts';
import { inTransaction } from '../../server/src/platform/db/banco.ts';
import { CONTA } from '../../server/test/app.ts';
import { type CamerasApp, withPass } from '../../server/test/cameras.ts';

const AGENTE = { 'user-agent': 'Firefox', 'content-type': 'application/json' };

export interface CallOutcome {
  status: number;
  corpo: string;
  cookie: string;
}

export async function call(
  { origem }: CamerasApp,
  metodo: string,
  caminho: string,
  { token, cookie, corpo }: { token?: string; cookie?: string; corpo?: object } = {},
): Promise<CallOutcome> {
  const resposta = await fetch(origem + caminho, {
    method: metodo,
    headers: {
      ...(corpo && AGENTE),
      origin: origem,
      'sec-fetch-site': 'same-origin',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
    },
    body: corpo ? JSON.stringify(corpo) : null,
  });
  const cookies = resposta.headers.getSetCookie().map((linha) => linha.split(';')[0]);
  return { status: resposta.status, corpo: await resposta.text(), cookie: cookies.join('; ') };
}

/** A stream of events over real HTTP; `fim` resolves when the server ends it. */
async function openEventos({ origem }: CamerasApp, token: string): Promise<{ fim: Promise<void> }> {
  const resposta = await fetch(`${origem}/db/ultimosveiculos/eventos`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
  if (resposta.status !== 200) throw new Error(`no stream: ${resposta.status}`);
  const read = async (): Promise<void> => {
    const leitor = resposta.body?.getReader();
    while (leitor && !(await leitor.read()).done);
  };
  return { fim: read().catch(() => {}) };
}

export interface HeldSession {
  token: string;
  cookie: string;
}

export interface HeldThings extends HeldSession {
  eventos: Promise<void>;
  video: Promise<number>;
  ticket: string;
}

export interface SessionOwner {
  id: string;
  email: string;
  senha: string;
}

let numero = 0;

/** A new account; the token of its first session is not used. */
export async function createPessoa(teste: CamerasApp): Promise<SessionOwner> {
  numero += 1;
  const email = `pessoa${numero}@unilavras.edu.br`;
  const corpo = { name: 'Pessoa de Teste', email, password: CONTA.password };
  const criada = await call(teste, 'POST', '/api/auth/sign-up/email', { corpo });
  if (criada.status !== 200) throw new Error(`no account: ${criada.corpo}`);
  return { id: JSON.parse(criada.corpo).user.id, email, senha: CONTA.password };
}

export async function signIn(
  teste: CamerasApp,
  { email, senha }: SessionOwner,
): Promise<HeldSession> {
  const corpo = { email, password: senha };
  const entrada = await call(teste, 'POST', '/api/auth/sign-in/email', { corpo });
  if (entrada.status !== 200) throw new Error(`not signed in: ${entrada.corpo}`);
  return { token: JSON.parse(entrada.corpo).token, cookie: entrada.cookie };
}

export async function openTudo(teste: CamerasApp, pessoa: SessionOwner): Promise<HeldThings> {
  const sessao = await signIn(teste, pessoa);
  const eventos = await openEventos(teste, sessao.token);
  const video = await teste.watch(await teste.pass('1', sessao.token));
  const ticket = await teste.pass('1', sessao.token);
  return { ...sessao, eventos: eventos.fim, video: video.fim, ticket };
}

export const createRecoveryLink = ({ db }: CamerasApp, { id }: SessionOwner): Promise<string> =>
  inTransaction(db, (trx) => createLink(trx, 'recuperar', id));

export const tryToken = async (teste: CamerasApp, token: string): Promise<number> =>
  (await call(teste, 'GET', '/api/perfil', { token })).status;

export const tryCookie = async (teste: CamerasApp, cookie: string): Promise<number> =>
  (await call(teste, 'POST', '/api/auth/token', { cookie, corpo: {} })).status;

export const tryTicket = async (teste: CamerasApp, ticket: string): Promise<number> =>
  (await teste.upgrade(withPass(ticket))).status;

export async function tryLink(teste: CamerasApp, token: string): Promise<number> {
  const corpo = { token, password: 'outra-senha-bem-longa' };
  return (await call(teste, 'POST', '/api/auth/newpassword/confirmar', { corpo })).status;
}

/** Milliseconds until `fim` resolves; undefined when it did not resolve within `prazoMs`. */
export async function endsWithin(fim: Promise<unknown>, prazoMs: number) {
  const inicio = performance.now();
  const acabou = await Promise.race([fim.then(() => true), sleep(prazoMs).then(() => false)]);
  return acabou ? performance.now() - inicio : undefined;
}
