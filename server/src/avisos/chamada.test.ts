import type { Aparelho } from '@unipark/contract/aviso';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { createBrowser, type Receiver, startReceiver, type TestBrowser } from '../../test/push.ts';

const MINUTO = 60_000;
const DIA = 1_440 * MINUTO;

/** No call is repeated, unless a test says so. */
const esperas: number[] = [];

let teste: TestApp;
let servico: Receiver;
/** Noon in São Paulo; a day later for each test, and a minute later for each passage. */
let meioDia = Date.parse('2026-11-01T15:00:00.000Z');
let agora = new Date(meioDia);
let porteiro: string;
beforeAll(async () => {
  servico = await startReceiver();
  teste = await buildTestApp({
    dubles: {
      servicosAviso: [servico.host, '127.0.0.1:9'],
      esperasAviso: esperas,
      clock: { now: () => agora, elapsed: () => performance.now() },
    },
  });
  porteiro = await signUp('joao@unilavras.edu.br');
});
afterAll(async () => {
  await teste.close();
  servico.close();
});
beforeEach(async () => {
  for (const tabela of ['aparelhos', 'leituras', 'passagens', 'veiculos', 'ajustes'] as const) {
    await teste.db.deleteFrom(tabela).execute();
  }
  servico.recebidos.length = 0;
  servico.respostas.clear();
  meioDia += DIA;
  agora = new Date(meioDia);
  await toggle(true);
});

async function signUp(email: string): Promise<string> {
  const payload = { ...CONTA, name: 'João Porteiro', email };
  const url = '/api/auth/sign-up/email';
  return (await teste.request({ method: 'POST', url, payload, as: null })).json().token;
}
const toggle = (ligado: boolean) =>
  teste.request({ method: 'PUT', url: '/api/avisos', payload: { ligado } });
