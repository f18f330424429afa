import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { buildDispositivo } from '../../test/dispositivo.ts';
import { drawFoto } from './fotos.ts';
import { kindsOf, readCar } from './portaria.ts';
import { fill, listFrota } from './registro.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  await fill(teste.db, 3_000, 500, { realistic: true });
});
afterAll(() => teste.close());

it('of the vehicles 1 to 2 in a hundred are PROIBIDO, each with its motive', async () => {
  const proibidos = await teste.db
    .selectFrom('veiculos')
    .select('motivo')
    .where('status', '=', 'PROIBIDO')
    .execute();
  expect(proibidos.length).toBeGreaterThan(30);
  expect(proibidos.length).toBeLessThan(60);
  expect(proibidos.every(({ motivo }) => motivo)).toBe(true);
});

it('one round at the gate has every kind of passage', async () => {
  const { token } = await buildDispositivo(teste, { dialeto: 'unipark' });
  for (const draw of kindsOf(await listFrota(teste.db, 3_000))) {
    const { imagem, ...leitura } = await readCar(draw());
    const { statusCode } = await teste.request({
      method: 'POST',
      url: '/api/leituras/unipark',
      as: token,
      payload: leitura,
    });
    // Drawn by chance, a car may be the one of a moment ago: a second reading of its passage.
    expect([200, 201]).toContain(statusCode);
  }
  const passagens = await teste.db
    .selectFrom('passagens')
    .select(['nivel', 'status', 'alerta', 'camera', 'sentido'])
    .execute();
  const kinds = (campo: keyof (typeof passagens)[number]) =>
    new Set(passagens.map((passagem) => passagem[campo]));
  expect(kinds('nivel')).toEqual(
    new Set(['exata', 'equivalente', 'provavel', 'possivel', 'nenhuma']),
  );
  expect([...kinds('status')]).toEqual(
    expect.arrayContaining(['ATIVO', 'PROIBIDO', 'INDEFINIDO', 'Não cadastrado']),
  );
  expect([...kinds('alerta')]).toEqual(expect.arrayContaining(['proibido', 'provavel', null]));
  expect(kinds('camera')).toContain('3');
});

it.each([
  ['Vermelha', [190, 38, 38]],
  ['Preta', [34, 37, 42]],
  ['Verde', [52, 116, 66]],
])('the photo of a vehicle of the colour %s shows that colour', async (cor, tinta) => {
  const pixels = await sharp(Buffer.from(await drawFoto('1', cor), 'base64'))
    .extract({ left: 242, top: 246, width: 4, height: 4 })
    .raw()
    .toBuffer();
  for (const [canal, valor] of tinta.entries()) {
    expect(Math.abs((pixels[canal] ?? 0) - valor)).toBeLessThan(24);
  }
});
