import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Aedes } from 'aedes';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { buildDispositivo, readExemplo } from '../../test/dispositivo.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createCorretores } from './mqtt.ts';

const SENHA = 'senha-do-corretor';

interface TestBroker {
  porta: number;
  publish(topico: string, corpo: Buffer | string, qos?: 0 | 1): Promise<void>;
  countClientes(): number;
  close(): Promise<void>;
}

/** A real broker with one user. */
async function openCorretor(porta = 0): Promise<TestBroker> {
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
    publish: (topic, payload, qos = 1) =>
      new Promise((pronto, falhou) => {
        const pacote = {
          cmd: 'publish',
          qos,
          retain: false,
          dup: false,
          topic,
          payload,
        } as const;
        aedes.publish(pacote, (erro) => (erro ? falhou(erro) : pronto()));
      }),
    countClientes: () => aedes.connectedClients,
    async close() {
      await new Promise<void>((pronto) => aedes.close(() => pronto()));
      for (const socket of abertos) socket.destroy();
      await new Promise<void>((pronto) => server.close(() => pronto()));
    },
  };
}

let teste: TestApp;
let corretor: TestBroker;
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

const getDispositivo = async (id: string) =>
  (await teste.request({ url: `/api/dispositivos/${id}` })).json();
const getEstado = async (id: string) => (await getDispositivo(id)).mqtt;
const waitUntil = (proof: () => Promise<void>, timeout = 5_000) =>
  vi.waitFor(proof, { timeout, interval: 20 });
const expectEstado = (id: string, esperado: object, timeout?: number) =>
  waitUntil(async () => expect(await getEstado(id)).toMatchObject(esperado), timeout);
const listLeituras = (dispositivo: string) =>
  teste.db.selectFrom('leituras').selectAll().where('dispositivo', '=', dispositivo).execute();

const createFrigate = (campos: object = {}) =>
  buildDispositivo(teste, {
    dialeto: 'frigate',
    mqtt: {
      url: `mqtt://127.0.0.1:${corretor.porta}`,
      usuario: 'unipark',
      senha: SENHA,
      ...campos,
    },
  });

it('reads published messages like posted ones', async () => {
  const { dispositivo } = await createFrigate();
  await expectEstado(dispositivo.id, { estado: 'conectado', motivo: null });
  await corretor.publish('frigate/tracked_object_update', readExemplo('frigate-lpr.json'));
  await corretor.publish('frigate/outro', readExemplo('frigate-lpr.json'));
  await waitUntil(async () => expect(await listLeituras(dispositivo.id)).toHaveLength(1));
  await corretor.publish('frigate/events', readExemplo('frigate-evento.json'));
  await waitUntil(async () => {
    const { leituras, ignoradas } = (await getDispositivo(dispositivo.id)).por_hora[0] ?? {};
    expect(leituras + ignoradas).toBe(2);
  });
});

it('an invalid message goes to quarantine, and the next one is read', async () => {
  const { dispositivo } = await createFrigate({ topico: 'casa/frigate' });
  await expectEstado(dispositivo.id, { estado: 'conectado' });
  const lixo = [
    '',
    '{',
    '[]',
    '{"type":{}}',
    Buffer.from([0xff, 0x00, 0xfe]),
    '['.repeat(50_000),
    'x'.repeat(1_100_000),
  ];
  for (const corpo of lixo) await corretor.publish('casa/frigate/events', corpo);
  await corretor.publish('casa/frigate/tracked_object_update', readExemplo('frigate-lpr.json'));
  await waitUntil(async () => expect(await listLeituras(dispositivo.id)).toHaveLength(1));
  expect(await getDispositivo(dispositivo.id)).toMatchObject({
    quarentena: lixo.length,
    mqtt: { estado: 'conectado' },
  });
});

