import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CONTA } from '../../../test/app.ts';
import {
  buildCamerasApp,
  type CamerasApp,
  type Watching,
  withPass,
} from '../../../test/cameras.ts';

let teste: CamerasApp;
let porta: number;
beforeAll(async () => {
  const cameras = [
    { id: '1', nome: 'Portaria', tipo: 'demo' },
    { id: '2', nome: 'Fundos', tipo: 'demo' },
    { id: '3', nome: 'Pátio', tipo: 'rtsp', url: 'rtsp://127.0.0.1:9/x' },
    { id: '4', nome: 'Obra', tipo: 'demo', ativa: false },
  ];
  teste = await buildCamerasApp(cameras, { FFMPEG_PATH: '/nada/ffmpeg' });
  porta = Number(new URL(teste.origem).port);
});
afterAll(() => teste.close());

const abertos: Watching[] = [];
afterEach(async () => {
  for (const { socket } of abertos.splice(0)) socket.close();
  await expect.poll(async () => watching()).toBe(0);
});

async function watching(): Promise<number> {
  const { body } = await teste.request({ url: '/metrics', as: null });
  const vistas = [...body.matchAll(/^camera_viewers\{.*\} (\d+)$/gm)];
  return vistas.reduce((soma, [, valor]) => soma + Number(valor), 0);
}

async function watch(ticket: string, camera?: string): Promise<Watching> {
  const vista = await teste.watch(ticket, camera);
  abertos.push(vista);
  return vista;
}

