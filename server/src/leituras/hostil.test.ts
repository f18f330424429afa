/** Hostile bodies over HTTP: never a 5xx, a hang or a growing process. */
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { NOMES_DIALETO, type NomeDialeto } from '@unipark/contract/dispositivo';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { buildDispositivo, buildMultipart, readExemplo } from '../../test/dispositivo.ts';

const VEZES = Number(process.env.BAR_VEZES ?? 40);

let teste: TestApp;
let porta: number;
const tokens = new Map<NomeDialeto, string>();
beforeAll(async () => {
  teste = await buildTestApp();
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  porta = (teste.app.server.address() as AddressInfo).port;
  for (const dialeto of NOMES_DIALETO) {
    tokens.set(dialeto, (await buildDispositivo(teste, { dialeto, aceita_sem_placa: true })).token);
  }
});
afterAll(() => teste.close());

/** A new token, so that the rate limit of one device does not hide the effect of a body. */
async function refresh(dialeto: NomeDialeto): Promise<string> {
  const { token } = await buildDispositivo(teste, { dialeto, aceita_sem_placa: true });
  tokens.set(dialeto, token);
  return token;
}

async function send(
  caminho: string,
  tipo: string,
  corpo: Buffer,
): Promise<{ status: number; texto: string }> {
  const pedido = request({
    port: porta,
    host: '127.0.0.1',
    path: caminho,
    method: 'POST',
    headers: { 'content-type': tipo, 'content-length': corpo.length },
  });
  const resposta = once(pedido, 'response');
  // A body refused early is not read to its end.
  pedido.on('error', () => {});
  pedido.end(corpo);
  const [vinda] = await resposta;
  let texto = '';
  for await (const pedaco of vinda) texto += pedaco;
  return { status: vinda.statusCode, texto };
}

const ARQUIVOS: [NomeDialeto, string][] = [
  ['unipark', 'unipark.json'],
  ['platerecognizer', 'platerecognizer-gancho.json'],
  ['parkpow', 'parkpow-log-vehicle.json'],
  ['openalpr', 'openalpr-grupo.json'],
  ['frigate', 'frigate-evento.json'],
  ['hikvision', 'hikvision-anpr.xml'],
  ['itsapi', 'itsapi-passagem.json'],
  ['unifi', 'unifi-alarme.json'],
  ['verkada', 'verkada.json'],
  ['axis', 'axis-novo.json'],
];

const TIPOS = [
  'application/json',
  'application/json; charset=latin1',
  'text/plain',
  'text/xml; charset=utf-16',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=LimiteDeTeste',
  'multipart/mixed; boundary="LimiteDeTeste"',
  'multipart/related',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'image/jpeg',
  'video/mp4',
  'x',
  '',
];

const VALORES: fc.Arbitrary<unknown> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '9999-12-31T23:59:59+14:00',
    '-271821-04-20T00:00:00Z',
    'ABC1C34'.repeat(60),
  ),
  fc.double(),
  fc.constantFrom(1e308, -1e308, 8.64e15, -8.64e15, 2 ** 53, -1),
  fc.constantFrom(null, true, [], {}, [[]], [null], { a: { b: [] } }),
);

/** Replaces one value in a message with a value of any type. */
function replaceOne(valor: unknown, passo: number[], novo: unknown): unknown {
  const [indice = 0, ...resto] = passo;
  if (typeof valor !== 'object' || valor === null || passo.length === 0) return novo;
  const chaves = Object.keys(valor);
  const chave = chaves[indice % Math.max(chaves.length, 1)];
  if (chave === undefined) return novo;
  const copia = structuredClone(valor) as Record<string, unknown>;
  copia[chave] = replaceOne(copia[chave], resto, novo);
  return copia;
}

const isSane = ({ status, texto }: { status: number; texto: string }): boolean =>
  status >= 200 && status < 500 && !/SQLITE|TypeError|at .*\.ts:\d/.test(texto);

describe.each(ARQUIVOS)('%s', (dialeto, arquivo) => {
  const original = readExemplo(arquivo);
  const url = async () => `/api/leituras/${dialeto}/${await refresh(dialeto)}`;

  it('accepts a message cut, changed or wrapped anywhere, with any declared type', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...TIPOS),
        fc.nat(original.length),
        fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.boolean(),
        async (tipo, corte, trocas, emPartes) => {
          let corpo: Buffer = Buffer.from(original);
          for (const [onde, byte] of trocas) corpo[onde] = byte;
          if (emPartes)
            corpo = buildMultipart([{ nome: 'a', tipo: 'text/xml', bytes: corpo }]).payload;
          const resposta = await send(await url(), tipo, corpo.subarray(0, corte || corpo.length));
          return isSane(resposta);
        },
      ),
      { numRuns: VEZES },
    );
  });

  it('accepts any value in the place of any other', async () => {
    const texto = original.toString();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
        VALORES,
        async (passo, novo) => {
          const corpo = arquivo.endsWith('.json')
            ? JSON.stringify(replaceOne(JSON.parse(texto), passo, novo))
            : texto.replace(/>([^<]+)</g, (achado, _valor, onde) =>
                onde % 7 === (passo[0] ?? 0) % 7 ? `>${JSON.stringify(novo)}<` : achado,
              );
          const tipo = arquivo.endsWith('.json') ? 'application/json' : 'text/xml';
          return isSane(await send(await url(), tipo, Buffer.from(corpo)));
        },
      ),
      { numRuns: VEZES },
    );
  });
});

