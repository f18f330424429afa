import { expect, test } from 'vitest';
import { describeMotivo, NOMES_MOTIVO, TIPOS_CAMERA } from './camera.ts';

const DE_RTSP = /RTSP|canal|substream/;
/** A stream's reasons: the server opens no video stream, and chooses no transport, for these. */
const SEM_TRANSMISSAO = ['transport_unsupported', 'ffmpeg_missing', 'server_busy'];

test.each(TIPOS_CAMERA.filter((tipo) => tipo !== 'rtsp' && tipo !== 'demo'))(
  'a camera of kind %s is not told about RTSP, channels and substreams',
  (tipo) => {
    const frases = NOMES_MOTIVO.filter((motivo) => !SEM_TRANSMISSAO.includes(motivo)).map(
      (motivo) => describeMotivo(motivo, tipo),
    );
    expect(frases.filter((frase) => DE_RTSP.test(frase))).toEqual([]);
  },
);

test('an RTSP camera keeps its own sentences, which also stand for an unknown kind', () => {
  for (const motivo of ['refused', 'not_found', 'codec_unsupported'] as const) {
    expect(describeMotivo(motivo, 'rtsp')).toMatch(DE_RTSP);
    expect(describeMotivo(motivo)).toBe(describeMotivo(motivo, 'rtsp'));
  }
});

test('a camera of single pictures is told about pictures, not about a transmission', () => {
  expect(describeMotivo('codec_unsupported', 'snapshot')).toBe(
    'O endereço não envia uma imagem JPEG. Confira o endereço.',
  );
  for (const motivo of ['refused', 'not_found', 'codec_unsupported', 'closed'] as const) {
    expect(describeMotivo(motivo, 'snapshot')).not.toMatch(/transmissão|vídeo/i);
  }
});
