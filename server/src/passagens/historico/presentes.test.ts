/** Cars inside: entries of today, or of nights before, after which the car has not left. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { startOfCount, startOfPeriod } from '@unipark/contract/listaPassagens';
import type { Passagem, Sentido } from '@unipark/contract/passagem';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { plansOf, testOfSqlite } from '../../../test/planos.ts';
import { listIds } from './historicoRepo.ts';

const HORA = 3_600_000;
const MEIA_NOITE = Date.parse(startOfPeriod(formatDiaIso(Date.now())));

let teste: TestApp;
beforeEach(async () => {
  teste = await buildTestApp();
});
afterEach(() => teste.close());

/** A passage some hours before or after midnight, in the order of arrival. */
async function pass(
  placa: string,
  horas: number,
  sentido: Sentido | null,
  mais = {},
): Promise<void> {
  const instante = new Date(MEIA_NOITE + horas * HORA).toISOString();
  const linha = {
    ...{ placa, chave: placa, status: 'ATIVO', nivel: 'exata' as const, sentido },
    ...{ instante, ultima_leitura_em: instante, recebido_em: instante },
    ...{ na_lista: 1, teste: 0, versao: 1, atrasada: 0, busca: ` ${placa.toLowerCase()}`, ...mais },
  };
  await teste.db.insertInto('passagens').values(linha).execute();
}

async function list(busca: string): Promise<string[]> {
  const resposta = await teste.request({ url: `/api/passagens?${busca}` });
  expect(resposta.statusCode).toBe(200);
  return resposta.json<Passagem[]>().map(({ placa }) => placa);
}

it('lists the entries of today after which the car has not left, the newest first', async () => {
  await pass('AAA1A11', 0.1, 'entrada');
  await pass('BBB2B22', 0.2, 'entrada');
  await pass('CCC3C33', 0.3, 'entrada');
  await pass('BBB2B22', 0.4, 'saida');
  await pass('BBB2B22', 0.5, 'entrada');
  await pass('CCC3C33', 0.6, 'saida');
  expect(await list('situacao=dentro')).toEqual(['BBB2B22', 'AAA1A11']);
  expect(await list('situacao=dentro&q=AAA')).toEqual(['AAA1A11']);
  expect(await list('situacao=dentro&camera=2')).toEqual([]);
});

it('an entry twice is one car; a passage without a direction changes nothing', async () => {
  await pass('AAA1A11', 0.1, 'entrada');
  await pass('AAA1A11', 0.2, 'entrada');
  await pass('AAA1A11', 0.3, null);
  expect(await list('situacao=dentro')).toEqual(['AAA1A11']);
});

it('tests do not count, and late messages count by their own time', async () => {
  await pass('AAA1A11', 0.1, 'entrada', { teste: 1 });
  await pass('BBB2B22', 0.1, 'entrada', { atrasada: 1 });
  await pass('DDD4D44', 0.3, 'saida');
  await pass('DDD4D44', 0.1, 'entrada', { atrasada: 1 });
  // As the gate's queue sends it.
  await pass('EEE5E55', 0.3, 'saida');
  await pass('EEE5E55', 0.1, 'entrada');
  await pass('CCC3C33', 0.5, 'entrada');
  await pass('CCC3C33', 0.6, 'saida', { teste: 1 });
  // It arrived after the entry, and happened before it.
  await pass('CCC3C33', 0.2, 'saida', { atrasada: 1 });
  expect(await list('situacao=dentro')).toEqual(['CCC3C33', 'BBB2B22']);
  const { agoraDentro } = (await teste.request({ url: '/api/painel' })).json();
  expect(agoraDentro).toBe(2);
});

it('a plate that was not read is no car inside, and no exit of another one', async () => {
  await pass('', 0.1, 'entrada');
  await pass('', 0.2, 'entrada');
  await pass('AAA1A11', 0.3, 'entrada');
  expect(await list('situacao=dentro')).toEqual(['AAA1A11']);
  expect((await teste.request({ url: '/api/painel' })).json().agoraDentro).toBe(1);
});

