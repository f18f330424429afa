import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { normalizeLeitura } from '@unipark/contract/placa';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const agora = Date.now();
const at = (segundos: number) => new Date(agora + segundos * 1_000).toISOString();
const aparelho = { id: null, endereco: null, pedido: null };

function receive(leitura: Partial<Leitura> & { placaLida: string }) {
  const completa: Leitura = {
    dispositivo: 'disp',
    dialeto: 'axis',
    eventoId: null,
    camera: '1',
    placa: normalizeLeitura(leitura.placaLida),
    confianca: null,
    candidatas: [],
    instante: at(0),
    instanteDispositivo: null,
    sentido: null,
    veiculo: null,
    caixa: null,
    imagens: [],
    atrasada: false,
    fraca: false,
    atualiza: false,
    teste: false,
    bruto: null,
    ...leitura,
  };
  return inTransaction(teste.db, (trx) => passagens.receiveLeitura(trx, aparelho, completa));
}

const createVeiculo = (placa: string, status = 'ATIVO') =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload: { placa, status } });
const countRows = async (tabela: 'passagens' | 'leituras' | 'eventos' | 'auditoria') =>
  (await teste.db.selectFrom(tabela).select('id').execute()).length;
const getSemAlerta = async (id: string): Promise<string | null> =>
  (await teste.request({ url: `/api/passagens/${id}` })).json().sem_alerta;
const listCards = async (): Promise<UltimoVeiculo[]> =>
  (await teste.request({ method: 'GET', url: '/db/ultimosveiculos?limite=100' })).json();

