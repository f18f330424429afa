/** The real application over HTTP with a mail server beside it, for the rows about signing up. */
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../server/src/config.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { startSmtp } from '../../server/test/smtp.ts';
import { ipDe, postTo, settle, type Veio } from '../pedido.ts';

export const SENHA = 'girassol azul';
export const OUTRA = 'violeta amarela';
export const DOMINIO = 'exemplo.br';

export interface Servidor {
  teste: TestApp;
  /** Posts as a caller of its own each time, unless `headers` say more. */
  post(path: string, corpo: unknown, headers?: Record<string, string>): Promise<Veio>;
  /** Waits for a letter with such a link, and answers its token. */
  token(para: string, nome: 'token' | 'confirmar', antes?: number): Promise<string>;
  stop(): Promise<void>;
}

interface Opcoes {
  modo: string;
  /** Where others reach it: nobody has an account, and a link leads to the first. */
  exposto?: boolean;
  alter?: (config: Config) => Config;
}

const PRAZO_MS = 5_000;
let chamadas = 0;

/** In a local one there is an administrator, so that everybody else is a stranger. */
export async function startServidor({ modo, exposto, alter }: Opcoes): Promise<Servidor> {
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
      return postTo(port, { path, corpo, ip: ipDe(chamadas), headers: { ...nosso, ...headers } });
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

export const pessoa = (email: unknown, password = SENHA) => ({
  name: 'Rita Alves',
  email,
  password,
});

/** Runs `f` as if so many milliseconds had gone by: for what reads `Date.now`. */
export async function later<T>(ms: number, f: () => Promise<T>): Promise<T> {
  const agora = Date.now;
  Date.now = () => agora() + ms;
  try {
    return await f();
  } finally {
    Date.now = agora;
  }
}

/** All at once; how many of the answers have the status. */
export async function race(
  quantas: number,
  status: number,
  ask: (i: number) => Promise<Veio>,
): Promise<{ com: number; veio: Veio[] }> {
  const veio = await Promise.all(Array.from({ length: quantas }, (_, i) => ask(i)));
  return { com: veio.filter((um) => um.status === status).length, veio };
}
