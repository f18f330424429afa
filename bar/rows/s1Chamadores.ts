import { CONTA, type TestApp } from '../../server/test/app.ts';
import { cookieOf, post } from '../../server/test/conta.ts';
import { buildDispositivo } from '../../server/test/dispositivo.ts';
import { type FirebaseProvider, nowInSeconds, signIn } from '../../server/test/firebase.ts';
import { signUp } from '../../server/test/usuarios.ts';
import { bearer } from '../fio.ts';

export const CHAMADORES = [
  'anonimo',
  'pessoa',
  'admin',
  'desabilitado',
  'aguardando',
  'encerrado',
  'dispositivo',
  // An administrator's session cookie, without a bearer.
  'cookie',
] as const;
export type CallerKind = (typeof CHAMADORES)[number];

export type CallerHeaders = Record<CallerKind, (readonly [nome: string, valor: string])[]>;

/** Waits for approval with a live session: the product makes no such session, and refuses it. */
async function makeWait({ db }: TestApp, id: string): Promise<void> {
  await db.updateTable('contas').set({ pendencia: 'aprovacao' }).where('id', '=', id).execute();
}

/** Makes one caller of each kind, on an installation of our own accounts that does not listen yet. */
export async function createChamadores(teste: TestApp): Promise<CallerHeaders> {
  const pessoa = await signUp(teste, 'pessoa@x.br');
  const desabilitado = await signUp(teste, 'fora@x.br');
  const aguardando = await signUp(teste, 'espera@x.br');
  const encerrado = await signUp(teste, 'saiu@x.br');
  const url = `/api/usuarios/${desabilitado.id}/desabilitar`;
  await teste.request({ method: 'POST', url });
  await makeWait(teste, aguardando.id);
  await post(teste, '/api/auth/sign-out', {}, { authorization: `Bearer ${encerrado.token}` });
  const { email, password } = CONTA;
  // The administrator's second session: the row works with the first one.
  const admin = await post(teste, '/api/auth/sign-in/email', { email, password });
  const { token: dispositivo } = await buildDispositivo(teste);
  return {
    anonimo: [],
    pessoa: [bearer(pessoa.token)],
    admin: [bearer(admin.json().token)],
    desabilitado: [bearer(desabilitado.token)],
    aguardando: [bearer(aguardando.token)],
    encerrado: [bearer(encerrado.token)],
    dispositivo: [bearer(dispositivo)],
    cookie: [['Cookie', cookieOf(admin)]],
  };
}

/** The same callers where firebase keeps the accounts: the bearer is its own ID token. */
export const createChamadoresFirebase =
  (provedor: FirebaseProvider) =>
  async (teste: TestApp): Promise<CallerHeaders> => {
    let vez = 0;
    const enter = async (nome: string) => {
      vez += 1;
      const claims = { sub: `uid-${nome}`, email: `${nome}@x.br`, auth_time: nowInSeconds() - vez };
      const token = await provedor.mint({ claims });
      const resposta = await signIn(teste, token);
      if (resposta.statusCode !== 200) throw new Error(`no account: ${resposta.body}`);
      return { token, id: resposta.json().user.id as string };
    };
    // The first account is the administrator and prepares the others.
    const admin = await enter('admin');
    teste.token = admin.token;
    const pessoa = await enter('pessoa');
    const desabilitado = await enter('fora');
    const aguardando = await enter('espera');
    const encerrado = await enter('saiu');
    const url = `/api/usuarios/${desabilitado.id}/desabilitar`;
    await teste.request({ method: 'POST', url });
    await makeWait(teste, aguardando.id);
    await post(teste, '/api/auth/sign-out', {}, { authorization: `Bearer ${encerrado.token}` });
    const { token: dispositivo } = await buildDispositivo(teste);
    return {
      anonimo: [],
      pessoa: [bearer(pessoa.token)],
      admin: [bearer(admin.token)],
      desabilitado: [bearer(desabilitado.token)],
      aguardando: [bearer(aguardando.token)],
      encerrado: [bearer(encerrado.token)],
      dispositivo: [bearer(dispositivo)],
      // Firebase accounts have no session cookie: the ID token in its place opens nothing.
      cookie: [['Cookie', `unipark.sessao=${admin.token}`]],
    };
  };