describe('the same event', () => {
  it('refines its passage: the text with the highest confidence leads, is matched again, and is one stream event', async () => {
    await createVeiculo('ABC1D23');
    const primeira = await receive({ placaLida: 'A8C1D23', eventoId: 'e1', confianca: 0.6 });
    expect(primeira).toMatchObject({ nova: true, passagem: { nivel: 'provavel', versao: 1 } });
    expect(primeira.passagem.status).toBe('Não cadastrado');
    const segunda = await receive({
      placaLida: 'abc 1d23',
      eventoId: 'e1',
      confianca: 0.9,
      instante: at(2),
    });
    expect(segunda).toMatchObject({
      nova: false,
      passagem: { id: primeira.passagem.id, placa: 'ABC1D23', status: 'Ativo', nivel: 'exata' },
    });
    expect(segunda.passagem.versao).toBe(2);
    const pior = await receive({ placaLida: 'XBC1D23', eventoId: 'e1', confianca: 0.3 });
    expect(pior.passagem).toMatchObject({ placa: 'ABC1D23', versao: 2 });
    expect([await countRows('passagens'), await countRows('leituras')]).toEqual([1, 3]);
    expect(await countRows('eventos')).toBe(2);
  });

  it('adds the plate that was not read at first', async () => {
    const vazia = await receive({ placaLida: '', eventoId: 'e1' });
    expect(vazia).toMatchObject({ nova: true, passagem: { placa: '', nivel: 'nenhuma' } });
    const outra = await receive({ placaLida: '', eventoId: 'e2' });
    expect(outra.nova).toBe(true);
    const lida = await receive({ placaLida: 'ABC1D23', eventoId: 'e1' });
    expect(lida.passagem).toMatchObject({ id: vazia.passagem.id, placa: 'ABC1D23' });
  });

  it('with unrelated plates is several cars, at any delay: a constant id joins none', async () => {
    await createVeiculo('RIO2A18', 'PROIBIDO');
    const placas = ['ABC1D23', 'XYZ9K88', 'RIO2A18', 'GHI4567'];
    const recebidas = [];
    for (const [i, placaLida] of placas.entries()) {
      recebidas.push(await receive({ placaLida, eventoId: '7', confianca: 0.9, instante: at(i) }));
    }
    expect(recebidas.map(({ nova }) => nova)).toEqual(placas.map(() => true));
    expect(recebidas[2]?.passagem.alerta?.tipo).toBe('proibido');
    expect(avisos.at(-1)).toContain('another plate');
    const outra = await receive({ placaLida: 'GHI4567', eventoId: '7', instante: at(70) });
    expect(outra.nova).toBe(false);
  });

  it('with the same plate an hour later is another passage, but not when it is a repetition', async () => {
    await createVeiculo('RIO2A18', 'PROIBIDO');
    const antes = { placaLida: 'RIO2A18', eventoId: '7', instante: at(-3_600) };
    const cedo = { ...antes, instanteDispositivo: '08:00' };
    const { passagem } = await receive(cedo);
    const depois = await receive({ ...antes, instante: at(0), instanteDispositivo: '09:00' });
    expect(depois.nova).toBe(true);
    expect(await getSemAlerta(depois.passagem.id)).toContain('Sem alerta: mesmo alerta há');
    await receive({ ...antes, eventoId: '8', instanteDispositivo: '08:00' });
    const denovo = { ...antes, eventoId: '8', instante: at(0), instanteDispositivo: '08:00' };
    expect(await receive(denovo)).toMatchObject({ nova: false, passagem: { id: passagem.id } });
  });

  it('with two registered plates is two cars, also with similar plates', async () => {
    await createVeiculo('ABC1D23');
    await createVeiculo('ABC1D24', 'PROIBIDO');
    await receive({ placaLida: 'ABC1D23', eventoId: '7', confianca: 0.9 });
    const outra = await receive({ placaLida: 'ABC1D24', eventoId: '7', confianca: 0.5 });
    expect(outra).toMatchObject({ nova: true, passagem: { alerta: { tipo: 'proibido' } } });
  });

  it('that updates itself is the last word: it leads with any score', async () => {
    await createVeiculo('XYZ9K88', 'PROIBIDO');
    await receive({ placaLida: 'ABC1D23', eventoId: 'f', confianca: 0.93 });
    const fim = { placaLida: 'XYZ9K88', eventoId: 'f', confianca: 0.91, atualiza: true };
    const { nova, passagem } = await receive(fim);
    expect([nova, passagem.placa, passagem.alerta?.tipo]).toEqual([false, 'XYZ9K88', 'proibido']);
  });

  it('of two cars is updated at the car of its plate', async () => {
    await createVeiculo('ABC1D23', 'PROIBIDO');
    const lida = { eventoId: 'f', confianca: 0.9 };
    const outro = await receive({ ...lida, placaLida: 'XYZ9K88' });
    const proibido = await receive({ ...lida, placaLida: 'ABC1D23' });
    expect([proibido.nova, proibido.passagem.alerta?.tipo]).toEqual([true, 'proibido']);
    const depois = await receive({ ...lida, placaLida: 'XYZ9K88', atualiza: true });
    expect(depois).toMatchObject({ nova: false, passagem: { id: outro.passagem.id } });
    expect((await listCards()).map(({ placa }) => placa)).toEqual(['ABC1D23', 'XYZ9K88']);
  });

  it('with a PROIBIDO that does not lead stores it in the passage', async () => {
    await createVeiculo('ABC1D23', 'PROIBIDO');
    const { passagem } = await receive({ placaLida: 'ABX1D23', eventoId: 'e', confianca: 0.95 });
    const segunda = await receive({ placaLida: 'ABC1D23', eventoId: 'e', confianca: 0.6 });
    expect(segunda).toMatchObject({ nova: false, passagem: { placa: 'ABX1D23', alerta: null } });
    expect(await getSemAlerta(passagem.id)).toBe(
      'Sem alerta: outra leitura desta passagem, com mais confiança, tem outra placa.',
    );
  });

  it('sent again adds no row', async () => {
    const mesma = { placaLida: 'ABC1D23', eventoId: 'e1', confianca: 0.9, imagens: [] };
    await receive(mesma);
    const eventos = await countRows('eventos');
    expect((await receive(mesma)).nova).toBe(false);
    expect([await countRows('leituras'), await countRows('eventos')]).toEqual([1, eventos]);
  });
});

