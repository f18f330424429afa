/** What each mode says to a stranger, and which installations start at all. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ConfigError, readConfig } from '../../server/src/config.ts';
import type { Medida } from '../linha.ts';
import { campoDe } from '../pedido.ts';
import { CRIAR, ENTRAR, pessoa, SENHA, startServidor } from './servidor.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

/** [mode, status of the sign-up, status of a sign-in with its password afterwards] */
const MODOS: [modo: string, cadastro: number, entrada: number][] = [
  ['aberto', 200, 200],
  ['dominio', 202, 403],
  ['aprovacao', 202, 403],
  ['convite', 403, 401],
  ['fechado', 403, 401],
];

export async function checkModos(m: Medida): Promise<void> {
  for (const [modo, cadastro, entrada] of MODOS) {
    const { post, stop } = await startServidor({ modo });
    const email = 'estranha@exemplo.br';
    const criada = await post(CRIAR, pessoa(email));
    m.check(criada.status === cadastro, `${modo}: a stranger hears ${cadastro}`, criada.status);
    const temToken = typeof campoDe(criada, 'token') === 'string';
    m.check(temToken === (cadastro === 200), `${modo}: a token only where it is open`);
    const { status } = await post(ENTRAR, { email, password: SENHA });
    m.check(status === entrada, `${modo}: and signing in then is ${entrada}`, status);
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

/** HOST × mode, and what exposes a server that listens on the loopback only. */
export async function checkPartida(m: Medida): Promise<void> {
  const correio = { SMTP_URL: 'smtp://a%40b.br:c@d.br', PUBLIC_URL: '' };
  for (const HOST of [...LOCAIS, ...EXPOSTOS]) {
    const local = LOCAIS.includes(HOST);
    m.check(starts({ HOST }) === local, `${HOST} without a mode ${local ? 'starts' : 'does not'}`);
    for (const [SIGNUP_MODE] of MODOS) {
      const env = { HOST, SIGNUP_MODE };
      const PUBLIC_URL = local ? '' : 'https://park.exemplo.br';
      const completo = SIGNUP_MODE === 'dominio' ? { ...correio, PUBLIC_URL, ...env } : env;
      m.check(starts(completo), `${HOST} with ${SIGNUP_MODE} starts`);
    }
    m.check(!starts({ HOST, SIGNUP_MODE: 'qualquer' }), `${HOST} with a made-up mode does not`);
    m.check(!starts({ HOST, SIGNUP_MODE: 'dominio' }), `${HOST}: dominio needs mail`);
  }
  m.check(!starts({ PUBLIC_URL: 'https://a.br' }), 'a public address needs a mode');
  m.check(!starts({ TRUST_PROXY: '127.0.0.1' }), 'a proxy in front needs a mode');
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'unipark-bar-'));
  const env = { PATH: process.env.PATH ?? '', HOST: '0.0.0.0', PORT: '0', DATA_DIR };
  const veio = await promisify(execFile)(process.execPath, [MAIN], { env, timeout: 10_000 }).catch(
    (error: { code?: number; stderr?: string }) => error,
  );
  const { code, stderr = '' } = veio as { code?: number; stderr?: string };
  m.check(code === 1, 'the server itself, exposed without a mode, does not start', code);
  m.check(
    /SIGNUP_MODE: .*aberto, dominio, aprovacao, convite, fechado/.test(stderr),
    'and says why',
  );
  rmSync(DATA_DIR, { recursive: true });
}