it('those of the week before today that have not left stayed overnight', async () => {
  await pass('VEL1H00', -8 * 24, 'entrada');
  await pass('AAA1A11', -30, 'entrada');
  await pass('BBB2B22', -2, 'entrada');
  await pass('CCC3C33', -2, 'entrada');
  await pass('CCC3C33', 0.1, 'saida');
  await pass('DDD4D44', 0.1, 'entrada');
  expect(await list('situacao=pernoite')).toEqual(['BBB2B22', 'AAA1A11']);
  expect(await list('situacao=dentro')).toEqual(['DDD4D44']);
});

it.each([
  ['00:00', '2026-11-27T06:59:00Z', '2026-11-27T03:00:00.000Z'],
  ['04:00', '2026-11-27T06:59:59Z', '2026-11-26T07:00:00.000Z'],
  ['04:00', '2026-11-27T07:00:00Z', '2026-11-27T07:00:00.000Z'],
  ['22:30', '2026-11-27T02:00:00Z', '2026-11-27T01:30:00.000Z'],
])('with %s, at %s the count began at %s', (hora, agora, inicio) => {
  expect(startOfCount(Date.parse(agora), hora)).toBe(inicio);
});

it('the count begins anew at the hour that is set', async () => {
  const agora = Math.floor(Date.now() / 60_000) * 60_000;
  // In São Paulo, two hours ago.
  const hora = new Date(agora - 5 * HORA).toISOString().slice(11, 16);
  const outra = await buildTestApp({
    env: { DENTRO_HORA: hora },
    site: (dataDir) => {
      mkdirSync(join(dataDir, 'site'));
      writeFileSync(join(dataDir, 'site/index.html'), '<!doctype html><html lang="pt-BR"></html>');
    },
  });
  const antes = teste;
  teste = outra;
  try {
    const horas = (agora - MEIA_NOITE) / HORA;
    await pass('AAA1A11', horas - 3, 'entrada');
    await pass('BBB2B22', horas - 1, 'entrada');
    expect(await list('situacao=dentro')).toEqual(['BBB2B22']);
    expect(await list('situacao=pernoite')).toEqual(['AAA1A11']);
    expect((await outra.request({ url: '/api/painel' })).json().agoraDentro).toBe(1);
    const { body } = await outra.request({
      url: '/api/passagens/exportar?formato=csv&situacao=dentro',
    });
    expect(body).toContain('BBB2B22');
    expect(body).not.toContain('AAA1A11');
    const pagina = await outra.request({ url: '/' });
    expect(pagina.body).toContain(`data-dentro-hora="${hora}"`);
  } finally {
    teste = antes;
    await outra.close();
  }
});

it('a person marks an exit that no camera saw', async () => {
  await teste.request({
    method: 'POST',
    url: '/db/ultimosveiculos',
    payload: { placa: 'RIO2A18', sentido: 'entrada' },
  });
  expect(await list('situacao=dentro')).toEqual(['RIO2A18']);
  const saida = await teste.request({
    method: 'POST',
    url: '/db/ultimosveiculos',
    payload: { placa: 'RIO2A18', sentido: 'saida', conferida: true },
  });
  expect(saida.statusCode).toBe(201);
  expect(await list('situacao=dentro')).toEqual([]);
  expect(await list('q=RIO2A18')).toHaveLength(2);
});

it('of one owner, and counted', async () => {
  const dona = { matricula: '7', nome: 'Marta Botelho' };
  await teste.request({ method: 'POST', url: '/db/proprietarios', payload: dona });
  const carro = { placa: 'AAA1A11', proprietario_matricula: '7' };
  await teste.request({ method: 'POST', url: '/db/veiculos', payload: carro });
  await pass('AAA1A11', 0.1, 'entrada');
  await pass('BBB2B22', 0.1, 'entrada');
  expect(await list('situacao=dentro&proprietario=7')).toEqual(['AAA1A11']);
  const { headers } = await teste.request({ url: '/api/passagens?situacao=dentro&limite=1' });
  expect(headers['x-total-count']).toBe('2');
});

testOfSqlite('reads the entries by direction, and what came after each by its car', async () => {
  await pass('AAA1A11', 0.1, 'entrada');
  const passos = await plansOf(teste.db, (trx) => listIds(trx, { situacao: 'dentro' }));
  const delas = passos.filter((passo) => /entrada|depois/.test(passo));
  expect(delas).toEqual([
    expect.stringMatching(/^SEARCH entrada USING INDEX passagens_sentido_idx/),
    expect.stringMatching(/^SEARCH depois USING INDEX passagens_chave_id_idx/),
  ]);
});