describe('a variant of the same passage', () => {
  it('refines it, and the higher sum of confidences leads', async () => {
    const { passagem } = await receive({ placaLida: 'RI02A18', confianca: 0.7 });
    const certa = await receive({ placaLida: 'RIO2A18', confianca: 0.8, instante: at(1) });
    expect(certa).toMatchObject({ nova: false, passagem: { id: passagem.id, placa: 'RIO2A18' } });
    const errada = await receive({ placaLida: 'RI02A18', confianca: 0.05, instante: at(2) });
    expect(errada.passagem).toMatchObject({ id: passagem.id, placa: 'RIO2A18' });
    const lidas = await teste.db.selectFrom('leituras').select('placa_lida').execute();
    expect(lidas.map(({ placa_lida }) => placa_lida)).toEqual(['RI02A18', 'RIO2A18', 'RI02A18']);
  });

  it.each([
    ['ten seconds later', { instante: at(11) }],
    ['at another camera', { camera: '2' }],
    ['going the other way', { sentido: 'saida' as const }],
    ['as an event of its own', { eventoId: 'e9' }],
    ['with another letter', { placaLida: 'RIX2A18' }],
  ])('is another car %s', async (_, diferenca) => {
    await receive({ placaLida: 'RI02A18', sentido: 'entrada' });
    expect((await receive({ placaLida: 'RIO2A18', ...diferenca })).nova).toBe(true);
  });

  it('is another car when both are registered', async () => {
    await createVeiculo('DOG1A23');
    await createVeiculo('DQG1A23', 'PROIBIDO');
    await receive({ placaLida: 'DOG1A23' });
    expect(await receive({ placaLida: 'DQG1A23' })).toMatchObject({
      nova: true,
      passagem: { status: 'Proibido' },
    });
  });
});

it('in, out and in again within half a minute are three passages; the first, sent again, is none', async () => {
  const read = (sentido: 'entrada' | 'saida', segundos: number) =>
    receive({ placaLida: 'ABC1D23', sentido, instante: at(segundos) });
  const entrada = await read('entrada', 0);
  expect((await read('saida', 5)).nova).toBe(true);
  expect(await read('entrada', 0)).toMatchObject({ nova: false, passagem: entrada.passagem });
  const denovo = await read('entrada', 10);
  expect(denovo.nova).toBe(true);
  expect(await read('entrada', 12)).toMatchObject({ nova: false, passagem: denovo.passagem });
});

it('a later picture is added to the passage, once', async () => {
  const { passagem } = await receive({ placaLida: 'ABC1D23' });
  expect(passagem.imagem).toBeNull();
  const imagens = [{ papel: 'cena' as const, jpeg: JPEG }];
  const depois = await receive({ placaLida: 'ABC1D23', imagens, instante: at(3) });
  expect(depois.passagem).toMatchObject({ id: passagem.id, versao: 2 });
  expect(depois.passagem.imagem).toMatch(/^\d+$/);
  const outra = await receive({ placaLida: 'ABC1D23', imagens, instante: at(4) });
  expect(outra.passagem).toMatchObject({ versao: 2, imagem: depois.passagem.imagem });
  expect((await listCards())[0]?.imagem).toBe(depois.passagem.imagem);
});

it('a late reading is only history: no card, no event, no alarm', async () => {
  await createVeiculo('ABC1D23', 'PROIBIDO');
  const antes = await countRows('eventos');
  const { passagem, nova } = await receive({ placaLida: 'ABC1D23', atrasada: true });
  expect([nova, passagem.alerta]).toEqual([true, null]);
  expect(await listCards()).toEqual([]);
  expect(await countRows('eventos')).toBe(antes);
  const url = `/api/passagens/${passagem.id}`;
  expect((await teste.request({ method: 'GET', url })).json()).toMatchObject({ atrasada: true });
});