it('a short outage of the database loses no reading', async () => {
  const { dispositivo } = await createFrigate();
  await expectEstado(dispositivo.id, { estado: 'conectado' });
  await teste.db.schema.alterTable('leituras').renameTo('sumiu').execute();
  await corretor.publish('frigate/tracked_object_update', readExemplo('frigate-lpr.json'));
  await new Promise((vez) => setTimeout(vez, 200));
  await teste.db.schema.alterTable('sumiu').renameTo('leituras').execute();
  await waitUntil(async () => expect(await listLeituras(dispositivo.id)).toHaveLength(1));
});

describe('a message that is not stored', () => {
  /** Only our side of the connection, with a store that fails this many times. */
  async function open(falhas: number) {
    const { dispositivo } = await buildDispositivo(teste, { dialeto: 'frigate' });
    const url = `mqtt://127.0.0.1:${corretor.porta}`;
    await teste.db
      .updateTable('dispositivos')
      .set({ mqtt: JSON.stringify({ url, usuario: 'unipark', topico: 'f' }), mqtt_senha: 'x' })
      .where('id', '=', dispositivo.id)
      .execute();
    const vistas: string[] = [];
    const quarentena: string[] = [];
    const corretores = createCorretores({
      db: teste.db,
      cofre: { open: () => SENHA, seal: () => '' } as never,
      entregar: {
        async receive(_linha, _caminho, corpo) {
          vistas.push(corpo.toString());
          if (corpo.toString() === 'um' && vistas.length <= falhas) throw new Error('disk full');
        },
        async quarantine(_linha, corpo) {
          quarentena.push(corpo.toString());
        },
      },
      log: { error: () => undefined } as never,
      esperas: [0],
    });
    await corretores.start();
    await waitUntil(async () => {
      expect(corretores.stateOf(dispositivo.id).estado).toBe('conectado');
    });
    for (const corpo of ['um', 'dois']) await corretor.publish('f/events', corpo);
    return { vistas, quarentena, corretores };
  }

  it.each([
    ['is sent again until it is', 2, ['um', 'um', 'um', 'dois'], []],
    [
      'in several deliveries goes to quarantine, and blocks nothing',
      9,
      ['um', 'um', 'um', 'dois'],
      ['um'],
    ],
  ])('%s', async (_, falhas, esperadas, guardadas) => {
    const { vistas, quarentena, corretores } = await open(falhas);
    await waitUntil(async () => expect(vistas.at(-1)).toBe('dois'), 10_000);
    expect([vistas, quarentena]).toEqual([esperadas, guardadas]);
    await corretores.stop();
  });
});

it('with a full disk each car is shown at once, and all are stored when the disk takes them', async () => {
  const { db } = teste;
  const { dispositivo } = await buildDispositivo(teste, { dialeto: 'frigate' });
  const mqtt = { url: `mqtt://127.0.0.1:${corretor.porta}`, usuario: 'unipark', topico: 'f' };
  await db
    .updateTable('dispositivos')
    .set({ mqtt: JSON.stringify(mqtt), mqtt_senha: 'x' })
    .where('id', '=', dispositivo.id)
    .execute();
  const vistas: string[] = [];
  const guardadas: string[] = [];
  let cheio = true;
  const corretores = createCorretores({
    db,
    cofre: { open: () => SENHA, seal: () => '' } as never,
    entregar: {
      async receive(_linha, _caminho, corpo) {
        vistas.push(corpo.toString());
        if (cheio) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
        guardadas.push(corpo.toString());
      },
      quarantine: () => Promise.reject(new Error('nothing is quarantined')),
    },
    log: { error: () => undefined } as never,
    pausa: 50,
  });
  await corretores.start();
  onTestFinished(() => corretores.stop());
  await waitUntil(async () => expect(corretores.stateOf(dispositivo.id).estado).toBe('conectado'));
  for (const corpo of ['um', 'dois', 'três']) await corretor.publish('f/events', corpo);
  await waitUntil(async () => expect(vistas).toEqual(expect.arrayContaining(['dois', 'três'])));
  expect(guardadas).toEqual([]);
  cheio = false;
  await waitUntil(async () => expect(guardadas).toEqual(['um', 'dois', 'três']));
});

