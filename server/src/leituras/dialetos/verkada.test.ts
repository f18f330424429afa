import { expect, it, test } from 'vitest';
import { changeExemplo, EXEMPLOS } from '../../../test/dialetos/exemplos/exemplos.ts';
import { CONTEXTO, readFalha, readLeituras } from '../../../test/dialetos/provas.ts';
import { verkada } from './verkada.ts';

const CAMERA = '38718198-0000-4000-8000-60f1a8de30ac';

it('reads a plate with the more exact of its times', () => {
  const [lida] = readLeituras(verkada, EXEMPLOS.verkada[0]![1]);
  expect(lida).toMatchObject({
    eventoId: `${CAMERA}|1795173601879`,
    camera: CAMERA,
    placa: 'SSA7F89',
    confianca: 0.9630414285714286,
    instanteDispositivo: '1795173601879',
    enderecosImagem: [
      { papel: 'placa', url: 'https://imagens.example.com/lpr/1.jpg?assinatura=x' },
    ],
    imagens: [],
  });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:20:01.879Z');
  expect(lida.caixa).toEqual({
    x: 0.53,
    y: 0.31,
    l: expect.closeTo(0.03, 9),
    a: expect.closeTo(0.03, 9),
  });
});

it('reads the older kind, in seconds and without an id', () => {
  const [lida] = readLeituras(verkada, EXEMPLOS.verkada[1]![1]);
  expect(lida).toMatchObject({ eventoId: null, caixa: null, enderecosImagem: [] });
  expect(lida.instante?.toISOString()).toBe('2026-11-20T11:20:00.000Z');
});

test.each([
  ['crop', [0.34, 0.31, 0.53, 0.56], 'caixa', null],
  ['crop', [31, 34, 53, 56], 'caixa', null],
  ['crop', [0.1, 0.2], 'caixa', null],
  ['image_url', 'IMAGE_URL', 'enderecosImagem', []],
  ['image_url', 'file:///etc/passwd', 'enderecosImagem', []],
  ['confidence', '0.5', 'confianca', 0.5],
  ['confidence', 96, 'confianca', null],
  ['license_plate_number', '', 'placa', ''],
  ['license_plate_number', null, 'placa', ''],
])('%s %j: %s is %j', (nome, valor, campo, esperado) => {
  const [lida] = readLeituras(verkada, changeExemplo('verkada', { [`data.${nome}`]: valor }));
  expect(lida).toMatchObject({ [campo]: esperado });
});

it('ignores other webhooks, and refuses one without data', () => {
  expect(
    verkada.read(changeExemplo('verkada', { webhook_type: 'notification' }), CONTEXTO).tipo,
  ).toBe('ignorar');
  expect(readLeituras(verkada, changeExemplo('verkada', { webhook_type: 'LPR' }))).toHaveLength(1);
  expect(readFalha(verkada, changeExemplo('verkada', { data: null })).campos).toEqual({
    data: 'Ausente.',
  });
});
