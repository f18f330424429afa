/** Who calls: one of each kind, with the bearer that each would send. */
import { CONTA, type TestApp } from '../../server/test/app.ts';
import { cookieDe, post } from '../../server/test/conta.ts';
import { buildDispositivo } from '../../server/test/dispositivo.ts';
import { agora, entrar, type Provedor } from '../../server/test/firebase.ts';
import { cadastrar } from '../../server/test/usuarios.ts';
import { bearer } from '../fio.ts';

export const CHAMADORES = [
  'anonimo',
  'pessoa',
  'admin',
  'desabilitado',
  'aguardando',
  'encerrado',
  'dispositivo',
  // An administrator's session cookie, without a bearer beside it.
  'cookie',
] as const;
export type Chamador = (typeof CHAMADORES)[number];

/** The headers by which each says who it is. */
export type Chamadores = Record<Chamador, (readonly [nome: string, valor: string])[]>;

/** The account waits though its session lives: no such session is made, and none would pass. */
async function makeWait({ db }: TestApp, id: string): Promise<void> {
  await db.updateTable('user').set({ pendencia: 'aprovacao' }).where('id', '=', id).execute();
}

/** Everybody, on an installation of our own accounts that does not listen yet. */
export async function createChamadores(teste: TestApp): Promise<Chamadores> {
  const pessoa = await cadastrar(teste, 'pessoa@x.br');
  const desabilitado = await cadastrar(teste, 'fora@x.br');
  const aguardando = await cadastrar(teste, 'espera@x.br');
  const encerrado = await cadastrar(teste, 'saiu@x.br');
  const url = `/api/usuarios/${desabilitado.id}/desabilitar`;
  await teste.request({ method: 'POST', url });
  await makeWait(teste, aguardando.id);
  await post(teste, '/api/auth/sign-out', {}, { authorization: `Bearer ${encerrado.token}` });
  const { email, password } = CONTA;
  // A session apart from the one that the row itself works with.
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
    cookie: [['Cookie', cookieDe(admin)]],
  };
}

/** The same kinds where firebase keeps the accounts: the bearer is its own ID token. */
export const createChamadoresFirebase =
  (provedor: Provedor) =>
  async (teste: TestApp): Promise<Chamadores> => {
    let vez = 0;
    const enter = async (nome: string) => {
      vez += 1;
      const claims = { sub: `uid-${nome}`, email: `${nome}@x.br`, auth_time: agora() - vez };
      const token = await provedor.mint({ claims });
      const resposta = await entrar(teste, token);
      if (resposta.statusCode !== 200) throw new Error(`no account: ${resposta.body}`);
      return { token, id: resposta.json().user.id as string };
    };
    // The first one administers; what else is needed here, it does.
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
      // There is no session cookie: the ID token in its place opens nothing.
      cookie: [['Cookie', `unipark.session_token=${admin.token}`]],
    };
  };
