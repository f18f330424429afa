import type { Passagem, UltimoVeiculo } from '@unipark/contract/passagem';
import { findGemea } from '@unipark/contract/placa';
import { contaKey } from '../../server/src/conta/sessao/tentativas.ts';
import type { Clock } from '../../server/src/platform/clock.ts';
import { buildTestApp, CONTA, type TestApp } from '../../server/test/app.ts';
import { bearerHeaders, buildDispositivo, sendMensagem } from '../../server/test/dispositivo.ts';
import { describeRow, type Measure } from '../row.ts';

const SEGUNDO = 1_000;
const HORA = 3_600;
const DIA = 24 * HORA;
const PASSOS = [90, HORA, DIA].flatMap((passo) => [passo, -passo]);
const ESPERA_MAXIMA_S = 15 * 60;
const GRAFIAS = [
  'PROÍBIDO',
  'proibido ',
  'Proi\u0301bido',
  'ＰＲＯＩＢＩＤＯ',
  'proÌbido',
  'Proibido',
];

interface ClockStage extends TestClocks {
  m: Measure;
  teste: TestApp;
  createProibida(): Promise<string>;
}

interface TestClocks {
  clock: Clock;
  /** Moves both clocks forward, as time does. */
  pass(segundos: number): void;
  /** Sets the server's clock alone. */
  set(segundos: number): void;
}

function createRelogio(): TestClocks {
  let [passado, ajuste] = [0, 0];
  return {
    clock: {
      now: () => new Date(Date.now() + passado + ajuste),
      elapsed: () => performance.now() + passado,
    },
    pass: (segundos) => {
      passado += segundos * SEGUNDO;
    },
    set: (segundos) => {
      ajuste = segundos * SEGUNDO;
    },
  };
}

/** The fault: every device seems to have been silent for a long time, so each reading may be late. */
function createSurdo(): TestClocks {
  const readRelogio = createRelogio();
  let passado = 0;
  const elapsed = () => {
    passado += 30 * DIA * SEGUNDO;
    return passado;
  };
  return { ...readRelogio, clock: { now: readRelogio.clock.now, elapsed } };
}

const buildPlaca = (n: number): string =>
  `RZ${String.fromCharCode(65 + (Math.floor(n / 100) % 26))}${n % 10}K${Math.floor(n / 10) % 10}${n % 7}`;

async function createVeiculo({ teste }: ClockStage, placa: string, status: string): Promise<void> {
  const payload = { placa, status };
  const { statusCode } = await teste.request({ method: 'POST', url: '/db/veiculos', payload });
  if (statusCode !== 201) throw new Error(`not registered: ${placa}`);
}

const historico = async ({ teste }: ClockStage, placa: string): Promise<Passagem[]> =>
  (await teste.request({ url: `/api/passagens?q=${placa}` })).json();

async function expectAlarm(palco: ClockStage, placa: string, quando: string): Promise<void> {
  const [passagem] = await historico(palco, placa);
  const cartoes = await palco.teste.request({ url: '/db/ultimosveiculos?limite=5' });
  const mostrada = cartoes.json<UltimoVeiculo[]>().some(({ id }) => id === passagem?.id);
  const veio = passagem && { alerta: passagem.alerta, sem_alerta: passagem.sem_alerta };
  palco.m.check(passagem?.alerta?.tipo === 'proibido', `${quando}: a PROIBIDO alarms`, veio);
  palco.m.check(mostrada, `${quando}: its card is shown`, passagem);
}

/** A new camera; `atras` is how many seconds its clock is behind. */
async function openCamera(palco: ClockStage) {
  const { teste, clock } = palco;
  const { token, dispositivo } = await buildDispositivo(teste, {});
  let adiante = 0;
  return {
    async send(placa: string, atras: number, extras = {}) {
      adiante = -atras;
      const instante = new Date(clock.now().getTime() + adiante * SEGUNDO).toISOString();
      const corpo = { placa, instante, ...extras };
      return sendMensagem(teste, '/api/leituras/unipark', corpo, bearerHeaders(token));
    },
    readRelogio: async () =>
      (await teste.request({ url: `/api/dispositivos/${dispositivo.id}` })).json().relogio,
  };
}

