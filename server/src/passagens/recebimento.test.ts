import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { normalizarLeitura } from '@unipark/contract/placa';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { inTransaction } from '../platform/db/banco.ts';
import { EventLog } from '../platform/events.ts';
import type { Leitura } from './leitura.ts';
import { type PassagensService, passagensService } from './service.ts';

let teste: TestApp;
let passagens: PassagensService;
const avisos: string[] = [];
beforeAll(async () => {
  teste = await buildTestApp();
  const eventos = new EventLog(teste.db, teste.app.log);
  await eventos.start();
  const log = { warn: (_: object, texto: string) => avisos.push(texto) };
  passagens = passagensService({ db: teste.db, eventos, log: log as never });
});
afterAll(() => teste.close());
beforeEach(async () => {
  for (const tabela of ['imagens', 'leituras', 'passagens', 'veiculos', 'eventos'] as const) {
    await teste.db.deleteFrom(tabela).execute();
  }
});

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const agora = Date.now();
const em = (segundos: number) => new Date(agora + segundos * 1_000).toISOString();
const aparelho = { id: null, endereco: null, pedido: null };

function receber(leitura: Partial<Leitura> & { placaLida: string }) {
  const completa: Leitura = {
    dispositivo: 'disp',
    dialeto: 'axis',
    eventoId: null,
    camera: '1',
    placa: normalizarLeitura(leitura.placaLida),
    confianca: null,
    candidatas: [],
    instante: em(0),
    instanteDispositivo: null,
    sentido: null,
    veiculo: null,
    caixa: null,
    imagens: [],
    atrasada: false,
    teste: false,
    bruto: null,
    ...leitura,
  };
  return inTransaction(teste.db, (trx) => passagens.receber(trx, aparelho, completa));
}

const cadastrar = (placa: string, status = 'ATIVO') =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload: { placa, status } });
const contar = async (tabela: 'passagens' | 'leituras' | 'eventos' | 'auditoria') =>
  (await teste.db.selectFrom(tabela).select('id').execute()).length;
const vivos = async (): Promise<UltimoVeiculo[]> =>
  (await teste.request({ method: 'GET', url: '/db/ultimosveiculos?limite=100' })).json();

describe('the same event', () => {
  it('refines its passage: the surest text leads, matched anew, and is told once', async () => {
    await cadastrar('ABC1D23');
    const primeira = await receber({ placaLida: 'A8C1D23', eventoId: 'e1', confianca: 0.6 });
    expect(primeira).toMatchObject({ nova: true, passagem: { nivel: 'provavel', versao: 1 } });
    expect(primeira.passagem.status).toBe('Não cadastrado');
    const segunda = await receber({
      placaLida: 'abc 1d23',
      eventoId: 'e1',
      confianca: 0.9,
      instante: em(2),
    });
    expect(segunda).toMatchObject({
      nova: false,
      passagem: { id: primeira.passagem.id, placa: 'ABC1D23', status: 'Ativo', nivel: 'exata' },
    });
    expect(segunda.passagem.versao).toBe(2);
    const pior = await receber({ placaLida: 'XBC1D23', eventoId: 'e1', confianca: 0.3 });
    expect(pior.passagem).toMatchObject({ placa: 'ABC1D23', versao: 2 });
    expect([await contar('passagens'), await contar('leituras')]).toEqual([1, 3]);
    expect(await contar('eventos')).toBe(2);
  });

  it('brings the plate that was not read at first', async () => {
    const vazia = await receber({ placaLida: '', eventoId: 'e1' });
    expect(vazia).toMatchObject({ nova: true, passagem: { placa: '', nivel: 'nenhuma' } });
    const outra = await receber({ placaLida: '', eventoId: 'e2' });
    expect(outra.nova).toBe(true);
    const lida = await receber({ placaLida: 'ABC1D23', eventoId: 'e1' });
    expect(lida.passagem).toMatchObject({ id: vazia.passagem.id, placa: 'ABC1D23' });
  });

  it('is another when its id comes again for an unrelated plate a minute later', async () => {
    await receber({ placaLida: 'ABC1D23', eventoId: '7', instante: em(-90) });
    expect((await receber({ placaLida: 'XYZ9K88', eventoId: '7', instante: em(0) })).nova).toBe(
      true,
    );
    expect(avisos.at(-1)).toContain('another plate');
    expect((await receber({ placaLida: 'XYZ9K88', eventoId: '7', instante: em(70) })).nova).toBe(
      false,
    );
  });

  it('sent again adds no row', async () => {
    const mesma = { placaLida: 'ABC1D23', eventoId: 'e1', confianca: 0.9, imagens: [] };
    await receber(mesma);
    const eventos = await contar('eventos');
    expect((await receber(mesma)).nova).toBe(false);
    expect([await contar('leituras'), await contar('eventos')]).toEqual([1, eventos]);
  });
});

