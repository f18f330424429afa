/** Accounts of a server in its own process, their sessions, and each way in which a session ends. */
import type { Banco } from '../../server/src/platform/db/banco.ts';
import type { ServerProcess } from '../../server/test/processo.ts';

const SENHA = 'cancela-azul-42';

export interface PeerAnswer {
  status: number;
  json: Record<string, unknown>;
}

export async function ask(
  { url }: Pick<ServerProcess, 'url'>,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<PeerAnswer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      origin: url,
      'sec-fetch-site': 'same-origin',
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const json = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  return { status: response.status, json };
}

export interface PeerPerson {
  id: string;
  email: string;
  token: string;
}

let people = 0;

/** A new account, signed in; the first account of an installation is an administrator. */
export async function createPerson(server: ServerProcess): Promise<PeerPerson> {
  people += 1;
  const email = `pessoa${people}@exemplo.br`;
  const body = { name: 'Pessoa de Teste', email, password: SENHA };
  const { status, json } = await ask(server, 'POST', '/api/auth/sign-up/email', { body });
  if (status !== 200) throw new Error(`no account: ${JSON.stringify(json)}`);
  const { id } = json.user as { id: string };
  return { id, email, token: String(json.token) };
}

async function another(server: ServerProcess, { email }: PeerPerson): Promise<string> {
  const body = { email, password: SENHA };
  return String((await ask(server, 'POST', '/api/auth/sign-in/email', { body })).json.token);
}

interface Scene {
  server: ServerProcess;
  db: Banco;
  person: PeerPerson;
  admin: PeerPerson;
}

/** Each way in which a session ends, by name; each answers a status. */
export const ENDS: Record<string, (scene: Scene) => Promise<number>> = {
  'sign-out': async ({ server, person: { token } }) =>
    (await ask(server, 'POST', '/api/auth/sign-out', { token, body: {} })).status,
  'ended from another session': async ({ server, person }) =>
    (await ask(server, 'DELETE', '/api/perfil/sessoes', { token: await another(server, person) }))
      .status,
  'password change': async ({ server, person }) => {
    const body = { atual: SENHA, nova: 'portão-verde-17' };
    const token = await another(server, person);
    return (await ask(server, 'POST', '/api/perfil/senha', { token, body })).status;
  },
  disabled: async ({ server, person: { id }, admin: { token } }) =>
    (await ask(server, 'POST', `/api/usuarios/${id}/desabilitar`, { token, body: {} })).status,
  expiry: async ({ db, person: { id } }) => {
    const past = new Date(Date.now() - 60_000).toISOString();
    await db.updateTable('sessoes').set({ expira_em: past }).where('conta', '=', id).execute();
    return 200;
  },
};
