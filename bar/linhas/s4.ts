/** S4: whether an address has an account is nobody's business, in words, in headers and in time. */
import type { AddressInfo } from 'node:net';
import type { Dubles } from '../../server/src/app.ts';
import { hashSenha } from '../../server/src/conta/senha/senhas.ts';
import { Problem } from '../../server/src/platform/errors.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { type CaixaSmtp, startSmtp } from '../../server/test/smtp.ts';
import type { Linha, Medida } from '../linha.ts';
import { ipDe, postTo, settle, type Veio } from '../pedido.ts';

const DIFERENCA_MS = 5;
const SORTEIOS = 1_000;
const ACASO = 0.005;
const SENHA = 'girassol azul';

/** Seen by the server only once: no counter of calls or guesses stands in the way. */
let chamadas = 0;

const conhecida = (i: number): string => `conhecida${i}@exemplo.br`;
const ninguem = (i: number): string => `ninguem${i}@exemplo.br`;

interface Porta {
  nome: string;
  path: string;
  corpo: (email: string) => object;
  status: number;
}

const ENTRAR: Porta = {
  nome: 'sign-in',
  path: '/api/auth/sign-in/email',
  corpo: (email) => ({ email, password: 'não é esta, com certeza' }),
  status: 401,
};
const RECUPERAR: Porta = {
  nome: 'recovery',
  path: '/api/auth/newpassword',
  corpo: (email) => ({ email }),
  status: 200,
};
const criar = (modo: string): Porta => ({
  nome: `sign-up, ${modo}`,
  path: '/api/auth/sign-up/email',
  corpo: (email) => ({ name: 'Rita Alves', email, password: SENHA }),
  status: modo === 'convite' ? 403 : 202,
});

interface Servidor {
  teste: TestApp;
  port: number;
  stop(): Promise<void>;
}

/** Accounts of every kind that there is: what they are must not show either. */
async function seedContas({ db }: TestApp, quantas: number): Promise<void> {
  const agora = new Date().toISOString();
  const password = await hashSenha(SENHA);
  for (let i = 0; i < quantas; i += 1) {
    const id = `conta-${i}`;
    const datas = { createdAt: agora, updatedAt: agora };
    await db
      .insertInto('user')
      .values({
        ...datas,
        id,
        name: `Conta ${i}`,
        email: conhecida(i),
        emailVerified: i % 4 === 3 ? 0 : 1,
        image: null,
        admin: i % 5 === 0 ? 1 : 0,
        desabilitadoEm: i % 7 === 6 ? agora : null,
        pendencia: i % 4 === 3 ? 'aprovacao' : null,
      })
      .execute();
    // Every ninth comes in by single sign-on and has no password.
    if (i % 9 === 8) continue;
    const credencial = { id, accountId: id, userId: id, providerId: 'credential', password };
    await db
      .insertInto('account')
      .values({ ...datas, ...credencial })
      .execute();
  }
}

async function startServidor(
  modo: string,
  caixa: CaixaSmtp,
  contas: number,
  dubles?: Dubles,
): Promise<Servidor> {
  const env = {
    SIGNUP_MODE: modo,
    SMTP_URL: caixa.url,
    MAIL_FROM: 'unipark@exemplo.br',
    ...(modo === 'dominio' && { SIGNUP_DOMAINS: 'exemplo.br' }),
  };
  const teste = await buildTestApp({ env, account: false, dubles });
  await seedContas(teste, contas);
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = teste.app.server.address() as AddressInfo;
  return { teste, port, stop: () => teste.close() };
}

/** What must be alike: all but the request's own number, the clock and a cookie's random value. */
function outside({ status, corpo, headers }: Veio): string {
  const { date: _, 'x-request-id': __, ...resto } = headers;
  const iguais = JSON.stringify(resto).replace(/=[\w-]{43};/g, '=…;');
  return `${status} ${corpo.replace(/"pedido":"[^"]*"/, '')} ${iguais}`;
}

const median = (valores: number[]): number => {
  const ordem = valores.toSorted((a, b) => a - b);
  const meio = ordem.length / 2;
  return ((ordem[Math.ceil(meio) - 1] ?? 0) + (ordem[Math.floor(meio)] ?? 0)) / 2;
};

/**
 * How often chance alone makes a difference as large: in each pair the two are swapped by lot. On a
 * busy machine whole milliseconds are chance; a difference that is none of it stays near 0.
 */
function chanceOf(m: Medida, a: number[], b: number[]): number {
  const vista = Math.abs(median(a) - median(b));
  let vezes = 0;
  for (let sorteio = 0; sorteio < SORTEIOS; sorteio += 1) {
    const troca = a.map(() => m.random() < 0.5);
    const [x, y] = [
      a.map((um, i) => (troca[i] ? (b[i] ?? 0) : um)),
      b.map((um, i) => (troca[i] ? (a[i] ?? 0) : um)),
    ];
    if (Math.abs(median(x) - median(y)) >= vista) vezes += 1;
  }
  return vezes / SORTEIOS;
}

