import { type Camera, MOTIVOS_CAMERA } from '@unipark/contract/camera';
import { expect, test } from 'vitest';
import { ApiError } from '../lib/wire/errors.ts';
import { countOnAir, describeCameras, listLugares } from './lugares.ts';

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
const buildApiError = (status: number) =>
  new ApiError({ status, codigo: 'x', mensagem: 'Erro inesperado.' });

test('there are four places for every cameras file', () => {
  const cameras = [buildCamera('7'), buildCamera('3', { nome: 'Pátio' }), buildCamera('1')];
  const lugares = listLugares({ cameras, erro: null }, { 3: { fase: 'ao_vivo' } });
  expect(lugares.map(({ id, nome, situacao }) => [id, nome, situacao])).toEqual([
    ['1', 'Câmera 1', { fase: 'conectando' }],
    ['2', 'Câmera 2', null],
    ['3', 'Pátio', { fase: 'ao_vivo' }],
    ['4', 'Câmera 4', null],
  ]);
  expect(lugares.map(({ camera }) => camera?.id)).toEqual(['1', undefined, '3', undefined]);
  expect(countOnAir(lugares)).toBe(1);
});

test("for a played camera the player's state replaces the server's", () => {
  const cameras = [buildCamera('1', { estado: 'offline', motivo: 'stalled' })];
  const [lugar] = listLugares({ cameras, erro: null }, { 1: { fase: 'ao_vivo' } });
  expect(lugar?.situacao).toEqual({ fase: 'ao_vivo' });
});

test('a camera switched off is not played and says so', () => {
  const cameras = [buildCamera('1', { estado: 'offline', motivo: 'disabled' })];
  const [lugar] = listLugares({ cameras, erro: null }, { 1: { fase: 'ao_vivo' } });
  expect(lugar).toEqual({
    id: '1',
    nome: 'Câmera 1',
    situacao: { fase: 'offline', aviso: MOTIVOS_CAMERA.disabled, desde: Date.parse(DESDE) },
    parada: true,
  });
});

test.each([
  ['loading', null, { fase: 'conectando' }],
  ['no answer', buildApiError(0), { fase: 'offline', aviso: 'Sem conexão com o servidor.' }],
  [
    'refused',
    buildApiError(500),
    { fase: 'offline', aviso: 'Não foi possível carregar as câmeras.' },
  ],
])('no list yet: %s', (_name, error, situacao) => {
  const lugares = listLugares({ cameras: undefined, erro: error }, {});
  expect(lugares.map((lugar) => lugar.situacao)).toEqual(Array(4).fill(situacao));
});

test('a list that cannot be renewed stays in use', () => {
  const [lugar] = listLugares({ cameras: [buildCamera('1')], erro: buildApiError(0) }, {});
  expect(lugar?.camera?.id).toBe('1');
});

test('faults and their end are announced, but not the first connection or a retry', () => {
  const cameras = ['1', '2', '3'].map((id) => buildCamera(id));
  const describeVistas = (vistas: Parameters<typeof listLugares>[1], antes = '') =>
    describeCameras(listLugares({ cameras, erro: null }, vistas), antes);
  const vivas = { 1: { fase: 'ao_vivo' }, 2: { fase: 'ao_vivo' }, 3: { fase: 'ao_vivo' } } as const;
  const sem3 = { ...vivas, 3: { fase: 'offline', aviso: 'x' } } as const;
  expect(describeVistas({})).toBe('');
  expect(describeVistas(vivas)).toBe('');
  expect(describeVistas(sem3)).toBe('Sem imagem: Câmera 3.');
  expect(describeVistas({ ...sem3, 1: { fase: 'congelado', desde: 0 } })).toBe(
    'Sem imagem: Câmera 1 e Câmera 3.',
  );
  expect(describeVistas({ ...vivas, 3: { fase: 'conectando' } }, 'Sem imagem: Câmera 3.')).toBe(
    'Sem imagem: Câmera 3.',
  );
  expect(describeVistas(vivas, 'Sem imagem: Câmera 3.')).toBe('Todas as câmeras voltaram.');
});
