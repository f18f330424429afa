import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MensagemCamera } from '@unipark/contract/camera';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { post, tokenDe } from '../../test/conta.ts';

let teste: TestApp;
let pasta: string;
let porta: number;
beforeAll(async () => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-cameras-'));
  const arquivo = join(pasta, 'cameras.json');
  const cameras = [
    { id: '1', nome: 'Portaria', tipo: 'demo' },
    { id: '2', nome: 'Fundos', tipo: 'demo' },
    { id: '3', nome: 'Pátio', tipo: 'rtsp', url: 'rtsp://127.0.0.1:9/x' },
    { id: '4', nome: 'Obra', tipo: 'demo', ativa: false },
  ];
  writeFileSync(arquivo, JSON.stringify({ cameras }));
  teste = await buildTestApp({ env: { CAMERAS_FILE: arquivo, FFMPEG_PATH: '/nada/ffmpeg' } });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  porta = (teste.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await teste.close();
  rmSync(pasta, { recursive: true });
});

const abertos: WebSocket[] = [];
afterEach(async () => {
  for (const socket of abertos.splice(0)) socket.close();
  await expect.poll(async () => watching()).toBe(0);
});

async function watching(): Promise<number> {
  const { cameras } = (await teste.request({ url: '/api/cameras/situacao' })).json();
  return cameras.reduce(
    (soma: number, { espectadores }: { espectadores: number }) => soma + espectadores,
    0,
  );
}

/** Another session, of the first account unless `email` says whose. */
async function signIn(email = CONTA.email): Promise<string> {
  const headers = { host: `127.0.0.1:${porta}`, origin: `http://127.0.0.1:${porta}` };
  if (email !== CONTA.email) {
    const conta = { ...CONTA, email };
    return tokenDe(await post(teste, '/api/auth/sign-up/email', conta, headers));
  }
  const { password } = CONTA;
  return tokenDe(await post(teste, '/api/auth/sign-in/email', { email, password }, headers));
}

async function pass(camera = '1', as = teste.token): Promise<string> {
  const url = `/api/cameras/${camera}/ticket`;
  const resposta = await teste.request({ method: 'POST', url, as });
  expect(resposta.statusCode, resposta.body).toBe(200);
  return resposta.json().ticket;
}

const ORIGEM = () => `http://127.0.0.1:${porta}`;

interface Watching {
  socket: WebSocket;
  mensagens: MensagemCamera[];
  /** Weight of each binary frame. */
  quadros: number[];
  fim: Promise<number>;
}

/** Opens the stream as a page of ours does. */
async function watch(
  ticket: string,
  { camera = '1', headers = {} as Record<string, string> } = {},
): Promise<Watching> {
  const protocols = ['unipark.v1', `ticket.${ticket}`];
  const init = { protocols, headers: { origin: ORIGEM(), ...headers } };
  const socket = new WebSocket(`ws://127.0.0.1:${porta}/api/cameras/${camera}/live`, init as never);
  socket.binaryType = 'arraybuffer';
  abertos.push(socket);
  const mensagens: MensagemCamera[] = [];
  const quadros: number[] = [];
  socket.onmessage = ({ data }: { data: string | ArrayBuffer }) => {
    if (typeof data === 'string') mensagens.push(MensagemCamera.parse(JSON.parse(data)));
    else quadros.push(data.byteLength);
  };
  const fim = new Promise<number>((pronto) => {
    socket.onclose = ({ code }) => pronto(code);
  });
  await new Promise<void>((pronto, falhou) => {
    socket.onopen = () => pronto();
    socket.onerror = () => falhou(new Error('not opened'));
  });
  return { socket, mensagens, quadros, fim };
}

/** The status with which an upgrade is refused; 101 where it is not. */
async function upgrade(
  headers: Record<string, string | undefined>,
  camera = '1',
): Promise<{ status: number; corpo: string }> {
  const { request } = await import('node:http');
  const todos = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    origin: ORIGEM(),
    ...headers,
  };
  const definidos = Object.fromEntries(Object.entries(todos).filter(([, valor]) => valor));
  return new Promise((pronto, falhou) => {
    const pedido = request({
      host: '127.0.0.1',
      port: porta,
      path: `/api/cameras/${camera}/live`,
      headers: definidos as Record<string, string>,
    });
    pedido.on('upgrade', (_resposta, socket) => {
      socket.destroy();
      pronto({ status: 101, corpo: '' });
    });
    pedido.on('response', async (resposta) => {
      let corpo = '';
      for await (const parte of resposta) corpo += parte;
      pronto({ status: resposta.statusCode ?? 0, corpo });
    });
    pedido.on('error', falhou);
    pedido.end();
  });
}

const withPass = (ticket: string) => ({
  'sec-websocket-protocol': `unipark.v1, ticket.${ticket}`,
});

