import type { AddressInfo } from 'node:net';
import type { Dubles } from '../../server/src/appDeps.ts';
import { hashSenha } from '../../server/src/conta/senha/senhas.ts';
import { Problem } from '../../server/src/platform/errors.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { type CaixaSmtp, startSmtp } from '../../server/test/smtp.ts';
import { type CraftedAnswer, ipOf, postTo, settle } from '../pedido.ts';
import { describeRow, type Measure } from '../row.ts';

const DIFERENCA_MS = 5;
const SORTEIOS = 1_000;
const ACASO = 0.005;
const SENHA = 'girassol azul';

/** Makes each caller's address unique: no counter of calls or guesses refuses one. */
let chamadas = 0;

const emailOfKnown = (i: number): string => `conhecida${i}@exemplo.br`;
const emailOfUnknown = (i: number): string => `ninguem${i}@exemplo.br`;

interface StreamDoor {
  nome: string;
  path: string;
  corpo: (email: string) => object;
  status: number;
}

const ENTRAR: StreamDoor = {
  nome: 'sign-in',
  path: '/api/auth/sign-in/email',
  corpo: (email) => ({ email, password: 'não é esta, com certeza' }),
  status: 401,
};
const RECUPERAR: StreamDoor = {
  nome: 'recovery',
  path: '/api/auth/newpassword',
  corpo: (email) => ({ email }),
  status: 200,
};
const buildPorta = (modo: string): StreamDoor => ({
  nome: `sign-up, ${modo}`,
  path: '/api/auth/sign-up/email',
  corpo: (email) => ({ name: 'Rita Alves', email, password: SENHA }),
  status: modo === 'convite' ? 403 : 202,
});

interface StreamServer {
  teste: TestApp;
  port: number;
  stop(): Promise<void>;
}

/** Accounts of every kind: the kind must not show either. */
async function seedContas({ db }: TestApp, quantas: number): Promise<void> {
  const agora = new Date().toISOString();
  const senha = await hashSenha(SENHA);
  for (let i = 0; i < quantas; i += 1) {
    const id = `conta-${i}`;
    await db
      .insertInto('contas')
      .values({
        id,
        criada_em: agora,
        atualizada_em: agora,
        nome: `Conta ${i}`,
        email: emailOfKnown(i),
        email_verificado: i % 4 === 3 ? 0 : 1,
        foto_url: null,
        admin: i % 5 === 0 ? 1 : 0,
        desabilitada_em: i % 7 === 6 ? agora : null,
        pendencia: i % 4 === 3 ? 'aprovacao' : null,
        // Every ninth account comes from single sign-on and has no password.
        ...(i % 9 !== 8 && { senha, senha_alterada_em: agora }),
      })
      .execute();
  }
}

