/** S7: which passwords may be used, how they are kept, and that hashing them holds nobody up. */
import { pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Dubles } from '../../server/src/app.ts';
import { createLink } from '../../server/src/conta/links/links.ts';
import { inTransaction } from '../../server/src/platform/db/banco.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { ATRAS_DE_PROXY, open, portOf } from '../alvo.ts';
import { ENTRAR } from '../alvoChamadas.ts';
import { type Chegada, call } from '../chamadas.ts';
import type { Inundacao, PedidoInundacao } from '../inundacao.ts';
import type { Linha, Medida } from '../linha.ts';

const VAZIA = 'Senha não pode estar em branco.';
const TAMANHO = 'A senha deve ter de 8 a 128 caracteres.';
const COMUM = 'Esta senha é muito comum. Escolha outra.';
const EMAIL = 'A senha não pode conter o seu e-mail.';
const PRODUTO = 'A senha não pode conter o nome do sistema.';

const NOME = 'ana.paula';

/** Passwords of an account `ana.paula…@x.br`, and the sentence that refuses them; none: allowed. */
const CASOS: [senha: string, frase?: string][] = [
  ['', VAZIA],
  ['         ', VAZIA],
  ['\u00a0\u2003\u3000      ', VAZIA],
  ['1', TAMANHO],
  ['sete 77', TAMANHO],
  ['c\u0327a\u0303o o\u0301i', TAMANHO],
  ['🚗🚕🚙🚌🚎🏎🚓', TAMANHO],
  [`${'x7'.repeat(64)}!`, TAMANHO],
  ['🚗🚕'.repeat(64).concat('🚙'), TAMANHO],
  ['oito 888'],
  ['🚗🚕🚙🚌🚎🏎🚓🚑'],
  ['x7'.repeat(64)],
  ['🚗🚕'.repeat(64)],
  ['cafe\u0301 na guarita'],
  ['so letras sem numero'],
  ['  com espaços dos lados  '],
  ['12345678', COMUM],
  ['abcdefgh', COMUM],
  ['ffffffffff', COMUM],
  ['PASSWORD', COMUM],
  ['Senha123', COMUM],
  ['flamengo', COMUM],
  [`${NOME}99`, EMAIL],
  ['meu unipark', PRODUTO],
  ['ÚNIPARK seguro', PRODUTO],
];

interface Forma {
  nome: string;
  /** The status of success. */
  bom: number;
  /** Tries the password for a person of its own; answers with whose it was. */
  tenta(senha: string, i: number): Promise<{ chegada: Chegada; email: string }>;
}

const BOA = 'cancela azul 42';
const emailDe = (forma: string, i: number): string => `${NOME}+${forma}${i}@x.br`;

/** Sign-up, change and recovery, each through its own route. */
function formsOf({ db }: TestApp, porta: number): Forma[] {
  const signUp = (email: string, password: string) =>
    call(porta, '/api/auth/sign-up/email', { corpo: { name: 'Ana Paula', email, password } });
  const tokenOf = ({ corpo }: Chegada): string => (JSON.parse(corpo) as { token: string }).token;
  return [
    {
      nome: 'sign-up',
      bom: 200,
      async tenta(senha, i) {
        const email = emailDe('c', i);
        return { email, chegada: await signUp(email, senha) };
      },
    },
    {
      nome: 'change',
      bom: 200,
      async tenta(nova, i) {
        const email = emailDe('m', i);
        const authorization = `Bearer ${tokenOf(await signUp(email, BOA))}`;
        const corpo = { atual: BOA, nova };
        return {
          email,
          chegada: await call(porta, '/api/perfil/senha', { corpo, headers: { authorization } }),
        };
      },
    },
    {
      nome: 'recovery',
      bom: 204,
      async tenta(password, i) {
        const email = emailDe('r', i);
        await signUp(email, BOA);
        const { id } = await db
          .selectFrom('user')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
        const token = await inTransaction(db, (trx) => createLink(trx, 'recuperar', id));
        const corpo = { token, password };
        return { email, chegada: await call(porta, '/api/auth/newpassword/confirmar', { corpo }) };
      },
    },
  ];
}

/** What is kept of a password: argon2id, at the floor or above. */
async function checkStored(medida: Medida, { db }: TestApp, email: string): Promise<void> {
  const conta = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select('account.password')
    .where('user.email', '=', email)
    .executeTakeFirst();
  const [, m, t, p] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(conta?.password ?? '') ?? [];
  const forte = Number(m) >= 19_456 && Number(t) >= 2 && Number(p) >= 1;
  medida.check(forte, `${email} is kept by argon2id, m=19456,t=2,p=1 or more`, [m, t, p]);
}

