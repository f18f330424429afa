import { expect, test } from 'vitest';
import type { CameraView } from './situacao.ts';
import {
  formatDetalhe,
  formatEspera,
  formatSinal,
  type PictureMeasure,
  type PictureMode,
} from './textos.ts';

/** 14:40 in São Paulo. */
const AGORA = Date.parse('2026-11-20T17:40:00Z');
const OFFLINE: CameraView = { fase: 'offline', aviso: 'Sem resposta da câmera na rede.' };

test.each<[CameraView, PictureMode, string]>([
  [{ fase: 'conectando' }, 'video', 'Conectando'],
  [{ fase: 'ao_vivo' }, 'video', 'Ao vivo'],
  [{ fase: 'ao_vivo' }, 'hls', 'Ao vivo'],
  [{ fase: 'ao_vivo' }, 'fotos', 'Imagem a cada 1 s'],
  [{ fase: 'congelado', desde: AGORA }, 'video', 'Congelada'],
  [OFFLINE, 'fotos', 'Sem sinal'],
])('text beside the name: %o by %s', (situacao, modo, texto) => {
  expect(formatSinal(situacao, modo)).toBe(texto);
});

test.each<[string, PictureMode, CameraView, PictureMeasure, string]>([
  ['no picture yet', 'video', { fase: 'conectando' }, { quadro: null }, 'Vídeo'],
  ['just now', 'video', { fase: 'ao_vivo' }, { quadro: AGORA - 60 }, 'Vídeo · há 0 s'],
  [
    'a clock that went back',
    'video',
    { fase: 'ao_vivo' },
    { quadro: AGORA + 900 },
    'Vídeo · há 0 s',
  ],
  ['late', 'hls', { fase: 'ao_vivo' }, { quadro: AGORA, atraso: 6.2 }, 'HLS · 6 s de atraso'],
  ['a still picture', 'imagem', { fase: 'ao_vivo' }, { quadro: AGORA - 2_000 }, 'Imagem · há 2 s'],
  ['a page of another site', 'embed', { fase: 'ao_vivo' }, { quadro: null }, 'Externa'],
  [
    'frozen',
    'video',
    { fase: 'congelado', desde: AGORA - 4_000 },
    { quadro: AGORA - 4_000 },
    'Imagem congelada há 4 s',
  ],
  ['away', 'video', OFFLINE, { quadro: AGORA - 540_000 }, 'Vídeo · última imagem às 14:31'],
])('text on hover: %s', (_name, modo, situacao, medida, texto) => {
  expect(formatDetalhe(modo, situacao, medida, AGORA)).toBe(texto);
});

test('the start of the fault and the next try, where known', () => {
  expect(formatEspera({ desde: AGORA - 480_000, proxima: AGORA + 7_400 }, AGORA)).toEqual({
    desde: 'desde 14:32',
    proxima: 'nova tentativa em 8 s',
  });
  expect(formatEspera({}, AGORA)).toEqual({ desde: null, proxima: null });
  // A try is under way.
  expect(formatEspera({ proxima: AGORA - 10 }, AGORA).proxima).toBeNull();
});
