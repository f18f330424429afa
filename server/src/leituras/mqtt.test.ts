import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { buildDispositivo, exemplo } from '../../test/dispositivo.ts';

const SENHA = 'senha-do-corretor';

interface Corretor {
  porta: number;
  publicar(topico: string, corpo: Buffer | string): Promise<void>;
  clientes(): number;
  close(): Promise<void>;
}

/** A real broker that knows one user. */
async function openCorretor(porta = 0): Promise<Corretor> {
  const aedes = await Aedes.createBroker();
  aedes.authenticate = (_cliente, usuario, senha, done) => {
    const erro = Object.assign(new Error('no'), { returnCode: 4 });
    const certo = usuario === 'unipark' && senha?.toString() === SENHA;
    if (certo) done(null, true);
    else done(erro as never, false);
  };
  const abertos = new Set<Socket>();
  const server: Server = createServer((socket) => {
    abertos.add(socket);
    socket.once('close', () => abertos.delete(socket));
    aedes.handle(socket);
  });
  await new Promise<void>((pronto) => server.listen(porta, '127.0.0.1', pronto));
  return {
    porta: (server.address() as AddressInfo).port,
    publicar: (topic, payload) =>
      new Promise((pronto, falhou) => {
        const pacote = {
          cmd: 'publish',
          qos: 1,
          retain: false,
          dup: false,
          topic,
          payload,
        } as const;
        aedes.publish(pacote, (erro) => (erro ? falhou(erro) : pronto()));
      }),
    clientes: () => aedes.connectedClients,
    async close() {
      await new Promise<void>((pronto) => aedes.close(() => pronto()));
      for (const socket of abertos) socket.destroy();
      await new Promise<void>((pronto) => server.close(() => pronto()));
    },
  };
}

let teste: TestApp;
let corretor: Corretor;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  corretor = await openCorretor();
});
afterEach(async () => {
  for (const { id } of await teste.db.selectFrom('dispositivos').select('id').execute()) {
    await teste.request({ method: 'DELETE', url: `/api/dispositivos/${id}` });
  }
  await corretor.close();
});

const ver = async (id: string) => (await teste.request({ url: `/api/dispositivos/${id}` })).json();
const estado = async (id: string) => (await ver(id)).mqtt;
const esperar = (prova: () => Promise<void>, timeout = 5_000) =>
  vi.waitFor(prova, { timeout, interval: 20 });
const chegar = (id: string, esperado: object, timeout?: number) =>
  esperar(async () => expect(await estado(id)).toMatchObject(esperado), timeout);
const lidas = (dispositivo: string) =>
  teste.db.selectFrom('leituras').selectAll().where('dispositivo', '=', dispositivo).execute();

const frigate = (campos: object = {}) =>
  buildDispositivo(teste, {
    dialeto: 'frigate',
    mqtt: {
      url: `mqtt://127.0.0.1:${corretor.porta}`,
      usuario: 'unipark',
      senha: SENHA,
      ...campos,
    },
  });

it('reads what is published, as if it had been posted', async () => {
  const { dispositivo } = await frigate();
  await chegar(dispositivo.id, { estado: 'conectado', motivo: null });
  await corretor.publicar('frigate/tracked_object_update', exemplo('frigate-lpr.json'));
  await corretor.publicar('frigate/outro', exemplo('frigate-lpr.json'));
  await esperar(async () => expect(await lidas(dispositivo.id)).toHaveLength(1));
  await corretor.publicar('frigate/events', exemplo('frigate-evento.json'));
  await esperar(async () => {
    const { leituras, ignoradas } = (await ver(dispositivo.id)).porHora[0] ?? {};
    expect(leituras + ignoradas).toBe(2);
  });
});

it('garbage goes to quarantine, and the next message is read', async () => {
  const { dispositivo } = await frigate({ topico: 'casa/frigate' });
  await chegar(dispositivo.id, { estado: 'conectado' });
  const lixo = [
    '',
    '{',
    '[]',
    '{"type":{}}',
    Buffer.from([0xff, 0x00, 0xfe]),
    '['.repeat(50_000),
    'x'.repeat(1_100_000),
  ];
  for (const corpo of lixo) await corretor.publicar('casa/frigate/events', corpo);
  await corretor.publicar('casa/frigate/tracked_object_update', exemplo('frigate-lpr.json'));
  await esperar(async () => expect(await lidas(dispositivo.id)).toHaveLength(1));
  expect(await ver(dispositivo.id)).toMatchObject({
    quarentena: lixo.length,
    mqtt: { estado: 'conectado' },
  });
});

it('a database that is away for a moment costs no reading', async () => {
  const { dispositivo } = await frigate();
  await chegar(dispositivo.id, { estado: 'conectado' });
  await teste.db.schema.alterTable('leituras').renameTo('sumiu').execute();
  await corretor.publicar('frigate/tracked_object_update', exemplo('frigate-lpr.json'));
  await new Promise((vez) => setTimeout(vez, 200));
  await teste.db.schema.alterTable('sumiu').renameTo('leituras').execute();
  await esperar(async () => expect(await lidas(dispositivo.id)).toHaveLength(1));
});

it('a wrong password is said, and the right one connects', async () => {
  const { dispositivo } = await frigate({ senha: 'errada' });
  const motivo = 'Usuário ou senha do MQTT incorretos.';
  await chegar(dispositivo.id, { estado: 'falha', motivo });
  expect((await ver(dispositivo.id)).situacao).toBe('atencao');
  const url = `mqtt://127.0.0.1:${corretor.porta}`;
  const payload = { mqtt: { url, usuario: 'unipark', senha: SENHA } };
  await teste.request({ method: 'PUT', url: `/api/dispositivos/${dispositivo.id}`, payload });
  await chegar(dispositivo.id, { estado: 'conectado' });
});

it('a broker that goes away and comes back is found again', async () => {
  const { dispositivo } = await frigate();
  await chegar(dispositivo.id, { estado: 'conectado' });
  const { porta } = corretor;
  await corretor.close();
  await chegar(dispositivo.id, { estado: 'falha' });
  await chegar(dispositivo.id, { motivo: 'O servidor MQTT não responde neste endereço.' });
  corretor = await openCorretor(porta);
  await chegar(dispositivo.id, { estado: 'conectado' }, 10_000);
  await corretor.publicar('frigate/tracked_object_update', exemplo('frigate-lpr.json'));
  await esperar(async () => expect(await lidas(dispositivo.id)).toHaveLength(1));
});

it('lets go when the device is switched off or deleted, and when the server stops', async () => {
  const { dispositivo } = await frigate();
  await chegar(dispositivo.id, { estado: 'conectado' });
  const url = `/api/dispositivos/${dispositivo.id}`;
  await teste.request({ method: 'PUT', url, payload: { ativo: false } });
  await esperar(async () => expect(corretor.clientes()).toBe(0));
  expect(await estado(dispositivo.id)).toMatchObject({ estado: 'desligado' });
  await teste.request({ method: 'PUT', url, payload: { ativo: true } });
  await chegar(dispositivo.id, { estado: 'conectado' });
  await teste.request({ method: 'DELETE', url });
  await esperar(async () => expect(corretor.clientes()).toBe(0));

  const outro = await buildTestApp();
  const mqtt = { url: `mqtt://127.0.0.1:${corretor.porta}`, usuario: 'unipark', senha: SENHA };
  await buildDispositivo(outro, { dialeto: 'frigate', mqtt });
  await esperar(async () => expect(corretor.clientes()).toBe(1));
  await outro.close();
  await esperar(async () => expect(corretor.clientes()).toBe(0));
});