const subscribe = async (
  nome: string,
  { as = teste.token, silencio = null as object | null } = {},
) => {
  const navegador = createBrowser(servico.host, nome);
  const payload = { ...navegador.assinatura, silencio };
  const url = '/api/avisos/aparelhos';
  const resposta = await teste.request({ method: 'POST', url, payload, as });
  expect(resposta.statusCode).toBe(200);
  return { navegador, aparelho: resposta.json<Aparelho>() };
};
const forbid = (placa: string) =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload: { placa, status: 'PROIBIDO' } });
/** A passage registered by hand, a minute after the one before. */
const pass = async (placa: string, as = porteiro): Promise<UltimoVeiculo> => {
  agora = new Date(agora.getTime() + MINUTO);
  const url = '/db/ultimosveiculos';
  return (await teste.request({ method: 'POST', url, payload: { placa }, as })).json();
};
const hoursLater = (horas: number) => new Date(agora.getTime() + horas * 60 * MINUTO);
const paths = () => servico.recebidos.map(({ caminho }) => caminho).sort();
/** Waits until the outcome of a call is stored. */
const untilRow = async (check: (falhas: number | undefined) => boolean, id: string) => {
  for (;;) {
    const row = await teste.db
      .selectFrom('aparelhos')
      .select(['falhas', 'pausado_ate', 'enviado_em'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (check(row?.falhas)) return row;
    await new Promise((next) => setImmediate(next));
  }
};
const readText = ({ decrypt }: TestBrowser, indice = 0): string =>
  decrypt(servico.recebidos[indice]?.corpo ?? Buffer.alloc(0));

test('an alarm calls each device once, encrypted, without the plate', async () => {
  const { navegador: mesa, aparelho } = await subscribe('mesa');
  await subscribe('celular');
  await forbid('ABC1D23');
  const { id } = await pass('ABC1D23');
  await servico.waitFor(2);
  expect(paths()).toEqual(['/celular', '/mesa']);
  const indice = servico.recebidos.findIndex(({ caminho }) => caminho === '/mesa');
  const texto = readText(mesa, indice);
  expect(JSON.parse(texto)).toEqual({ tipo: 'proibido', passagem: id });
  expect(texto).not.toMatch(/ABC|1D23/);
  const headers = servico.recebidos[indice]?.headers ?? {};
  expect(headers).toMatchObject({ ttl: '300', urgency: 'high', 'content-encoding': 'aes128gcm' });

  const [, t = '', k = ''] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const { chave } = (await teste.request({ method: 'GET', url: '/api/avisos' })).json();
  expect(k).toBe(chave);
  expect(decodeProtectedHeader(t).alg).toBe('ES256');
  const ponto = Buffer.from(k, 'base64url');
  const [x, y] = [ponto.subarray(1, 33), ponto.subarray(33)].map((b) => b.toString('base64url'));
  const publica = await importJWK({ kty: 'EC', crv: 'P-256', x, y } as object, 'ES256');
  const { payload } = await jwtVerify(t, publica, { audience: `http://${servico.host}` });
  expect(payload.sub).toBe('mailto:unipark@localhost');
  await untilRow((falhas) => falhas === 0, aparelho.id);

  // Later events of the same alarm are no second call.
  await teste.request({
    method: 'PATCH',
    url: `/api/passagens/${id}`,
    payload: { placa: 'ABC1D23' },
  });
  await teste.request({ method: 'POST', url: `/api/passagens/${id}/ciente` });
  await forbid('XYZ9K99');
  await pass('XYZ9K99');
  await servico.waitFor(4);
  expect(paths()).toEqual(['/celular', '/celular', '/mesa', '/mesa']);
});

test('the person who registered the passage by hand is not called', async () => {
  const { navegador: mesa } = await subscribe('mesa');
  const { navegador: guarita } = await subscribe('guarita', { as: porteiro });
  await forbid('ABC1D23');
  const doPorteiro = await pass('ABC1D23');
  await servico.waitFor(1);
  await forbid('XYZ9K99');
  const daMesa = await pass('XYZ9K99', teste.token);
  await servico.waitFor(2);
  const lidos = servico.recebidos.map(({ caminho }, indice) => {
    const navegador = caminho === mesa.caminho ? mesa : guarita;
    return [caminho, JSON.parse(readText(navegador, indice)).passagem];
  });
  expect(lidos).toEqual([
    ['/mesa', doPorteiro.id],
    ['/guarita', daMesa.id],
  ]);
});

test('a probable plate says so, and a vehicle that may enter calls no device', async () => {
  const { navegador } = await subscribe('mesa');
  await forbid('ABC1D23');
  await pass('RIO2A18');
  const { id } = await pass('A8C1D23');
  await servico.waitFor(1);
  expect(JSON.parse(readText(navegador))).toEqual({ tipo: 'provavel', passagem: id });
});

test('a device is not called in its quiet hours, over midnight in São Paulo', async () => {
  const silencio = { de: '22:00', ate: '06:00' };
  const amanha = new Date(meioDia + DIA).toISOString().slice(0, 10);
  await subscribe('dorme', { silencio });
  await subscribe('acordado');
  for (const [indice, hora] of ['00:59', '08:58', '08:59'].entries()) {
    agora = new Date(`${amanha}T${hora}:00.000Z`);
    await forbid(`ABC${indice}D23`);
    await pass(`ABC${indice}D23`);
    await servico.waitFor(indice === 2 ? 4 : indice + 1);
  }
  expect(paths()).toEqual(['/acordado', '/acordado', '/acordado', '/dorme']);
});

test('switched off, no device is called', async () => {
  await subscribe('mesa');
  await toggle(false);
  await forbid('ABC1D23');
  await pass('ABC1D23');
  await toggle(true);
  await forbid('XYZ9K99');
  const { id } = await pass('XYZ9K99');
  await servico.waitFor(1);
  expect(servico.recebidos).toHaveLength(1);
  expect(id).toBeTruthy();
});

test.each([404, 410])('a service that answers %i ends the subscription', async (status) => {
  const { aparelho } = await subscribe('mesa');
  servico.respostas.set('/mesa', status);
  await forbid('ABC1D23');
  await pass('ABC1D23');
  expect(await untilRow((falhas) => falhas === undefined, aparelho.id)).toBeUndefined();
});

test('a call without an answer is repeated, and pauses no device', async () => {
  const { aparelho } = await subscribe('mesa');
  servico.respostas.set('/mesa', 503);
  esperas.push(1, 1);
  try {
    await forbid('ABC1D23');
    await pass('ABC1D23');
    const row = await untilRow((falhas) => falhas === 1, aparelho.id);
    expect([servico.recebidos.length, row?.pausado_ate]).toEqual([3, null]);
    // Nobody listens at this address.
    await teste.db.updateTable('aparelhos').set({ endpoint: 'http://127.0.0.1:9/mesa' }).execute();
    for (let vez = 1; vez <= 6; vez += 1) {
      await forbid(`XYZ1D2${vez}`);
      await pass(`XYZ1D2${vez}`);
    }
    await subscribe('outro');
    await forbid('RIO2A18');
    await pass('RIO2A18');
    await servico.waitFor(4);
    expect(await untilRow((falhas) => falhas === 1, aparelho.id)).toMatchObject({
      pausado_ate: null,
    });
  } finally {
    esperas.length = 0;
  }
});

test('five failures in a row pause a device for an hour; a success resets the count', async () => {
  const { aparelho } = await subscribe('mesa');
  servico.respostas.set('/mesa', 500);
  for (let vez = 1; vez <= 5; vez += 1) {
    await forbid(`ABC1D2${vez}`);
    await pass(`ABC1D2${vez}`);
    const row = await untilRow((falhas) => falhas === vez, aparelho.id);
    expect(row?.pausado_ate).toBe(vez < 5 ? null : hoursLater(1).toISOString());
  }
  await subscribe('outro');
  await forbid('XYZ9K99');
  await pass('XYZ9K99');
  await servico.waitFor(6);
  expect(paths().filter((caminho) => caminho === '/mesa')).toHaveLength(5);

  servico.respostas.clear();
  agora = hoursLater(1);
  await forbid('XYZ9K98');
  await pass('XYZ9K98');
  const row = await untilRow((falhas) => falhas === 0, aparelho.id);
  expect(row).toEqual({ falhas: 0, pausado_ate: null, enviado_em: agora.toISOString() });
});

test('a slow service does not delay the answer to a passage', async () => {
  await subscribe('mesa');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  servico.hold = held;
  await forbid('ABC1D23');
  expect((await pass('ABC1D23')).alerta?.tipo).toBe('proibido');
  expect(servico.recebidos).toHaveLength(0);
  servico.hold = undefined;
  release();
  await servico.waitFor(1);
});

test('a disabled account is not called', async () => {
  const email = `sai${meioDia}@unilavras.edu.br`;
  const token = await signUp(email);
  await subscribe('sai', { as: token });
  await subscribe('fica');
  const { conta } = await teste.db
    .selectFrom('aparelhos')
    .innerJoin('contas', 'contas.id', 'aparelhos.conta')
    .select('conta')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await teste.db
    .updateTable('contas')
    .set({ desabilitada_em: agora.toISOString() })
    .where('id', '=', conta)
    .execute();
  await forbid('ABC1D23');
  await pass('ABC1D23');
  await servico.waitFor(1);
  expect(paths()).toEqual(['/fica']);
});