async function startServidor(
  modo: string,
  caixa: CaixaSmtp,
  contas: number,
  dubles?: Dubles,
): Promise<StreamServer> {
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

/** What must be equal: all but the request's id, the date and a cookie's random value. */
function outside({ status, corpo, headers }: CraftedAnswer): string {
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
 * How often chance alone makes a difference this large: each pair is swapped at random. Noise of a
 * busy machine gives a high value, a real difference a value near 0.
 */
function chanceOf(m: Measure, a: number[], b: number[]): number {
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

/** Asks in pairs in random order, so that load of the machine affects both alike. */
async function askPairs(m: Measure, port: number, porta: StreamDoor, indices: number[]) {
  const tempos = { conhecida: [] as number[], ninguem: [] as number[] };
  const vistas = new Set<string>();
  const estados = new Set<number>();
  const ask = async (qual: keyof typeof tempos, email: string): Promise<void> => {
    chamadas += 1;
    const pedido = { path: porta.path, corpo: porta.corpo(email), ip: ipOf(chamadas) };
    const veio = await postTo(port, pedido);
    tempos[qual].push(veio.ms);
    vistas.add(outside(veio));
    estados.add(veio.status);
  };
  for (const i of indices) {
    const primeiro = m.random() < 0.5;
    if (primeiro) await ask('conhecida', emailOfKnown(i));
    await ask('ninguem', emailOfUnknown(chamadas));
    if (!primeiro) await ask('conhecida', emailOfKnown(i));
  }
  const [sim, nao] = [median(tempos.conhecida), median(tempos.ninguem)];
  const acaso = chanceOf(m, tempos.conhecida, tempos.ninguem);
  return { vistas: [...vistas], estados: [...estados], sim, nao, acaso };
}

const range = (de: number, ate: number): number[] =>
  Array.from({ length: ate - de }, (_, i) => de + i);

/** Compares `n` known with `n` unknown addresses at one route. */
async function compare(m: Measure, port: number, porta: StreamDoor, n: number): Promise<void> {
  const { nome, status } = porta;
  const measure = async (de: number, ate: number) => {
    await settle(port);
    await askPairs(m, port, porta, range(de, de + 3));
    return askPairs(m, port, porta, range(de, ate));
  };
  let feito = await measure(0, n);
  const { vistas, estados } = feito;
  m.check(vistas.length === 1, `${nome}: one status, one body, the same headers`, vistas);
  m.check(estados.length === 1 && estados[0] === status, `${nome}: ${status}`, estados);
  if (Math.abs(feito.sim - feito.nao) >= DIFERENCA_MS) {
    m.note(`${nome}, run once more after`, `${(feito.sim - feito.nao).toFixed(2)} ms`);
    // Uses other accounts and twice as many: the noise of a busy machine weighs less.
    feito = await measure(n, 3 * n);
  }
  const { sim, nao, acaso } = feito;
  m.note(nome, `medians ${sim.toFixed(2)} and ${nao.toFixed(2)} ms`);
  const igual = Math.abs(sim - nao) < DIFERENCA_MS;
  if (!igual) m.note(`${nome}, as far apart by chance alone in`, acaso);
  // The release run is strict. The quick run shares the machine with other tests: there, a
  // difference that chance explains proves nothing.
  m.check(
    igual || (!m.full && acaso > ACASO),
    `${nome}: medians differ by less than ${DIFERENCA_MS} ms`,
    { conhecida: sim, ninguem: nao, acaso },
  );
}

const PORTAS: Record<string, StreamDoor[]> = {
  dominio: [ENTRAR, RECUPERAR, buildPorta('dominio')],
  aprovacao: [buildPorta('aprovacao')],
  convite: [buildPorta('convite')],
};

async function run(m: Measure): Promise<void> {
  const n = m.pick(24, 40, 200);
  const caixa = await startSmtp();
  for (const [modo, portas] of Object.entries(PORTAS)) {
    const servidor = await startServidor(modo, caixa, 3 * n);
    // One mode runs in full; the others do the same work, so fewer pairs are enough.
    const pares = modo === 'dominio' || m.full ? n : n / 2;
    for (const porta of portas) await compare(m, servidor.port, porta, pares);
    await servidor.stop();
  }
  await caixa.stop();
}

/** The fault: an unknown address is refused without hashing the password. */
const skipHash: Dubles['beforeRoutes'] = (app, db) => {
  app.addHook('preHandler', async (request) => {
    if (request.url !== ENTRAR.path) return;
    const { email } = request.body as { email: string };
    const achada = await db
      .selectFrom('contas')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (!achada) throw new Problem(401, 'credenciais-invalidas', 'Credenciais inválidas.');
  });
};

async function canary(m: Measure): Promise<void> {
  const caixa = await startSmtp();
  const servidor = await startServidor('dominio', caixa, 36, { beforeRoutes: skipHash });
  await compare(m, servidor.port, ENTRAR, 12);
  await servidor.stop();
  await caixa.stop();
}

describeRow({
  id: 'S4',
  promise: 'sign-in, recovery and sign-up do not tell who has an account',
  run,
  canary,
});
