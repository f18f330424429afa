import { afterEach, describe, expect, test } from 'vitest';
import { openTestBanco } from '../../../test/banco.ts';
import { until } from '../../../test/espera.ts';
import { type ProvedorFipeDeTeste, startProvedorFipe } from '../../../test/provedorFipe.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { catalogoKinds } from '../catalogo.ts';
import { findAtiva, findMontando } from '../edicoesRepo.ts';
import { createCadeia } from '../provedores/cadeia.ts';
import { createAgenda, monthOf, nextMonth, type SchedulePace, waitOf } from './agenda.ts';
import { createAtualizacao } from './atualizacao.ts';
import { readProgress } from './atualizacaoRepo.ts';

const mudo = { info() {}, warn() {}, error() {} };
const NOVEMBRO = new Date('2026-11-22T12:00:00Z');
const DEZEMBRO = new Date('2026-12-03T12:00:00Z');

const AUTOR = { id: 'ana', endereco: null, pedido: null };

let db: Banco;
let deles: ProvedorFipeDeTeste;
const fins: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const fim of fins.splice(0).reverse()) await fim();
});

async function open(): Promise<void> {
  deles = await startProvedorFipe();
  const banco = await openTestBanco();
  db = banco.db;
  fins.push(banco.close, deles.stop);
}

const PRAZOS: SchedulePace = { inicioMs: 1, rondaMs: 60_000, minMs: 40, maxMs: 150 };

/** A started schedule with its own chain. */
function run(agora: Date, { prazos = {}, ligada = true } = {}) {
  const base = new URL(`${deles.env('parallelum').FIPE_BASE_URL.replace('parallelum=', '')}/`);
  const config = {
    provedores: [{ nome: 'parallelum' as const, base }],
    token: null,
    agendada: true,
  };
  const cadeia = createCadeia({ config, log: mudo, onFailure: async () => {} });
  const ritmo = { pausaMs: 0, minMs: 1, maxMs: 5, tentativas: 1 };
  const jobs = createJobs({
    db,
    log: mudo,
    kinds: catalogoKinds({ db, cadeia, log: mudo, ritmo }),
  });
  const atualizacao = createAtualizacao({ db, cadeia, jobs });
  const agenda = createAgenda({
    db,
    cadeia,
    atualizacao,
    jobs,
    log: mudo,
    ligada,
    prazos: { ...PRAZOS, ...prazos },
    now: () => agora,
  });
  jobs.start();
  agenda.start();
  fins.push(async () => {
    await jobs.stop();
    await agenda.stop();
  });
  return { agenda, atualizacao };
}

const rest = (ms: number) => new Promise((pronto) => setTimeout(pronto, ms));
const inUse = async () => (await findAtiva(db))?.referencia;

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
])('after %d failures in a row it checks again in %d hours', (falhas, horas) => {
  expect(waitOf(falhas, { inicioMs: 0, rondaMs: 6, minMs: 1, maxMs: 24 })).toBe(horas);
});

describe('by itself', () => {
  test('it refreshes a catalogue of another month, once, and answers the next check', async () => {
    await open();
    const { agenda } = run(NOVEMBRO, { prazos: { rondaMs: 20 } });
    await until(async () => expect(await inUse()).toBe('2026-11'));
    const pedidos = deles.countPedidos();
    await rest(120);
    expect(deles.countPedidos()).toBe(pedidos);
    expect(await agenda.findNextRound()).toBe('2026-12-01T03:00:00.000Z');
    const quem = await db
      .selectFrom('auditoria')
      .select('quem')
      .where('entidade', '=', 'catalogo')
      .execute();
    expect(quem).toEqual([{ quem: 'agenda' }, { quem: 'agenda' }]);
  });

  test('for a month that no provider has yet it asks only for the month', async () => {
    await open();
    run(NOVEMBRO);
    await until(async () => expect(await inUse()).toBe('2026-11'));
    deles.historico.length = 0;
    run(DEZEMBRO, { prazos: { rondaMs: 20 } });
    await until(() => expect(deles.historico.length).toBeGreaterThan(2));
    expect(deles.historico.every(({ linha }) => /references$/.test(linha))).toBe(true);
    expect(await findMontando(db)).toBeUndefined();
    deles.mes = 'dezembro de 2026';
    await until(async () => expect(await inUse()).toBe('2026-12'));
  });

  test('it continues unfinished work, unless a person paused it this month', async () => {
    await open();
    deles.fault({ slow: 20 });
    const primeira = run(NOVEMBRO);
    await until(async () => {
      const { id = 0 } = (await findMontando(db)) ?? {};
      expect((await readProgress(db, id)).feitos).toBeGreaterThan(3);
    });
    await primeira.atualizacao.pause(AUTOR);
    await fins.pop()?.();
    await db.updateTable('trabalhos').set({ terminado_em: NOVEMBRO.toISOString() }).execute();
    // The cancelled request may still arrive.
    await rest(40);
    const pedidos = deles.countPedidos();
    const { agenda } = run(NOVEMBRO, { prazos: { rondaMs: 10 } });
    await rest(150);
    expect(deles.countPedidos()).toBe(pedidos);
    expect(await agenda.findNextRound()).toBe('2026-12-01T03:00:00.000Z');
    deles.fault(null);
    deles.mes = 'dezembro de 2026';
    run(DEZEMBRO);
    await until(async () => expect(await inUse()).toBe('2026-12'));
  });

  test('it tries again while no provider answers', async () => {
    await open();
    deles.fault({ status: 500 });
    const { agenda } = run(NOVEMBRO);
    await until(() => expect(deles.countPedidos()).toBeGreaterThan(2));
    expect(Date.parse((await agenda.findNextRound()) ?? '')).toBeGreaterThan(Date.now() - 5_000);
  });

  test('switched off it never checks; a stop ends a wait at once', async () => {
    await open();
    const { agenda } = run(NOVEMBRO, { ligada: false });
    await rest(60);
    expect([deles.countPedidos(), await agenda.findNextRound()]).toEqual([0, null]);
    const { agenda: outra } = run(NOVEMBRO, { prazos: { inicioMs: 60_000 } });
    expect(Date.parse((await outra.findNextRound()) ?? '')).toBeGreaterThan(Date.now() + 40_000);
    const inicio = performance.now();
    await outra.stop();
    expect(performance.now() - inicio).toBeLessThan(200);
    expect(deles.countPedidos()).toBe(0);
  });
});
