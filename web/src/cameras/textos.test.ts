import { expect, test } from 'vitest';
import type { Situacao } from './situacao.ts';
import { detalheDe, esperaEmTexto, type Medida, type Modo, sinalDe } from './textos.ts';

/** 14:40 in São Paulo. */
const AGORA = Date.parse('2026-11-20T17:40:00Z');
const OFFLINE: Situacao = { fase: 'offline', aviso: 'Sem resposta da câmera na rede.' };

test.each<[Situacao, Modo, string]>([
  [{ fase: 'conectando' }, 'video', 'Conectando'],
  [{ fase: 'ao_vivo' }, 'video', 'Ao vivo'],
  [{ fase: 'ao_vivo' }, 'hls', 'Ao vivo'],
  [{ fase: 'ao_vivo' }, 'fotos', 'Imagem a cada 1 s'],
  [{ fase: 'congelado', desde: AGORA }, 'video', 'Congelada'],
  [OFFLINE, 'fotos', 'Sem sinal'],
])('beside the name: %o by %s', (situacao, modo, texto) => {
  expect(sinalDe(situacao, modo)).toBe(texto);
});

test.each<[string, Modo, Situacao, Medida, string]>([
  ['nothing seen yet', 'video', { fase: 'conectando' }, { quadro: null }, 'Vídeo'],
  ['just now', 'video', { fase: 'ao_vivo' }, { quadro: AGORA - 60 }, 'Vídeo · há 0 s'],
  [
    'a clock that went back',
    'video',
    { fase: 'ao_vivo' },
    { quadro: AGORA + 900 },
    'Vídeo · há 0 s',
  ],
  ['late', 'hls', { fase: 'ao_vivo' }, { quadro: AGORA, atraso: 6.2 }, 'HLS · 6 s de atraso'],
  ['a still', 'imagem', { fase: 'ao_vivo' }, { quadro: AGORA - 2_000 }, 'Imagem · há 2 s'],
  ['somebody else’s page', 'embed', { fase: 'ao_vivo' }, { quadro: null }, 'Externa'],
  [
    'frozen',
    'video',
    { fase: 'congelado', desde: AGORA - 4_000 },
    { quadro: AGORA - 4_000 },
    'Imagem congelada há 4 s',
  ],
  ['away', 'video', OFFLINE, { quadro: AGORA - 540_000 }, 'Vídeo · última imagem às 14:31'],
])('on hover, %s', (_name, modo, situacao, medida, texto) => {
  expect(detalheDe(modo, situacao, medida, AGORA)).toBe(texto);
});

test('since when, and when next, as far as it is known', () => {
  expect(esperaEmTexto({ desde: AGORA - 480_000, proxima: AGORA + 7_400 }, AGORA)).toEqual({
    desde: 'desde 14:32',
    proxima: 'nova tentativa em 8 s',
  });
  expect(esperaEmTexto({}, AGORA)).toEqual({ desde: null, proxima: null });
  // Being tried just now.
  expect(esperaEmTexto({ proxima: AGORA - 10 }, AGORA).proxima).toBeNull();
});
