import type { ItemHistorico, Passagem, UltimoVeiculo, Veredito } from '@unipark/contract/passagem';
import { Veiculo } from '@unipark/contract/veiculo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

const PLACA = 'ABC1C34';
const MOTIVO = 'Furou a cancela em 12/05';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  for (const tabela of ['leituras', 'passagens', 'veiculos', 'eventos'] as const) {
    await teste.db.deleteFrom(tabela).execute();
  }
  await criar({ placa: PLACA, status: 'ATIVO' });
});

const ler = (url: string) => teste.request({ method: 'GET', url });
const criar = (payload: object) => teste.request({ method: 'POST', url: '/db/veiculos', payload });
const editar = (payload: object, headers = {}) =>
  teste.request({ method: 'PUT', url: `/db/veiculos/${PLACA}`, payload, headers });
const proibir = (motivo: string | null = MOTIVO) => editar({ status: 'PROIBIDO', motivo });
const motivo = async (placa = PLACA): Promise<string | null> =>
  (await ler(`/api/veiculos/${placa}/ficha`)).json().motivo;

describe('the reason of a PROIBIDO', () => {
  it('is kept beside the record, which stays as it travels', async () => {
    expect(await motivo()).toBeNull();
    const resposta = await proibir(`  ${MOTIVO} `);
    expect(resposta.headers.etag).toBe('"2"');
    expect(Object.keys(resposta.json()).sort()).toEqual(Object.keys(Veiculo.shape).sort());
    expect(await motivo()).toBe(MOTIVO);
    for (const url of [`/db/veiculos/${PLACA}`, '/db/veiculos', `/db/veiculos/busca?q=${PLACA}`]) {
      expect((await ler(url)).body).not.toContain('Furou');
    }
  });

  it.each([
    ['absent, it stays', { cor: 'Azul' }, MOTIVO],
    ['null clears it', { motivo: null }, null],
    ['blank clears it', { motivo: '  ' }, null],
    ['another takes its place', { motivo: 'Outro' }, 'Outro'],
    ['the status said again keeps it', { status: 'proibido' }, MOTIVO],
    ['ATIVO takes it away', { status: 'ATIVO' }, null],
    ['ATIVO takes it away, whatever is said', { status: 'ATIVO', motivo: 'x' }, null],
    ['a status of one’s own takes it away', { status: 'Proibido por hoje' }, null],
    ['no status is INDEFINIDO: it takes it away', { status: null }, null],
  ])('%s', async (_nome, edicao, esperado) => {
    await proibir();
    expect((await editar(edicao)).statusCode).toBe(200);
    expect(await motivo()).toBe(esperado);
  });

  it('does not come back with the status', async () => {
    await proibir();
    await editar({ status: 'ATIVO' });
    await editar({ status: 'PROIBIDO' });
    expect(await motivo()).toBeNull();
  });

  it('is nothing to a car that is not kept out', async () => {
    await editar({ motivo: MOTIVO });
    expect(await motivo()).toBeNull();
  });

  it.each([
    [{ status: 'PROIBIDO', motivo: 'x'.repeat(201) }, 'motivo'],
    [{ status: 'PROIBIDO', motivo: 'a\u0000b' }, 'motivo'],
    [{ status: 'PROIBIDO', motivo: { a: 1 } }, 'motivo'],
  ])('is refused as %j', async (edicao, campo) => {
    const resposta = await editar(edicao);
    expect([resposta.statusCode, Object.keys(resposta.json().campos)]).toEqual([400, [campo]]);
    expect((await ler(`/db/veiculos/${PLACA}`)).json()).toMatchObject({
      status: 'ATIVO',
      versao: 1,
    });
  });

  it('holds 200 characters', async () => {
    await proibir('ã'.repeat(200));
    expect(await motivo()).toBe('ã'.repeat(200));
  });

  it('is no part of a registration', async () => {
    const resposta = await criar({ placa: 'XYZ1A23', status: 'PROIBIDO', motivo: MOTIVO });
    expect([resposta.statusCode, resposta.json().campos]).toEqual([
      400,
      { motivo: 'Campo desconhecido.' },
    ]);
  });

  it('is not written over a version that is no longer', async () => {
    await proibir();
    const velha = await editar({ motivo: 'Outro' }, { 'if-match': '"1"' });
    expect([velha.statusCode, velha.json().atual.versao]).toEqual([412, 2]);
    expect(await motivo()).toBe(MOTIVO);
  });

  it('goes with the car to its other plate, there and back', async () => {
    await proibir();
    const converter = (placa: string, padrao: string) =>
      teste.request({ method: 'POST', url: `/api/veiculos/${placa}/padrao`, payload: { padrao } });
    await converter(PLACA, 'antiga');
    expect(await motivo('ABC1234')).toBe(MOTIVO);
    await converter('ABC1234', 'mercosul');
    expect(await motivo()).toBe(MOTIVO);
  });

  it('is in the audit row and in the story, before and after', async () => {
    const ultimo = () =>
      teste.db
        .selectFrom('auditoria')
        .select('motivo')
        .where('entidade', '=', 'veiculo')
        .orderBy('id', 'desc')
        .executeTakeFirst();
    const mudou = async () => {
      const [item] = (await ler(`/api/veiculos/${PLACA}/historico`)).json<ItemHistorico[]>();
      return item?.tipo === 'alteracao' ? item.campos : undefined;
    };
    await proibir();
    expect(await ultimo()).toEqual({ motivo: MOTIVO });
    expect(await mudou()).toEqual([
      { campo: 'status', antes: 'ATIVO', depois: 'PROIBIDO' },
      { campo: 'motivo', antes: null, depois: MOTIVO },
    ]);
    await editar({ cor: 'Azul' });
    expect(await ultimo()).toEqual({ motivo: MOTIVO });
    expect(await mudou()).toEqual([{ campo: 'cor', antes: null, depois: 'Azul' }]);
    await editar({ status: 'ATIVO' });
    expect(await ultimo()).toEqual({ motivo: null });
    expect(await mudou()).toEqual([
      { campo: 'status', antes: 'PROIBIDO', depois: 'ATIVO' },
      { campo: 'motivo', antes: MOTIVO, depois: null },
    ]);
  });
});

