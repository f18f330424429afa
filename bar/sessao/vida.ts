/** How long a session lives: by the clock, and with two tabs at once. */
import type { Medida } from '../linha.ts';
import { type Aberto, cookieDe, entra, renew, signIn, TOKEN, tokenDe } from './palco.ts';

const MINUTO = 60_000;
const HORA = 60 * MINUTO;

/** Neither of two tabs may throw the other out. */
export async function checkTwoTabs(m: Medida, aberto: Aberto): Promise<void> {
  const cookie = cookieDe(await signIn(aberto));
  const vezes = m.completa ? 100 : 50;
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

/** Ten minutes a token, twelve hours unused, seven days in any case. */
export async function checkLife(m: Medida, aberto: Aberto): Promise<void> {
  const entrada = await signIn(aberto);
  const token = tokenDe(entrada);
  const cookie = cookieDe(entrada);
  const at = (ms: number, work: () => Promise<number>) => later(ms, work);
  const renewed = async (corpo = {}) =>
    (await aberto.post({ path: TOKEN, corpo, headers: { cookie } })).status;

  m.check((await at(10 * MINUTO, () => entra(aberto, token))) === 200, 'a token lives ten minutes');
  const velho = await at(11 * MINUTO + 2_000, () => entra(aberto, token));
  m.check(velho === 401, 'and dies at ten, within a minute of tolerance', velho);
  m.check((await at(11 * HORA, () => renewed({ uso: false }))) === 200, 'unused, eleven hours on');
  m.check((await at(12 * HORA + 2_000, renewed)) === 401, 'unused for twelve hours, it is over');

  const outra = cookieDe(await signIn(aberto));
  let dia = 0;
  for (; dia < 14; dia += 1) {
    const veio = await later((dia + 1) * 11.9 * HORA, () => renew(aberto, outra));
    m.check(veio.status === 200, 'used every twelve hours, it goes on', veio.status);
  }
  const depois = await later(7 * 24 * HORA + 2_000, () => renew(aberto, outra));
  m.check(depois.status === 401, 'and is over after seven days in any case', depois.status);
}
