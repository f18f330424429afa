import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import {
  bearerHeaders,
  buildDispositivo,
  readExemplo,
  sendMensagem,
} from '../../test/dispositivo.ts';
import { digestKeys } from '../dispositivos/token.ts';
import { createCofre } from '../platform/secret.ts';
import { createDigest, readDigest } from './digest.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  vi.useRealTimers();
  await teste.db.deleteFrom('dispositivos').execute();
});

const KEEPALIVE = '/NotificationInfo/KeepAlive';
const getStatus = async (url: string, headers: Record<string, string> = {}) =>
  (await sendMensagem(teste, url, '{}', headers)).statusCode;
const basic = (usuario: string, senha: string) => ({
  authorization: `Basic ${Buffer.from(`${usuario}:${senha}`).toString('base64')}`,
});
const listDesafios = ({ headers }: LightMyRequestResponse): string[] =>
  [headers['www-authenticate'] ?? []].flat();

interface DigestLogin {
  usuario: string;
  senha: string;
  uri: string;
  nonce: string;
  algoritmo?: 'MD5' | 'SHA-256';
  nc?: string;
  metodo?: string;
  extra?: Record<string, string>;
}

function digest({
  usuario,
  senha,
  uri,
  nonce,
  algoritmo = 'SHA-256',
  nc = '00000001',
  metodo = 'POST',
  extra = {},
}: DigestLogin) {
  const hash = (texto: string) =>
    createHash(algoritmo === 'MD5' ? 'md5' : 'sha256')
      .update(texto)
      .digest('hex');
  const ha1 = hash(`${usuario}:UNIPARK:${senha}`);
  const response = hash(`${ha1}:${nonce}:${nc}:acaso:auth:${hash(`${metodo}:${uri}`)}`);
  const campos = {
    username: usuario,
    realm: 'UNIPARK',
    nonce,
    uri,
    algorithm: algoritmo,
    response,
    qop: 'auth',
    nc,
    cnonce: 'acaso',
    ...extra,
  };
  return {
    authorization: `Digest ${Object.entries(campos)
      .map(([nome, valor]) => `${nome}="${valor}"`)
      .join(', ')}`,
  };
}

const nonceOf = (resposta: LightMyRequestResponse): string =>
  /nonce="([^"]+)"/.exec(listDesafios(resposta)[0] ?? '')?.[1] ?? '';

describe('one token, four places', () => {
  it('is accepted in a header, in three spellings, as a password and in the path', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'itsapi' });
    const url = '/api/leituras/itsapi';
    expect([
      await getStatus(`${url}${KEEPALIVE}`, bearerHeaders(token)),
      await getStatus(`${url}${KEEPALIVE}`, { authorization: `Token ${token}` }),
      await getStatus(`${url}${KEEPALIVE}`, { 'x-unipark-token': token }),
      await getStatus(`${url}${KEEPALIVE}`, basic('qualquer', token)),
      await getStatus(`${url}${KEEPALIVE}`, basic('', token)),
      await getStatus(`${url}/${token}${KEEPALIVE}`),
    ]).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it.each([
    ['nothing', {}],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['a wrong bearer', bearerHeaders('x'.repeat(43))],
    ['its user without password', basic('qualquer', '')],
    ['a Basic that is none', { authorization: 'Basic !!!' }],
    ['a scheme of its own', { authorization: 'Negotiate abc' }],
    ['a very long token', bearerHeaders('a'.repeat(4_096))],
  ])('%s is 401, and names the ways to authenticate', async (_nome, headers) => {
    await buildDispositivo(teste);
    const resposta = await sendMensagem(
      teste,
      '/api/leituras/unipark',
      '{}',
      headers as Record<string, string>,
    );
    expect(resposta.statusCode).toBe(401);
    expect(resposta.json().mensagem).toBe('Token do dispositivo ausente ou inválido.');
    expect(listDesafios(resposta)).toEqual(['Basic realm="UNIPARK", charset="UTF-8"']);
  });

  it('a shortened token, or one in another case, is refused', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'axis' });
    const invertido = token.replace(/[a-z]/i, (c) =>
      c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase(),
    );
    for (const errado of [token.slice(1), `${token}a`, invertido]) {
      expect(await getStatus(`/api/leituras/axis/${errado}`)).toBe(401);
      expect(await getStatus('/api/leituras/axis', bearerHeaders(errado))).toBe(401);
    }
  });

  it('an unknown dialect is 404 and lists the known ones', async () => {
    const resposta = await sendMensagem(teste, '/api/leituras/outro', '{}');
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      404,
      expect.stringContaining('hikvision'),
    ]);
    expect(await getStatus('/api/leituras/__proto__')).toBe(404);
  });
});

