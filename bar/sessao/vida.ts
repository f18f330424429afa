import type { Measure } from '../row.ts';
import { cookieOf, type OpenServer, renew, signIn, TOKEN, tokenOf, tryToken } from './palco.ts';

const MINUTO = 60_000;
const HORA = 60 * MINUTO;

/** Two tabs that renew at once do not end each other's session. */
export async function checkTwoTabs(m: Measure, aberto: OpenServer): Promise<void> {
  const cookie = cookieOf(await signIn(aberto));
  const vezes = m.full ? 100 : 50;
  const tab = async () => {
    for (let i = 0; i < vezes; i += 1) {
      const veio = await renew(aberto, cookie);
      m.check(veio.status === 200, 'two tabs renew side by side', veio.status);
    }
  };
  await Promise.all([tab(), tab()]);
}

/** Runs `work` with the clock `ms` ahead, for this process and the server in it. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const real = Date.now;
  Date.now = () => real() + ms;
  const RealDate = globalThis.Date;
  class Adiantada extends RealDate {
    constructor(...args: unknown[]) {
      if (args.length === 0) super(real() + ms);
      else super(...(args as [number]));
    }
  }
  globalThis.Date = Adiantada as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
    Date.now = real;
  }
}

/** A token lives ten minutes; a session lives twelve hours unused and seven days in all. */
export async function checkLife(m: Measure, aberto: OpenServer): Promise<void> {
  const entrada = await signIn(aberto);
  const token = tokenOf(entrada);
  const cookie = cookieOf(entrada);
  const at = (ms: number, work: () => Promise<number>) => later(ms, work);
  const renewed = async (corpo = {}) =>
    (await aberto.post({ path: TOKEN, corpo, headers: { cookie } })).status;

  m.check(
    (await at(10 * MINUTO, () => tryToken(aberto, token))) === 200,
    'a token is accepted after ten minutes, within its tolerance',
  );
  const velho = await at(11 * MINUTO + 2_000, () => tryToken(aberto, token));
  m.check(velho === 401, 'a token is refused after eleven minutes', velho);
  m.check(
    (await at(11 * HORA, () => renewed({ uso: false }))) === 200,
    'a session unused for eleven hours is renewed',
  );
  m.check(
    (await at(12 * HORA + 2_000, renewed)) === 401,
    'a session unused for twelve hours is refused',
  );

  const outra = cookieOf(await signIn(aberto));
  let dia = 0;
  for (; dia < 14; dia += 1) {
    const veio = await later((dia + 1) * 11.9 * HORA, () => renew(aberto, outra));
    m.check(veio.status === 200, 'a session used every twelve hours is renewed', veio.status);
  }
  const depois = await later(7 * 24 * HORA + 2_000, () => renew(aberto, outra));
  m.check(
    depois.status === 401,
    'a session is refused after seven days in any case',
    depois.status,
  );
}