describe('GET /api/cameras/{id}/live', () => {
  it('accepts only our protocol and sends state, init and frames', async () => {
    const { socket, mensagens, quadros } = await watch(await teste.pass());
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

  it('plays a demonstration without ffmpeg, and a camera that needs ffmpeg gives the reason', async () => {
    const demo = await watch(await teste.pass('1'));
    const rtsp = await watch(await teste.pass('3'), '3');
    await expect
      .poll(() => rtsp.mensagens.at(-1))
      .toMatchObject({ t: 'state', estado: 'offline', motivo: 'ffmpeg_missing' });
    await expect.poll(() => demo.quadros.length).toBeGreaterThan(5);
    expect(rtsp.quadros).toEqual([]);
  });

  it('has a picture of a demonstration without ffmpeg, and none of a camera that needs ffmpeg', async () => {
    const picture = (id: string) => teste.request({ url: `/api/cameras/${id}/snapshot.jpg` });
    const demo = await picture('1');
    expect([demo.statusCode, demo.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(demo.rawPayload.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'));
    const rtsp = await picture('3');
    expect([rtsp.statusCode, rtsp.json().codigo]).toEqual([503, 'ffmpeg_missing']);
  });

  it('serves fifty viewers from one source', async () => {
    const contas = await Promise.all(
      Array.from({ length: 7 }, (_, i) => teste.signIn(`porteiro${i}@unilavras.edu.br`)),
    );
    const vistas = await Promise.all(
      Array.from({ length: 50 }, async (_, i) =>
        watch(await teste.pass('2', contas[i % 7] ?? ''), '2'),
      ),
    );
    await expect.poll(() => vistas.every(({ quadros }) => quadros.length > 5)).toBe(true);
    const { body } = await teste.request({ url: '/metrics', as: null });
    expect(body).toContain('camera_viewers{camera="2"} 50');
    expect(body).toContain('camera_upstream_connects_total{camera="2"} 1');
  });

  it('is audited with account, camera, start and end', async () => {
    const antes = new Date().toISOString();
    const { socket, fim } = await watch(await teste.pass('2'), '2');
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
      .selectFrom('contas')
      .select('id')
      .where('email', '=', CONTA.email)
      .executeTakeFirstOrThrow();
    expect(abrir).toMatchObject({ acao: 'abrir', chave: '2', quem: id });
    expect(fechar).toMatchObject({ acao: 'fechar', chave: '2', quem: id });
    const { de, ate } = JSON.parse(fechar?.detalhe ?? '{}');
    expect(Date.parse(ate)).toBeGreaterThanOrEqual(Date.parse(de));
  });

  it('closes when a viewer sends a message', async () => {
    const { socket, fim } = await watch(await teste.pass());
    socket.send('x'.repeat(2_000));
    expect(await fim).toBe(1009);
    const outro = await watch(await teste.pass());
    outro.socket.send('x');
    expect(await outro.fim).toBe(1003);
  });
});

it.each([
  ['pongs', 0x8a],
  ['messages', 0x81],
])('a flood of %s is not read to its end', async (_nome, primeiro) => {
  const quadro = Buffer.from([primeiro, 0x80, 0, 0, 0, 0]);
  const pedaco = Buffer.concat(Array(10_000).fill(quadro));
  const socket = connect(porta, '127.0.0.1');
  socket.on('error', () => {});
  let enviados = 0;
  const flood = (): void => {
    while (!socket.destroyed && enviados < 60e6 && socket.write(pedaco)) enviados += pedaco.length;
  };
  const headers = Object.entries({
    ...withPass(await teste.pass()),
    host: `127.0.0.1:${porta}`,
    origin: teste.origem,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  });
  socket.write(
    `GET /api/cameras/1/live HTTP/1.1\r\n${headers.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n`,
  );
  socket.once('data', (resposta) => {
    expect(resposta.toString('latin1')).toMatch(/^HTTP\/1.1 101/);
    socket.on('drain', flood);
    socket.resume();
    flood();
  });
  await new Promise((fechada) => socket.once('close', fechada));
  expect(enviados).toBeLessThan(20e6);
});

describe('before the upgrade', () => {
  it('a ticket opens the stream once', async () => {
    const ticket = await teste.pass();
    await watch(ticket);
    expect((await teste.upgrade(withPass(ticket))).status).toBe(401);
  });

  it('of ten simultaneous requests with one ticket, one opens', async () => {
    const ticket = await teste.pass();
    const respostas = await Promise.all(
      Array.from({ length: 10 }, () => teste.upgrade(withPass(ticket))),
    );
    expect(respostas.filter(({ status }) => status === 101)).toHaveLength(1);
    expect(respostas.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  it('a ticket is stored as a hash, for half a minute', async () => {
    const ticket = await teste.pass();
    const rows = await teste.db.selectFrom('camera_tickets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(ticket);
    await teste.db
      .updateTable('camera_tickets')
      .set({ expira_em: new Date(Date.now() - 1).toISOString() })
      .execute();
    expect((await teste.upgrade(withPass(ticket))).status).toBe(401);
  });

  it("another camera's ticket opens nothing, and is used up", async () => {
    const ticket = await teste.pass('2');
    expect((await teste.upgrade(withPass(ticket), '1')).status).toBe(401);
    expect((await teste.upgrade(withPass(ticket), '2')).status).toBe(401);
  });

  it("another person's ticket opens nothing for a script that signs in", async () => {
    const authorization = `Bearer ${await teste.signIn('outra@unilavras.edu.br')}`;
    const ticket = await teste.pass();
    expect((await teste.upgrade({ ...withPass(ticket), authorization })).status).toBe(401);
    const meu = { authorization: `Bearer ${teste.token}` };
    expect((await teste.upgrade({ ...withPass(await teste.pass()), ...meu })).status).toBe(101);
  });

  it('a ticket of a session that ended opens nothing', async () => {
    const token = await teste.signIn();
    const ticket = await teste.pass('1', token);
    await teste.request({ method: 'POST', url: '/api/auth/sign-out', as: token });
    expect((await teste.upgrade(withPass(ticket))).status).toBe(401);
  });

  it.each<[string, Record<string, string | undefined>, string, number]>([
    ['no ticket', {}, '1', 401],
    ['a ticket of another form', { 'sec-websocket-protocol': 'unipark.v1, ticket.x' }, '1', 401],
    ['an unknown camera', {}, '9', 404],
    ['a camera switched off', {}, '4', 404],
    ['a strange path', {}, '..%2f1', 404],
    ['no origin', { origin: undefined }, '1', 403],
    ['a foreign origin', { origin: 'https://outro.exemplo' }, '1', 421],
    ['a forwarded request', { 'x-forwarded-for': '10.0.0.1' }, '1', 421],
    ['a foreign host', { host: 'unipark.exemplo' }, '1', 421],
  ])('%s is refused', async (_nome, headers, camera, status) => {
    const resposta = await teste.upgrade(headers, camera);
    expect(resposta.status).toBe(status);
    expect(JSON.parse(resposta.corpo)).toMatchObject({ mensagem: expect.any(String) });
  });

  it('a ninth viewer of one account is refused', async () => {
    const passes = await Promise.all(Array.from({ length: 9 }, () => teste.pass()));
    const vistas = await Promise.all(passes.slice(0, 8).map((ticket) => watch(ticket)));
    const nona = await teste.upgrade(withPass(passes[8] ?? ''));
    expect(nona.status).toBe(429);
    expect(JSON.parse(nona.corpo).codigo).toBe('server_busy');
    const outra = await teste.request({ method: 'POST', url: '/api/cameras/1/ticket' });
    expect([outra.statusCode, outra.json().codigo]).toEqual([429, 'server_busy']);
    vistas[0]?.socket.close();
    await vistas[0]?.fim;
    await expect
      .poll(async () => (await teste.upgrade(withPass(await teste.pass()))).status)
      .toBe(101);
  });

  it('a request without an upgrade is refused with a sentence', async () => {
    const resposta = await teste.request({ url: '/api/cameras/1/live' });
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([426, 'so-websocket']);
  });

  it('no other address can be upgraded into a stream', async () => {
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

it('a connection with an unknown upgrade is closed', async () => {
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
  it('a sign-out closes its own sockets at once, and no others', async () => {
    const token = await teste.signIn();
    const [dela, outra] = [
      await watch(await teste.pass('1', token)),
      await watch(await teste.pass('1')),
    ];
    await expect.poll(() => outra.quadros.length).toBeGreaterThan(0);
    const inicio = performance.now();
    const headers = { host: `127.0.0.1:${porta}` };
    await teste.request({ method: 'POST', url: '/api/auth/sign-out', as: token, headers });
    expect(await dela.fim).toBe(4401);
    expect(performance.now() - inicio).toBeLessThan(1_000);
    const vistos = outra.quadros.length;
    await expect.poll(() => outra.quadros.length).toBeGreaterThan(vistos);
  });

  it('an account disabled by another process is disconnected within seconds', async () => {
    const token = await teste.signIn('afastada@unilavras.edu.br');
    const { fim } = await watch(await teste.pass('1', token));
    const inicio = performance.now();
    await teste.db
      .updateTable('contas')
      .set({ desabilitada_em: new Date().toISOString() })
      .where('email', '=', 'afastada@unilavras.edu.br')
      .execute();
    expect(await fim).toBe(4401);
    expect(performance.now() - inicio).toBeLessThan(6_000);
  });
});