describe('the reason at the gate', () => {
  const veredito = async (placa: string) =>
    (await ler(`/api/veredito/${placa}`)).json<Veredito>().veiculo?.motivo;
  const passar = (placa: string) =>
    teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload: { placa } });
  const evento = async (): Promise<UltimoVeiculo> => {
    const { dados } = await teste.db
      .selectFrom('eventos')
      .select('dados')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return JSON.parse(dados);
  };

  it('is told with the verdict, of either plate', async () => {
    expect(await veredito(PLACA)).toBeNull();
    await proibir();
    expect(await veredito(PLACA)).toBe(MOTIVO);
    expect(await veredito('ABC1234')).toBe(MOTIVO);
    // What only looks like it may be somebody else's car.
    expect(await veredito('A8C1C34')).toBeUndefined();
  });

  it('is told with the card, the alarm, the event and the passage, as the register says now', async () => {
    await proibir();
    const cartao = (await passar('ABC1234')).json<UltimoVeiculo>();
    const everywhere = async () => [
      (await ler('/db/ultimosveiculos')).json<UltimoVeiculo[]>()[0]?.motivo,
      (await ler(`/db/ultimosveiculos/busca?q=${PLACA}`)).json()[0]?.value.motivo,
      (await evento()).motivo,
      (await ler(`/api/passagens/${cartao.id}`)).json<Passagem>().motivo,
    ];
    const alarme = async () => (await ler('/api/alertas')).json<UltimoVeiculo[]>()[0]?.motivo;
    expect(cartao.motivo).toBe(MOTIVO);
    expect([...(await everywhere()), await alarme()]).toEqual(Array(5).fill(MOTIVO));
    await editar({ motivo: 'Outro' });
    expect([...(await everywhere()), await alarme()]).toEqual(Array(5).fill('Outro'));
    await editar({ status: 'ATIVO' });
    expect(await everywhere()).toEqual(Array(4).fill(null));
    expect(await alarme()).toBeUndefined();
  });

  it('is not told of a plate that nobody registered, or only like it', async () => {
    await proibir();
    for (const placa of ['XYZ9K99', 'A8C1C34']) {
      expect((await passar(placa)).json()).toMatchObject({
        status: 'Não cadastrado',
        motivo: null,
      });
    }
  });

  it('is not told to the device that read the plate', async () => {
    await proibir();
    const payload = { nome: 'Entrada', dialeto: 'unipark', camera: '1' };
    const { token } = (
      await teste.request({ method: 'POST', url: '/api/dispositivos', payload })
    ).json();
    const resposta = await teste.request({
      method: 'POST',
      url: '/api/leituras/unipark',
      payload: { placa: PLACA },
      as: token,
    });
    expect([resposta.statusCode, resposta.json().status]).toEqual([201, 'Proibido']);
    expect(resposta.body).not.toContain('Furou');
  });
});
