import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const paintFoto = (largura = 400, altura = 300) =>
  sharp({
    create: { width: largura, height: altura, channels: 3, background: { r: 200, g: 30, b: 30 } },
  });

const sendFoto = (payload: Buffer | string, tipo = 'image/png', as = teste.token) =>
  teste.request({
    method: 'PUT',
    url: '/api/perfil/foto',
    payload,
    headers: { 'content-type': tipo },
    as,
  });

const getFotoUrl = async (): Promise<string | null> =>
  (await teste.request({ url: '/api/perfil' })).json().fotoUrl;
const bytesOf = (picture: string) => Buffer.from(picture.split(',')[1] ?? '', 'base64');

/** A PNG whose header declares a huge size, with almost no data. */
function buildBomb(lado: number): Buffer {
  const buildChunk = (tipo: string, dados: Buffer) => {
    const corpo = Buffer.concat([Buffer.from(tipo), dados]);
    const tamanho = Buffer.alloc(4);
    tamanho.writeUInt32BE(dados.length);
    const soma = Buffer.alloc(4);
    soma.writeUInt32BE(crc32(corpo));
    return Buffer.concat([tamanho, corpo, soma]);
  };
  const cabeca = Buffer.alloc(13);
  cabeca.writeUInt32BE(lado, 0);
  cabeca.writeUInt32BE(lado, 4);
  cabeca.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    buildChunk('IHDR', cabeca),
    buildChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('PUT /api/perfil/foto', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('accepts a %s and re-encodes it', async (formato) => {
    const resposta = await sendFoto(
      await paintFoto().toFormat(formato).toBuffer(),
      `image/${formato}`,
    );
    expect(resposta.statusCode).toBe(200);
    const { picture } = resposta.json();
    expect(picture).toMatch(/^data:image\/webp;base64,/);
    expect(picture).toBe(await getFotoUrl());
    const { width, height, format } = await sharp(bytesOf(picture)).metadata();
    expect({ width, height, format }).toEqual({ width: 192, height: 192, format: 'webp' });
  });

  test('the next access token contains it', async () => {
    await sendFoto(await paintFoto().png().toBuffer());
    const entrada = await teste.request({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: 'marcia@unilavras.edu.br', password: 'cancela-azul-42' },
    });
    expect(entrada.json().user.picture).toBe(await getFotoUrl());
  });

  test("the camera's metadata is removed, and the picture is upright", async () => {
    const deitada = await sharp({
      create: { width: 300, height: 200, channels: 3, background: 'blue' },
    })
      .composite([
        {
          input: await sharp({
            create: { width: 300, height: 100, channels: 3, background: 'red' },
          })
            .png()
            .toBuffer(),
          gravity: 'north',
        },
      ])
      .withExif({
        IFD0: { Copyright: 'SEGREDO-DA-CAMERA' },
        IFD3: { GPSLatitude: '21/1 14/1 0/1' },
      })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    const original = await sharp(deitada).metadata();
    expect(original.orientation).toBe(3);
    const { picture } = (await sendFoto(deitada, 'image/jpeg')).json();
    const limpa = bytesOf(picture);
    const { exif, orientation, xmp, icc } = await sharp(limpa).metadata();
    expect({ exif, orientation, xmp, icc }).toEqual({});
    expect(limpa.toString('latin1')).not.toContain('SEGREDO');
    const { data } = await sharp(limpa)
      .extract({ left: 90, top: 5, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Turned by 180°: the red half was at the top, now it is below.
    expect((data[2] ?? 0) > (data[0] ?? 255)).toBe(true);
  });

  test('noise, which compresses badly, still fits', async () => {
    const ruido = await sharp({
      create: {
        width: 1_000,
        height: 1_000,
        channels: 3,
        background: 'gray',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    const resposta = await sendFoto(ruido, 'image/jpeg');
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json().picture.length).toBeLessThanOrEqual(24_000);
  });

  test('audited without the picture', async () => {
    await sendFoto(await paintFoto().png().toBuffer());
    const linha = await teste.db
      .selectFrom('auditoria')
      .leftJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
      .select(['acao', 'detalhe'])
      .orderBy('auditoria.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(linha).toEqual({ acao: 'trocar-foto', detalhe: null });
  });

  const NAO_E_FOTO = 'O arquivo não é uma foto em JPEG, PNG ou WebP.';
  const ESTRAGADA = 'A foto está danificada ou incompleta. Escolha outra.';
  const GRANDE = 'A foto tem dimensões grandes demais. Escolha uma menor.';
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['nothing', () => Buffer.alloc(0), NAO_E_FOTO],
    ['words', () => Buffer.from('<svg onload="alert(1)"/>'), NAO_E_FOTO],
    ['a GIF', () => paintFoto().gif().toBuffer(), NAO_E_FOTO],
    ['a TIFF', () => paintFoto().tiff().toBuffer(), NAO_E_FOTO],
    ['a WAVE file', () => Buffer.from('RIFF\x00\x00\x00\x00WAVEfmt '), NAO_E_FOTO],
    [
      'the beginning of a PNG',
      async () => (await paintFoto().png().toBuffer()).subarray(0, 60),
      ESTRAGADA,
    ],
    [
      'half a JPEG',
      async () => {
        const inteira = await paintFoto(900, 900).jpeg().toBuffer();
        return inteira.subarray(0, inteira.length / 2);
      },
      ESTRAGADA,
    ],
    ['a JPEG header alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), ESTRAGADA],
    ['a bomb', () => buildBomb(30_000), GRANDE],
    [
      'one that is decoded in memory as a whole',
      () => paintFoto(5_000, 4_000).png({ progressive: true }).toBuffer(),
      GRANDE,
    ],
    ['a bomb of 65,000', () => buildBomb(65_000), GRANDE],
    [
      'a moving picture',
      async () => {
        const paintQuadro = (background: string) =>
          sharp({ create: { width: 20, height: 20, channels: 3, background } })
            .png()
            .toBuffer();
        return sharp([await paintQuadro('red'), await paintQuadro('blue')], {
          join: { animated: true },
        })
          .webp()
          .toBuffer();
      },
      'Escolha uma foto parada, sem animação.',
    ],
  ])('400 for %s, and the previous picture stays', async (_nome, arquivo, frase) => {
    await sendFoto(await paintFoto().png().toBuffer());
    const antes = await getFotoUrl();
    const resposta = await sendFoto(await arquivo());
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([400, frase]);
    expect(await getFotoUrl()).toBe(antes);
  });

  test.each([
    ['image/gif', 415],
    ['image/svg+xml', 415],
    ['application/json', 415],
    ['multipart/form-data; boundary=x', 415],
  ])('%s is %i', async (tipo, estado) => {
    const resposta = await sendFoto(await paintFoto().png().toBuffer(), tipo);
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      estado,
      'Envie a foto em JPEG, PNG ou WebP.',
    ]);
  });

  test('413 above 5 MB, with and without a declared length', async () => {
    const grande = Buffer.alloc(5 * 1024 * 1024 + 1, 0xff);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const resposta = await teste.request({
        method: 'PUT',
        url: '/api/perfil/foto',
        payload: grande,
        headers: { 'content-type': 'image/png', ...headers },
      });
      expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
        413,
        'A foto deve ter no máximo 5 MB.',
      ]);
    }
  });

  test('without a session: 401', async () => {
    expect((await sendFoto(await paintFoto().png().toBuffer(), 'image/png', '')).statusCode).toBe(
      401,
    );
  });
});

test('DELETE /api/perfil/foto removes it, and a second time is no error', async () => {
  await sendFoto(await paintFoto().png().toBuffer());
  expect(await getFotoUrl()).not.toBeNull();
  for (let vez = 0; vez < 2; vez += 1) {
    const resposta = await teste.request({ method: 'DELETE', url: '/api/perfil/foto' });
    expect(resposta.statusCode).toBe(204);
    expect(await getFotoUrl()).toBeNull();
  }
});