describe('GET /api/cameras/{id}/live', () => {
  it('answers our protocol alone and sends state, init and frames', async () => {
    const { socket, mensagens, quadros } = await watch(await pass());
    expect(socket.protocol).toBe('unipark.v1');
    await expect.poll(() => quadros.length).toBeGreaterThan(20);
    expect(mensagens.map(({ t }) => t)).toContain('init');
    expect(mensagens.find(({ t }) => t === 'init')).toMatchObject({
      tipo: expect.stringMatching(/^video\/mp4; codecs="avc1\.[0-9A-F]{6}"$/i),
      largura: 640,
      altura: 360,
    });
    expect(mensagens.at(-1)).toMatchObject({ t: 'state', estado: 'ao_vivo', motivo: null });
  });

  it('plays a demonstration without ffmpeg, while a camera that needs it says so', async () => {
    const demo = await watch(await pass('1'));
    const rtsp = await watch(await pass('3'), { camera: '3' });
    await expect
      .poll(() => rtsp.mensagens.at(-1))
      .toMatchObject({ t: 'state', estado: 'offline', motivo: 'ffmpeg_missing' });
    await expect.poll(() => demo.quadros.length).toBeGreaterThan(5);
    expect(rtsp.quadros).toEqual([]);
  });

  it('reads fifty viewers from one source', async () => {
    const contas = await Promise.all(
      Array.from({ length: 7 }, (_, i) => signIn(`porteiro${i}@unilavras.edu.br`)),
    );
    const vistas = await Promise.all(
      Array.from({ length: 50 }, async (_, i) =>
        watch(await pass('2', contas[i % 7] ?? ''), { camera: '2' }),
      ),
    );
    await expect.poll(() => vistas.every(({ quadros }) => quadros.length > 5)).toBe(true);
    const { body } = await teste.request({ url: '/metrics', as: null });
    expect(body).toContain('camera_viewers{camera="2"} 50');
    expect(body).toContain('camera_upstream_connects_total{camera="2"} 1');
  });

  it('is put on record with who, which, from and to', async () => {
    const antes = new Date().toISOString();
    const { socket, fim } = await watch(await pass('2'), { camera: '2' });
    socket.close();
    await fim;
    const rows = () =>
      teste.db
        .selectFrom('auditoria')
        .leftJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
        .select(['acao', 'chave', 'quem', 'detalhe'])
        .where('entidade', '=', 'camera')
        .where('quando', '>=', antes)
        .orderBy('auditoria.id')
        .execute();
    await expect.poll(async () => (await rows()).length).toBe(2);
    const [abrir, fechar] = await rows();
    const { id } = await teste.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', CONTA.email)
      .executeTakeFirstOrThrow();
    expect(abrir).toMatchObject({ acao: 'abrir', chave: '2', quem: id });
    expect(fechar).toMatchObject({ acao: 'fechar', chave: '2', quem: id });
    const { de, ate } = JSON.parse(fechar?.detalhe ?? '{}');
    expect(Date.parse(ate)).toBeGreaterThanOrEqual(Date.parse(de));
  });

  it('does not listen to what a viewer has to say', async () => {
    const { socket, fim } = await watch(await pass());
    socket.send('x'.repeat(2_000));
    expect(await fim).toBe(1009);
  });
});

