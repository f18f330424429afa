import { MOTIVOS_CAMERA, NOMES_MOTIVO } from '@unipark/contract/camera';
import { expect, test } from 'vitest';
import { ApiError } from '../lib/errors.ts';
import { avisoDe, type EstadoServidor, estaParada, situacaoDe } from './situacao.ts';

const AGORA = Date.parse('2026-11-20T17:40:00Z');
const DESDE = '2026-11-20T17:32:00Z';
const servidor = (campos: Partial<EstadoServidor>): EstadoServidor => ({
  estado: 'ao_vivo',
  motivo: null,
  desde: DESDE,
  ...campos,
});

test.each([
  ['the camera is being opened', { estado: 'conectando' }, AGORA, { fase: 'conectando' }],
  ['frames sent, none seen yet', {}, null, { fase: 'conectando' }],
  ['a picture just now', {}, AGORA - 66, { fase: 'ao_vivo' }],
  ['a picture almost three seconds ago', {}, AGORA - 2_999, { fase: 'ao_vivo' }],
  ['none for three', {}, AGORA - 3_000, { fase: 'congelado', desde: AGORA - 3_000 }],
  [
    'away, whatever was seen',
    { estado: 'offline', motivo: 'stalled' },
    AGORA,
    { fase: 'offline', aviso: MOTIVOS_CAMERA.stalled, desde: Date.parse(DESDE) },
  ],
  [
    'away without a reason',
    { estado: 'offline' },
    null,
    { fase: 'offline', aviso: 'A câmera está sem imagem.', desde: Date.parse(DESDE) },
  ],
] as const)('%s', (_name, campos, ultimoQuadro, situacao) => {
  expect(situacaoDe(servidor(campos), ultimoQuadro, AGORA)).toEqual(situacao);
});

test('only what the operator must change is not watched', () => {
  expect(NOMES_MOTIVO.filter((motivo) => estaParada(servidor({ motivo })))).toEqual([
    'disabled',
    'not_configured',
  ]);
});

const erro = (status: number, codigo = `http-${status}`, mensagem = 'Erro inesperado.') =>
  new ApiError({ status, codigo, mensagem });

test.each([
  ['nobody answers', erro(0, 'sem-conexao'), 'Sem conexão com o servidor.'],
  ['too many videos', erro(429), MOTIVOS_CAMERA.server_busy],
  ['a reason by its name', erro(503, 'ffmpeg_missing'), MOTIVOS_CAMERA.ffmpeg_missing],
  [
    'a sentence of its own',
    erro(503, 'parando', 'O servidor está parando.'),
    'O servidor está parando.',
  ],
  ['a camera taken away', erro(404), MOTIVOS_CAMERA.not_configured],
  ['a fault nobody foresaw', erro(500), 'A câmera está sem imagem.'],
  ['a fault of the page', new Error('x'), 'A câmera está sem imagem.'],
])('%s', (_name, error, aviso) => {
  expect(avisoDe(error)).toBe(aviso);
});
