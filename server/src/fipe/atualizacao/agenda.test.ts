import { afterEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';
import { type ProvedorFipeDeTeste, startProvedorFipe } from '../../../test/provedorFipe.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { findAtiva, findMontando } from '../edicoesRepo.ts';
import { createCadeia } from '../provedores/cadeia.ts';
import { createAgenda, monthOf, nextMonth, type Prazos, waitOf } from './agenda.ts';
import { createAtualizacao } from './atualizacao.ts';
import { writePause } from './pausa.ts';

const mudo = { info() {}, warn() {}, error() {} };
const NOVEMBRO = new Date('2026-11-22T12:00:00Z');
const DEZEMBRO = new Date('2026-12-03T12:00:00Z');

let teste: TestApp;
let deles: ProvedorFipeDeTeste;
const fins: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const fim of fins.splice(0).reverse()) await fim();
});

async function open(): Promise<void> {
  deles = await startProvedorFipe();
  teste = await buildTestApp({ env: { ...deles.env('parallelum'), FIPE_ATUALIZAR: 'nunca' } });
  fins.push(teste.close, deles.stop);
}

const PRAZOS: Prazos = { inicioMs: 1, rondaMs: 60_000, minMs: 40, maxMs: 150 };

/** A schedule over a chain of its own, begun. */
function run(agora: Date, { prazos = {}, ligada = true } = {}) {
  const { db } = teste;
  const base = new URL(`${deles.env('parallelum').FIPE_BASE_URL.replace('parallelum=', '')}/`);
  const config = {
    provedores: [{ nome: 'parallelum' as const, base }],
    token: null,
    agendada: true,
  };
  const cadeia = createCadeia({ config, log: mudo, onFailure: async () => {} });
  const ritmo = { pausaMs: 0, minMs: 1, maxMs: 5, tentativas: 1 };
  const atualizacao = createAtualizacao({ db, cadeia, log: mudo, note: async () => {}, ritmo });
  const agenda = createAgenda({
    db,
    cadeia,
    atualizacao,
    log: mudo,
    ligada,
    prazos: { ...PRAZOS, ...prazos },
    agora: () => agora,
  });
  agenda.start();
  fins.push(async () => {
    await atualizacao.stop();
    await agenda.stop();
  });
  return agenda;
}

const rest = (ms: number) => new Promise((pronto) => setTimeout(pronto, ms));
const inUse = async () => (await findAtiva(teste.db))?.referencia;

test.each([
  ['2026-11-22T12:00:00Z', '2026-11', '2026-12-01T03:00:00.000Z'],
  ['2026-12-01T02:59:59Z', '2026-11', '2026-12-01T03:00:00.000Z'],
  ['2026-12-01T03:00:00Z', '2026-12', '2027-01-01T03:00:00.000Z'],
])('at %s it is %s in São Paulo, and the next month begins at %s', (agora, mes, proximo) => {
  expect(monthOf(new Date(agora))).toBe(mes);
  expect(nextMonth(new Date(agora))).toBe(proximo);
});

test.each([
  [0, 6],
  [1, 1],
  [2, 2],
  [3, 4],
  [5, 16],
  [6, 24],
  [40, 24],
])('after %d failures in a row it looks again in %d hours', (falhas, horas) => {
  expect(waitOf(falhas, { inicioMs: 0, rondaMs: 6, minMs: 1, maxMs: 24 })).toBe(horas);
});

describe('by itself', () => {
  test('it refreshes what is of another month, once, and says when it looks again', async () => {
    await open();
    const agenda = run(NOVEMBRO, { prazos: { rondaMs: 20 } });
    await until(async () => expect(await inUse()).toBe('2026-11'));
    const pedidos = deles.pedidos();
    await rest(120);
    expect(deles.pedidos()).toBe(pedidos);
    expect(await agenda.proxima()).toBe('2026-12-01T03:00:00.000Z');
    const quem = await teste.db
      .selectFrom('auditoria')
      .select('quem')
      .where('entidade', '=', 'catalogo')
      .execute();
    expect(quem).toEqual([{ quem: 'agenda' }, { quem: 'agenda' }]);
  });

  test('a month that nobody has yet is asked for, and nothing else', async () => {
    await open();
    run(NOVEMBRO);
    await until(async () => expect(await inUse()).toBe('2026-11'));
    deles.historico.length = 0;
    run(DEZEMBRO, { prazos: { rondaMs: 20 } });
    await until(() => expect(deles.historico.length).toBeGreaterThan(2));
    expect(deles.historico.every(({ linha }) => /references$/.test(linha))).toBe(true);
    expect(await findMontando(teste.db)).toBeUndefined();
    deles.mes = 'dezembro de 2026';
    await until(async () => expect(await inUse()).toBe('2026-12'));
  });

  test('it goes on with what lies there unfinished, unless a person paused it this month', async () => {
    await open();
    deles.fault({ slow: 20 });
    run(NOVEMBRO);
    await until(async () => expect((await findMontando(teste.db))?.feitos).toBeGreaterThan(3));
    await fins.pop()?.();
    // The question that was called off may still arrive.
    await rest(40);
    const montando = await findMontando(teste.db);
    await inTransaction(teste.db, (trx) => writePause(trx, montando?.id ?? 0));
    const pedidos = deles.pedidos();
    const agenda = run(NOVEMBRO, { prazos: { rondaMs: 10 } });
    await rest(150);
    expect(deles.pedidos()).toBe(pedidos);
    expect(await agenda.proxima()).toBe('2026-12-01T03:00:00.000Z');
    deles.fault(null);
    deles.mes = 'dezembro de 2026';
    run(DEZEMBRO);
    await until(async () => expect(await inUse()).toBe('2026-12'));
  });

  test('while nobody answers it tries again', async () => {
    await open();
    deles.fault({ status: 500 });
    const agenda = run(NOVEMBRO);
    await until(() => expect(deles.pedidos()).toBeGreaterThan(2));
    expect(Date.parse((await agenda.proxima()) ?? '')).toBeGreaterThan(Date.now() - 100);
  });

  test('switched off it never looks; a stop ends a wait at once', async () => {
    await open();
    const agenda = run(NOVEMBRO, { ligada: false });
    await rest(60);
    expect([deles.pedidos(), await agenda.proxima()]).toEqual([0, null]);
    const outra = run(NOVEMBRO, { prazos: { inicioMs: 60_000 } });
    expect(Date.parse((await outra.proxima()) ?? '')).toBeGreaterThan(Date.now() + 40_000);
    const inicio = performance.now();
    await outra.stop();
    expect(performance.now() - inicio).toBeLessThan(200);
    expect(deles.pedidos()).toBe(0);
  });
});
