/** Fifty simultaneous requests of which at most one may succeed. */

import { inviteFirst } from '../../server/src/conta/cadastro/primeiraConta.ts';
import { hashToken } from '../../server/src/conta/links/links.ts';
import { newToken } from '../../server/src/platform/random.ts';
import type { Measure } from '../row.ts';
import {
  buildPessoa,
  CRIAR,
  later,
  PEDIR,
  REDEFINIR,
  race,
  SENHA,
  type SignupServer,
  startServidor,
  VERIFICAR,
} from './servidor.ts';

const MINUTO = 60_000;

const printFirst = async ({ teste }: SignupServer): Promise<string> => {
  const dito = await inviteFirst(teste.db, { local: false }, 'http://park.exemplo.br');
  return /#convite=([\w-]{43})/.exec(dito ?? '')?.[1] ?? '';
};

const listContas = ({ teste }: SignupServer) =>
  teste.db.selectFrom('contas').select(['email', 'admin']).execute();

async function invite({ teste }: SignupServer, email: string): Promise<string> {
  const token = newToken();
  const agora = Date.now();
  await teste.db
    .insertInto('convites')
    .values({
      email,
      hash: hashToken(token),
      criado_por: 'bar',
      criado_em: new Date(agora).toISOString(),
      expira_em: new Date(agora + 60 * MINUTO).toISOString(),
      aceito_em: null,
    })
    .execute();
  return token;
}

/** The printed link is valid for one hour and creates one account, also with fifty requests at once. */
async function checkPrimeira(m: Measure): Promise<void> {
  const servidor = await startServidor({ modo: 'fechado', exposto: true });
  const sem = await servidor.post(CRIAR, buildPessoa('a@exemplo.br'));
  m.check(sem.status === 403, 'exposed: the first account without the link answers 403');
  const velho = await printFirst(servidor);
  const convite = await printFirst(servidor);
  const signUpWith = (token: string, email: string) =>
    servidor.post(CRIAR, { ...buildPessoa(email), convite: token });
  m.check(
    (await signUpWith(velho, 'a@exemplo.br')).status === 400,
    'the link of an earlier start answers 400',
  );
  const tarde = await later(60 * MINUTO, () => signUpWith(convite, 'a@exemplo.br'));
  m.check(tarde.status === 400, 'the printed link answers 400 after an hour', tarde.status);
  const fim = await later(59 * MINUTO, () => signUpWith(convite, 'nada'));
  m.check(fim.status === 400, 'a refused field does not use the link up');
  const { com: criadas } = await race(50, 200, (i) => signUpWith(convite, `p${i}@exemplo.br`));
  const contas = await listContas(servidor);
  m.check(
    criadas === 1 && contas.length === 1,
    '50 requests with one link create one account',
    criadas,
  );
  m.check(contas[0]?.admin === 1, 'the first account is an administrator');
  m.check((await signUpWith(convite, 'b@exemplo.br')).status === 400, 'the used link answers 400');
  await servidor.stop();
}

/** A local installation: the first account needs no link. */
async function checkLocal(m: Measure): Promise<void> {
  const servidor = await startServidor({ modo: 'aberto' });
  const { db } = servidor.teste;
  await db.deleteFrom('contas').execute();
  await db.deleteFrom('ajustes').where('nome', '=', 'identidade.primeira_conta').execute();
  await race(50, 200, (i) => servidor.post(CRIAR, buildPessoa(`p${i}@exemplo.br`)));
  const admins = (await listContas(servidor)).filter(({ admin }) => admin === 1);
  m.check(
    admins.length === 1,
    '50 simultaneous first accounts create one administrator',
    admins.length,
  );
  await servidor.stop();
}

async function checkLinks(m: Measure): Promise<void> {
  const servidor = await startServidor({ modo: 'dominio' });
  const { post, token } = servidor;

  const email = 'link@exemplo.br';
  await post(CRIAR, buildPessoa(email));
  const confirmar = await token(email, 'confirmar');
  const verify = (password = SENHA) => post(VERIFICAR, { token: confirmar, password });
  const tarde = await later(30 * MINUTO, () => verify());
  m.check(tarde.status === 400, 'the verification link answers 400 after 30 minutes', tarde.status);
  const ainda = await later(29 * MINUTO, () => verify('curta'));
  m.check(
    ainda.corpo.includes('campos'),
    'the verification link works after 29 minutes: a refused password does not use it up',
  );
  const { com: confirmadas } = await race(50, 200, () => verify());
  m.check(confirmadas === 1, '50 requests with one verification link confirm once', confirmadas);

  await post(PEDIR, { email });
  const recuperar = await token(email, 'token');
  const reset = (password: string) => post(REDEFINIR, { token: recuperar, password });
  const vencido = await later(30 * MINUTO, () => reset(SENHA));
  m.check(vencido.status === 400, 'the recovery link answers 400 after 30 minutes', vencido.status);
  const bom = await later(29 * MINUTO, () => reset('curta'));
  m.check(
    bom.corpo.includes('campos'),
    'the recovery link works after 29 minutes: a refused password does not use it up',
  );
  const { com: trocadas } = await race(50, 204, (i) => reset(`cancela número ${i}`));
  m.check(trocadas === 1, '50 requests with one recovery link set one password', trocadas);
  m.check((await reset(SENHA)).status === 400, 'the used recovery link answers 400');

  const convidada = 'convidada@fora.br';
  const convite = await invite(servidor, convidada);
  const alheio = await post(CRIAR, { ...buildPessoa('outra@exemplo.br'), convite });
  m.check(alheio.status === 400, 'an invitation with another address answers 400', alheio.status);
  const acceptConvite = () => post(CRIAR, { ...buildPessoa(convidada), convite });
  const { com: aceitas } = await race(50, 200, acceptConvite);
  m.check(aceitas === 1, '50 requests with one invitation sign up once', aceitas);
  const contas = await listContas(servidor);
  m.check(
    contas.filter((conta) => conta.email === convidada).length === 1,
    'one account has the invited address',
  );
  m.check((await acceptConvite()).status === 400, 'the used invitation answers 400');
  await servidor.stop();
}

export async function checkCorridas(m: Measure): Promise<void> {
  await checkPrimeira(m);
  await checkLocal(m);
  await checkLinks(m);
}