describe('a PROIBIDO without an alarm stores the reason', () => {
  beforeEach(() => createVeiculo('ABC1D23', 'PROIBIDO'));

  it.each([
    ['late', { atrasada: true, instante: at(-3 * 3_600) }, 'leitura atrasada 3 h'],
    ['a test', { teste: true }, 'leitura de teste'],
    ['not sure', { fraca: true, confianca: 0.41 }, 'confiança 0,41 abaixo do mínimo'],
  ])('%s', async (_, extras, dito) => {
    const { passagem } = await receive({ placaLida: 'ABC1D23', ...extras });
    expect(passagem.alerta).toBeNull();
    expect(await getSemAlerta(passagem.id)).toBe(`Sem alerta: ${dito}.`);
  });

  it('the same alarm a moment ago', async () => {
    await receive({ placaLida: 'ABC1D23', camera: '1' });
    const { passagem } = await receive({ placaLida: 'ABC1D23', camera: '2' });
    expect(await getSemAlerta(passagem.id)).toBe('Sem alerta: mesmo alerta há 0 s.');
  });

  it('an alarm of a clock that was ahead silences none', async () => {
    const { passagem } = await receive({ placaLida: 'ABC1D23', camera: '1' });
    const amanha = at(86_400);
    await teste.db
      .updateTable('passagens')
      .set({ alertado_em: amanha, recebido_em: amanha, ultima_leitura_em: amanha })
      .where('id', '=', Number(passagem.id))
      .execute();
    const outra = await receive({ placaLida: 'ABC1D23', camera: '2' });
    expect(outra.passagem.alerta?.tipo).toBe('proibido');
  });

  it.each([
    ['late', { atrasada: true, instante: at(-3_600) }],
    ['not sure', { fraca: true, confianca: 0.41 }],
  ])(
    'until a better reading of what was %s comes: then it is shown and raised',
    async (_, pior) => {
      const { passagem } = await receive({ placaLida: 'ABC1D23', eventoId: 'e', ...pior });
      expect(await listCards()).toEqual([]);
      const melhor = await receive({ placaLida: 'ABC1D23', eventoId: 'e', confianca: 0.9 });
      expect(melhor).toMatchObject({ nova: false, passagem: { id: passagem.id } });
      expect(await listCards()).toMatchObject([{ id: passagem.id, alerta: { tipo: 'proibido' } }]);
      expect(await getSemAlerta(passagem.id)).toBeNull();
    },
  );

  it.each([
    ['weakly', { fraca: true, confianca: 0.6 }],
    ['late', { atrasada: true, instante: at(-3_600) }],
  ])(
    'until a sure reading of the same plate, read %s before in a listed passage',
    async (_, pior) => {
      const evento = { eventoId: 'e', dispositivo: 'd', confianca: 0.8 };
      const { passagem } = await receive({ placaLida: 'ABX1D23', ...evento });
      await receive({ placaLida: 'ABC1D23', ...evento, atualiza: true, ...pior });
      expect(await listCards()).toMatchObject([{ placa: 'ABC1D23', alerta: null }]);
      await receive({ placaLida: 'ABC1D23', ...evento, atualiza: true, confianca: 0.92 });
      expect(await listCards()).toMatchObject([{ id: passagem.id, alerta: { tipo: 'proibido' } }]);
      expect(await getSemAlerta(passagem.id)).toBeNull();
    },
  );

  it('a better reading with another plate raises no alarm of the weak one, not even for a moment', async () => {
    await receive({ placaLida: 'ABC1D23', eventoId: 'e', fraca: true, confianca: 0.41 });
    await receive({ placaLida: 'ABX1D23', eventoId: 'e', confianca: 0.95 });
    expect(await listCards()).toMatchObject([{ placa: 'ABX1D23', alerta: null }]);
    const eventos = await teste.db.selectFrom('eventos').select(['tipo', 'dados']).execute();
    expect(eventos.map(({ tipo }) => tipo)).toEqual(['passagem']);
    expect(JSON.parse(eventos[0]?.dados ?? '{}')).toMatchObject({ placa: 'ABX1D23', alerta: null });
  });

  it('no more after it is no longer PROIBIDO', async () => {
    const { passagem } = await receive({ placaLida: 'ABC1D23', teste: true });
    expect(await getSemAlerta(passagem.id)).not.toBeNull();
    const payload = { status: 'ATIVO' };
    await teste.request({ method: 'PUT', url: '/db/veiculos/ABC1D23', payload });
    expect(await getSemAlerta(passagem.id)).toBeNull();
  });
});

it("a person's correction stays, after any later reading", async () => {
  const { passagem } = await receive({ placaLida: 'ABX1D23' });
  await teste.request({
    method: 'PATCH',
    url: `/api/passagens/${passagem.id}`,
    payload: { placa: 'ABC1D23' },
  });
  const depois = await receive({ placaLida: 'ABX1D23', instante: at(5) });
  expect(depois).toMatchObject({ nova: false, passagem: { id: passagem.id, placa: 'ABC1D23' } });
});

it('fifty at once are one passage, and a device writes no audit row', async () => {
  // As devices do: what did not get its turn in time is sent again.
  const auditadas = await countRows('auditoria');
  const recebidas = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      vi.waitFor(() => receive({ placaLida: 'ABC1D23', confianca: i / 100 }), { timeout: 60_000 }),
    ),
  );
  expect(recebidas.filter(({ nova }) => nova)).toHaveLength(1);
  expect([await countRows('passagens'), await countRows('leituras')]).toEqual([1, 50]);
  expect(await countRows('auditoria')).toBe(auditadas);
});
