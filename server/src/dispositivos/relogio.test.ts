import { describe, expect, it } from 'vitest';
import { type ContactKind, createContatos } from './contato.ts';
import {
  type CameraClock,
  clockOf,
  describeClock,
  judge,
  putAside,
  readRelogios,
  settleInstant,
  withClock,
} from './relogio.ts';

const MIN = 60;
const HORA = 3_600;
const DIA = 24 * HORA;
const INICIO = Date.UTC(2026, 2, 10, 12);
const novo = clockOf({}, '');

/** One device and its clock, both in seconds since the start; `skew`: how far behind ours it is. */
function buildStage({ criadoHa = 0 } = {}) {
  let agora = 0;
  let relogio: CameraClock = novo;
  let passagem = 0;
  const clock = { now: () => new Date(INICIO + agora * 1_000), elapsed: () => agora * 1_000 };
  const contatos = createContatos(clock);
  const criado_em = new Date(INICIO - criadoHa * 1_000).toISOString();
  const linha = { id: 'd', visto_em: null, ultima_leitura_em: null, criado_em };
  const note = (ouvida: ContactKind) => contatos.hear('d', ouvida);
  return {
    wait: (segundos: number) => {
      agora += segundos;
    },
    beat: () => {
      contatos.of(linha);
      note('sinal');
    },
    /** A reading that the device dates this many seconds before now. */
    read(atras: number) {
      const recebido = clock.now();
      const contato = contatos.of(linha);
      const julgada = judge(relogio, atras * 1_000, { contato, em: recebido.getTime() });
      passagem += 1;
      const suspensa = { desvio: atras * 1_000, em: recebido.getTime(), passagem };
      relogio = julgada.atrasada ? putAside(julgada.relogio, suspensa) : julgada.relogio;
      note(julgada.atrasada ? 'atrasada' : 'ao vivo');
      const dispositivo = new Date(recebido.getTime() - atras * 1_000);
      const instante = settleInstant(julgada.relogio, dispositivo, recebido, julgada.atrasada);
      const segundos = (recebido.getTime() - instante.getTime()) / 1_000;
      return { atrasada: julgada.atrasada, segundos, revistas: julgada.revistas };
    },
    getFrase: () => describeClock({ '': relogio })?.frase ?? null,
  };
}

describe('a clock that is set, on a device with a message a minute ago', () => {
  it.each([
    [90, 'atrasado 2 min'],
    [HORA, 'atrasado 1 h'],
    [3 * HORA, 'atrasado 3 h'],
    [DIA, 'atrasado 1 dia'],
    [-90, 'adiantado 1 min'],
    [-HORA, 'adiantado 1 h'],
    [-DIA, 'adiantado 1 dia'],
  ])('by %i s: its readings are live, and the page shows it', (passo, dito) => {
    const { read, wait, getFrase } = buildStage({ criadoHa: 2 * DIA });
    read(1);
    wait(MIN);
    for (let i = 0; i < 10; i += 1) {
      expect(read(passo + 1)).toMatchObject({ atrasada: false, segundos: 0 });
      expect(getFrase()).toBe(`Relógio da câmera ${dito}`);
      wait(3);
    }
    expect(read(1)).toMatchObject({ atrasada: false });
    expect(getFrase()).toBeNull();
  });
});

it('the first reading of a new device is live, with any clock', () => {
  for (const atras of [0, 90, HORA, DIA, -HORA, 20 * 365 * DIA]) {
    const { read, wait } = buildStage();
    wait(5);
    expect([atras, read(atras).atrasada]).toEqual([atras, false]);
  }
});

it('a clock that drifts is followed, and shown once it is two minutes wrong', () => {
  const { read, wait, getFrase } = buildStage();
  for (let atras = 0; atras <= 400; atras += 4) {
    expect(read(atras).atrasada).toBe(false);
    wait(600);
  }
  expect(getFrase()).toBe('Relógio da câmera atrasado 6 min');
});