it('a message of a device that is switched off meanwhile is not stored', async () => {
  const proprio = await buildTestApp();
  await proprio.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = proprio.app.server.address() as AddressInfo;
  const { token, dispositivo } = await buildDispositivo(proprio);
  const corpo = Buffer.from('{"placa":"OFF1C34"}');
  const headers = { ...bearerHeaders(token), 'content-length': String(corpo.length) };
  const pedido = request({
    port,
    host: '127.0.0.1',
    path: '/api/leituras/unipark',
    method: 'POST',
    headers,
  });
  const resposta = once(pedido, 'response');
  pedido.write(corpo.subarray(0, 5));
  await new Promise((vez) => setTimeout(vez, 150));
  const url = `/api/dispositivos/${dispositivo.id}`;
  await proprio.request({ method: 'PUT', url, payload: { ativo: false } });
  pedido.end(corpo.subarray(5));
  const [vinda] = await resposta;
  vinda.resume();
  expect(vinda.statusCode).toBe(403);
  expect(await proprio.db.selectFrom('passagens').selectAll().execute()).toEqual([]);
  await proprio.close();
});

describe('addresses', () => {
  it('an address outside the list is 403; a listed one enters', async () => {
    const { token, dispositivo } = await buildDispositivo(teste, { ips: ['10.20.0.0/16'] });
    const resposta = await sendMensagem(
      teste,
      '/api/leituras/unipark',
      { placa: 'ABC1C34' },
      bearerHeaders(token),
    );
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([403, 'ip-nao-permitido']);
    await teste.request({
      method: 'PUT',
      url: `/api/dispositivos/${dispositivo.id}`,
      payload: { ips: ['10.20.0.0/16', '127.0.0.0/8'] },
    });
    expect(await getStatus('/api/leituras/unipark', bearerHeaders(token))).toBe(400);
  });

  it('wrong tokens of one address are slowed; the right one still enters', async () => {
    const proprio = await buildTestApp();
    const { token } = await buildDispositivo(proprio, { dialeto: 'itsapi' });
    const url = (qual: string) => `/api/leituras/itsapi/${qual}${KEEPALIVE}`;
    const estados: number[] = [];
    for (let i = 0; i < 35; i += 1) {
      estados.push((await sendMensagem(proprio, url(`${i}`.padStart(43, 'x')), '{}')).statusCode);
    }
    expect(estados.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(estados.at(-1)).toBe(429);
    expect((await sendMensagem(proprio, url(token), '{}')).statusCode).toBe(200);
    // A request without credentials gets a challenge and does not count: every Digest begins so.
    expect((await sendMensagem(proprio, '/api/leituras/itsapi', '{}')).statusCode).toBe(401);
    await proprio.close();
  });
});

describe('Digest', () => {
  const URL_BASE = `/api/leituras/itsapi${KEEPALIVE}`;

  it.each(['SHA-256', 'MD5'] as const)('%s enters with the given nonce', async (algoritmo) => {
    const { token, dispositivo } = await buildDispositivo(teste, {
      dialeto: 'itsapi',
      digest: 'sim',
    });
    const pedido = await sendMensagem(teste, URL_BASE, '{}');
    expect(pedido.statusCode).toBe(401);
    expect(listDesafios(pedido)).toEqual([
      expect.stringMatching(
        /^Digest realm="UNIPARK", qop="auth", algorithm=SHA-256, nonce="[^"]+"$/,
      ),
      expect.stringMatching(/^Digest realm="UNIPARK", qop="auth", algorithm=MD5, nonce="[^"]+"$/),
      'Basic realm="UNIPARK", charset="UTF-8"',
    ]);
    const base = {
      usuario: dispositivo.id,
      senha: token,
      uri: URL_BASE,
      nonce: nonceOf(pedido),
      algoritmo,
    };
    expect(await getStatus(URL_BASE, digest(base))).toBe(200);
    expect(await getStatus(URL_BASE, digest({ ...base, nc: '00000002' }))).toBe(200);
    const repetido = await sendMensagem(teste, URL_BASE, '{}', digest({ ...base, nc: '00000002' }));
    expect(repetido.statusCode).toBe(401);
    expect(listDesafios(repetido)[0]).toContain('stale=true');
    expect(listDesafios(repetido).every((desafio) => desafio.startsWith('Digest'))).toBe(true);
  });

  it.each([
    ['another password', { senha: 'x'.repeat(43) }],
    ['another address', { uri: '/api/leituras/itsapi/outro' }],
    ['another method', { metodo: 'GET' }],
    ['another realm', { extra: { realm: 'outro' } }],
    ['no qop', { extra: { qop: '' } }],
    ['auth-int', { extra: { qop: 'auth-int' } }],
    ['another algorithm', { extra: { algorithm: 'MD5-sess' } }],
    ['a count that is none', { extra: { nc: 'x' } }],
    ['no cnonce', { extra: { cnonce: '' } }],
    ['no response', { extra: { response: '' } }],
    ['an unknown user', { usuario: 'outro' }],
  ])('%s is refused', async (_nome, troca) => {
    const { token, dispositivo } = await buildDispositivo(teste, {
      dialeto: 'itsapi',
      digest: 'sim',
    });
    const nonce = nonceOf(await sendMensagem(teste, URL_BASE, '{}'));
    const base = { usuario: dispositivo.id, senha: token, uri: URL_BASE, nonce };
    expect(await getStatus(URL_BASE, digest({ ...base, ...troca }))).toBe(401);
    expect(await getStatus(URL_BASE, digest(base))).toBe(200);
  });

  it('accepts the nonce of another server with the same secret, and of no other', () => {
    const keys = { atual: digestKeys('portao', 'segredo'), anterior: null };
    const pedido = { metodo: 'POST', caminho: URL_BASE };
    const [um, outro, alheio] = ['a', 'a', 'b'].map((letra) =>
      createDigest(createCofre(letra.repeat(48), 'dispositivos')),
    );
    const nonce = /nonce="([^"]+)"/.exec(um?.challenge(false)[0] ?? '')?.[1] ?? '';
    const { authorization } = digest({
      usuario: 'portao',
      senha: 'segredo',
      uri: URL_BASE,
      nonce,
    });
    const campos = readDigest(authorization) ?? new Map<string, string>();
    expect(outro?.verify(campos, pedido, keys)).toBe('certo');
    expect(outro?.verify(campos, pedido, keys)).toBe('velho');
    expect(alheio?.verify(campos, pedido, keys)).toBe('velho');
  });

  it('accepts only our own nonce, for five minutes', async () => {
    const { token, dispositivo } = await buildDispositivo(teste, {
      dialeto: 'itsapi',
      digest: 'sim',
    });
    const base = { usuario: dispositivo.id, senha: token, uri: URL_BASE };
    const nonce = nonceOf(await sendMensagem(teste, URL_BASE, '{}'));
    expect(await getStatus(URL_BASE, digest({ ...base, nonce: nonce.slice(0, -1) }))).toBe(401);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 4 * 60_000);
    expect(await getStatus(URL_BASE, digest({ ...base, nonce }))).toBe(200);
    vi.setSystemTime(Date.now() + 70_000);
    const velha = await sendMensagem(
      teste,
      URL_BASE,
      '{}',
      digest({ ...base, nonce, nc: '00000002' }),
    );
    expect([velha.statusCode, listDesafios(velha)[0]]).toEqual([
      401,
      expect.stringContaining('stale=true'),
    ]);
  });

  it('a camera that sends its pictures first still gets the challenge, and sends them again', async () => {
    const proprio = await buildTestApp();
    await proprio.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = proprio.app.server.address() as AddressInfo;
    const { token, dispositivo } = await buildDispositivo(proprio, {
      dialeto: 'itsapi',
      digest: 'sim',
    });
    const foto = Buffer.alloc(4 * 1024 * 1024, 0x20);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async (headers: Record<string, string>) => {
      const pedido = request({
        port,
        host: '127.0.0.1',
        path: URL_BASE,
        method: 'POST',
        agent,
        headers,
      });
      pedido.end(foto);
      const [resposta] = await once(pedido, 'response');
      resposta.resume();
      await once(resposta, 'end');
      return resposta;
    };
    for (let i = 0; i < 3; i += 1) {
      const primeira = await send({});
      expect(primeira.statusCode).toBe(401);
      const nonce = /nonce="([^"]+)"/.exec(primeira.headers['www-authenticate'])?.[1] ?? '';
      const base = { usuario: dispositivo.id, senha: token, uri: URL_BASE, nonce };
      expect((await send(digest(base))).statusCode).toBe(200);
    }
    agent.destroy();
    await proprio.close();
  });

  it('a device without Digest never enters with it', async () => {
    const { token, dispositivo } = await buildDispositivo(teste, { dialeto: 'itsapi' });
    await buildDispositivo(teste, { dialeto: 'itsapi', digest: 'sim' });
    const nonce = nonceOf(await sendMensagem(teste, URL_BASE, '{}'));
    const base = { usuario: dispositivo.id, senha: token, uri: URL_BASE, nonce };
    const resposta = await sendMensagem(teste, URL_BASE, '{}', digest(base));
    expect(resposta.statusCode).toBe(401);
    expect(listDesafios(resposta)).toEqual(['Basic realm="UNIPARK", charset="UTF-8"']);
  });

  it('the previous token works too, until its day is over', async () => {
    const { token, dispositivo } = await buildDispositivo(teste, {
      dialeto: 'itsapi',
      digest: 'sim',
    });
    const url = `/api/dispositivos/${dispositivo.id}/token`;
    const novo = (await teste.request({ method: 'POST', url })).json();
    const openWith = async (senha: string) => {
      const nonce = nonceOf(await sendMensagem(teste, URL_BASE, '{}'));
      return getStatus(URL_BASE, digest({ usuario: dispositivo.id, senha, uri: URL_BASE, nonce }));
    };
    expect([await openWith(token), await openWith(novo.token)]).toEqual([200, 200]);
    await teste.request({ method: 'POST', url, payload: { imediato: true } });
    expect([await openWith(token), await openWith(novo.token)]).toEqual([401, 401]);
  });
});

