import { NOMES_DIALETO } from '@unipark/contract/dispositivo';
import type { Passagem } from '@unipark/contract/passagem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, closedRoutes, type TestApp } from '../../test/app.ts';
import {
  bearerHeaders,
  buildDispositivo,
  buildMultipart,
  readExemplo,
  sendMensagem,
} from '../../test/dispositivo.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  await teste.db.deleteFrom('imagens').execute();
  await teste.db.deleteFrom('leituras').execute();
  await teste.db.deleteFrom('passagens').execute();
  await teste.db.deleteFrom('dispositivos').execute();
  await teste.db.deleteFrom('quarentena').execute();
});

const URL_NATIVA = '/api/leituras/unipark';
const JPEG = readExemplo('placa.jpg');
const listLeituras = () => teste.db.selectFrom('leituras').selectAll().orderBy('id').execute();
const listPassagens = () => teste.db.selectFrom('passagens').selectAll().orderBy('id').execute();
const listQuarentena = () => teste.db.selectFrom('quarentena').selectAll().orderBy('id').execute();
const getDispositivo = async (id: string) =>
  (await teste.request({ url: `/api/dispositivos/${id}` })).json();

describe('POST /api/leituras/unipark', () => {
  it('201 for a new passage, 200 for the same car again', async () => {
    const { token, dispositivo } = await buildDispositivo(teste);
    const nova = await sendMensagem(
      teste,
      URL_NATIVA,
      { placa: 'abc-1c34', camera: 'x' },
      bearerHeaders(token),
    );
    expect(nova.statusCode).toBe(201);
    expect(nova.json()).toEqual({
      id: expect.any(String),
      placa: 'ABC1C34',
      modelo: 'Não cadastrado',
      status: 'Não cadastrado',
      versao: 1,
    });
    const outra = await sendMensagem(
      teste,
      URL_NATIVA,
      { placa: 'ABC1234', camera: 'x' },
      bearerHeaders(token),
    );
    expect([outra.statusCode, outra.json().id]).toEqual([200, nova.json().id]);
    expect(await listLeituras()).toMatchObject([
      { dispositivo: dispositivo.id, dialeto: 'unipark', placa_lida: 'abc-1c34', atrasada: 0 },
      { placa: 'ABC1234' },
    ]);
    expect(await getDispositivo(dispositivo.id)).toMatchObject({
      situacao: 'ativo',
      por_hora: [{ leituras: 2, ignoradas: 0, recusadas: 0 }],
    });
    // Other tests of this server sent messages too.
    expect((await teste.request({ url: '/metrics' })).body).toMatch(
      /^device_messages_total\{result="read"\} [2-9]/m,
    );
  });

  it('camera, direction and test are in our words already, and stay as sent', async () => {
    const { token } = await buildDispositivo(teste, { camera: '4' });
    const nossa = { placa: 'WAY1A23', camera: '2', sentido: 'saida', teste: true };
    await sendMensagem(teste, URL_NATIVA, nossa, bearerHeaders(token));
    await sendMensagem(teste, URL_NATIVA, { placa: 'WAY1A24' }, bearerHeaders(token));
    expect(await listPassagens()).toMatchObject([
      { placa: 'WAY1A23', camera: '2', sentido: 'saida', teste: 1 },
      { placa: 'WAY1A24', camera: '4', sentido: null, teste: 0 },
    ]);
  });

  it('honours Idempotency-Key, for this device only', async () => {
    const [um, outro] = [await buildDispositivo(teste), await buildDispositivo(teste)];
    const send = (token: string, placa: string) =>
      sendMensagem(
        teste,
        URL_NATIVA,
        { placa },
        { ...bearerHeaders(token), 'idempotency-key': 'k1' },
      );
    const primeira = await send(um.token, 'KEY1A23');
    const repetida = await send(um.token, 'KEY1A23');
    expect([repetida.statusCode, repetida.json()]).toEqual([201, primeira.json()]);
    expect((await send(um.token, 'KEY9Z99')).statusCode).toBe(422);
    expect((await send(outro.token, 'KEY9Z99')).statusCode).toBe(201);
    expect(await listLeituras()).toMatchObject([
      { dispositivo: um.dispositivo.id, evento_id: 'k1' },
      { dispositivo: outro.dispositivo.id, evento_id: 'k1' },
    ]);
  });

  it.each([
    ['{"placa":', 'O corpo da mensagem não é um JSON válido.', []],
    ['', 'A mensagem chegou vazia.', []],
    ['[]', expect.any(String), []],
    ['{"placa":"","cor":1}', 'Confira os campos indicados.', expect.any(Array)],
    ['{"placa":"ABCDEFGHIJK"}', expect.stringContaining('no máximo 10'), ['placa']],
    ['{"placa":"\\u0007"}', expect.any(String), ['placa']],
    [Buffer.from([0x7b, 0xff, 0xfe]), 'O corpo da mensagem não está em UTF-8.', []],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'O JSON da mensagem tem níveis demais.', []],
  ])('%j is 400 with its sentence, and kept in quarantine', async (corpo, mensagem, campos) => {
    const { token, dispositivo } = await buildDispositivo(teste);
    const headers = { ...bearerHeaders(token), 'content-type': 'application/json' };
    const resposta = await sendMensagem(teste, URL_NATIVA, corpo, headers);
    expect(resposta.statusCode).toBe(400);
    expect(resposta.json()).toMatchObject({ codigo: 'mensagem-invalida', mensagem });
    expect(Object.keys(resposta.json().campos)).toEqual(campos);
    const [guardada] = await listQuarentena();
    expect(guardada?.dispositivo).toBe(dispositivo.id);
    // Kept for a person to read later: every error with its field.
    for (const frase of Object.values<string>(resposta.json().campos)) {
      expect(guardada?.motivo).toContain(frase);
    }
    expect(await listLeituras()).toEqual([]);
    expect(await getDispositivo(dispositivo.id)).toMatchObject({
      situacao: 'atencao',
      ultimo_erro: guardada?.motivo,
      por_hora: [{ leituras: 0, recusadas: 1 }],
    });
  });

  it.each([
    [
      'a body of more than 10 MB',
      Buffer.alloc(10 * 1024 * 1024 + 1, 0x20),
      'application/json',
      413,
    ],
    ['a picture as the body', JPEG, 'image/jpeg', 415],
    ['JSON of a million values', `[${'1,'.repeat(1_000_000)}1]`, 'application/json', 413],
    [
      'a form of more than 1 MB',
      `json=${'a'.repeat(1_100_000)}`,
      'application/x-www-form-urlencoded',
      413,
    ],
    ['XML of more than 256 KB', `<a>${'x'.repeat(262_144)}</a>`, 'application/xml', 413],
  ])('%s: %#', async (_nome, corpo, tipo, status) => {
    const { token } = await buildDispositivo(teste);
    const headers = { ...bearerHeaders(token), 'content-type': tipo };
    const resposta = await sendMensagem(teste, URL_NATIVA, corpo, headers);
    expect(resposta.statusCode).toBe(status);
    expect(resposta.json().pedido).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(await listLeituras()).toEqual([]);
  });

  it('a picture of more than 6 MB is 413', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'hikvision' });
    const foto = Buffer.concat([JPEG, Buffer.alloc(6 * 1024 * 1024)]);
    const { payload, headers } = buildMultipart([
      { nome: 'anpr.xml', tipo: 'application/xml', bytes: readExemplo('hikvision-anpr.xml') },
      { nome: 'detectionPicture.jpg', tipo: 'image/jpeg', bytes: foto },
    ]);
    const url = `/api/leituras/hikvision/${token}`;
    expect((await sendMensagem(teste, url, payload, headers)).statusCode).toBe(413);
  });
});

