/** S3: whoever guesses passwords or codes is slowed, and the owner of the account is not kept out. */

import { mock } from 'node:test';
import type { Dubles } from '../../server/src/app.ts';
import { buildTestApp, CONTA } from '../../server/test/app.ts';
import { ativaTotp } from '../../server/test/segundoFator.ts';
import { ATRAS_DE_PROXY, open, PUBLICO, portOf, restart } from '../alvo.ts';
import { ENTRAR, enter } from '../alvoChamadas.ts';
import { type Chegada, call } from '../chamadas.ts';
import type { Linha, Medida } from '../linha.ts';

/** In ten minutes, of one account. */
const MAXIMO = 15;
const DEZ_MINUTOS = 600_000;

/** The same account, written in other ways. */
const GRAFIAS: ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => ` ${email}\t`,
  (email) => email.replace('m', 'M'),
  (email) => `\u00a0${email}\u2003`,
  (email) => `\ufeff${email}`,
];

const octeto = (medida: Medida): number => 1 + Math.floor(medida.random() * 250);

/** Where a guess says, or truly seems, to come from. */
const ORIGENS: ((medida: Medida) => string)[] = [
  (m) => `${octeto(m)}.${octeto(m)}.${octeto(m)}.${octeto(m)}`,
  (m) => `::ffff:${octeto(m)}.${octeto(m)}.${octeto(m)}.${octeto(m)}`,
  (m) => `2001:db8:${octeto(m)}:${octeto(m)}::${octeto(m)}`,
];

const isVerified = ({ status }: Chegada): boolean => status === 401 || status === 200;

/** `palpites` over ten minutes of a clock of our own, one more as soon as each wait is over. */
async function guess(
  medida: Medida,
  palpites: number,
  send: (i: number) => Promise<Chegada>,
  halfway: () => Promise<void> = async () => {},
): Promise<{ vistos: number; recusas: Chegada[] }> {
  const inicio = Date.now();
  const recusas: Chegada[] = [];
  let vistos = 0;
  let liberado = 0;
  for (let i = 0; i < palpites; i += 1) {
    const vez = (i * DEZ_MINUTOS) / palpites;
    const proximo = ((i + 1) * DEZ_MINUTOS) / palpites;
    const agora = liberado >= vez && liberado < proximo ? liberado : vez;
    mock.timers.setTime(inicio + Math.round(agora));
    if (i === Math.floor(palpites / 2)) await halfway();
    const chegada = await send(i);
    if (isVerified(chegada)) vistos += 1;
    else {
      recusas.push(chegada);
      liberado = agora + Number(chegada.headers['retry-after']) * 1_000;
    }
  }
  mock.timers.setTime(inicio + DEZ_MINUTOS);
  medida.note('guesses', `${palpites}, verified ${vistos}`);
  return { vistos, recusas };
}

const isWait = ({ status, headers }: Chegada): boolean =>
  status === 429 && /^[1-9]\d{0,3}$/.test(String(headers['retry-after']));

/** One account, from everywhere at once, in every spelling. */
async function attackAccount(medida: Medida, env: Record<string, string>, palpites: number) {
  const alvo = await open(env);
  const { email, password } = CONTA;
  const primeira = await enter(alvo.porta, email, password);
  const conhecido = [primeira.headers['set-cookie'] ?? []]
    .flat()
    .filter((linha) => linha.startsWith('unipark.navegador.'))
    .map((linha) => linha.split(';')[0])
    .join('; ');
  medida.check(conhecido !== '', 'a browser that signed in is known again');
  const send = (i: number) =>
    enter(alvo.porta, GRAFIAS[i % GRAFIAS.length]?.(email) ?? email, `palpite-${i}`, {
      'x-forwarded-for': ORIGENS[i % ORIGENS.length]?.(medida) ?? '',
      'x-real-ip': `10.0.0.${i % 250}`,
      forwarded: `for=10.0.1.${i % 250}`,
    });
  const dono = (headers = {}) =>
    enter(alvo.porta, email, password, { 'x-forwarded-for': '200.1.2.3', ...headers });
  const { vistos, recusas } = await guess(medida, palpites, send, () => restart(alvo));
  medida.check(vistos <= MAXIMO, `at most ${MAXIMO} passwords verified in ten minutes`, vistos);
  medida.check(vistos >= 5, 'a person who mistypes has some tries', vistos);
  const outras = recusas.filter((recusa) => !isWait(recusa)).map(({ status }) => status);
  medida.check(recusas.length > 0 && outras.length === 0, '429 with Retry-After', outras);
  const estranho = await send(0);
  if (isVerified(estranho)) await send(1);
  medida.check((await dono()).status === 429, 'an unknown browser waits, whatever it knows');
  const comCookie = await dono({ cookie: conhecido });
  medida.check(comCookie.status === 200, 'the owner enters in a known browser', comCookie.status);
  await restart(alvo);
  medida.check((await dono()).status === 429, 'a restart forgets no wait');
  await alvo.teste.close();
}

