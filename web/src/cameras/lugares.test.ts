import { type Camera, MOTIVOS_CAMERA } from '@unipark/contract/camera';
import { expect, test } from 'vitest';
import { ApiError } from '../lib/errors.ts';
import { lugaresDe, noAr } from './lugares.ts';
import { textoDasCameras } from './useAnuncioCameras.ts';

const DESDE = '2026-11-20T17:32:00Z';
const buildCamera = (id: string, campos: Partial<Camera> = {}): Camera => ({
  id,
  nome: `Câmera ${id}`,
  tipo: 'rtsp',
  modo: 'video',
  estado: 'conectando',
  motivo: null,
  desde: DESDE,
  codec: null,
  largura: null,
  altura: null,
  ...campos,
});
const erro = (status: number) =>
  new ApiError({ status, codigo: 'x', mensagem: 'Erro inesperado.' });

test('four places, whatever the file holds', () => {
  const cameras = [buildCamera('7'), buildCamera('3', { nome: 'Pátio' }), buildCamera('1')];
  const lugares = lugaresDe({ cameras, erro: null }, { 3: { fase: 'ao_vivo' } });
  expect(lugares.map(({ id, nome, situacao }) => [id, nome, situacao])).toEqual([
    ['1', 'Câmera 1', { fase: 'conectando' }],
    ['2', 'Câmera 2', null],
    ['3', 'Pátio', { fase: 'ao_vivo' }],
    ['4', 'Câmera 4', null],
  ]);
  expect(lugares.map(({ camera }) => camera?.id)).toEqual(['1', undefined, '3', undefined]);
  expect(noAr(lugares)).toBe(1);
});

test('the server’s word of a camera that is played gives way to what is seen', () => {
  const cameras = [buildCamera('1', { estado: 'offline', motivo: 'stalled' })];
  const [lugar] = lugaresDe({ cameras, erro: null }, { 1: { fase: 'ao_vivo' } });
  expect(lugar?.situacao).toEqual({ fase: 'ao_vivo' });
});

test('a camera switched off is not played, and says so', () => {
  const cameras = [buildCamera('1', { estado: 'offline', motivo: 'disabled' })];
  const [lugar] = lugaresDe({ cameras, erro: null }, { 1: { fase: 'ao_vivo' } });
  expect(lugar).toEqual({
    id: '1',
    nome: 'Câmera 1',
    situacao: { fase: 'offline', aviso: MOTIVOS_CAMERA.disabled, desde: Date.parse(DESDE) },
    parada: true,
  });
});

test.each([
  ['on its way', null, { fase: 'conectando' }],
  ['nobody answers', erro(0), { fase: 'offline', aviso: 'Sem conexão com o servidor.' }],
  ['refused', erro(500), { fase: 'offline', aviso: 'Não foi possível carregar as câmeras.' }],
])('no list yet: %s', (_name, error, situacao) => {
  const lugares = lugaresDe({ cameras: undefined, erro: error }, {});
  expect(lugares.map((lugar) => lugar.situacao)).toEqual(Array(4).fill(situacao));
});

test('a list that cannot be renewed is still the list', () => {
  const [lugar] = lugaresDe({ cameras: [buildCamera('1')], erro: erro(0) }, {});
  expect(lugar?.camera?.id).toBe('1');
});

test('troubles are spoken, and their end; not the beginning, not the way back', () => {
  const cameras = ['1', '2', '3'].map((id) => buildCamera(id));
  const falar = (vistas: Parameters<typeof lugaresDe>[1], antes = '') =>
    textoDasCameras(lugaresDe({ cameras, erro: null }, vistas), antes);
  const vivas = { 1: { fase: 'ao_vivo' }, 2: { fase: 'ao_vivo' }, 3: { fase: 'ao_vivo' } } as const;
  const sem3 = { ...vivas, 3: { fase: 'offline', aviso: 'x' } } as const;
  expect(falar({})).toBe('');
  expect(falar(vivas)).toBe('');
  expect(falar(sem3)).toBe('Sem imagem: Câmera 3.');
  expect(falar({ ...sem3, 1: { fase: 'congelado', desde: 0 } })).toBe(
    'Sem imagem: Câmera 1 e Câmera 3.',
  );
  expect(falar({ ...vivas, 3: { fase: 'conectando' } }, 'Sem imagem: Câmera 3.')).toBe(
    'Sem imagem: Câmera 3.',
  );
  expect(falar(vivas, 'Sem imagem: Câmera 3.')).toBe('Todas as câmeras voltaram.');
});
