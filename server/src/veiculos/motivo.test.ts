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
  await createVeiculo({ placa: PLACA, status: 'ATIVO' });
});

const get = (url: string) => teste.request({ method: 'GET', url });
const createVeiculo = (payload: object) =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload });
const updateVeiculo = (payload: object, headers = {}) =>
  teste.request({ method: 'PUT', url: `/db/veiculos/${PLACA}`, payload, headers });
const findLastAto = () =>
  teste.db
    .selectFrom('auditoria')
    .select('motivo')
    .where('entidade', '=', 'veiculo')
    .orderBy('id', 'desc')
    .executeTakeFirst();
const forbid = (motivo: string | null = MOTIVO) => updateVeiculo({ status: 'PROIBIDO', motivo });
const getMotivo = async (placa = PLACA): Promise<string | null> =>
  (await get(`/api/veiculos/${placa}/ficha`)).json().motivo;

describe('the reason of a PROIBIDO', () => {
  it('is stored beside the record, whose wire form does not change', async () => {
    expect(await getMotivo()).toBeNull();
    const resposta = await forbid(`  ${MOTIVO} `);
    expect(resposta.headers.etag).toBe('"2"');
    expect(Object.keys(resposta.json()).sort()).toEqual(Object.keys(Veiculo.shape).sort());
    expect(await getMotivo()).toBe(MOTIVO);
    for (const url of [`/db/veiculos/${PLACA}`, '/db/veiculos', `/db/veiculos/busca?q=${PLACA}`]) {
      expect((await get(url)).body).not.toContain('Furou');
    }
  });

  it.each([
    ['absent, it stays', { cor: 'Azul' }, MOTIVO],
    ['null clears it', { motivo: null }, null],
    ['blank clears it', { motivo: '  ' }, null],
    ['another replaces it', { motivo: 'Outro' }, 'Outro'],
    ['the same status keeps it', { status: 'proibido' }, MOTIVO],
    ['ATIVO removes it', { status: 'ATIVO' }, null],
    ['ATIVO removes it, also with a reason in the edit', { status: 'ATIVO', motivo: 'x' }, null],
    ['a free-text status removes it', { status: 'Proibido por hoje' }, null],
    ['no status is INDEFINIDO, which removes it', { status: null }, null],
  ])('%s', async (_nome, edicao, esperado) => {
    await forbid();
    expect((await updateVeiculo(edicao)).statusCode).toBe(200);
    expect(await getMotivo()).toBe(esperado);
  });

  it('does not come back with the status', async () => {
    await forbid();
    await updateVeiculo({ status: 'ATIVO' });
    await updateVeiculo({ status: 'PROIBIDO' });
    expect(await getMotivo()).toBeNull();
  });

  it('does not apply to a car that is not PROIBIDO', async () => {
    await updateVeiculo({ motivo: MOTIVO });
    expect(await getMotivo()).toBeNull();
  });

  it.each([
    [{ status: 'PROIBIDO', motivo: 'x'.repeat(201) }, 'motivo'],
    [{ status: 'PROIBIDO', motivo: 'a\u0000b' }, 'motivo'],
    [{ status: 'PROIBIDO', motivo: { a: 1 } }, 'motivo'],
  ])('is refused as %j', async (edicao, campo) => {
    const resposta = await updateVeiculo(edicao);
    expect([resposta.statusCode, Object.keys(resposta.json().campos)]).toEqual([400, [campo]]);
    expect((await get(`/db/veiculos/${PLACA}`)).json()).toMatchObject({
      status: 'ATIVO',
      versao: 1,
    });
  });

  it('has at most 200 characters', async () => {
    await forbid('ã'.repeat(200));
    expect(await getMotivo()).toBe('ã'.repeat(200));
  });

  it.each([
    ['PROIBIDO stores it', { status: 'PROIBIDO', motivo: ` ${MOTIVO} ` }, MOTIVO],
    ['so does another spelling of it', { status: 'proíbido', motivo: MOTIVO }, MOTIVO],
    ['a blank one is none', { status: 'PROIBIDO', motivo: ' ' }, null],
    ['PROIBIDO without one has none', { status: 'PROIBIDO' }, null],
    ['ATIVO has none', { status: 'ATIVO', motivo: MOTIVO }, null],
    ['no status is INDEFINIDO, which has none', { motivo: MOTIVO }, null],
  ])('in a registration: %s', async (_nome, campos, esperado) => {
    const resposta = await createVeiculo({ placa: 'XYZ1A23', ...campos });
    expect(resposta.statusCode).toBe(201);
    expect(Object.keys(resposta.json()).sort()).toEqual(Object.keys(Veiculo.shape).sort());
    expect(await getMotivo('XYZ1A23')).toBe(esperado);
    const ato = await findLastAto();
    expect(ato).toEqual({ motivo: esperado });
    const [item] = (await get('/api/veiculos/XYZ1A23/historico')).json<ItemHistorico[]>();
    const mudou = item?.tipo === 'alteracao' && item.campos.filter((c) => c.campo === 'motivo');
    expect(mudou).toEqual(
      esperado === null ? [] : [{ campo: 'motivo', antes: null, depois: esperado }],
    );
  });

  it('in a registration has at most 200 characters', async () => {
    const novo = { placa: 'XYZ1A23', status: 'PROIBIDO', motivo: 'x'.repeat(201) };
    const resposta = await createVeiculo(novo);
    expect([resposta.statusCode, Object.keys(resposta.json().campos)]).toEqual([400, ['motivo']]);
    expect((await get('/db/veiculos/XYZ1A23')).statusCode).toBe(404);
  });

  it('is not written over a newer version', async () => {
    await forbid();
    const velha = await updateVeiculo({ motivo: 'Outro' }, { 'if-match': '"1"' });
    expect([velha.statusCode, velha.json().atual.versao]).toEqual([412, 2]);
    expect(await getMotivo()).toBe(MOTIVO);
  });

  it('moves with the car to its other plate, and back', async () => {
    await forbid();
    const convert = (placa: string, padrao: string) =>
      teste.request({ method: 'POST', url: `/api/veiculos/${placa}/padrao`, payload: { padrao } });
    await convert(PLACA, 'antiga');
    expect(await getMotivo('ABC1234')).toBe(MOTIVO);
    await convert('ABC1234', 'mercosul');
    expect(await getMotivo()).toBe(MOTIVO);
  });

  it('is in the audit row and in the history, before and after', async () => {
    const getCampos = async () => {
      const [item] = (await get(`/api/veiculos/${PLACA}/historico`)).json<ItemHistorico[]>();
      return item?.tipo === 'alteracao' ? item.campos : undefined;
    };
    await forbid();
    expect(await findLastAto()).toEqual({ motivo: MOTIVO });
    expect(await getCampos()).toEqual([
      { campo: 'status', antes: 'ATIVO', depois: 'PROIBIDO' },
      { campo: 'motivo', antes: null, depois: MOTIVO },
    ]);
    await updateVeiculo({ cor: 'Azul' });
    expect(await findLastAto()).toEqual({ motivo: MOTIVO });
    expect(await getCampos()).toEqual([{ campo: 'cor', antes: null, depois: 'Azul' }]);
    await updateVeiculo({ status: 'ATIVO' });
    expect(await findLastAto()).toEqual({ motivo: null });
    expect(await getCampos()).toEqual([
      { campo: 'status', antes: 'PROIBIDO', depois: 'ATIVO' },
      { campo: 'motivo', antes: MOTIVO, depois: null },
    ]);
  });
});

