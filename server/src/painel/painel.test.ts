import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { plansOf, testOfSqlite } from '../../test/planos.ts';
import { startOfDay, startOfWeek } from './dias.ts';
import { countEntradas, readEntradas } from './entradasRepo.ts';
import { readPainel } from './repo.ts';

/** Thursday, 12 March 2026, 10:30 in São Paulo. */
const AGORA = new Date('2026-03-12T13:30:00Z');

let teste: TestApp;
const post = (url: string, payload: object) => teste.request({ method: 'POST', url, payload });
const pass = (placa: string, instante: string, resto: object = { sentido: 'entrada' }) =>
  post('/db/ultimosveiculos', { placa, instante, ...resto });

beforeAll(async () => {
  teste = await buildTestApp();
  await post('/db/proprietarios', { matricula: '1', nome: 'Ana' });
  await post('/db/veiculos', { placa: 'PRO1B11', status: 'PROIBIDO' });
  await post('/db/veiculos', { placa: 'ATI1V11', status: 'ATIVO' });
  // The last instant of Wednesday, the first one of Thursday, and 10 o'clock.
  await pass('AAA1A11', '2026-03-12T02:59:59.999Z');
  await pass('BBB1B11', '2026-03-12T03:00:00.000Z');
  await pass('CCC1C11', '2026-03-12T13:10:00Z');
  await pass('PRO1B11', '2026-03-12T13:20:00Z');
  await pass('PRO1B11', '2026-03-12T13:25:00Z', { sentido: 'saida' });
  await pass('DDD1D11', '2026-03-12T13:21:00Z', {});
  await pass('EEE1E11', '2026-03-12T13:22:00Z', { sentido: 'entrada', teste: true });
  // The two Thursdays before had two entries and one at 10, one at 23:59; the others had none.
  await pass('FFF1F11', '2026-03-05T13:00:00Z');
  await pass('GGG1G11', '2026-03-05T13:59:59.999Z');
  await pass('HHH1H11', '2026-02-26T13:30:00Z');
  await pass('JJJ1J11', '2026-02-27T02:59:59.999Z');
  // Five weeks before, and the Friday between.
  await pass('KKK1K11', '2026-02-05T13:30:00Z');
  await pass('LLL1L11', '2026-03-06T13:30:00Z');
});
afterAll(() => teste.close());

const hours = (totais: Record<number, number>) =>
  Array.from({ length: 24 }, (_, hora) => totais[hora] ?? 0);

describe('GET /api/painel/entradas', () => {
  it("counts today's entries and the average of the same weekday, by hour of São Paulo", async () => {
    expect(await readEntradas(teste.db, AGORA)).toEqual({
      diaDaSemana: 4,
      hora: 10,
      hoje: hours({ 0: 1, 10: 2 }),
      habitual: hours({ 10: 1.5, 23: 0.5 }),
      semanas: 2,
    });
  });

  it('a minute before midnight it is still Wednesday, with its last entry', async () => {
    const quarta = await readEntradas(teste.db, new Date('2026-03-12T02:59:59.999Z'));
    expect(quarta).toMatchObject({ diaDaSemana: 3, hora: 23, hoje: hours({ 23: 1 }), semanas: 0 });
    expect(quarta.habitual).toEqual(hours({}));
  });

  testOfSqlite("reads only the day's hours", async () => {
    const passos = await plansOf(teste.db, (trx) => countEntradas(trx, startOfDay(AGORA)));
    expect(passos[0]).toMatch(
      /SEARCH passagens_horas USING INDEX sqlite_autoindex_passagens_horas_1 \(hora>\? AND hora<\?\)/,
    );
  });

  it('answers 24 numbers to an account, and 401 without one', async () => {
    const resposta = (await teste.request({ url: '/api/painel/entradas' })).json();
    expect([resposta.hoje.length, resposta.habitual.length]).toEqual([24, 24]);
    const sem = await teste.request({ url: '/api/painel/entradas', as: null });
    expect(sem.statusCode).toBe(401);
  });
});

describe('GET /api/painel', () => {
  it("counts the register and the day's passages, without tests", async () => {
    const {
      veiculosNovos: _v,
      proprietariosNovos: _p,
      ...painel
    } = await readPainel(teste.db, AGORA);
    expect(painel).toEqual({
      veiculos: 2,
      proprietarios: 1,
      proibidos: 1,
      passagensHoje: 5,
      // BBB1B11 and CCC1C11: PRO1B11 left again, and the direction of DDD1D11 is not known.
      agoraDentro: 2,
      proibidosHoje: 1,
    });
  });

  it('counts what was registered since Monday', async () => {
    const semana = startOfWeek(startOfDay(AGORA));
    expect(semana.toISOString()).toBe('2026-03-09T03:00:00.000Z');
    const date = (placa: string, criado_em: string) =>
      teste.db.updateTable('veiculos').set({ criado_em }).where('placa', '=', placa).execute();
    await date('PRO1B11', '2026-03-09T02:59:59.999Z');
    await date('ATI1V11', '2026-03-09T03:00:00.000Z');
    const { veiculosNovos, proprietariosNovos } = await readPainel(teste.db, AGORA);
    expect([veiculosNovos, proprietariosNovos]).toEqual([1, 1]);
  });

  it('nothing is known of the cars inside on a day without passages', async () => {
    const painel = (await teste.request({ url: '/api/painel' })).json();
    expect(painel).toMatchObject({ passagensHoje: 0, agoraDentro: null, proibidosHoje: 0 });
  });
});
