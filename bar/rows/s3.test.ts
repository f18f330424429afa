import { mock } from 'node:test';
import type { Dubles } from '../../server/src/appDeps.ts';
import { buildTestApp, CONTA } from '../../server/test/app.ts';
import { activateTotp } from '../../server/test/segundoFator.ts';
import { ATRAS_DE_PROXY, open, PUBLICO, portOf, restart } from '../alvo.ts';
import { ENTRAR, enter } from '../alvoChamadas.ts';
import { type CallAnswer, call } from '../chamadas.ts';
import { describeRow, type Measure } from '../row.ts';

/** The most passwords verified for one account in ten minutes. */
const MAXIMO = 15;
const DEZ_MINUTOS = 600_000;

const GRAFIAS: ((email: string) => string)[] = [
  (email) => email,
  (email) => email.toUpperCase(),
  (email) => ` ${email}\t`,
  (email) => email.replace('m', 'M'),
  (email) => `\u00a0${email}\u2003`,
  (email) => `\ufeff${email}`,
];

const drawOctet = (medida: Measure): number => 1 + Math.floor(medida.random() * 250);

const ORIGENS: ((medida: Measure) => string)[] = [
  (m) => `${drawOctet(m)}.${drawOctet(m)}.${drawOctet(m)}.${drawOctet(m)}`,
  (m) => `::ffff:${drawOctet(m)}.${drawOctet(m)}.${drawOctet(m)}.${drawOctet(m)}`,
  (m) => `2001:db8:${drawOctet(m)}:${drawOctet(m)}::${drawOctet(m)}`,
];

const isVerified = ({ status }: CallAnswer): boolean => status === 401 || status === 200;