describe('the reason at the gate', () => {
  const getVeredito = async (placa: string) =>
    (await get(`/api/veredito/${placa}`)).json<Veredito>().veiculo?.motivo;
  const createPassagem = (placa: string) =>
    teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload: { placa } });
  const getLastEvento = async (): Promise<UltimoVeiculo> => {
    const { dados } = await teste.db
      .selectFrom('eventos')
      .select('dados')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return JSON.parse(dados);
  };

  it('is shown with the verdict, of either plate', async () => {
    expect(await getVeredito(PLACA)).toBeNull();
    await forbid();
    expect(await getVeredito(PLACA)).toBe(MOTIVO);
    expect(await getVeredito('ABC1234')).toBe(MOTIVO);
    // A car with a similar plate may belong to another person.
    expect(await getVeredito('A8C1C34')).toBeUndefined();
  });

  it('is shown with the card, the alarm, the event and the passage, as in the register now', async () => {
    await forbid();
    const cartao = (await createPassagem('ABC1234')).json<UltimoVeiculo>();
    const everywhere = async () => [
      (await get('/db/ultimosveiculos')).json<UltimoVeiculo[]>()[0]?.motivo,
      (await get(`/db/ultimosveiculos/busca?q=${PLACA}`)).json()[0]?.value.motivo,
      (await getLastEvento()).motivo,
      (await get(`/api/passagens/${cartao.id}`)).json<Passagem>().motivo,
    ];
    const getAlarmMotivo = async () =>
      (await get('/api/alertas')).json<UltimoVeiculo[]>()[0]?.motivo;
    expect(cartao.motivo).toBe(MOTIVO);
    expect([...(await everywhere()), await getAlarmMotivo()]).toEqual(Array(5).fill(MOTIVO));
    await updateVeiculo({ motivo: 'Outro' });
    expect([...(await everywhere()), await getAlarmMotivo()]).toEqual(Array(5).fill('Outro'));
    await updateVeiculo({ status: 'ATIVO' });
    expect(await everywhere()).toEqual(Array(4).fill(null));
    expect(await getAlarmMotivo()).toBeUndefined();
  });

  it('is not shown for an unregistered plate, nor for a similar one', async () => {
    await forbid();
    for (const placa of ['XYZ9K99', 'A8C1C34']) {
      expect((await createPassagem(placa)).json()).toMatchObject({
        status: 'Não cadastrado',
        motivo: null,
      });
    }
  });

  it('is not sent to the device that read the plate', async () => {
    await forbid();
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
