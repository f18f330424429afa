import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import {
  configOf,
  createDiario,
  listRows,
  MENSAGEM,
  openCorreio,
  sendMensagem,
  waitUntil,
} from '../../../test/correio.ts';
import { testOfSqlite } from '../../../test/planos.ts';
import { type CaixaSmtp, type SmtpFault, startSmtp } from '../../../test/smtp.ts';
import { type Banco, inTransaction } from '../db/banco.ts';
import type { Correio } from './correio.ts';
import { createRemessa } from './smtp.ts';

let teste: TestApp;
let db: Banco;
let caixa: CaixaSmtp;
const abertos: Correio[] = [];

beforeEach(async () => {
  teste = await buildTestApp({ account: false });
  db = teste.db;
  caixa = await startSmtp({ refuse: (para) => (para.startsWith('nao') ? 550 : undefined) });
});
afterEach(async () => {
  await Promise.all(abertos.splice(0).map((correio) => correio.stop()));
  await caixa.stop();
  await teste.close();
});

const open = (...args: Parameters<typeof openCorreio>): Correio => {
  const correio = openCorreio(...args);
  abertos.push(correio);
  return correio;
};

const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));

test('a message leaves after the commit, whole, and its text is then removed', async () => {
  const correio = open(db, caixa.url);
  await inTransaction(db, async (trx) => {
    await correio.send(trx, { ...MENSAGEM, responderA: 'bia@exemplo.br' });
    await sleep(300);
    expect(caixa.conexoes).toBe(0);
  });
  const [carta] = await caixa.waitFor(1);
  expect(carta).toMatchObject({
    para: ['rita@exemplo.br'],
    from: { name: 'UNIPARK Câmpus', address: 'unipark@exemplo.br' },
    to: [{ address: 'rita@exemplo.br' }],
    replyTo: [{ address: 'bia@exemplo.br' }],
    subject: MENSAGEM.assunto,
  });
  expect(carta?.text?.trimEnd()).toBe(MENSAGEM.texto.trimEnd());
  expect(carta?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  await waitUntil(async () => (await correio.getEstado()).pendentes === 0);
  expect((await listRows(db))[0]).toMatchObject({ texto: '', tentar_em: null, ultimo_erro: null });
  expect(await correio.getEstado()).toMatchObject({
    configurado: true,
    desistidos: 0,
    ultimoEnvioEm: expect.any(String),
    ultimoErro: null,
  });
});

test('a message of a rolled back transaction is never sent', async () => {
  const correio = open(db, caixa.url);
  const falhou = inTransaction(db, async (trx) => {
    await correio.send(trx, MENSAGEM);
    throw new Error('no');
  });
  await expect(falhou).rejects.toThrow('no');
  await sendMensagem(db, correio, { para: 'outra@exemplo.br' });
  await caixa.waitFor(1);
  await sleep(300);
  expect(caixa.recebidas.map(({ para }) => para)).toEqual([['outra@exemplo.br']]);
});

describe('an outage', () => {
  test.each<SmtpFault>(['refuse', 'garbage', 'temporary', 'slow'])(
    '%s: every message arrives after the server works again',
    async (falha) => {
      await caixa.fault(falha);
      const correio = open(db, caixa.url);
      for (let i = 0; i < 3; i += 1) await sendMensagem(db, correio, { assunto: `carta ${i}` });
      await sleep(1_200);
      if (falha !== 'slow') expect(await correio.getEstado()).toMatchObject({ pendentes: 3 });
      await caixa.fault(null);
      await waitUntil(async () => (await correio.getEstado()).pendentes === 0);
      expect(new Set(caixa.recebidas.map(({ subject }) => subject))).toEqual(
        new Set(['carta 0', 'carta 1', 'carta 2']),
      );
      if (falha === 'refuse') {
        const { ultimoErro } = await correio.getEstado();
        expect(ultimoErro).toBe('Não foi possível conectar ao servidor de e-mail.');
      }
    },
  );

  test('is tried with growing pauses, not without end', async () => {
    const diario = createDiario();
    await caixa.fault('garbage');
    const correio = open(db, caixa.url, { log: diario.log });
    await sendMensagem(db, correio);
    await waitUntil(() => diario.linhas.length === 1);
    for (let i = 0; i < 10; i += 1) await sendMensagem(db, correio);
    await sleep(500);
    expect(caixa.conexoes).toBe(1);
    await sleep(3_000);
    // At once and two seconds later; the third would come after six.
    expect(caixa.conexoes).toBe(2);
    expect(diario.linhas).toHaveLength(2);
  });

  test('a restart finds the waiting messages', async () => {
    await caixa.fault('refuse');
    const antes = open(db, caixa.url);
    await sendMensagem(db, antes);
    await waitUntil(async () => (await antes.getEstado()).ultimoErro !== null);
    await antes.stop();
    await caixa.fault(null);
    open(db, caixa.url);
    expect((await caixa.waitFor(1))[0]?.text).toContain('segredo-do-link');
  });

  test('an expired message is given up, and its text is removed', async () => {
    await caixa.fault('refuse');
    const correio = open(db, caixa.url);
    await sendMensagem(db, correio, { expiraEm: new Date(Date.now() + 1_500) });
    await waitUntil(async () => (await correio.getEstado()).desistidos === 1);
    expect((await listRows(db))[0]).toMatchObject({ texto: '', tentar_em: null, enviado_em: null });
    await caixa.fault(null);
    await sleep(300);
    expect(caixa.recebidas).toEqual([]);
  });

  test('a message that expired before its turn is not sent, in any state of the server', async () => {
    const correio = open(db, caixa.url);
    await sendMensagem(db, correio, { expiraEm: new Date(Date.now() - 1) });
    await waitUntil(async () => (await correio.getEstado()).desistidos === 1);
    expect((await listRows(db))[0]).toMatchObject({ texto: '', tentar_em: null, enviado_em: null });
    expect(caixa.conexoes).toBe(0);
  });

  test('without a sender, housekeeping removes the text', async () => {
    await caixa.fault('refuse');
    const correio = open(db, caixa.url);
    await sendMensagem(db, correio);
    await correio.stop();
    const ontem = new Date(Date.now() - 86_400_000).toISOString();
    await db.updateTable('correio').set({ expira_em: ontem }).execute();
    await correio.prune();
    expect((await listRows(db))[0]).toMatchObject({ texto: '', tentar_em: null });
  });
});

test('one refused recipient does not delay the others, and is not tried again soon', async () => {
  const correio = open(db, caixa.url);
  await inTransaction(db, async (trx) => {
    await correio.send(trx, { ...MENSAGEM, para: 'nao-existe@exemplo.br' });
    await correio.send(trx, MENSAGEM);
    await correio.send(trx, { ...MENSAGEM, para: 'bia@exemplo.br' });
  });
  await caixa.waitFor(2, 1_500);
  await waitUntil(async () => (await correio.getEstado()).pendentes === 1);
  const [recusada] = await listRows(db);
  expect(recusada?.ultimo_erro).toBe('O servidor de e-mail recusou o destinatário. (550)');
  expect(Date.parse(recusada?.tentar_em ?? '') - Date.now()).toBeGreaterThan(14 * 60_000);
});

test('a message that always breaks the connection goes to the end of the queue', async () => {
  const real = createRemessa(configOf(caixa.url));
  const quebra = Object.assign(new Error('broken'), { code: 'ECONNECTION' });
  const correio = open(db, caixa.url, {
    remessa: {
      send: (carta, sinal) =>
        carta.assunto === 'mal' ? Promise.reject(quebra) : real.send(carta, sinal),
    },
  });
  await inTransaction(db, async (trx) => {
    await correio.send(trx, { ...MENSAGEM, assunto: 'mal' });
    await correio.send(trx, MENSAGEM);
    await correio.send(trx, MENSAGEM);
  });
  await caixa.waitFor(2, 5_000);
  await waitUntil(async () => (await correio.getEstado()).pendentes === 1);
});

test('a server that hangs does not delay our stop; the message leaves the next time', async () => {
  await caixa.fault('hang');
  const correio = open(db, caixa.url);
  await sendMensagem(db, correio);
  await waitUntil(() => caixa.conexoes === 1);
  const inicio = performance.now();
  await correio.stop();
  expect(performance.now() - inicio).toBeLessThan(3_000);
  expect((await listRows(db))[0]).toMatchObject({ tentativas: 0, ultimo_erro: null });
  await caixa.fault(null);
  open(db, caixa.url);
  await caixa.waitFor(1);
});

test('accepted before a crash of ours: the same message is sent again, no other', async () => {
  const morto = new Promise<never>(() => {});
  const real = createRemessa(configOf(caixa.url));
  const abandonado = openCorreio(db, caixa.url, {
    remessa: { send: (carta, sinal) => real.send(carta, sinal).then(() => morto) },
  });
  await sendMensagem(db, abandonado);
  await caixa.waitFor(1);
  open(db, caixa.url);
  const [uma, outra] = await caixa.waitFor(2);
  expect(outra?.messageId).toBe(uma?.messageId);
  await sleep(300);
  expect(caixa.recebidas).toHaveLength(2);
});

testOfSqlite('a fault of the database neither ends the outbox nor makes it loop', async () => {
  const diario = createDiario();
  const correio = open(db, caixa.url, { log: diario.log });
  await sql`create trigger mal before update on correio begin select raise(abort, 'mal'); end`.execute(
    db,
  );
  await sendMensagem(db, correio);
  await sleep(3_500);
  // At once and two seconds later, both accepted by the server and not recorded here.
  expect(diario.linhas.filter((linha) => linha.includes('outbox'))).toHaveLength(2);
  expect(caixa.recebidas).toHaveLength(2);
  await sql`drop trigger mal`.execute(db);
  await waitUntil(async () => (await correio.getEstado()).pendentes === 0);
  expect(new Set(caixa.recebidas.map(({ messageId }) => messageId)).size).toBe(1);
});

test('no typed text becomes a header or another recipient', async () => {
  const correio = open(db, caixa.url);
  const mal = '\r\nBcc: espia@exemplo.br\r\nX-Mal: 1\r\n\r\nmal';
  await sendMensagem(db, correio, { assunto: `Oi${mal}`, responderA: `bia@exemplo.br${mal}` });
  await sendMensagem(db, correio, { para: 'rita@exemplo.br, espia@exemplo.br', assunto: 'a dois' });
  await sendMensagem(db, correio, { texto: 'a\r\n.\r\nMAIL FROM:<x@y.br>\r\n' });
  await waitUntil(async () => (await listRows(db)).every((l) => l.enviado_em || l.ultimo_erro));
  const cartas = caixa.recebidas;
  expect(cartas.map(({ subject }) => subject)).not.toContain('a dois');
  for (const carta of cartas) {
    expect(carta.headers.map(({ key }) => key).filter((k) => /^(bcc|x-mal)$/.test(k))).toEqual([]);
    expect(carta.para.join()).not.toBe('espia@exemplo.br');
    expect(carta.para).toHaveLength(1);
  }
  expect(cartas[0]?.text?.trimEnd()).toBe(MENSAGEM.texto.trimEnd());
  expect(cartas[1]?.text).toContain('MAIL FROM:<x@y.br>');
});

test('log and state contain no address, password or word of a message', async () => {
  const diario = createDiario();
  await caixa.stop();
  caixa = await startSmtp({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _sessao, pronto) => pronto(new Error('senha-errada de rita@exemplo.br')),
  });
  const url = new URL(caixa.url);
  url.username = 'porteiro';
  url.password = 'cofre-42';
  const correio = open(db, url.href, { log: diario.log });
  await sendMensagem(db, correio);
  await waitUntil(async () => (await correio.getEstado()).ultimoErro !== null);
  const estado = await correio.getEstado();
  expect(estado.ultimoErro).toBe('O servidor de e-mail recusou o usuário ou a senha. (535)');
  expect(diario.linhas).toHaveLength(1);
  expect(JSON.stringify([estado, diario.linhas])).not.toMatch(
    /rita|porteiro|cofre|segredo-do-link|127\.0\.0\.1|senha-errada/,
  );
});