it('large and endless bodies do not grow the memory', async () => {
  const dez = 10 * 1024 * 1024 - 100;
  const limite = 'multipart/form-data; boundary=LimiteDeTeste';
  const corpos: [NomeDialeto, string, Buffer][] = [
    ['itsapi', 'application/json', Buffer.from('['.repeat(dez))],
    ['itsapi', 'application/json', Buffer.from(`[${'[],'.repeat(dez / 3)}`)],
    ['itsapi', 'application/json', Buffer.from(`{"a":"${'\\"'.repeat(dez / 2 - 8)}`)],
    ['itsapi', 'application/json', Buffer.from(`"${'A'.repeat(dez - 2)}`)],
    ['hikvision', 'text/xml', Buffer.from('<a>'.repeat(80_000))],
    [
      'hikvision',
      'text/xml',
      Buffer.from(`<!DOCTYPE a [<!ENTITY b "${'c'.repeat(900)}">]><a>${'&b;'.repeat(9_000)}</a>`),
    ],
    ['hikvision', limite, Buffer.from('--LimiteDeTeste\r\n'.repeat(500_000))],
    [
      'hikvision',
      limite,
      Buffer.concat([
        Buffer.from('--LimiteDeTeste\r\nContent-Disposition: '),
        Buffer.alloc(dez - 60, 0x61),
      ]),
    ],
    ['hikvision', limite, Buffer.alloc(dez, 0x2d)],
    ['platerecognizer', 'application/x-www-form-urlencoded', Buffer.from('a=1&'.repeat(250_000))],
  ];
  const antes = process.memoryUsage().rss;
  const inicio = performance.now();
  for (const [dialeto, tipo, corpo] of corpos) {
    const resposta = await send(`/api/leituras/${dialeto}/${tokens.get(dialeto)}`, tipo, corpo);
    expect([tipo, resposta.status, isSane(resposta)]).toEqual([tipo, expect.any(Number), true]);
  }
  expect((performance.now() - inicio) / corpos.length).toBeLessThan(2_000);
  expect((process.memoryUsage().rss - antes) / 2 ** 20).toBeLessThan(400);
});

it('the stored form of these bodies is short text', async () => {
  const guardadas = await teste.db.selectFrom('quarentena').select(['corpo', 'motivo']).execute();
  expect(guardadas.length).toBeGreaterThan(20);
  for (const { corpo, motivo } of guardadas) {
    expect(Buffer.byteLength(corpo)).toBeLessThanOrEqual(64 * 1024);
    expect(motivo).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
  }
  const lidas = await teste.db
    .selectFrom('leituras')
    .select(['bruto', 'placa', 'instante'])
    .execute();
  expect(lidas.length).toBeGreaterThan(20);
  for (const { bruto, placa, instante } of lidas) {
    expect(Buffer.byteLength(bruto ?? '')).toBeLessThanOrEqual(16 * 1024);
    expect(placa ?? '').toMatch(/^[A-Z0-9]{0,10}$/);
    expect(Date.parse(instante)).toBeLessThanOrEqual(Date.now());
  }
});

it('one device that fills the memory for bodies leaves room for the others', async () => {
  const ruim = await refresh('unipark');
  const boa = await refresh('verkada');
  const presas = Array.from({ length: 7 }, () => {
    const socket = connect(porta, '127.0.0.1');
    socket.on('error', () => {});
    const linhas = [
      `POST /api/leituras/unipark/${ruim} HTTP/1.1`,
      `Host: 127.0.0.1:${porta}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ];
    socket.write(`${linhas.join('\r\n')}\r\n\r\n1\r\n{\r\n`);
    return socket;
  });
  // The last ones are refused because there is no room.
  await Promise.all(presas.slice(2).map((socket) => once(socket, 'data')));
  const grande = JSON.stringify({ enchimento: 'A'.repeat(9_000_000) });
  const resposta = await send(
    `/api/leituras/verkada/${boa}`,
    'application/json',
    Buffer.from(grande),
  );
  for (const socket of presas) socket.destroy();
  expect(resposta.status).not.toBe(503);
});