describe('a recorded message of every maker', () => {
  const MENSAGENS: [string, string, string, number][] = [
    ['platerecognizer', 'platerecognizer-gancho.json', '{}', 1],
    ['parkpow', 'parkpow-log-vehicle.json', '{}', 1],
    ['openalpr', 'openalpr-grupo.json', expect.any(String), 1],
    ['openalpr', 'openalpr-heartbeat.json', expect.any(String), 0],
    ['frigate', 'frigate-lpr.json', expect.any(String), 1],
    ['unifi', 'unifi-alarme.json', expect.any(String), 1],
    ['verkada', 'verkada.json', expect.any(String), 1],
    ['axis', 'axis-novo.json', expect.any(String), 1],
    ['itsapi', 'itsapi-passagem.json', '{"Result":true,"Message":"Success"}', 1],
    ['hikvision', 'hikvision-anpr.xml', '', 1],
    ['hikvision', 'hikvision-videoloss.xml', '', 0],
  ];

  it.each(MENSAGENS)('%s: %s', async (dialeto, arquivo, corpo, quantas) => {
    const { token, dispositivo } = await buildDispositivo(teste, { dialeto: dialeto as 'axis' });
    const headers = { 'content-type': arquivo.endsWith('xml') ? 'text/xml' : 'application/json' };
    const url = `/api/leituras/${dialeto}/${token}`;
    const resposta = await sendMensagem(teste, url, readExemplo(arquivo), headers);
    expect([resposta.statusCode, resposta.body]).toEqual([200, corpo]);
    expect((await listPassagens()).length).toBeGreaterThanOrEqual(quantas);
    expect((await listLeituras()).every(({ bruto }) => !bruto?.includes(token))).toBe(true);
    const visto = await getDispositivo(dispositivo.id);
    expect(visto.visto_em).not.toBeNull();
    expect(visto.por_hora[0][quantas ? 'leituras' : 'ignoradas']).toBeGreaterThan(0);
    expect(await listQuarentena()).toEqual([]);
  });

  it('Hikvision in parts: the pictures are stored too, in any kind of multipart', async () => {
    for (const subtipo of ['form-data', 'mixed', 'related']) {
      const { token } = await buildDispositivo(teste, { dialeto: 'hikvision' });
      const { payload, headers } = buildMultipart(
        [
          {
            nome: 'anpr.xml',
            arquivo: 'anpr.xml',
            tipo: 'application/xml',
            bytes: readExemplo('hikvision-anpr.xml'),
          },
          { nome: 'licensePlatePicture.jpg', arquivo: 'p.jpg', tipo: 'image/jpeg', bytes: JPEG },
        ],
        subtipo,
      );
      const antes = (await teste.db.selectFrom('imagens').selectAll().execute()).length;
      const resposta = await sendMensagem(
        teste,
        `/api/leituras/hikvision/${token}`,
        payload,
        headers,
      );
      expect([subtipo, resposta.statusCode]).toEqual([subtipo, 200]);
      const imagens = await teste.db.selectFrom('imagens').selectAll().execute();
      expect(imagens.length).toBe(antes + 1);
      expect(Buffer.from(imagens.at(-1)?.jpeg ?? []).equals(JPEG)).toBe(true);
    }
  });

  it("the camera's description of the car is shown beside the register's", async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'platerecognizer' });
    const corpo = readExemplo('platerecognizer-stream.json');
    const tipo = { 'content-type': 'application/json' };
    await sendMensagem(teste, '/api/leituras/platerecognizer', corpo, {
      ...bearerHeaders(token),
      ...tipo,
    });
    const [passagem] = (await teste.request({ url: '/api/passagens' })).json<Passagem[]>();
    expect(passagem?.visto).toEqual({
      descricao: expect.stringMatching(/\w+ \w+/),
      cor: expect.stringMatching(/^[A-Z][a-z]+$/),
      cor_diverge: false,
    });
  });

  it('Plate Recognizer as a form, encoded and in parts', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'platerecognizer' });
    const json = readExemplo('platerecognizer-gancho.json');
    const url = '/api/leituras/platerecognizer';
    const headers = { authorization: `Token ${token}` };
    const tipo = { 'content-type': 'application/x-www-form-urlencoded' };
    const corpo = `json=${encodeURIComponent(json.toString())}`;
    const codificada = await sendMensagem(teste, url, corpo, { ...headers, ...tipo });
    const emPartes = buildMultipart([
      { nome: 'json', tipo: 'application/json', bytes: json },
      { nome: 'upload', arquivo: 'u.jpg', tipo: 'image/jpeg', bytes: JPEG },
    ]);
    const segunda = await sendMensagem(teste, url, emPartes.payload, {
      ...headers,
      ...emPartes.headers,
    });
    expect([codificada.body, segunda.body]).toEqual(['{}', '{}']);
    expect((await listPassagens()).length).toBe((await listLeituras()).length / 2);
    expect(await teste.db.selectFrom('imagens').selectAll().execute()).not.toEqual([]);
  });

  it('of a picture that many readings repeat, only some keep it', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'platerecognizer' });
    const json = JSON.parse(readExemplo('platerecognizer-gancho.json').toString());
    const [resultado] = json.data.results;
    json.data.results = Array.from({ length: 12 }, (_, i) => ({
      ...resultado,
      plate: `abc1d${10 + i}`,
      candidates: [],
    }));
    const cena = Buffer.concat([JPEG, Buffer.alloc(2_000_000)]);
    const { payload, headers } = buildMultipart([
      { nome: 'json', tipo: 'application/json', bytes: JSON.stringify(json) },
      { nome: 'upload', arquivo: 'u.jpg', tipo: 'image/jpeg', bytes: cena },
    ]);
    const url = '/api/leituras/platerecognizer';
    await sendMensagem(teste, url, payload, { authorization: `Token ${token}`, ...headers });
    expect(await listPassagens()).toHaveLength(12);
    const fotos = await teste.db.selectFrom('imagens').selectAll().execute();
    expect(fotos.map(({ jpeg }) => jpeg.length)).toEqual(Array(3).fill(cena.length));
  });

  it('the aliases of ParkPow take its token in a header', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'parkpow' });
    const headers = { authorization: `Token ${token}` };
    for (const url of ['/api/v1/log-vehicle/', '/api/v1/log-vehicle']) {
      const resposta = await sendMensagem(
        teste,
        url,
        readExemplo('parkpow-log-vehicle.json'),
        headers,
      );
      expect([url, resposta.statusCode, resposta.body]).toEqual([url, 200, '{}']);
    }
    const gancho = readExemplo('platerecognizer-gancho.json');
    const resposta = await sendMensagem(teste, '/api/v1/webhook-receiver/', gancho, headers);
    expect([resposta.statusCode, resposta.body]).toEqual([200, '{}']);
    // The same message twice is one reading.
    expect((await listLeituras()).map(({ placa }) => placa)).toEqual(['BRA2E19', 'QRS4567']);
  });
});

