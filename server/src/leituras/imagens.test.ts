import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { buildDispositivo, readExemplo, sendMensagem } from '../../test/dispositivo.ts';
import { until } from '../../test/espera.ts';

const JPEG = readExemplo('cena.jpg');

let teste: TestApp;
let camera: Server;
let origem: string;
let pedidos: string[];
let foto: Buffer;
let esperar: Promise<void>;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  pedidos = [];
  foto = JPEG;
  esperar = Promise.resolve();
  camera = createServer(async (req, res) => {
    pedidos.push(req.url ?? '');
    await esperar;
    res.end(foto);
  });
  await new Promise<void>((pronto) => camera.listen(0, '127.0.0.1', pronto));
  origem = `127.0.0.1:${(camera.address() as AddressInfo).port}`;
});
afterEach(() => {
  camera.closeAllConnections();
  camera.close();
});

/** Verkada names its picture by address. */
const buildMensagem = () => {
  const original = JSON.parse(readExemplo('verkada.json').toString());
  original.data.image_url = `http://${origem}/foto.jpg`;
  original.data.license_plate_number = `IMG${Math.floor(Math.random() * 10)}A${10 + Math.floor(Math.random() * 89)}`;
  original.data.detected = Date.now();
  return original;
};
const listImagens = (placa: string) =>
  teste.db
    .selectFrom('imagens')
    .innerJoin('leituras', 'leituras.id', 'imagens.leitura_id')
    .select(['imagens.jpeg', 'leituras.passagem_id'])
    .where('leituras.placa', '=', placa)
    .execute();
const listPassagens = (placa: string) =>
  teste.db.selectFrom('passagens').select('id').where('placa', '=', placa).execute();

it('a picture of a listed host is added to the passage after the answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  esperar = promise;
  const { token } = await buildDispositivo(teste, { dialeto: 'verkada', origens_imagem: [origem] });
  const aviso = buildMensagem();
  const placa = aviso.data.license_plate_number;
  const resposta = await sendMensagem(teste, `/api/leituras/verkada/${token}`, aviso);
  expect(resposta.statusCode).toBe(200);
  expect(await listImagens(placa)).toEqual([]);
  resolve();
  await until(async () => expect(await listImagens(placa)).toHaveLength(1));
  const [passagem] = await listPassagens(placa);
  const [imagem] = await listImagens(placa);
  expect(await listPassagens(placa)).toHaveLength(1);
  expect(imagem?.passagem_id).toBe(passagem?.id);
  expect(Buffer.from(imagem?.jpeg ?? []).equals(JPEG)).toBe(true);
});

it.each([
  ['no host is listed', () => []],
  ['another host is listed', () => ['camera.local']],
  ['another port is listed', () => ['127.0.0.1:9']],
])('no request is sent when %s', async (_nome, origens) => {
  const { token, dispositivo } = await buildDispositivo(teste, {
    dialeto: 'verkada',
    origens_imagem: origens(),
  });
  const aviso = buildMensagem();
  expect((await sendMensagem(teste, `/api/leituras/verkada/${token}`, aviso)).statusCode).toBe(200);
  await until(async () => {
    const { json } = await teste.request({ url: `/api/dispositivos/${dispositivo.id}` });
    expect(json().ultimo_erro).toContain('Imagem não recebida');
  });
  expect(pedidos).toEqual([]);
  expect(await listPassagens(aviso.data.license_plate_number)).toHaveLength(1);
});

it('all pictures that one reading names are kept', async () => {
  const { token } = await buildDispositivo(teste, { dialeto: 'axis', origens_imagem: [origem] });
  const aviso = JSON.parse(readExemplo('axis-novo.json').toString());
  aviso.imagesURI = [`http://${origem}/um.jpg`, `http://${origem}/dois.jpg`];
  const resposta = await sendMensagem(teste, `/api/leituras/axis/${token}`, aviso);
  expect(resposta.statusCode).toBe(200);
  await until(async () => {
    const { imagens } = await teste.db
      .selectFrom('imagens')
      .innerJoin('leituras', 'leituras.id', 'imagens.leitura_id')
      .select((eb) => eb.fn.countAll().as('imagens'))
      .where('leituras.dialeto', '=', 'axis')
      .executeTakeFirstOrThrow();
    expect(Number(imagens)).toBe(2);
  });
  expect(pedidos).toEqual(['/um.jpg', '/dois.jpg']);
});

it('a file that is not a JPEG is not kept', async () => {
  foto = Buffer.from('<html>Entre com a sua senha</html>'.repeat(10));
  const { token } = await buildDispositivo(teste, { dialeto: 'verkada', origens_imagem: [origem] });
  const aviso = buildMensagem();
  await sendMensagem(teste, `/api/leituras/verkada/${token}`, aviso);
  await until(() => expect(pedidos).toEqual(['/foto.jpg']));
  await new Promise((vez) => setTimeout(vez, 100));
  // Its place may still wait for the picture.
  await until(async () => expect(await listImagens(aviso.data.license_plate_number)).toEqual([]));
});