/** Asks in pairs, in an order by lot, so that what else the machine does falls on both alike. */
async function askPairs(m: Medida, port: number, porta: Porta, indices: number[]) {
  const tempos = { conhecida: [] as number[], ninguem: [] as number[] };
  const vistas = new Set<string>();
  const estados = new Set<number>();
  const ask = async (qual: keyof typeof tempos, email: string): Promise<void> => {
    chamadas += 1;
    const pedido = { path: porta.path, corpo: porta.corpo(email), ip: ipDe(chamadas) };
    const veio = await postTo(port, pedido);
    tempos[qual].push(veio.ms);
    vistas.add(outside(veio));
    estados.add(veio.status);
  };
  for (const i of indices) {
    const primeiro = m.random() < 0.5;
    if (primeiro) await ask('conhecida', conhecida(i));
    await ask('ninguem', ninguem(chamadas));
    if (!primeiro) await ask('conhecida', conhecida(i));
  }
  const [sim, nao] = [median(tempos.conhecida), median(tempos.ninguem)];
  const acaso = chanceOf(m, tempos.conhecida, tempos.ninguem);
  return { vistas: [...vistas], estados: [...estados], sim, nao, acaso };
}

const range = (de: number, ate: number): number[] =>
  Array.from({ length: ate - de }, (_, i) => de + i);

/** Compares `n` known with `n` unknown addresses at one door. */
async function compare(m: Medida, port: number, porta: Porta, n: number): Promise<void> {
  const { nome, status } = porta;
  const medir = async (de: number, ate: number) => {
    await settle(port);
    await askPairs(m, port, porta, range(de, de + 3));
    return askPairs(m, port, porta, range(de, ate));
  };
  let feito = await medir(0, n);
  const { vistas, estados } = feito;
  m.check(vistas.length === 1, `${nome}: one status, one body, the same headers`, vistas);
  m.check(estados.length === 1 && estados[0] === status, `${nome}: ${status}`, estados);
  if (Math.abs(feito.sim - feito.nao) >= DIFERENCA_MS) {
    m.note(`${nome}, run once more after`, `${(feito.sim - feito.nao).toFixed(2)} ms`);
    // Other accounts, and twice as many: what a busy machine adds to one of them weighs less.
    feito = await medir(n, 3 * n);
  }
  const { sim, nao, acaso } = feito;
  m.note(nome, `medians ${sim.toFixed(2)} and ${nao.toFixed(2)} ms`);
  const igual = Math.abs(sim - nao) < DIFERENCA_MS;
  if (!igual) m.note(`${nome}, as far apart by chance alone in`, acaso);
  // The release form takes no excuse. The quick one runs beside everything else: there, what chance
  // alone makes of so few pairs on a busy machine proves nothing either way.
  m.check(
    igual || (!m.completa && acaso > ACASO),
    `${nome}: medians differ by less than ${DIFERENCA_MS} ms`,
    { conhecida: sim, ninguem: nao, acaso },
  );
}

const PORTAS: Record<string, Porta[]> = {
  dominio: [ENTRAR, RECUPERAR, criar('dominio')],
  aprovacao: [criar('aprovacao')],
  convite: [criar('convite')],
};

async function run(m: Medida): Promise<void> {
  const n = m.completa ? 200 : 40;
  const caixa = await startSmtp();
  for (const [modo, portas] of Object.entries(PORTAS)) {
    const servidor = await startServidor(modo, caixa, 3 * n);
    // One kind of waiting is asked in full; the other does the same work.
    const pares = modo === 'dominio' || m.completa ? n : n / 2;
    for (const porta of portas) await compare(m, servidor.port, porta, pares);
    await servidor.stop();
  }
  await caixa.stop();
}

/** Refuses an unknown address at once, as a sign-in does that hashes nothing for it. */
const semHash: Dubles['antes'] = (app, db) => {
  app.addHook('preHandler', async (request) => {
    if (request.url !== ENTRAR.path) return;
    const { email } = request.body as { email: string };
    const achada = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (!achada) throw new Problem(401, 'credenciais-invalidas', 'Credenciais inválidas.');
  });
};

async function canary(m: Medida): Promise<void> {
  const caixa = await startSmtp();
  const servidor = await startServidor('dominio', caixa, 36, { antes: semHash });
  await compare(m, servidor.port, ENTRAR, 12);
  await servidor.stop();
  await caixa.stop();
}

export const s4: Linha = {
  id: 'S4',
  promessa: 'sign-in, recovery and sign-up do not tell who has an account',
  run,
  canary,
};