describe('before the upgrade', () => {
  it('a pass opens once', async () => {
    const ticket = await pass();
    await watch(ticket);
    expect((await upgrade(withPass(ticket))).status).toBe(401);
  });

  it('a pass of which ten ask at once opens for one', async () => {
    const ticket = await pass();
    const respostas = await Promise.all(
      Array.from({ length: 10 }, () => upgrade(withPass(ticket))),
    );
    expect(respostas.filter(({ status }) => status === 101)).toHaveLength(1);
    expect(respostas.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  it('a pass is kept hashed, and half a minute', async () => {
    const ticket = await pass();
    const rows = await teste.db.selectFrom('camera_tickets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ticket);
    await teste.db
      .updateTable('camera_tickets')
      .set({ expira_em: new Date(Date.now() - 1).toISOString() })
      .execute();
    expect((await upgrade(withPass(ticket))).status).toBe(401);
  });

  it("another camera's pass opens nothing, and is used up", async () => {
    const ticket = await pass('2');
    expect((await upgrade(withPass(ticket), '1')).status).toBe(401);
    expect((await upgrade(withPass(ticket), '2')).status).toBe(401);
  });

  it("another person's pass opens nothing for a script that signs in", async () => {
    const authorization = `Bearer ${await signIn('outra@unilavras.edu.br')}`;
    const ticket = await pass();
    expect((await upgrade({ ...withPass(ticket), authorization })).status).toBe(401);
    const meu = { authorization: `Bearer ${teste.token}` };
    expect((await upgrade({ ...withPass(await pass()), ...meu })).status).toBe(101);
  });

  it('a pass of a session that ended opens nothing', async () => {
    const token = await signIn();
    const ticket = await pass('1', token);
    await teste.request({ method: 'POST', url: '/api/auth/sign-out', as: token });
    expect((await upgrade(withPass(ticket))).status).toBe(401);
  });

  it.each<[string, Record<string, string | undefined>, string, number]>([
    ['no pass', {}, '1', 401],
    ['a pass of another shape', { 'sec-websocket-protocol': 'unipark.v1, ticket.x' }, '1', 401],
    ['a camera that is not there', {}, '9', 404],
    ['a camera switched off', {}, '4', 404],
    ['a strange path', {}, '..%2f1', 404],
    ['no origin', { origin: undefined }, '1', 403],
    ['a foreign origin', { origin: 'https://outro.exemplo' }, '1', 421],
    ['a forwarded request', { 'x-forwarded-for': '10.0.0.1' }, '1', 421],
    ['a foreign host', { host: 'unipark.exemplo' }, '1', 421],
  ])('%s is refused', async (_nome, headers, camera, status) => {
    const resposta = await upgrade(headers, camera);
    expect(resposta.status).toBe(status);
    expect(JSON.parse(resposta.corpo)).toMatchObject({ mensagem: expect.any(String) });
  });

  it('a ninth viewer of one account is one too many', async () => {
    const passes = await Promise.all(Array.from({ length: 9 }, () => pass()));
    const vistas = await Promise.all(passes.slice(0, 8).map((ticket) => watch(ticket)));
    const nona = await upgrade(withPass(passes[8] ?? ''));
    expect(nona.status).toBe(429);
    expect(JSON.parse(nona.corpo).codigo).toBe('server_busy');
    const outra = await teste.request({ method: 'POST', url: '/api/cameras/1/ticket' });
    expect([outra.statusCode, outra.json().codigo]).toEqual([429, 'server_busy']);
    vistas[0]?.socket.close();
    await vistas[0]?.fim;
    await expect.poll(async () => (await upgrade(withPass(await pass()))).status).toBe(101);
  });

  it('a request that is no WebSocket is told so', async () => {
    const resposta = await teste.request({ url: '/api/cameras/1/live' });
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([426, 'so-websocket']);
  });

  it('no other address can be upgraded into a stream', async () => {
    const { request } = await import('node:http');
    const fim = await new Promise((pronto) => {
      const headers = { connection: 'Upgrade', upgrade: 'websocket' };
      const pedido = request({ port: porta, host: '127.0.0.1', path: '/api/cameras', headers });
      pedido.on('upgrade', () => pronto(101));
      pedido.on('response', (resposta) => pronto(resposta.statusCode));
      pedido.end();
    });
    expect(fim).toBe(401);
  });
});

it('a connection that asks for an upgrade and is understood by nobody does not stay', async () => {
  const inicio = performance.now();
  const texto = await new Promise<string>((pronto, falhou) => {
    let lido = '';
    const linhas = [
      'GET /%zz HTTP/1.1',
      `Host: 127.0.0.1:${porta}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
    ];
    const socket = connect(porta, '127.0.0.1', () =>
      socket.write(`${linhas.join('\r\n')}\r\n\r\n`),
    );
    socket.on('data', (parte) => {
      lido += parte;
    });
    socket.on('close', () => pronto(lido));
    socket.on('error', falhou);
  });
  expect(texto).toMatch(/^HTTP\/1.1 400 /);
  expect(performance.now() - inicio).toBeLessThan(8_000);
});

describe('when the session ends', () => {
  it('a sign-out closes its sockets at once, and no other', async () => {
    const token = await signIn();
    const [dela, outra] = [await watch(await pass('1', token)), await watch(await pass('1'))];
    await expect.poll(() => outra.quadros.length).toBeGreaterThan(0);
    const inicio = performance.now();
    const headers = { host: `127.0.0.1:${porta}` };
    await teste.request({ method: 'POST', url: '/api/auth/sign-out', as: token, headers });
    expect(await dela.fim).toBe(4401);
    expect(performance.now() - inicio).toBeLessThan(1_000);
    const vistos = outra.quadros.length;
    await expect.poll(() => outra.quadros.length).toBeGreaterThan(vistos);
  });

  it('an account disabled by another process is put out within seconds', async () => {
    const token = await signIn('afastada@unilavras.edu.br');
    const { fim } = await watch(await pass('1', token));
    const inicio = performance.now();
    await teste.db
      .updateTable('user')
      .set({ desabilitadoEm: new Date().toISOString() })
      .where('email', '=', 'afastada@unilavras.edu.br')
      .execute();
    expect(await fim).toBe(4401);
    expect(performance.now() - inicio).toBeLessThan(6_000);
  });
});