/** Many guesses in the same moment count like guesses one after the other. */
async function attackAtOnce(medida: Medida, quantos = 40): Promise<void> {
  const { teste, porta } = await open(ATRAS_DE_PROXY);
  const chegadas = await Promise.all(
    Array.from({ length: quantos }, (_, i) =>
      enter(porta, CONTA.email, `palpite-${i}`, { 'x-forwarded-for': `10.3.0.${i + 1}` }),
    ),
  );
  const vistos = chegadas.filter(isVerified).length;
  medida.check(vistos <= MAXIMO, `at once: at most ${MAXIMO} of ${quantos} verified`, vistos);
  const sem = chegadas.filter(({ headers, status }) => status >= 429 && !headers['retry-after']);
  medida.check(sem.length === 0, 'whoever has to wait hears how long', sem.length);
  await teste.close();
}

/** One after the other, each under another name: the shortest form of all this. */
async function attackInTurn(medida: Medida, dubles?: Dubles): Promise<void> {
  const { teste, porta } = await open(PUBLICO, dubles);
  let vistos = 0;
  for (let i = 0; i < MAXIMO + 5; i += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}` };
    if (isVerified(await enter(porta, CONTA.email, `palpite-${i}`, headers))) vistos += 1;
  }
  medida.check(vistos <= MAXIMO, `in turn: at most ${MAXIMO} verified`, vistos);
  await teste.close();
}

/** Thirty failures a minute of one caller, whatever it says of itself. */
async function attackFromOne(
  medida: Medida,
  nome: string,
  env: Record<string, string>,
  origem: (i: number) => string,
): Promise<void> {
  const { teste, porta } = await open(env);
  let vistos = 0;
  for (let i = 0; i < 36; i += 1) {
    const headers = { 'x-forwarded-for': origem(i), 'x-real-ip': origem(i) };
    if (isVerified(await enter(porta, `p${i}@x.br`, 'palpite-1', headers))) vistos += 1;
  }
  medida.check(vistos === 30, `${nome}: thirty a minute`, vistos);
  await teste.close();
}

/** Codes of the second factor, by somebody who has the password. */
async function attackCodes(medida: Medida, palpites: number): Promise<void> {
  const teste = await buildTestApp();
  await ativaTotp(teste);
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const porta = portOf(teste.app);
  const origin = `http://127.0.0.1:${porta}`;
  const { email, password } = CONTA;
  let cookie = '';
  const signIn = async (): Promise<void> => {
    const { headers } = await call(porta, ENTRAR, { corpo: { email, password } });
    cookie = [headers['set-cookie'] ?? []]
      .flat()
      .map((linha) => linha.split(';')[0])
      .join('; ');
  };
  let codigos = 0;
  const { vistos } = await guess(medida, palpites, async (i) => {
    // A new question before each guess: the account's waits are not the question's.
    await signIn();
    const codigo = String(100_000 + i * 7);
    const resposta = await call(porta, '/api/auth/segundo-fator/totp', {
      corpo: { codigo },
      headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
    });
    if (/codigo-invalido/.test(resposta.corpo)) codigos += 1;
    return resposta;
  });
  medida.check(codigos === vistos, 'every code that was looked at was a wrong one', vistos);
  medida.check(vistos <= MAXIMO && vistos >= 5, `codes: at most ${MAXIMO} in ten minutes`, vistos);
  await teste.close();
}

/** The fault to be found: the counters are those of whatever the caller calls itself. */
const keyedByXff: Dubles = {
  antes: (app, db) => {
    let visto = '';
    app.addHook('onRequest', async ({ headers }) => {
      const agora = String(headers['x-forwarded-for'] ?? '');
      if (agora === visto) return;
      visto = agora;
      await db.deleteFrom('tentativas').execute();
    });
  },
};

/** A clock of our own, of dates alone: sockets and timers go on with the real one. */
async function withClock(trabalho: () => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    await trabalho();
  } finally {
    mock.timers.reset();
  }
}

export const s3: Linha = {
  id: 'S3',
  promessa: 'guessing is slow, and the owner is not locked out',
  run: (medida) =>
    withClock(async () => {
      const palpites = medida.completa ? 1_000 : 200;
      await attackAccount(medida, ATRAS_DE_PROXY, palpites);
      await attackAccount(medida, PUBLICO, palpites);
      await attackInTurn(medida);
      await attackAtOnce(medida);
      await attackFromOne(medida, 'made-up X-Forwarded-For', PUBLICO, (i) => `203.0.113.${i}`);
      await attackFromOne(
        medida,
        'made-up addresses in front of the proxy’s own word',
        ATRAS_DE_PROXY,
        (i) => `203.0.113.${i}, 198.51.100.7`,
      );
      await attackFromOne(medida, 'one /64', ATRAS_DE_PROXY, (i) => `2001:db8:1:2:${i}::${i + 1}`);
      await attackFromOne(medida, 'one address in two spellings', ATRAS_DE_PROXY, (i) =>
        i % 2 ? '198.51.100.9' : '::ffff:198.51.100.9',
      );
      await attackCodes(medida, medida.completa ? 300 : 60);
    }),
  canary: (medida) => attackInTurn(medida, keyedByXff),
};