describe('ITSAPI', () => {
  const OK = '{"Result":true,"Message":"Success"}';

  it('answers keep-alives by GET and POST, without reading their body', async () => {
    const { token, dispositivo } = await buildDispositivo(teste, { dialeto: 'itsapi' });
    const url = `/api/leituras/itsapi/${token}/NotificationInfo/KeepAlive`;
    for (const metodo of ['GET', 'POST'] as const) {
      const resposta = await sendMensagem(
        teste,
        url,
        metodo === 'GET' ? '' : readExemplo('itsapi-keepalive.json'),
        {},
        metodo,
      );
      expect([metodo, resposta.statusCode, resposta.body]).toEqual([metodo, 200, OK]);
    }
    expect(await getDispositivo(dispositivo.id)).toMatchObject({
      situacao: 'aguardando',
      por_hora: [{ ignoradas: 2 }],
    });
  });

  it('GET is for this maker only', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'axis' });
    expect(
      (await sendMensagem(teste, `/api/leituras/axis/${token}`, '', {}, 'GET')).statusCode,
    ).toBe(404);
  });

  it('a scale of 255 is stored after its first use', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'itsapi' });
    const url = `/api/leituras/itsapi/${token}/NotificationInfo/TollgateInfo`;
    await sendMensagem(teste, url, readExemplo('itsapi-204.json'));
    const linha = await teste.db.selectFrom('dispositivos').select('escala').executeTakeFirst();
    expect(linha).toEqual({ escala: 255 });
    expect((await listLeituras())[0]?.confianca).toBeCloseTo(204 / 255);
  });

  it('an invalid message is answered 200 in its form, kept, and sets the device to attention', async () => {
    const { token, dispositivo } = await buildDispositivo(teste, { dialeto: 'itsapi' });
    const url = `/api/leituras/itsapi/${token}/NotificationInfo/TollgateInfo`;
    const corpo = `{"password":"segredo-da-camera","x":"${token}","Picture":"${'A'.repeat(9_000)}"`;
    const resposta = await sendMensagem(teste, url, corpo);
    expect([resposta.statusCode, resposta.body]).toEqual([200, OK]);
    const [guardada] = await listQuarentena();
    expect(guardada).toMatchObject({ dialeto: 'itsapi', tamanho: corpo.length });
    expect(guardada?.corpo).toBe('{"password":"***","x":"***","Picture":"[imagem]"');
    expect(await getDispositivo(dispositivo.id)).toMatchObject({
      situacao: 'atencao',
      quarentena: 1,
    });
  });
});

