/** The application over HTTP with a mail server, for the rows about signing up. */
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../server/src/config.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { startSmtp } from '../../server/test/smtp.ts';
import { type CraftedAnswer, ipOf, postTo, settle } from '../pedido.ts';

export const SENHA = 'girassol azul';
export const OUTRA = 'violeta amarela';
export const DOMINIO = 'exemplo.br';

export interface SignupServer {
  teste: TestApp;
  /** Posts from a different address each time, unless `headers` say otherwise. */
  post(path: string, corpo: unknown, headers?: Record<string, string>): Promise<CraftedAnswer>;
  /** Waits for a letter with a link of this name and answers its token. */
  token(para: string, nome: 'token' | 'confirmar', antes?: number): Promise<string>;
  stop(): Promise<void>;
}

interface SignupServerOptions {
  modo: string;
  /** Other machines reach it: it has no account, and a printed link creates the first. */
  exposto?: boolean;
  alter?: (config: Config) => Config;
}

const PRAZO_MS = 5_000;
let chamadas = 0;

/** Starts the server. A local one already has an administrator: every later sign-up is a stranger's. */
export async function startServidor({
  modo,
  exposto,
  alter,
}: SignupServerOptions): Promise<SignupServer> {
  const caixa = await startSmtp();
  const teste = await buildTestApp({
    account: !exposto && modo !== 'convite' && modo !== 'fechado',
    alter,
    env: {
      SIGNUP_MODE: modo,
      SMTP_URL: caixa.url,
      MAIL_FROM: 'unipark@exemplo.br',
      ...(modo === 'dominio' && { SIGNUP_DOMAINS: `${DOMINIO},kapa.br` }),
      ...(exposto && { PUBLIC_URL: 'http://park.exemplo.br' }),
    },
  });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = teste.app.server.address() as AddressInfo;
  await settle(port);
  const nosso: Record<string, string> = exposto ? { host: 'park.exemplo.br' } : {};

  return {
    teste,
    post(path, corpo, headers) {
      chamadas += 1;
      return postTo(port, { path, corpo, ip: ipOf(chamadas), headers: { ...nosso, ...headers } });
    },
    async token(para, nome, antes = 0) {
      const fim = performance.now() + PRAZO_MS;
      for (;;) {
        const achados = caixa.recebidas
          .filter((carta) => carta.para.includes(para))
          .flatMap(({ text = '' }) => new RegExp(`#${nome}=([\\w-]{43})`).exec(text)?.[1] ?? []);
        if (achados[antes]) return achados[antes];
        if (performance.now() > fim) return '';
        await sleep(10);
      }
    },
    async stop() {
      await teste.close();
      await caixa.stop();
    },
  };
}

export const CRIAR = '/api/auth/sign-up/email';
export const ENTRAR = '/api/auth/sign-in/email';
export const VERIFICAR = '/api/auth/verify';
export const PEDIR = '/api/auth/newpassword';
export const REDEFINIR = '/api/auth/newpassword/confirmar';

export const buildPessoa = (email: unknown, password = SENHA) => ({
  name: 'Rita Alves',
  email,
  password,
});

export async function later<T>(ms: number, f: () => Promise<T>): Promise<T> {
  const realNow = Date.now;
  Date.now = () => realNow() + ms;
  try {
    return await f();
  } finally {
    Date.now = realNow;
  }
}

/** Sends all requests at once; `com` counts the answers with this status. */
export async function race(
  quantas: number,
  status: number,
  ask: (i: number) => Promise<CraftedAnswer>,
): Promise<{ com: number; veio: CraftedAnswer[] }> {
  const veio = await Promise.all(Array.from({ length: quantas }, (_, i) => ask(i)));
  return { com: veio.filter((um) => um.status === status).length, veio };
}