it('brokers that could not be read from the database are asked for again', async () => {
  const { dispositivo } = await buildDispositivo(teste, { dialeto: 'frigate' });
  const mqtt = { url: `mqtt://127.0.0.1:${corretor.porta}`, usuario: 'unipark', topico: 'f' };
  await teste.db
    .updateTable('dispositivos')
    .set({ mqtt: JSON.stringify(mqtt), mqtt_senha: 'x' })
    .where('id', '=', dispositivo.id)
    .execute();
  await teste.db.schema.alterTable('dispositivos').renameTo('sumiram').execute();
  const corretores = createCorretores({
    db: teste.db,
    cofre: { open: () => SENHA, seal: () => '' } as never,
    entregar: { receive: async () => undefined, quarantine: async () => undefined },
    log: { error: () => undefined } as never,
    pausa: 50,
  });
  await corretores.start();
  onTestFinished(() => corretores.stop());
  await teste.db.schema.alterTable('sumiram').renameTo('dispositivos').execute();
  await waitUntil(async () => expect(corretores.stateOf(dispositivo.id).estado).toBe('conectado'));
});

it('messages that the broker does not keep are told at the device', async () => {
  const { dispositivo } = await createFrigate();
  await expectEstado(dispositivo.id, { estado: 'conectado', motivo: null });
  await corretor.publish('frigate/events', readExemplo('frigate-evento.json'), 0);
  await expectEstado(dispositivo.id, {
    estado: 'conectado',
    motivo: expect.stringContaining('qos: 1'),
  });
});

it('a message published while the server is away is read later', async () => {
  const um = await buildTestApp();
  const mqtt = { url: `mqtt://127.0.0.1:${corretor.porta}`, usuario: 'unipark', senha: SENHA };
  await buildDispositivo(um, { dialeto: 'frigate', mqtt });
  await waitUntil(async () => expect(corretor.countClientes()).toBe(1));
  await new Promise((vez) => setTimeout(vez, 100));
  await um.app.close();
  await waitUntil(async () => expect(corretor.countClientes()).toBe(0));
  await corretor.publish('frigate/tracked_object_update', readExemplo('frigate-lpr.json'));
  const config = readConfig(
    { DATA_DIR: um.dataDir, LOG_LEVEL: 'silent', PORT: '0' },
    '0.0.0-teste',
  );
  um.app = await buildApp({ config, db: um.db, siteRoot: um.dataDir });
  await um.app.ready();
  await waitUntil(async () => {
    expect(await um.db.selectFrom('leituras').select('id').execute()).toHaveLength(1);
  });
  await um.close();
});

it('a wrong password is reported, and the right one connects', async () => {
  const { dispositivo } = await createFrigate({ senha: 'errada' });
  const motivo = 'Usuário ou senha do MQTT incorretos.';
  await expectEstado(dispositivo.id, { estado: 'falha', motivo });
  expect((await getDispositivo(dispositivo.id)).situacao).toBe('atencao');
  const url = `mqtt://127.0.0.1:${corretor.porta}`;
  const payload = { mqtt: { url, usuario: 'unipark', senha: SENHA } };
  await teste.request({ method: 'PUT', url: `/api/dispositivos/${dispositivo.id}`, payload });
  await expectEstado(dispositivo.id, { estado: 'conectado' });
});

it('a broker that goes away and comes back is connected again', async () => {
  const { dispositivo } = await createFrigate();
  await expectEstado(dispositivo.id, { estado: 'conectado' });
  const { porta } = corretor;
  await corretor.close();
  await expectEstado(dispositivo.id, { estado: 'falha' });
  await expectEstado(dispositivo.id, { motivo: 'O servidor MQTT não responde neste endereço.' });
  corretor = await openCorretor(porta);
  await expectEstado(dispositivo.id, { estado: 'conectado' }, 10_000);
  await corretor.publish('frigate/tracked_object_update', readExemplo('frigate-lpr.json'));
  await waitUntil(async () => expect(await listLeituras(dispositivo.id)).toHaveLength(1));
});

