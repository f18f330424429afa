import type { AddressInfo } from 'node:net';
import { buildApp } from '../server/src/app.ts';
import type { Dubles } from '../server/src/appDeps.ts';
import { readConfig } from '../server/src/config.ts';
import { buildTestApp, CONTA, type TestApp } from '../server/test/app.ts';
import { createFirst } from '../server/test/conta.ts';
import { HOST, ownHeaders } from './alvoChamadas.ts';
import { call } from './chamadas.ts';

/** The proxy is not this machine: forwarding headers of a caller are ignored. */
export const PUBLICO = {
  PUBLIC_URL: `https://${HOST}`,
  TRUST_PROXY: '192.0.2.1',
  SIGNUP_MODE: 'aberto',
};
/** The proxy is this machine: its forwarding headers are used. */
export const ATRAS_DE_PROXY = { ...PUBLICO, TRUST_PROXY: '127.0.0.1/32' };

export interface BarTarget {
  teste: TestApp;
  porta: number;
  env: Record<string, string>;
}

export const portOf = ({ server }: TestApp['app']): number =>
  (server.address() as AddressInfo).port;

export async function open(env: Record<string, string>, dubles?: Dubles): Promise<BarTarget> {
  const teste = await buildTestApp({ env, dubles, account: false });
  await createFirst(teste);
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const porta = portOf(teste.app);
  await call(porta, '/api/auth/sign-up/email', { corpo: CONTA, headers: ownHeaders() });
  return { teste, porta, env };
}

export async function restart(alvo: BarTarget): Promise<void> {
  const { teste, env } = alvo;
  await teste.app.close();
  const config = readConfig(
    { DATA_DIR: teste.dataDir, LOG_LEVEL: 'silent', PORT: '0', ...env },
    '0.0.0-teste',
  );
  teste.app = await buildApp({ config, db: teste.db, siteRoot: `${teste.dataDir}/site` });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  alvo.porta = portOf(teste.app);
}
