import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ConfigError, readConfig } from '../../server/src/config.ts';
import { PROGRAM_ENV, START } from '../../server/test/processo.ts';
import { findCampo } from '../pedido.ts';
import type { Measure } from '../row.ts';
import { buildPessoa, CRIAR, ENTRAR, SENHA, startServidor } from './servidor.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

/** [mode, status of the sign-up, status of a sign-in with its password afterwards] */
const MODOS: [modo: string, cadastro: number, entrada: number][] = [
  ['aberto', 200, 200],
  ['dominio', 202, 403],
  ['aprovacao', 202, 403],
  ['convite', 403, 401],
  ['fechado', 403, 401],
];

export async function checkModos(m: Measure): Promise<void> {
  for (const [modo, cadastro, entrada] of MODOS) {
    const { post, stop } = await startServidor({ modo });
    const email = 'estranha@exemplo.br';
    const criada = await post(CRIAR, buildPessoa(email));
    m.check(
      criada.status === cadastro,
      `${modo}: the sign-up of a stranger answers ${cadastro}`,
      criada.status,
    );
    const temToken = typeof findCampo(criada, 'token') === 'string';
    m.check(
      temToken === (cadastro === 200),
      `${modo}: the answer has a token in the open mode alone`,
    );
    const { status } = await post(ENTRAR, { email, password: SENHA });
    m.check(status === entrada, `${modo}: the sign-in after it answers ${entrada}`, status);
    await stop();
  }
}

const LOCAIS = ['127.0.0.1', '127.0.0.9', '::1', 'localhost'];
const EXPOSTOS = ['0.0.0.0', '::', '10.0.0.5', '192.168.1.9', 'portaria.exemplo.br', '127.evil.br'];

function starts(env: Record<string, string>): boolean {
  try {
    readConfig({ SIGNUP_DOMAINS: env.SIGNUP_MODE === 'dominio' ? 'a.br' : '', ...env }, '1');
    return true;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}

/** Each HOST with each mode, and the settings that expose a server on the loopback address. */
export async function checkPartida(m: Measure): Promise<void> {
  const correio = { SMTP_URL: 'smtp://a%40b.br:c@d.br', PUBLIC_URL: '' };
  const proxy = { TRUST_PROXY: '192.0.2.1' };
  for (const HOST of [...LOCAIS, ...EXPOSTOS]) {
    const local = LOCAIS.includes(HOST);
    m.check(
      starts({ HOST }) === local,
      `${HOST} without a mode ${local ? 'starts' : 'does not start'}`,
    );
    for (const [SIGNUP_MODE] of MODOS) {
      const env = { HOST, SIGNUP_MODE };
      const site = local ? {} : { PUBLIC_URL: 'https://park.exemplo.br', ...proxy };
      const completo = SIGNUP_MODE === 'dominio' ? { ...correio, ...site, ...env } : env;
      m.check(starts(completo), `${HOST} with ${SIGNUP_MODE} starts`);
    }
    m.check(
      !starts({ HOST, SIGNUP_MODE: 'qualquer' }),
      `${HOST} with an unknown mode does not start`,
    );
    m.check(!starts({ HOST, SIGNUP_MODE: 'dominio' }), `${HOST}: dominio needs mail`);
  }
  m.check(!starts({ PUBLIC_URL: 'https://a.br', ...proxy }), 'a public address needs a mode');
  m.check(!starts({ TRUST_PROXY: '127.0.0.1' }), 'a proxy in front needs a mode');
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'unipark-bar-'));
  const env = { ...PROGRAM_ENV, HOST: '0.0.0.0', PORT: '0', DATA_DIR };
  const veio = await promisify(execFile)(process.execPath, [START, MAIN], {
    env,
    timeout: 60_000,
  }).catch((error: { code?: number; stderr?: string }) => error);
  const { code, stderr = '' } = veio as { code?: number; stderr?: string };
  m.check(code === 1, 'the server program, exposed without a mode, exits with 1', code);
  m.check(
    /SIGNUP_MODE: .*aberto, dominio, aprovacao, convite, fechado/.test(stderr),
    'its message names SIGNUP_MODE and the modes',
  );
  rmSync(DATA_DIR, { recursive: true });
}