describe('a broker that sends without end', () => {
  const CONNACK = Buffer.from([0x20, 2, 0, 0]);
  const PINGRESP = Buffer.from([0xd0, 0]);
  const CHEIO = Buffer.alloc(64 * 1024, 0x61);
  /** `n` messages of a topic without a vehicle. */
  const ignored = (n: number): Buffer => {
    const topico = Buffer.from('frigate/events');
    const corpo = Buffer.from('{"type":"new"}');
    const tamanho = 2 + topico.length + 2 + corpo.length;
    const um = Buffer.concat([
      ...[Buffer.from([0x32, tamanho, 0, topico.length]), topico, Buffer.from([0, 7]), corpo],
    ]);
    return Buffer.concat(Array(n).fill(um));
  };

  it('of ignored messages leaves time for other work', async () => {
    const hostil = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write(Buffer.concat([CONNACK, ignored(20_000)])));
    });
    await new Promise<void>((pronto) => hostil.listen(0, '127.0.0.1', pronto));
    try {
      const { port } = hostil.address() as AddressInfo;
      await createFrigate({ url: `mqtt://127.0.0.1:${port}` });
      const voltas = monitorEventLoopDelay({ resolution: 5 });
      voltas.enable();
      await new Promise((pronto) => setTimeout(pronto, 1_500));
      voltas.disable();
      expect(voltas.max / 1e6).toBeLessThan(1_500);
    } finally {
      hostil.close();
    }
  });

  it.each([
    ['packets that are no message', Buffer.concat(Array(10_000).fill(PINGRESP)), Buffer.alloc(0)],
    ['a message of 256 MB', CHEIO, Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f])],
  ])('of %s is disconnected, and the server answers meanwhile', async (_nome, pedaco, antes) => {
    let enviados = 0;
    const hostil = createServer((socket) => {
      socket.on('error', () => {});
      const flood = (): void => {
        // A limit far above the expected amount, so that a failing test ends.
        while (!socket.destroyed && enviados < 300e6 && socket.write(pedaco)) {
          enviados += pedaco.length;
        }
      };
      socket.once('data', () => {
        socket.write(Buffer.concat([CONNACK, antes]));
        socket.on('drain', flood);
        flood();
      });
    });
    await new Promise<void>((pronto) => hostil.listen(0, '127.0.0.1', pronto));
    try {
      const { port } = hostil.address() as AddressInfo;
      const { dispositivo } = await createFrigate({ url: `mqtt://127.0.0.1:${port}` });
      const motivo = expect.stringContaining('dados demais');
      await expectEstado(dispositivo.id, { estado: 'falha', motivo }, 10_000);
      expect(enviados).toBeLessThan(40e6);
    } finally {
      hostil.close();
    }
  });
});

it('is disconnected when the device is switched off or deleted, and when the server stops', async () => {
  const { dispositivo } = await createFrigate();
  await expectEstado(dispositivo.id, { estado: 'conectado' });
  const url = `/api/dispositivos/${dispositivo.id}`;
  await teste.request({ method: 'PUT', url, payload: { ativo: false } });
  await waitUntil(async () => expect(corretor.countClientes()).toBe(0));
  expect(await getEstado(dispositivo.id)).toMatchObject({ estado: 'desligado' });
  await teste.request({ method: 'PUT', url, payload: { ativo: true } });
  await expectEstado(dispositivo.id, { estado: 'conectado' });
  await teste.request({ method: 'DELETE', url });
  await waitUntil(async () => expect(corretor.countClientes()).toBe(0));

  const outro = await buildTestApp();
  const mqtt = { url: `mqtt://127.0.0.1:${corretor.porta}`, usuario: 'unipark', senha: SENHA };
  await buildDispositivo(outro, { dialeto: 'frigate', mqtt });
  await waitUntil(async () => expect(corretor.countClientes()).toBe(1));
  await outro.close();
  await waitUntil(async () => expect(corretor.countClientes()).toBe(0));
});
