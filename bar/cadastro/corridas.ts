/** Fifty at once where one may win. */

import { inviteFirst } from '../../server/src/conta/cadastro/primeiraConta.ts';
import { hashToken, newToken } from '../../server/src/conta/links/links.ts';
import type { Medida } from '../linha.ts';
import {
  CRIAR,
  later,
  PEDIR,
  pessoa,
  REDEFINIR,
  race,
  SENHA,
  type Servidor,
  startServidor,
  VERIFICAR,
} from './servidor.ts';

const MINUTO = 60_000;

const printFirst = async ({ teste }: Servidor): Promise<string> => {
  const dito = await inviteFirst(teste.db, { local: false }, 'http://park.exemplo.br');
  return /#convite=([\w-]{43})/.exec(dito ?? '')?.[1] ?? '';
};

const listContas = ({ teste }: Servidor) =>
  teste.db.selectFrom('user').select(['email', 'admin']).execute();

async function invite({ teste }: Servidor, email: string): Promise<string> {
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

/** The printed link: an hour, once, one account among fifty. */
async function checkPrimeira(m: Medida): Promise<void> {
  const servidor = await startServidor({ modo: 'fechado', exposto: true });
  const sem = await servidor.post(CRIAR, pessoa('a@exemplo.br'));
  m.check(sem.status === 403, 'exposed: nobody makes the first account without the link');
  const velho = await printFirst(servidor);
  const convite = await printFirst(servidor);
  const com = (token: string, email: string) =>
    servidor.post(CRIAR, { ...pessoa(email), convite: token });
  m.check(
    (await com(velho, 'a@exemplo.br')).status === 400,
    'the link of an earlier start is dead',
  );
  const tarde = await later(60 * MINUTO, () => com(convite, 'a@exemplo.br'));
  m.check(tarde.status === 400, 'the printed link is dead after an hour', tarde.status);
  const fim = await later(59 * MINUTO, () => com(convite, 'nada'));
  m.check(fim.status === 400, 'a refused field does not use it up');
  const { com: criadas } = await race(50, 200, (i) => com(convite, `p${i}@exemplo.br`));
  const contas = await listContas(servidor);
  m.check(criadas === 1 && contas.length === 1, '50 with one link: one account', criadas);
  m.check(contas[0]?.admin === 1, 'and it administers');
  m.check((await com(convite, 'b@exemplo.br')).status === 400, 'then the link is dead');
  await servidor.stop();
}

/** A local installation, where anybody at the machine may be first. */
async function checkLocal(m: Medida): Promise<void> {
  const servidor = await startServidor({ modo: 'aberto' });
  const { db } = servidor.teste;
  await db.deleteFrom('user').execute();
  await db.deleteFrom('ajustes').where('nome', '=', 'identidade.primeira_conta').execute();
  await race(50, 200, (i) => servidor.post(CRIAR, pessoa(`p${i}@exemplo.br`)));
  const admins = (await listContas(servidor)).filter(({ admin }) => admin === 1);
  m.check(admins.length === 1, '50 simultaneous first accounts: one admin', admins.length);
  await servidor.stop();
}

async function checkLinks(m: Medida): Promise<void> {
  const servidor = await startServidor({ modo: 'dominio' });
  const { post, token } = servidor;

  const email = 'link@exemplo.br';
  await post(CRIAR, pessoa(email));
  const confirmar = await token(email, 'confirmar');
  const verify = (password = SENHA) => post(VERIFICAR, { token: confirmar, password });
  const tarde = await later(30 * MINUTO, () => verify());
  m.check(tarde.status === 400, 'the verification link is dead after 30 minutes', tarde.status);
  const ainda = await later(29 * MINUTO, () => verify('curta'));
  m.check(ainda.corpo.includes('campos'), 'and good after 29: a refused password leaves it');
  const { com: confirmadas } = await race(50, 200, () => verify());
  m.check(confirmadas === 1, '50 with one verification link: one is in', confirmadas);

  await post(PEDIR, { email });
  const recuperar = await token(email, 'token');
  const reset = (password: string) => post(REDEFINIR, { token: recuperar, password });
  const vencido = await later(30 * MINUTO, () => reset(SENHA));
  m.check(vencido.status === 400, 'the recovery link is dead after 30 minutes', vencido.status);
  const bom = await later(29 * MINUTO, () => reset('curta'));
  m.check(bom.corpo.includes('campos'), 'and good after 29: a refused password leaves it');
  const { com: trocadas } = await race(50, 204, (i) => reset(`cancela número ${i}`));
  m.check(trocadas === 1, '50 with one recovery link: one new password', trocadas);
  m.check((await reset(SENHA)).status === 400, 'then it is dead');

  const convidada = 'convidada@fora.br';
  const convite = await invite(servidor, convidada);
  const alheio = await post(CRIAR, { ...pessoa('outra@exemplo.br'), convite });
  m.check(alheio.status === 400, 'an invitation is for its own address', alheio.status);
  const aceitar = () => post(CRIAR, { ...pessoa(convidada), convite });
  const { com: aceitas } = await race(50, 200, aceitar);
  m.check(aceitas === 1, '50 with one invitation: one is in', aceitas);
  const contas = await listContas(servidor);
  m.check(contas.filter((conta) => conta.email === convidada).length === 1, 'and one account');
  m.check((await aceitar()).status === 400, 'then the invitation is dead');
  await servidor.stop();
}

export async function checkCorridas(m: Medida): Promise<void> {
  await checkPrimeira(m);
  await checkLocal(m);
  await checkLinks(m);
}