/** Spreads `palpites` over ten minutes of a mocked clock, and guesses again as soon as each wait ends. */
async function guess(
  medida: Measure,
  palpites: number,
  send: (i: number) => Promise<CallAnswer>,
  halfway: () => Promise<void> = async () => {},
): Promise<{ vistos: number; recusas: CallAnswer[] }> {
  const inicio = Date.now();
  const recusas: CallAnswer[] = [];
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

const isWait = ({ status, headers }: CallAnswer): boolean =>
  status === 429 && /^[1-9]\d{0,3}$/.test(String(headers['retry-after']));

/** Guesses for one account, from many addresses and in each spelling. */
async function attackAccount(medida: Measure, env: Record<string, string>, palpites: number) {
  const alvo = await open(env);
  const { email, password } = CONTA;
  const primeira = await enter(alvo.porta, email, password);
  const conhecido = [primeira.headers['set-cookie'] ?? []]
    .flat()
    .filter((linha) => linha.startsWith('unipark.navegador.'))
    .map((linha) => linha.split(';')[0])
    .join('; ');
  medida.check(conhecido !== '', 'a browser that signed in gets its cookie');
  const send = (i: number) =>
    enter(alvo.porta, GRAFIAS[i % GRAFIAS.length]?.(email) ?? email, `palpite-${i}`, {
      'x-forwarded-for': ORIGENS[i % ORIGENS.length]?.(medida) ?? '',
      'x-real-ip': `10.0.0.${i % 250}`,
      forwarded: `for=10.0.1.${i % 250}`,
    });
  const enterAsDono = (headers = {}) =>
    enter(alvo.porta, email, password, { 'x-forwarded-for': '200.1.2.3', ...headers });
  const { vistos, recusas } = await guess(medida, palpites, send, () => restart(alvo));
  medida.check(vistos <= MAXIMO, `at most ${MAXIMO} passwords verified in ten minutes`, vistos);
  medida.check(vistos >= 5, 'a person who mistypes has at least five tries', vistos);
  const outras = recusas.filter((recusa) => !isWait(recusa)).map(({ status }) => status);
  medida.check(
    recusas.length > 0 && outras.length === 0,
    'every refusal is 429 with Retry-After',
    outras,
  );
  const estranho = await send(0);
  if (isVerified(estranho)) await send(1);
  medida.check(
    (await enterAsDono()).status === 429,
    'an unknown browser waits, even with the right password',
  );
  const comCookie = await enterAsDono({ cookie: conhecido });
  medida.check(
    comCookie.status === 200,
    'the owner signs in from a known browser',
    comCookie.status,
  );
  await restart(alvo);
  medida.check((await enterAsDono()).status === 429, 'a restart keeps the wait');
  await alvo.teste.close();
}

/** Simultaneous guesses count like guesses one after the other. */
async function attackAtOnce(medida: Measure, quantos = 40): Promise<void> {
  const { teste, porta } = await open(ATRAS_DE_PROXY);
  const chegadas = await Promise.all(
    Array.from({ length: quantos }, (_, i) =>
      enter(porta, CONTA.email, `palpite-${i}`, { 'x-forwarded-for': `10.3.0.${i + 1}` }),
    ),
  );
  const vistos = chegadas.filter(isVerified).length;
  medida.check(vistos <= MAXIMO, `at once: at most ${MAXIMO} of ${quantos} verified`, vistos);
  const sem = chegadas.filter(({ headers, status }) => status >= 429 && !headers['retry-after']);
  medida.check(sem.length === 0, 'every refusal has a Retry-After', sem.length);
  await teste.close();
}

/** Guesses one after the other, each with another address: the shortest form of the attack. */
async function attackInTurn(medida: Measure, dubles?: Dubles): Promise<void> {
  const { teste, porta } = await open(PUBLICO, dubles);
  let vistos = 0;
  for (let i = 0; i < MAXIMO + 5; i += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}` };
    if (isVerified(await enter(porta, CONTA.email, `palpite-${i}`, headers))) vistos += 1;
  }
  medida.check(vistos <= MAXIMO, `in turn: at most ${MAXIMO} verified`, vistos);
  await teste.close();
}

/** One caller has thirty failures a minute, with any forwarding header. */
async function attackFromOne(
  medida: Measure,
  nome: string,
  env: Record<string, string>,
  originOf: (i: number) => string,
): Promise<void> {
  const { teste, porta } = await open(env);
  let vistos = 0;
  for (let i = 0; i < 36; i += 1) {
    const headers = { 'x-forwarded-for': originOf(i), 'x-real-ip': originOf(i) };
    if (isVerified(await enter(porta, `p${i}@x.br`, 'palpite-1', headers))) vistos += 1;
  }
  medida.check(vistos === 30, `${nome}: thirty a minute`, vistos);
  await teste.close();
}

/** Guesses codes of the second factor with the right password. */
async function attackCodes(medida: Measure, palpites: number): Promise<void> {
  const teste = await buildTestApp();
  await activateTotp(teste);
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
    // A new challenge before each guess: the limit is of the account, not of the challenge.
    await signIn();
    const codigo = String(100_000 + i * 7);
    const resposta = await call(porta, '/api/auth/segundo-fator/totp', {
      corpo: { codigo },
      headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
    });
    if (/codigo-invalido/.test(resposta.corpo)) codigos += 1;
    return resposta;
  });
  medida.check(codigos === vistos, 'every verified code is refused', vistos);
  medida.check(vistos <= MAXIMO && vistos >= 5, `codes: at most ${MAXIMO} in ten minutes`, vistos);
  await teste.close();
}

/** The fault: a new X-Forwarded-For resets the counters. */
const keyedByXff: Dubles = {
  beforeRoutes: (app, db) => {
    let visto = '';
    app.addHook('onRequest', async ({ headers }) => {
      const agora = String(headers['x-forwarded-for'] ?? '');
      if (agora === visto) return;
      visto = agora;
      await db.deleteFrom('tentativas').execute();
    });
  },
};

/** Mocks the dates alone: sockets and timers use the real clock. */
async function withClock(work: () => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    await work();
  } finally {
    mock.timers.reset();
  }
}

describeRow({
  id: 'S3',
  promise: 'guessing is slow, and the owner is not locked out',
  run: (medida) =>
    withClock(async () => {
      const palpites = medida.pick(80, 200, 1_000);
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
      await attackCodes(medida, medida.pick(30, 60, 300));
    }),
  canary: (medida) => withClock(() => attackInTurn(medida, keyedByXff)),
});