async function deviceClocks(palco: ClockStage, passos: number[]): Promise<void> {
  for (const passo of passos) {
    const camera = await openCamera(palco);
    await camera.send('AAA1A11', 0);
    palco.pass(60);
    for (const [atras, quando] of [
      [passo, `a camera set by ${-passo} s`],
      [0, `a camera put right by ${passo} s`],
    ] as const) {
      const placa = await palco.createProibida();
      await camera.send(placa, atras);
      await expectAlarm(palco, placa, quando);
      const dito = await camera.readRelogio();
      palco.m.check(
        (dito !== null) === (atras !== 0),
        `${quando}: the device's page shows the clock error`,
        dito,
      );
      palco.pass(60);
    }
  }
}

/** The server's clock is set and corrected: rows written in between suppress no alarm. */
async function serverClocks(palco: ClockStage): Promise<void> {
  for (const passo of PASSOS) {
    const camera = await openCamera(palco);
    await camera.send('AAA1A11', 0);
    palco.pass(60);
    const placa = await palco.createProibida();
    palco.set(passo);
    // The camera's clock is right; only the server's is set.
    await camera.send(placa, passo);
    await expectAlarm(palco, placa, `a server set by ${passo} s`);
    palco.pass(passo < 0 ? 0 : 1);
    palco.set(0);
    const outra = passo > 600 ? placa : await palco.createProibida();
    await camera.send(outra, 0, { camera: 'outra' });
    await expectAlarm(palco, outra, `a server put right by ${-passo} s`);
  }
}

/** A firmware that gives every car the same id. */
async function oneId(palco: ClockStage): Promise<void> {
  const { teste } = palco;
  const { token } = await buildDispositivo(teste, { dialeto: 'frigate' });
  const placas = [
    'BCD1E23',
    await palco.createProibida(),
    'FGH4567',
    await palco.createProibida(),
    'JKL8M90',
  ];
  for (const plate of placas) {
    const corpo = { type: 'lpr', id: '1', camera: 'c', score: 0.9, plate, timestamp: null };
    await sendMensagem(teste, '/api/leituras/frigate', corpo, bearerHeaders(token));
  }
  for (const placa of placas) {
    const achadas = await historico(palco, placa);
    palco.m.check(achadas.length === 1, 'one id: each car is a passage of its own', achadas.length);
  }
  for (const placa of [placas[1], placas[3]]) await expectAlarm(palco, placa ?? '', 'one id');
}

/** The last message of Frigate wins, though its score is lower. */
async function lastWord(palco: ClockStage): Promise<void> {
  const { token } = await buildDispositivo(palco.teste, { dialeto: 'frigate' });
  const placa = await palco.createProibida();
  for (const [type, plate, score] of [
    ['new', 'PQR5S67', 0.93],
    ['end', placa, 0.91],
  ] as const) {
    const lida = { recognized_license_plate: plate, recognized_license_plate_score: score };
    const corpo = { type, after: { id: 'f', camera: 'c', label: 'car', ...lida } };
    await sendMensagem(palco.teste, '/api/leituras/frigate', corpo, bearerHeaders(token));
  }
  await expectAlarm(palco, placa, "Frigate's last word");
}

/** The status as people write it, and as older releases stored it. */
async function spellings(palco: ClockStage): Promise<void> {
  const { teste } = palco;
  const camera = await openCamera(palco);
  const countProibidos = async () => (await teste.request({ url: '/api/painel' })).json().proibidos;
  for (const status of GRAFIAS) {
    for (const crua of [false, true]) {
      const antes = await countProibidos();
      const placa = await palco.createProibida();
      if (crua) {
        const linha = { status, status_ordem: 'proibido' };
        await teste.db.updateTable('veiculos').set(linha).where('placa', '=', placa).execute();
      } else {
        const url = `/db/veiculos/${placa}`;
        await teste.request({ method: 'PUT', url, payload: { status } });
      }
      await camera.send(placa, 0);
      await expectAlarm(palco, placa, `'${status}'${crua ? ' of an older release' : ''}`);
      palco.m.check(
        (await countProibidos()) === antes + 1,
        `'${status}' is counted`,
        await countProibidos(),
      );
    }
  }
  const gemea = findGemea('MNO1234') ?? '';
  await createVeiculo(palco, 'MNO1234', 'proíbido');
  await camera.send(gemea, 0);
  await expectAlarm(palco, gemea, 'the twin');
}