describe('a variant of the same pass', () => {
  it('refines it, and the higher sum of confidences leads', async () => {
    const { passagem } = await receber({ placaLida: 'RI02A18', confianca: 0.7 });
    const certa = await receber({ placaLida: 'RIO2A18', confianca: 0.8, instante: em(1) });
    expect(certa).toMatchObject({ nova: false, passagem: { id: passagem.id, placa: 'RIO2A18' } });
    const errada = await receber({ placaLida: 'RI02A18', confianca: 0.05, instante: em(2) });
    expect(errada.passagem).toMatchObject({ id: passagem.id, placa: 'RIO2A18' });
    const lidas = await teste.db.selectFrom('leituras').select('placa_lida').execute();
    expect(lidas.map(({ placa_lida }) => placa_lida)).toEqual(['RI02A18', 'RIO2A18', 'RI02A18']);
  });

  it.each([
    ['ten seconds later', { instante: em(11) }],
    ['at another camera', { camera: '2' }],
    ['going the other way', { sentido: 'saida' as const }],
    ['as an event of its own', { eventoId: 'e9' }],
    ['with another letter', { placaLida: 'RIX2A18' }],
  ])('is another car %s', async (_, diferenca) => {
    await receber({ placaLida: 'RI02A18', sentido: 'entrada' });
    expect((await receber({ placaLida: 'RIO2A18', ...diferenca })).nova).toBe(true);
  });

  it('is another car when the register knows both', async () => {
    await cadastrar('DOG1A23');
    await cadastrar('DQG1A23', 'PROIBIDO');
    await receber({ placaLida: 'DOG1A23' });
    expect(await receber({ placaLida: 'DQG1A23' })).toMatchObject({
      nova: true,
      passagem: { status: 'Proibido' },
    });
  });
});

it('a picture that comes later enriches the passage, once', async () => {
  const { passagem } = await receber({ placaLida: 'ABC1D23' });
  expect(passagem.imagem).toBeNull();
  const imagens = [{ papel: 'cena' as const, jpeg: JPEG }];
  const depois = await receber({ placaLida: 'ABC1D23', imagens, instante: em(3) });
  expect(depois.passagem).toMatchObject({ id: passagem.id, versao: 2 });
  expect(depois.passagem.imagem).toMatch(/^\d+$/);
  const outra = await receber({ placaLida: 'ABC1D23', imagens, instante: em(4) });
  expect(outra.passagem).toMatchObject({ versao: 2, imagem: depois.passagem.imagem });
  expect((await vivos())[0]?.imagem).toBe(depois.passagem.imagem);
});

it('a late reading is history only: no card, no event, no alarm', async () => {
  await cadastrar('ABC1D23', 'PROIBIDO');
  const antes = await contar('eventos');
  const { passagem, nova } = await receber({ placaLida: 'ABC1D23', atrasada: true });
  expect([nova, passagem.alerta]).toEqual([true, null]);
  expect(await vivos()).toEqual([]);
  expect(await contar('eventos')).toBe(antes);
  const url = `/api/passagens/${passagem.id}`;
  expect((await teste.request({ method: 'GET', url })).json()).toMatchObject({ atrasada: true });
});

it('what a person put right stays right, whatever the camera reads next', async () => {
  const { passagem } = await receber({ placaLida: 'ABX1D23' });
  await teste.request({
    method: 'PATCH',
    url: `/api/passagens/${passagem.id}`,
    payload: { placa: 'ABC1D23' },
  });
  const depois = await receber({ placaLida: 'ABX1D23', instante: em(5) });
  expect(depois).toMatchObject({ nova: false, passagem: { id: passagem.id, placa: 'ABC1D23' } });
});

it('fifty at once are one passage, and a device writes no audit row', async () => {
  const auditadas = await contar('auditoria');
  const recebidas = await Promise.all(
    Array.from({ length: 50 }, (_, i) => receber({ placaLida: 'ABC1D23', confianca: i / 100 })),
  );
  expect(recebidas.filter(({ nova }) => nova)).toHaveLength(1);
  expect([await contar('passagens'), await contar('leituras')]).toEqual([1, 50]);
  expect(await contar('auditoria')).toBe(auditadas);
});