describe('a Digest header that proves nothing', () => {
  const VAZIO = {
    authorization: 'Digest username="admin", realm="", nonce="", uri="/x", response="0", qop=""',
  };
  const url = (token: string) => `/api/leituras/itsapi/${token}${KEEPALIVE}`;

  it('enters with the token in the path of a marked device, and of no other', async () => {
    const marcado = await buildDispositivo(teste, { dialeto: 'itsapi', digest: 'sem_nonce' });
    expect(await getStatus(url(marcado.token), VAZIO)).toBe(200);
    expect(await getStatus(url('x'.repeat(43)), VAZIO)).toBe(401);
    for (const digest of ['nao', 'sim'] as const) {
      const outro = await buildDispositivo(teste, { dialeto: 'itsapi', digest });
      expect([digest, await getStatus(url(outro.token), VAZIO)]).toEqual([digest, 401]);
      expect(await getStatus(url(outro.token))).toBe(200);
    }
  });

  it('enters from a listed address of a marked device, and of no other', async () => {
    const solto = `/api/leituras/itsapi${KEEPALIVE}`;
    await buildDispositivo(teste, { dialeto: 'itsapi', digest: 'sem_nonce' });
    await buildDispositivo(teste, { dialeto: 'itsapi', digest: 'sim', ips: ['127.0.0.1'] });
    await buildDispositivo(teste, { dialeto: 'itsapi', digest: 'sem_nonce', ips: ['10.0.0.1'] });
    expect(await getStatus(solto, VAZIO)).toBe(401);
    const daqui = { dialeto: 'itsapi' as const, digest: 'sem_nonce' as const, ips: ['127.0.0.1'] };
    await buildDispositivo(teste, { ...daqui });
    expect(await getStatus(solto, VAZIO)).toBe(200);
    // With two such devices it is not known which one it is.
    const segundo = await buildDispositivo(teste, { ...daqui });
    expect(await getStatus(solto, VAZIO)).toBe(401);
    const nomeado = VAZIO.authorization.replace('admin', segundo.dispositivo.id);
    expect(await getStatus(solto, { authorization: nomeado })).toBe(200);
  });
});

