/** What two nodes with wrong clocks promise of identity. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Banco } from '../../server/src/platform/db/banco.ts';
import { query } from '../../server/test/query.ts';
import { enterStep, makeCodigo } from '../../server/test/segundoFator.ts';
import { ask } from '../nos.ts';
import type { Measure } from '../row.ts';
import { fromNow, pairsOf, type SkewStage, signInAs, signUpAs } from './palco.ts';

const HOUR_S = 3_600;
const WEEK_S = 7 * 24 * HOUR_S;
const LISTA = '/db/veiculos?limite=1';

interface SessionToken {
  sid: string;
  exp: number;
}

const claimsOf = (token: string): SessionToken =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as SessionToken;

/** A session of one node is known to the other, and ends when its times say so, on both. */
export async function checkSessions(m: Measure, palco: SkewStage, db: Banco): Promise<void> {
  for (const [i, { nome, um, outro }] of pairsOf(palco).entries()) {
    const pessoa = await signUpAs(um, `sessao${i}@exemplo.edu.br`);
    const token = String((await signInAs(um, pessoa)).json.token);
    const { sid, exp } = claimsOf(token);
    m.check(
      Math.abs(exp - Date.now() / 1_000 - 600) < 5,
      `${nome}: a token lives ten minutes`,
      exp,
    );
    const statuses = async () =>
      (await Promise.all([um, outro].map((node) => ask(node, 'GET', LISTA, { token })))).map(
        ({ status }) => status,
      );
    const expect = async (quando: string, status: number): Promise<void> => {
      const vistos = await statuses();
      m.check(
        vistos.every((visto) => visto === status),
        `${nome}: a session ${quando} answers ${status} on both`,
        vistos,
      );
    };
    const [linha] = await query<{ expira_em: string }>(
      db,
      'select expira_em from sessoes where sid = $1',
      [sid],
    );
    const idle = (Date.parse(linha?.expira_em ?? '') - Date.now()) / 1_000;
    m.check(Math.abs(idle - 12 * HOUR_S) < 5, `${nome}: unused, it ends in twelve hours`, idle);
    await expect('of one node', 200);
    for (const [coluna, segundos, status] of [
      ['criada_em', 60 - WEEK_S, 200],
      ['criada_em', -60 - WEEK_S, 401],
      ['criada_em', -60, 200],
      ['expira_em', 60, 200],
      ['expira_em', -60, 401],
    ] as const) {
      const valor = fromNow(segundos);
      await query(db, `update sessoes set ${coluna} = $1 where sid = $2`, [valor, sid]);
      await expect(`with ${coluna} ${segundos} s from now`, status);
    }
  }
}

/** An authenticator's code is valid on both, once. */
export async function checkTotp(m: Measure, palco: SkewStage, db: Banco): Promise<void> {
  for (const [i, { nome, um, outro }] of pairsOf(palco).entries()) {
    const pessoa = await signUpAs(um, `codigo${i}@exemplo.edu.br`);
    const token = String((await signInAs(um, pessoa)).json.token);
    const senha = pessoa.password;
    const novo = await ask(um, 'POST', '/api/perfil/totp', { token, body: { senha } });
    const segredo = String(novo.json.segredo);
    await enterStep();
    const ligado = await ask(um, 'POST', '/api/perfil/totp/confirmar', {
      token,
      body: { codigo: makeCodigo(segredo, -1) },
    });
    m.check(ligado.status === 200, `${nome}: an authenticator is confirmed`, ligado.status);
    const codigo = makeCodigo(segredo);
    const enter = async (primeiro: typeof um, segundo: typeof um): Promise<number> => {
      const { email, password } = pessoa;
      const passo = await fetch(`${primeiro.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin: primeiro.url, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const cookie = passo.headers.getSetCookie().map((linha) => linha.split(';')[0]);
      const feito = await ask(segundo, 'POST', '/api/auth/segundo-fator/totp', {
        body: { codigo },
        headers: { cookie: cookie.join('; ') },
      });
      return feito.status;
    };
    const primeira = await enter(um, outro);
    m.check(primeira === 200, `${nome}: its code opens a session on the other`, primeira);
    const repetida = await enter(outro, um);
    m.check(repetida === 401, `${nome}: a code is valid once`, repetida);
    await query(db, 'delete from tentativas');
  }
}

/** A link that one node handed over works on the other. */
export async function checkLinks(m: Measure, palco: SkewStage, db: Banco): Promise<void> {
  for (const [i, { nome, um, outro }] of pairsOf(palco).entries()) {
    const { email } = await signUpAs(um, `link${i}@exemplo.edu.br`);
    const [conta] = await query<{ id: string }>(db, 'select id from contas where email = $1', [
      email,
    ]);
    const url = `/api/usuarios/${conta?.id}/redefinir`;
    const { json } = await ask(um, 'POST', url, { token: palco.token, body: {} });
    const token = /[\w-]{43}/.exec(String(json.link))?.[0];
    const nova = await ask(outro, 'POST', '/api/auth/newpassword/confirmar', {
      body: { token, password: 'cancela amarela 77' },
    });
    m.check(nova.status === 204, `${nome}: a link of one node works on the other`, nova.status);
  }
}

/** Guesses are counted together; a wait is as long on both. It blocks this address for a minute. */
export async function checkThrottle(m: Measure, palco: SkewStage): Promise<void> {
  for (const [i, { nome, um, outro }] of pairsOf(palco).entries()) {
    const { email } = await signUpAs(um, `espera${i}@exemplo.edu.br`);
    const guess = (node: typeof um) => signInAs(node, { email, password: 'errada errada' });
    for (let vez = 0; vez < 5; vez += 1) await guess(um);
    await sleep(1_100);
    await guess(um);
    const { status, retryAfter } = await guess(outro);
    m.check(status === 429, `${nome}: the other node waits too`, status);
    m.check(Number(retryAfter) <= 2, `${nome}: it waits as long`, retryAfter);
  }
  const [{ um, outro }] = pairsOf(palco);
  const vistos: number[] = [];
  for (let vez = 0; vez < 40; vez += 1) {
    const node = vez % 2 === 0 ? um : outro;
    const email = `ninguem${vez}@exemplo.edu.br`;
    vistos.push((await signInAs(node, { email, password: 'errada errada' })).status);
  }
  const tentadas = vistos.filter((status) => status === 401).length;
  m.check(tentadas <= 30, 'an address has thirty guesses a minute on both together', tentadas);
  m.check(vistos.at(-1) === 429, 'after them it waits', vistos.at(-1));
}
