import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const foto = (largura = 400, altura = 300) =>
  sharp({
    create: { width: largura, height: altura, channels: 3, background: { r: 200, g: 30, b: 30 } },
  });

const enviar = (payload: Buffer | string, tipo = 'image/png', as = teste.token) =>
  teste.request({
    method: 'PUT',
    url: '/api/perfil/foto',
    payload,
    headers: { 'content-type': tipo },
    as,
  });

const guardada = async (): Promise<string | null> =>
  (await teste.request({ url: '/api/perfil' })).json().fotoUrl;
const bytesOf = (picture: string) => Buffer.from(picture.split(',')[1] ?? '', 'base64');

/** A PNG that says it is enormous and holds next to nothing. */
function bomba(lado: number): Buffer {
  const parte = (tipo: string, dados: Buffer) => {
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
    parte('IHDR', cabeca),
    parte('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    parte('IEND', Buffer.alloc(0)),
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
  test.each(['png', 'jpeg', 'webp'] as const)('takes a %s and draws it anew', async (formato) => {
    const resposta = await enviar(await foto().toFormat(formato).toBuffer(), `image/${formato}`);
    expect(resposta.statusCode).toBe(200);
    const { picture } = resposta.json();
    expect(picture).toMatch(/^data:image\/webp;base64,/);
    expect(picture).toBe(await guardada());
    const { width, height, format } = await sharp(bytesOf(picture)).metadata();
    expect({ width, height, format }).toEqual({ width: 192, height: 192, format: 'webp' });
  });

  test('the next access token carries it', async () => {
    await enviar(await foto().png().toBuffer());
    const entrada = await teste.request({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: 'marcia@unilavras.edu.br', password: 'cancela-azul-42' },
    });
    expect(entrada.json().user.picture).toBe(await guardada());
  });

  test('what the camera wrote into it does not come along, and it stands upright', async () => {
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
    const { picture } = (await enviar(deitada, 'image/jpeg')).json();
    const limpa = bytesOf(picture);
    const { exif, orientation, xmp, icc } = await sharp(limpa).metadata();
    expect({ exif, orientation, xmp, icc }).toEqual({});
    expect(limpa.toString('latin1')).not.toContain('SEGREDO');
    const { data } = await sharp(limpa)
      .extract({ left: 90, top: 5, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Turned by half: the red half that came on top lies below now.
    expect((data[2] ?? 0) > (data[0] ?? 255)).toBe(true);
  });

  test('noise, which packs badly, still fits', async () => {
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
    const resposta = await enviar(ruido, 'image/jpeg');
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json().picture.length).toBeLessThanOrEqual(24_000);
  });

  test('audited without the picture', async () => {
    await enviar(await foto().png().toBuffer());
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
    ['a GIF', () => foto().gif().toBuffer(), NAO_E_FOTO],
    ['a TIFF', () => foto().tiff().toBuffer(), NAO_E_FOTO],
    ['a WAVE file', () => Buffer.from('RIFF\x00\x00\x00\x00WAVEfmt '), NAO_E_FOTO],
    [
      'the beginning of a PNG',
      async () => (await foto().png().toBuffer()).subarray(0, 60),
      ESTRAGADA,
    ],
    [
      'half a JPEG',
      async () => {
        const inteira = await foto(900, 900).jpeg().toBuffer();
        return inteira.subarray(0, inteira.length / 2);
      },
      ESTRAGADA,
    ],
    ['a JPEG header alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), ESTRAGADA],
    ['a bomb', () => bomba(30_000), GRANDE],
    [
      'one that is held in memory whole',
      () => foto(5_000, 4_000).png({ progressive: true }).toBuffer(),
      GRANDE,
    ],
    ['a bomb of 65,000', () => bomba(65_000), GRANDE],
    [
      'a moving picture',
      async () => {
        const quadro = (background: string) =>
          sharp({ create: { width: 20, height: 20, channels: 3, background } })
            .png()
            .toBuffer();
        return sharp([await quadro('red'), await quadro('blue')], { join: { animated: true } })
          .webp()
          .toBuffer();
      },
      'Escolha uma foto parada, sem animação.',
    ],
  ])('400 for %s, and the picture before stays', async (_nome, arquivo, frase) => {
    await enviar(await foto().png().toBuffer());
    const antes = await guardada();
    const resposta = await enviar(await arquivo());
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([400, frase]);
    expect(await guardada()).toBe(antes);
  });

  test.each([
    ['image/gif', 415],
    ['image/svg+xml', 415],
    ['application/json', 415],
    ['multipart/form-data; boundary=x', 415],
  ])('%s is %i', async (tipo, estado) => {
    const resposta = await enviar(await foto().png().toBuffer(), tipo);
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      estado,
      'Envie a foto em JPEG, PNG ou WebP.',
    ]);
  });

  test('413 beyond 5 MB, with or without its length said', async () => {
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

  test('nobody signed in: 401', async () => {
    expect((await enviar(await foto().png().toBuffer(), 'image/png', '')).statusCode).toBe(401);
  });
});

test('DELETE /api/perfil/foto takes it away, and again is no fault', async () => {
  await enviar(await foto().png().toBuffer());
  expect(await guardada()).not.toBeNull();
  for (let vez = 0; vez < 2; vez += 1) {
    const resposta = await teste.request({ method: 'DELETE', url: '/api/perfil/foto' });
    expect(resposta.statusCode).toBe(204);
    expect(await guardada()).toBeNull();
  }
});