/** A passage without an alarm gives its reason: late, a test, low confidence, repeated. */
async function reasons(palco: ClockStage): Promise<void> {
  const { teste, m } = palco;
  const camera = await openCamera(palco);
  await camera.send('AAA1A11', 0);
  palco.pass(2 * HORA);
  for (const atraso of [2 * HORA - 60, HORA, 90]) {
    const placa = await palco.createProibida();
    await camera.send(placa, atraso);
    const [passagem] = await historico(palco, placa);
    m.check(
      passagem?.alerta === null && passagem.atrasada,
      'an old reading is late and raises no alarm',
      passagem,
    );
  }
  const repetida = await palco.createProibida();
  for (const nome of ['1', '2']) await camera.send(repetida, 0, { camera: nome });
  await camera.send(await palco.createProibida(), 0, { teste: true });
  const { token } = await buildDispositivo(teste, { confianca_minima: 0.8 });
  const corpo = { placa: await palco.createProibida(), confianca: 0.41 };
  await sendMensagem(teste, '/api/leituras/unipark', corpo, bearerHeaders(token));
  const achadas = await historico(palco, corpo.placa);
  m.check(achadas.length === 1, 'a PROIBIDO with low confidence is stored', achadas.length);
}

/** Each PROIBIDO passage of the run has an alarm or a reason. */
async function sweep({ m, teste }: ClockStage): Promise<void> {
  const url = '/api/passagens?status=PROIBIDO&limite=100';
  const items = (await teste.request({ url })).json<Passagem[]>();
  m.check(items.length > 0, 'there are PROIBIDO passages', items.length);
  for (const { placa, alerta, sem_alerta } of items) {
    m.check(
      (alerta === null) === (sem_alerta !== null),
      'a PROIBIDO has an alarm or a reason',
      placa,
    );
  }
}

/** A wait that was set while the clock was ahead is cut to the longest wait. */
async function locks({ teste, m }: ClockStage): Promise<void> {
  const signIn = (password: string) =>
    teste.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: CONTA.email, password },
    });
  for (let i = 0; i < 6; i += 1) await signIn('errada errada');
  for (const passo of [90, HORA, DIA]) {
    const ate = Date.now() + passo * SEGUNDO;
    const conta = contaKey(CONTA.email);
    await teste.db.updateTable('tentativas').set({ ate }).where('chave', '=', conta).execute();
    const { statusCode, headers } = await signIn(CONTA.password);
    const espera = statusCode === 200 ? 0 : Number(headers['retry-after']);
    m.check(
      espera <= ESPERA_MAXIMA_S,
      `a wait set ${passo} s ahead is at most the longest one`,
      espera,
    );
  }
}

async function stage(m: Measure, relogio: TestClocks, work: (palco: ClockStage) => Promise<void>) {
  const teste = await buildTestApp({ dubles: { clock: relogio.clock } });
  let usadas = 0;
  const palco: ClockStage = {
    ...relogio,
    m,
    teste,
    async createProibida() {
      usadas += 1;
      const placa = buildPlaca(usadas * 10 + (usadas % 10));
      await createVeiculo(palco, placa, 'PROIBIDO');
      return placa;
    },
  };
  try {
    await work(palco);
  } finally {
    await teste.close();
  }
}

describeRow({
  id: 'R19',
  promise: 'a PROIBIDO alarms or gives its reason, with any clock, id or spelling',
  run: (m) =>
    stage(m, createRelogio(), async (palco) => {
      await deviceClocks(palco, PASSOS);
      await serverClocks(palco);
      await oneId(palco);
      await lastWord(palco);
      await spellings(palco);
      await reasons(palco);
      await sweep(palco);
      await locks(palco);
    }),
  canary: (m) => stage(m, createSurdo(), (palco) => deviceClocks(palco, [HORA])),
});
