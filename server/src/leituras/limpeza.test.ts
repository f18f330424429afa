import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { bearerHeaders, buildDispositivo, sendMensagem } from '../../test/dispositivo.ts';
import { createReserva } from '../platform/limits/intake.ts';
import { createEntrada } from './entrada.ts';
import { quarantineText, rawOf } from './limpeza.ts';
import { forgetRaw } from './repo.ts';

describe('the stored form of a body', () => {
  const json = (bytes: string | Buffer) => [
    { nome: '', arquivo: null, tipo: 'application/json', bytes: Buffer.from(bytes) },
  ];
  const foto = 'A'.repeat(20_000);

  it.each([
    [`{"a":"${foto}","b":1}`, '{"a":"[imagem]","b":1}'],
    ['{"Password": "abc", "x": 1}', '{"Password": "***", "x": 1}'],
    ['<senha>abc</senha><b/>', '<senha>***</senha><b/>'],
    ['{"Authorization":"Bearer abc","x":1}', '{"Authorization":"***","x":1}'],
    ['user=a&password=abc&b=1', 'user=a&password=***&b=1'],
    ['{"api_key":"abc"}', '{"api_key":"***"}'],
    ['{"hook":"/x/TOKENTOKEN/y"}', '{"hook":"/x/***/y"}'],
    ['a\u0000b\ud800c', 'a b\ufffdc'],
  ])('%#', (corpo, limpo) => {
    expect(rawOf(json(corpo), ['TOKENTOKEN'])).toBe(limpo);
  });

  it('is cut between characters, and never inside a secret', () => {
    const texto = 'ção '.repeat(20_000);
    expect(Buffer.byteLength(rawOf(json(texto), []))).toBeLessThanOrEqual(16_384);
    expect(rawOf(json(texto), [])).not.toContain('\ufffd');
    const segredo = 'S'.repeat(43);
    for (let i = 0; i < 60; i += 1) {
      const corpo = Buffer.from(`${'. '.repeat(32_768 - 30)}${'-'.repeat(i)} ${segredo} fim`);
      expect(quarantineText(corpo, [segredo])).not.toContain('SS');
    }
  });

  it('has no pictures', () => {
    const jpeg = {
      nome: 'a',
      arquivo: 'a.jpg',
      tipo: '',
      bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    };
    expect(rawOf([...json('{}'), jpeg], [])).toBe('{}');
  });
});

describe('housekeeping', () => {
  let teste: TestApp;
  beforeAll(async () => {
    teste = await buildTestApp();
  });
  afterAll(() => teste.close());

  it('removes bodies and quarantine after 7 days, hours after 30; readings stay', async () => {
    const { db, app } = teste;
    const { token, dispositivo } = await buildDispositivo(teste);
    const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();
    for (const placa of ['VEL1A00', 'NOV1A00']) {
      await sendMensagem(teste, '/api/leituras/unipark', { placa }, bearerHeaders(token));
      await sendMensagem(teste, '/api/leituras/unipark', 'lixo', bearerHeaders(token));
    }
    await teste.request({ url: `/api/dispositivos/${dispositivo.id}` });
    const velha = await db.selectFrom('leituras').select('id').executeTakeFirstOrThrow();
    await db
      .updateTable('leituras')
      .set({ recebido_em: daysAgo(7.1) })
      .where('id', '=', velha.id)
      .execute();
    const lixo = await db.selectFrom('quarentena').select('id').executeTakeFirstOrThrow();
    await db
      .updateTable('quarentena')
      .set({ recebido_em: daysAgo(7.1) })
      .where('id', '=', lixo.id)
      .execute();
    const hora = { dispositivo: dispositivo.id, leituras: 1, ignoradas: 0, recusadas: 0 };
    for (const n of [29, 31]) {
      await db
        .insertInto('dispositivo_horas')
        .values({ ...hora, hora: daysAgo(n) })
        .execute();
    }
    const listRemaining = async () => [
      (await db.selectFrom('leituras').select('bruto').orderBy('id').execute()).map(
        ({ bruto }) => bruto,
      ),
      (await db.selectFrom('quarentena').selectAll().execute()).length,
      (await db.selectFrom('dispositivo_horas').selectAll().execute()).length,
    ];
    expect(await listRemaining()).toEqual([['{"placa":"VEL1A00"}', '{"placa":"NOV1A00"}'], 2, 3]);
    const cofre = { seal: () => '', open: () => undefined };
    const entrada = createEntrada({ db, cofre, passagens: {} as never, log: app.log });
    await entrada.prune({ bruto_dias: 7, quarentena_dias: 7 });
    await entrada.stop();
    expect(await listRemaining()).toEqual([[null, '{"placa":"NOV1A00"}'], 1, 2]);
  });

  it('removes bodies in slices, all of them', async () => {
    const { db } = teste;
    const linha = await db.selectFrom('leituras').selectAll().executeTakeFirstOrThrow();
    const { id: _, ...velha } = { ...linha, bruto: '{}', recebido_em: '2020-01-01T00:00:00.000Z' };
    await db.insertInto('leituras').values(Array(450).fill(velha)).execute();
    const countKept = async () =>
      (await db.selectFrom('leituras').select('id').where('bruto', 'is not', null).execute())
        .length;
    expect(await countKept()).toBe(451);
    await forgetRaw(db, '2021-01-01T00:00:00.000Z');
    expect(await countKept()).toBe(1);
  });
});

describe('memory for bodies', () => {
  it('is reserved once, and released once', () => {
    const reserva = createReserva(10, 10);
    const giveBack = reserva.take('a', 6);
    expect(() => reserva.take('b', 5)).toThrow('Servidor ocupado');
    giveBack();
    giveBack();
    reserva.take('a', 10);
    expect(() => reserva.take('b', 1)).toThrow('Servidor ocupado');
  });

  it('is limited for one sender, so that the others have room', () => {
    const reserva = createReserva(10, 4);
    const giveBack = reserva.take('a', 4);
    expect(() => reserva.take('a', 1)).toThrow('Servidor ocupado');
    reserva.take('b', 4);
    giveBack();
    reserva.take('a', 4);
  });
});
