import { MOTIVOS_CAMERA, NOMES_MOTIVO } from '@unipark/contract/camera';
import { expect, test } from 'vitest';
import { ApiError } from '../lib/wire/errors.ts';
import { describeFalha, type EstadoServidor, getSituacao, isParada } from './situacao.ts';

const AGORA = Date.parse('2026-11-20T17:40:00Z');
const DESDE = '2026-11-20T17:32:00Z';
const buildServidor = (campos: Partial<EstadoServidor>): EstadoServidor => ({
  estado: 'ao_vivo',
  motivo: null,
  desde: DESDE,
  ...campos,
});

test.each([
  ['the camera is being opened', { estado: 'conectando' }, AGORA, { fase: 'conectando' }],
  ['frames sent, no picture yet', {}, null, { fase: 'conectando' }],
  ['a picture just now', {}, AGORA - 66, { fase: 'ao_vivo' }],
  ['a picture almost three seconds ago', {}, AGORA - 2_999, { fase: 'ao_vivo' }],
  ['no picture for three seconds', {}, AGORA - 3_000, { fase: 'congelado', desde: AGORA - 3_000 }],
  [
    'offline, after any picture',
    { estado: 'offline', motivo: 'stalled' },
    AGORA,
    { fase: 'offline', aviso: MOTIVOS_CAMERA.stalled, desde: Date.parse(DESDE) },
  ],
  [
    'offline without a reason',
    { estado: 'offline' },
    null,
    { fase: 'offline', aviso: 'A câmera está sem imagem.', desde: Date.parse(DESDE) },
  ],
] as const)('%s', (_name, campos, ultimoQuadro, situacao) => {
  expect(getSituacao(buildServidor(campos), ultimoQuadro, AGORA)).toEqual(situacao);
});

test('only cameras that the operator must change are not watched', () => {
  expect(NOMES_MOTIVO.filter((motivo) => isParada(buildServidor({ motivo })))).toEqual([
    'disabled',
    'not_configured',
    'file_refused',
  ]);
});

const buildApiError = (status: number, codigo = `http-${status}`, mensagem = 'Erro inesperado.') =>
  new ApiError({ status, codigo, mensagem });

test.each([
  ['no answer', buildApiError(0, 'sem-conexao'), 'Sem conexão com o servidor.'],
  ['too many videos', buildApiError(429), MOTIVOS_CAMERA.server_busy],
  ['a reason by its name', buildApiError(503, 'ffmpeg_missing'), MOTIVOS_CAMERA.ffmpeg_missing],
  [
    'a sentence of its own',
    buildApiError(503, 'parando', 'O servidor está parando.'),
    'O servidor está parando.',
  ],
  ['a removed camera', buildApiError(404), MOTIVOS_CAMERA.not_configured],
  ['an unexpected fault', buildApiError(500), 'A câmera está sem imagem.'],
  ['a fault of the page', new Error('x'), 'A câmera está sem imagem.'],
])('%s', (_name, error, aviso) => {
  expect(describeFalha(error)).toBe(aviso);
});
