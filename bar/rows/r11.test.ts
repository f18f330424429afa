/** R11: the mail server is slow, down or not a mail server while people ask for new passwords. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dubles } from '../../server/src/appDeps.ts';
import { createRemessa } from '../../server/src/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { type CaixaSmtp, type SmtpFault, startSmtp } from '../../server/test/smtp.ts';
import { describeRow, type Measure } from '../row.ts';

interface MailPlan {
  fases: readonly (readonly [falha: SmtpFault, ms: number])[];
  pedidos: number;
  /** The time in which every letter arrives, after the mail server works again. */
  prazoMs: number;
  wrapCorreio?: (caixa: CaixaSmtp) => Dubles['wrapCorreio'];
}

const RAPIDO: MailPlan = {
  fases: [
    ['slow', 2_000],
    ['refuse', 2_000],
    ['garbage', 1_000],
  ],
  pedidos: 50,
  prazoMs: 20_000,
};
const COMPLETO: MailPlan = {
  fases: [
    ['slow', 20_000],
    ['refuse', 60_000],
    ['garbage', 20_000],
    ['temporary', 10_000],
  ],
  pedidos: 50,
  prazoMs: 120_000,
};
const RESPOSTA_MS = 300;
const FRASE = 'Siga as instruções no seu e-mail';

const emailOf = (i: number): string => `pessoa${i}@exemplo.br`;

async function createContas({ db }: TestApp, quantas: number): Promise<void> {
  const agora = new Date().toISOString();
  for (let i = 0; i < quantas; i += 1) {
    await db
      .insertInto('contas')
      .values({
        id: `pessoa-${i}`,
        nome: `Pessoa ${i}`,
        email: emailOf(i),
        email_verificado: 1,
        foto_url: null,
        criada_em: agora,
        atualizada_em: agora,
        admin: 0,
        desabilitada_em: null,
      })
      .execute();
  }
}

/** Asks from several addresses: one address may not ask fifty times an hour. */
async function ask(port: number, i: number): Promise<{ ok: boolean; ms: number }> {
  const inicio = performance.now();
  const pedido = request({
    host: '127.0.0.1',
    port,
    localAddress: `127.0.0.${2 + (i % 5)}`,
    method: 'POST',
    path: '/api/auth/newpassword',
    headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
  });
  pedido.end(JSON.stringify({ email: emailOf(i) }));
  const [resposta] = (await once(pedido, 'response')) as [IncomingMessage];
  const corpo = Buffer.concat(await resposta.toArray()).toString();
  const ms = performance.now() - inicio;
  return { ok: resposta.statusCode === 200 && corpo.includes(FRASE), ms };
}

/** Makes the mail server fail in one way after the other, then restores it. */
async function ail(caixa: CaixaSmtp, fases: MailPlan['fases']): Promise<void> {
  for (const [falha, ms] of fases) {
    await caixa.fault(falha);
    await sleep(ms);
  }
  await caixa.fault(null);
}

/** Sends all requests, spread evenly over `ms`; answers how long each took, in order of time. */
async function askEvenly(m: Measure, port: number, pedidos: number, ms: number): Promise<number[]> {
  const tempos: number[] = [];
  const inicio = performance.now();
  for (let i = 0; i < pedidos; i += 1) {
    const quando = ((i + m.random()) * ms) / pedidos;
    await sleep(Math.max(0, inicio + quando - performance.now()));
    const { ok, ms: levou } = await ask(port, i);
    m.check(ok, `request ${i} is answered as if nothing were wrong`);
    tempos.push(levou);
  }
  return tempos.sort((a, b) => a - b);
}

async function ateArrived(
  caixa: CaixaSmtp,
  quantas: number,
  prazoMs: number,
): Promise<Set<string>> {
  const fim = performance.now() + prazoMs;
  for (;;) {
    const destinos = new Set(caixa.recebidas.flatMap(({ para }) => para));
    if (destinos.size >= quantas || performance.now() > fim) return destinos;
    await sleep(50);
  }
}

/** Checks all but the time of the answers; returns the answers that were late, in ms. */
async function exercise(m: Measure, plano: MailPlan): Promise<number[]> {
  const { pedidos, fases } = plano;
  const caixa = await startSmtp();
  const teste = await buildTestApp({
    env: { SMTP_URL: caixa.url, MAIL_FROM: 'UNIPARK <unipark@exemplo.br>' },
    dubles: { wrapCorreio: plano.wrapCorreio?.(caixa) },
  });
  try {
    await teste.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = teste.app.server.address() as AddressInfo;
    await createContas(teste, pedidos);
    // The first call is not measured: the process compiles its code during it.
    await ask(port, pedidos);
    const duracao = fases.reduce((soma, [, ms]) => soma + ms, 0);
    const [tempos] = await Promise.all([askEvenly(m, port, pedidos, duracao), ail(caixa, fases)]);
    const maior = Math.round(tempos.at(-1) ?? 0);
    const inicio = performance.now();
    const destinos = await ateArrived(caixa, pedidos, plano.prazoMs);
    m.check(
      destinos.size === pedidos,
      `${pedidos} of ${pedidos} people have their link`,
      destinos.size,
    );
    const vazias = caixa.recebidas.filter(({ text }) => !text?.includes('#token='));
    m.check(vazias.length === 0, 'every letter holds a link', vazias.length);
    m.note('answers, ms: median', Math.round(tempos[tempos.length >> 1] ?? 0));
    m.note('answers, ms: slowest', maior);
    m.note('all arrived after, s', ((performance.now() - inicio) / 1_000).toFixed(1));
    m.note('sent more than once', caixa.recebidas.length - destinos.size);
    return tempos.filter((ms) => ms >= RESPOSTA_MS).map(Math.round);
  } finally {
    await teste.close();
    await caixa.stop();
  }
}

/** The fault: the request sends the message to the mail server itself and drops what fails. */
const SEM_FILA: MailPlan = {
  fases: [['hang', 1_300]],
  pedidos: 2,
  prazoMs: 100,
  wrapCorreio: (caixa) => (real) => {
    const remessa = createRemessa({ url: new URL(caixa.url), de: 'unipark@exemplo.br' });
    return {
      ...real,
      async send(_trx, { para, assunto, texto }) {
        const agora = new Date().toISOString();
        const carta = { id: 1, para, assunto, texto, responder_a: null, tentativas: 0 };
        await remessa
          .send({ ...carta, criado_em: agora, expira_em: agora }, AbortSignal.timeout(600))
          .catch(() => {});
      },
    };
  },
};

/** A time that is too long is measured once more, and the run says so; no other check is repeated. */
async function run(m: Measure, plano: MailPlan): Promise<void> {
  let lentas = await exercise(m, plano);
  if (lentas.length > 0) {
    m.note('late answers, so measured once more', lentas.join(', '));
    lentas = await exercise(m, plano);
  }
  m.check(lentas.length === 0, `an answer takes less than ${RESPOSTA_MS} ms`, lentas);
}

describeRow({
  id: 'R11',
  promise: 'a mail outage loses and blocks nothing',
  run: (m) => run(m, m.full ? COMPLETO : RAPIDO),
  canary: async (m) => {
    const lentas = await exercise(m, SEM_FILA);
    m.check(lentas.length === 0, `an answer takes less than ${RESPOSTA_MS} ms`, lentas);
  },
});