describe('POST /NotificationInfo/…', () => {
  const RAIZ = '/NotificationInfo/TollgateInfo';
  const send = (headers = {}) =>
    sendMensagem(teste, RAIZ, readExemplo('itsapi-passagem.json'), headers);

  it('does not exist until a device needs it; GET stays the page', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'itsapi', ips: ['127.0.0.1'] });
    expect((await send(bearerHeaders(token))).statusCode).toBe(404);
    await buildDispositivo(teste, { dialeto: 'itsapi', caminho_raiz: true, ips: ['10.0.0.1'] });
    expect((await send()).statusCode).toBe(401);
    expect((await send(bearerHeaders(token))).statusCode).toBe(404);
    const pagina = await teste.request({ method: 'GET', url: RAIZ, as: null });
    expect(pagina.headers['content-type']).toContain('text/plain');
    expect(pagina.statusCode).toBe(503);
  });

  it('accepts a camera by its address, or by Digest', async () => {
    await buildDispositivo(teste, { dialeto: 'itsapi', caminho_raiz: true, ips: ['127.0.0.1'] });
    const resposta = await send();
    expect([resposta.statusCode, resposta.json()]).toEqual([
      200,
      { Result: true, Message: 'Success' },
    ]);
    // A request with a name must prove it.
    expect((await send(basic('admin', 'admin'))).statusCode).toBe(401);
    await teste.db.deleteFrom('dispositivos').execute();
    const { token, dispositivo } = await buildDispositivo(teste, {
      dialeto: 'itsapi',
      caminho_raiz: true,
      digest: 'sim',
    });
    const pedido = await send();
    expect(pedido.statusCode).toBe(401);
    const credencial = { usuario: dispositivo.id, senha: token, uri: RAIZ, nonce: nonceOf(pedido) };
    expect((await send(digest(credencial))).statusCode).toBe(200);
  });
});