describe('readings stored during a network outage', () => {
  it.each(['the oldest first', 'the newest first'])('are late, %s', (ordem) => {
    const { read, wait } = buildStage();
    for (let i = 0; i < 5; i += 1, wait(30)) read(1);
    wait(2 * HORA);
    const atrasos = Array.from({ length: 40 }, (_, i) => 2 * HORA - i * 150);
    if (ordem === 'the newest first') {
      expect(read(0).atrasada).toBe(false);
      atrasos.reverse();
    }
    for (const atraso of atrasos) {
      expect(read(atraso)).toEqual({ atrasada: true, segundos: atraso, revistas: [] });
      wait(0.5);
    }
    wait(1);
    expect(read(1)).toMatchObject({ atrasada: false, segundos: 1 });
  });

  it('are late after a sign of life too', () => {
    const { read, wait, beat } = buildStage();
    read(1);
    wait(2 * HORA);
    beat();
    for (const atraso of [2 * HORA - 10, HORA, 90]) expect(read(atraso).atrasada).toBe(true);
  });

  it('are late with a wrong clock too, and their instant is corrected', () => {
    const { read, wait } = buildStage();
    read(3 * HORA);
    wait(HORA);
    expect(read(3 * HORA + 600)).toMatchObject({ atrasada: true, segundos: 600 });
  });
});

it('signs of life show that a reading cannot be late', () => {
  const { read, wait, beat } = buildStage();
  read(1);
  for (let i = 0; i < 60; i += 1, wait(MIN)) beat();
  expect(read(90).atrasada).toBe(false);
});

it('at a quiet gate a later vehicle shows that the clock was set back, and earlier readings become live', () => {
  const { read, wait, getFrase } = buildStage();
  read(1);
  wait(2 * HORA);
  expect(read(HORA)).toMatchObject({ atrasada: true, revistas: [] });
  wait(3);
  expect(read(HORA)).toMatchObject({ atrasada: true, revistas: [] });
  wait(MIN);
  expect(read(HORA)).toEqual({ atrasada: false, segundos: 0, revistas: [2, 3] });
  expect(getFrase()).toBe('Relógio da câmera atrasado 1 h');
});

it.each([
  ['of the future', new Date(INICIO + DIA * 1_000).toISOString()],
  ['that is no date', 'ontem'],
])('a mark %s makes no reading late', (_, marca) => {
  const clock = { now: () => new Date(INICIO), elapsed: () => 5 };
  const linha = { id: 'd', visto_em: marca, ultima_leitura_em: marca, criado_em: marca };
  expect(createContatos(clock).of(linha)).toEqual({ ultimo: 0, silencio: null });
});

it('a restart continues from the row', () => {
  const clock = { now: () => new Date(INICIO), elapsed: () => 5 };
  const vista = new Date(INICIO - MIN * 1_000).toISOString();
  const linha = { id: 'd', visto_em: vista, ultima_leitura_em: null, criado_em: '2020-01-01' };
  expect(createContatos(clock).of(linha).ultimo).toBe(MIN * 1_000);
});

describe('the clocks of a device', () => {
  const de = (desvio: number): CameraClock => ({ vivas: [desvio], saltou: false, suspensas: [] });

  it('one for each camera: the wrong one is named', () => {
    const relogios = withClock(withClock({}, 'norte', de(0)), 'sul', de(-3 * HORA * 1_000));
    expect(describeClock(relogios)).toEqual({
      segundos: 3 * HORA,
      frase: 'Relógio da câmera sul adiantado 3 h',
    });
  });

  it('at most sixteen, and any name is valid', () => {
    let relogios = {};
    for (let i = 0; i < 40; i += 1) relogios = withClock(relogios, `c${i}`, de(i));
    expect(Object.keys(relogios)).toHaveLength(16);
    for (const nome of ['__proto__', 'constructor', 'toString']) {
      expect(clockOf(relogios, nome)).toEqual(novo);
      expect(clockOf(withClock({}, nome, de(7)), nome)).toEqual(de(7));
    }
  });

  it('those of an earlier release start again', () => {
    expect(readRelogios('[1000,2000]')).toEqual({});
  });
});