/** What a failed check shows: never a token. */
const said = ({ status, corpo }: Chegada) => (status < 300 ? status : corpo);

async function checkCases(medida: Medida): Promise<void> {
  const teste = await buildTestApp();
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const porta = portOf(teste.app);
  const signIn = (email: string, password: string) =>
    call(porta, ENTRAR, { corpo: { email, password } });

  for (const { nome, bom, tenta } of formsOf(teste, porta)) {
    for (const [i, [senha, frase]] of CASOS.entries()) {
      const { chegada, email } = await tenta(senha, i);
      const dito = `${nome} with ${JSON.stringify(senha.slice(0, 24))}`;
      if (frase !== undefined) {
        const certa = chegada.status === 400 && chegada.corpo.includes(frase);
        medida.check(certa, `${dito} is refused: ${frase}`, said(chegada));
        continue;
      }
      medida.check(chegada.status === bom, `${dito} is taken`, said(chegada));
      await checkStored(medida, teste, email);
      for (const forma of ['NFC', 'NFD']) {
        const { status } = await signIn(email, senha.normalize(forma));
        medida.check(status === 200, `${dito} opens the account, typed as ${forma}`, status);
      }
    }
  }
  for (const vazia of ['', '   ']) {
    const { status, corpo } = await signIn(emailDe('c', 9), vazia);
    medida.check(status === 400 && corpo.includes(VAZIA), 'sign-in with a blank one', corpo);
  }
  await teste.close();
}

const P99_MS = 300;

const quantil = (ms: number[], parte: number): number =>
  [...ms].sort((a, b) => a - b)[Math.floor(ms.length * parte)] ?? Number.POSITIVE_INFINITY;

/** What the flood's own thread saw. */
async function pour(pedido: PedidoInundacao): Promise<Inundacao> {
  const fio = new Worker(new URL('../inundacao.ts', import.meta.url), { workerData: pedido });
  const [visto] = (await once(fio, 'message')) as [Inundacao];
  await fio.terminate();
  return visto;
}

/** `quantos` sign-ins in the same moment; whether /healthz answers soon meanwhile. */
async function flood(medida: Medida, quantos: number, dubles?: Dubles): Promise<boolean> {
  const { teste, porta } = await open(ATRAS_DE_PROXY, dubles);
  const { chegadas, saude } = await pour({ porta, quantos });
  const estados = chegadas.map(({ status }) => status);
  const fora = estados.filter((status) => status !== 401 && status !== 503);
  medida.check(fora.length === 0, 'each is answered 401, or 503 to try again', fora);
  const sem = chegadas.filter(({ status, esperar }) => status === 503 && !esperar);
  medida.check(sem.length === 0, 'a 503 says when to come back', sem.length);
  medida.check(estados.includes(401), 'some are looked at', estados.length);
  const depois = await call(porta, '/healthz');
  medida.check(depois.status === 200, 'the server lives', depois.status);
  await teste.close();
  const p99 = quantil(saude, 0.99);
  medida.note(
    `/healthz under ${quantos} sign-ins`,
    `p50 ${quantil(saude, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, n ${saude.length}`,
  );
  return p99 < P99_MS;
}

/** The fault to be found: each sign-in hashes where everything else runs too. */
const hashOnTheMainThread: Dubles = {
  antes: (app) => {
    app.addHook('preHandler', async ({ url }) => {
      if (url === ENTRAR) pbkdf2Sync('girassol azul', 'sal', 60_000, 64, 'sha512');
    });
  },
};

export const s7: Linha = {
  id: 'S7',
  promessa: 'passwords of 8 to 128 characters, none of the common ones, hashed apart from the rest',
  async run(medida) {
    await checkCases(medida);
    let rapida = await flood(medida, 200);
    // A busy machine is no fault of ours: once more, and it is said.
    if (!rapida) {
      medida.note('/healthz', 'slow, measured once more');
      rapida = await flood(medida, 200);
    }
    medida.check(rapida, `/healthz p99 below ${P99_MS} ms meanwhile`);
  },
  async canary(medida) {
    medida.check(await flood(medida, 24, hashOnTheMainThread), '/healthz answers meanwhile');
  },
};