describe("the device's settings", () => {
  const send = (token: string, campos: object) =>
    sendMensagem(teste, URL_NATIVA, campos, bearerHeaders(token));

  it('map the camera, translate the direction, and drop uncertain readings', async () => {
    const { token, dispositivo } = await buildDispositivo(teste, {
      dialeto: 'hikvision',
      camera: '1',
      cameras: { '192.168.1.64': '3' },
      sentido: { padrao: 'saida', palavras: { forward: 'entrada', Reverse: 'saida' } },
      confianca_minima: 0.99,
    });
    const url = `/api/leituras/hikvision/${token}`;
    const xml = readExemplo('hikvision-anpr.xml').toString();
    await sendMensagem(teste, url, xml);
    expect(await listPassagens()).toEqual([]);
    expect(await getDispositivo(dispositivo.id)).toMatchObject({
      por_hora: [{ leituras: 0, ignoradas: 1 }],
    });
    await teste.request({
      method: 'PUT',
      url: `/api/dispositivos/${dispositivo.id}`,
      payload: { confianca_minima: 0.1 },
    });
    const endereco = /<ipAddress>([^<]+)/i.exec(xml)?.[1] ?? '';
    const palavra = /<direction>([^<]+)/i.exec(xml)?.[1] ?? '';
    await sendMensagem(
      teste,
      url,
      xml.replace(endereco, '192.168.1.64').replace(`>${palavra}<`, '>Forward<'),
    );
    await sendMensagem(
      teste,
      url,
      xml
        .replace(endereco, '10.9.9.9')
        .replace(`>${palavra}<`, '>unknown<')
        .replace(/<UUID>[^<]*/i, '<UUID>outro'),
    );
    expect(await listPassagens()).toMatchObject([
      { camera: '3', sentido: 'entrada' },
      { camera: '1', sentido: 'saida' },
    ]);
  });

  it('a reading without a plate is kept only with the setting for it', async () => {
    const xml = readExemplo('hikvision-sem-placa.xml');
    const nao = await buildDispositivo(teste, { dialeto: 'hikvision' });
    await sendMensagem(teste, `/api/leituras/hikvision/${nao.token}`, xml);
    expect(await listPassagens()).toEqual([]);
    const sim = await buildDispositivo(teste, { dialeto: 'hikvision', aceita_sem_placa: true });
    expect(
      (await sendMensagem(teste, `/api/leituras/hikvision/${sim.token}`, xml)).statusCode,
    ).toBe(200);
    expect(await listPassagens()).toMatchObject([{ placa: '' }]);
  });

  it('a wrong clock is detected and reported, and its readings are accepted', async () => {
    const { token, dispositivo } = await buildDispositivo(teste);
    const hora = (segundos: number) => new Date(Date.now() + segundos * 1_000).toISOString();
    for (let i = 0; i < 4; i += 1) {
      const resposta = await send(token, { placa: `CLO${i}A00`, instante: hora(3 * 3_600) });
      expect(resposta.statusCode).toBe(201);
    }
    expect(await getDispositivo(dispositivo.id)).toMatchObject({
      situacao: 'atencao',
      relogio: { segundos: 10_800, frase: 'Relógio da câmera adiantado 3 h' },
    });
    for (const { instante, atrasada } of await listPassagens()) {
      expect(Math.abs(Date.parse(instante) - Date.now())).toBeLessThan(10_000);
      expect(atrasada).toBe(0);
    }
  });

  it('a reading that comes an hour late is history, not live', async () => {
    const { token, dispositivo } = await buildDispositivo(teste);
    // The device sent nothing for a day.
    const ontem = new Date(Date.now() - 86_400_000).toISOString();
    await teste.db
      .updateTable('dispositivos')
      .set({ criado_em: ontem, visto_em: ontem })
      .where('id', '=', dispositivo.id)
      .execute();
    const antiga = new Date(Date.now() - 3_600_000).toISOString();
    expect((await send(token, { placa: 'LAT4A00', instante: antiga })).statusCode).toBe(201);
    expect((await listPassagens()).at(-1)).toMatchObject({
      instante: antiga,
      atrasada: 1,
      na_lista: 0,
    });
  });

  it('a reading that the camera marks as repeated is history', async () => {
    const { token } = await buildDispositivo(teste, { dialeto: 'hikvision' });
    const agora = new Date().toISOString();
    const xml = readExemplo('hikvision-anpr.xml')
      .toString()
      .replace(/<dateTime>[^<]*/i, `<dateTime>${agora}`)
      .replace('<isDataRetransmission>false', '<isDataRetransmission>true');
    await sendMensagem(teste, `/api/leituras/hikvision/${token}`, xml);
    expect(await listPassagens()).toMatchObject([{ atrasada: 1, na_lista: 0 }]);
  });

  it.each(['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'an absurd time (%s) never causes an error',
    async (instante) => {
      const { token } = await buildDispositivo(teste);
      const { statusCode } = await send(token, { placa: 'ABS1A00', instante });
      expect([201, 400]).toContain(statusCode);
    },
  );
});

it('twenty a second, sixty at once, then 429 with Retry-After', async () => {
  const { token, dispositivo } = await buildDispositivo(teste, { dialeto: 'itsapi' });
  const url = `/api/leituras/itsapi/${token}/NotificationInfo/KeepAlive`;
  const respostas = await Promise.all(
    Array.from({ length: 100 }, () => sendMensagem(teste, url, '{}')),
  );
  const recusadas = respostas.filter(({ statusCode }) => statusCode === 429);
  expect(recusadas.length).toBeGreaterThan(10);
  expect(recusadas.length).toBeLessThanOrEqual(40);
  expect(recusadas[0]?.headers['retry-after']).toBe('5');
  const outra = await buildDispositivo(teste, { dialeto: 'itsapi' });
  expect(
    (await sendMensagem(teste, `/api/leituras/itsapi/${outra.token}/x/KeepAlive`, '{}')).statusCode,
  ).toBe(200);
  expect((await getDispositivo(dispositivo.id)).por_hora[0]).toMatchObject({
    recusadas: recusadas.length,
  });
});

it('a device that sends a video instead of pictures gets 429', async () => {
  const { token } = await buildDispositivo(teste, { dialeto: 'itsapi' });
  const url = `/api/leituras/itsapi/${token}/NotificationInfo/KeepAlive`;
  const nove = Buffer.alloc(9 * 1024 * 1024, 0x20);
  const estados: number[] = [];
  for (let i = 0; i < 12; i += 1) estados.push((await sendMensagem(teste, url, nove)).statusCode);
  expect(estados.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(estados).toContain(429);
});

it('many simultaneous requests without a body are all answered', async () => {
  const { token } = await buildDispositivo(teste, { dialeto: 'itsapi' });
  const url = `/api/leituras/itsapi/${token}/NotificationInfo/KeepAlive`;
  const vindas = Array.from({ length: 40 }, () => sendMensagem(teste, url, '', {}, 'GET'));
  expect((await Promise.all(vindas)).map(({ statusCode }) => statusCode)).toEqual(
    Array(40).fill(200),
  );
});

it('2xx only when the reading is on disk: a database fault is answered, and nothing is stored', async () => {
  const { token } = await buildDispositivo(teste);
  await teste.db.schema.alterTable('leituras').renameTo('sumiu').execute();
  const resposta = await sendMensagem(
    teste,
    URL_NATIVA,
    { placa: 'ABC1C34' },
    bearerHeaders(token),
  );
  await teste.db.schema.alterTable('sumiu').renameTo('leituras').execute();
  expect(resposta.statusCode).toBe(500);
  expect(resposta.body).not.toMatch(/SQLITE|leituras/);
  expect(await listPassagens()).toEqual([]);
});

describe('every dialect, for every kind of caller', () => {
  it.each(NOMES_DIALETO)('/api/leituras/%s', async (dialeto) => {
    const url = `/api/leituras/${dialeto}`;
    const getStatus = async (headers: Record<string, string>, endereco = url) =>
      (await sendMensagem(teste, endereco, '{}', headers)).statusCode;
    expect(await getStatus({})).toBe(401);
    expect(await getStatus(bearerHeaders(teste.token))).toBe(401);
    const { token } = await buildDispositivo(teste, { dialeto });
    expect([200, 400]).toContain(await getStatus(bearerHeaders(token)));
    const outro = NOMES_DIALETO.find((nome) => nome !== dialeto) ?? dialeto;
    const alheio = await buildDispositivo(teste, { dialeto: outro });
    const recusa = await sendMensagem(teste, url, '{}', bearerHeaders(alheio.token));
    expect([recusa.statusCode, recusa.json().codigo]).toEqual([403, 'outro-dialeto']);
    expect(await getStatus({ cookie: 'x=1' }, `${url}?token=${token}`)).toBe(401);
  });

  it("a device's token opens nothing else", async () => {
    const { token } = await buildDispositivo(teste);
    const fechadas = closedRoutes(teste);
    expect(fechadas.length).toBeGreaterThan(25);
    for (const rota of fechadas) {
      const { statusCode } = await teste.request({ ...rota, as: token });
      expect({ ...rota, statusCode }).toEqual({ ...rota, statusCode: 401 });
    }
    const entrar = { email: CONTA.email, password: token };
    expect(
      (
        await teste.request({
          method: 'POST',
          url: '/api/auth/sign-in/email',
          payload: entrar,
          as: null,
        })
      ).statusCode,
    ).toBe(401);
  });
});
