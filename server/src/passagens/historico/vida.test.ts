import type { ItemHistorico, UltimoVeiculo } from '@unipark/contract/passagem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';

let teste: TestApp;
let outraPessoa: string;
beforeAll(async () => {
  teste = await buildTestApp();
  const resposta = await teste.request({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { ...CONTA, name: 'João Porteiro', email: 'joao@unilavras.edu.br' },
    as: null,
  });
  outraPessoa = resposta.json<{ token: string }>().token;
});
afterAll(() => teste.close());

const get = (url: string) => teste.request({ method: 'GET', url });
const createVeiculo = (payload: object) =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload });
const updateVeiculo = (placa: string, payload: object, as = teste.token) =>
  teste.request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload, as });
const removeVeiculo = (placa: string) =>
  teste.request({ method: 'DELETE', url: `/db/veiculos/${placa}` });
const createPassagem = async (placa: string, camera: string) =>
  (
    await teste.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload: { placa, camera },
    })
  ).json<UltimoVeiculo>();
const convert = (placa: string, padrao: string) =>
  teste.request({ method: 'POST', url: `/api/veiculos/${placa}/padrao`, payload: { padrao } });
const getHistorico = async (placa: string): Promise<ItemHistorico[]> =>
  (await get(`/api/veiculos/${placa}/historico`)).json();

/** All pages, one after the other. */
async function walkPages(placa: string, limite: number): Promise<ItemHistorico[]> {
  const itens: ItemHistorico[] = [];
  let proxima: string | undefined = `/api/veiculos/${placa}/historico?limite=${limite}`;
  while (proxima) {
    const resposta = await get(proxima);
    const lidos = resposta.json<ItemHistorico[]>();
    expect(lidos.length).toBeLessThanOrEqual(limite);
    itens.push(...lidos);
    proxima = /<([^>]+)>; rel="next"/.exec(String(resposta.headers.link ?? ''))?.[1];
  }
  return itens;
}

const summarize = (itens: ItemHistorico[]): string[] =>
  itens.map((item) =>
    item.tipo === 'passagem'
      ? `passagem ${item.passagem.placa}`
      : [
          item.acao,
          ...(item.placa ? [`em ${item.placa}`] : []),
          `por ${item.quem}`,
          ...item.campos
            .filter(() => item.acao !== 'criar')
            .map(({ campo, antes, depois }) => `${campo} ${antes}→${depois}`),
        ].join(' '),
  );

describe('a history across a change of format', () => {
  const [eu, outra] = [CONTA.name, 'João Porteiro'];
  beforeAll(async () => {
    await createVeiculo({ placa: 'ABC1234', modelo: 'UNO' });
    await createPassagem('ABC1234', '1');
    await updateVeiculo('ABC1234', { cor: 'Azul' });
    await updateVeiculo('ABC1234', { status: 'ATIVO' }, outraPessoa);
    await createPassagem('ABC1C34', '2');
    await updateVeiculo('ABC1234', { cidade: 'Lavras', estado: 'MG' });
    // Another car, which is not part of this history.
    await createVeiculo({ placa: 'ABC1B34' });
  });
  const ANTES = [
    `editar por ${eu} cidade null→Lavras estado null→MG`,
    'passagem ABC1C34',
    `editar por ${outra} status INDEFINIDO→ATIVO`,
    `editar por ${eu} cor null→Azul`,
    'passagem ABC1234',
    `criar por ${eu}`,
  ];
  const asGemea = (linhas: string[], placa: string) =>
    linhas.map((linha) => linha.replace(/ por /, ` em ${placa} por `));

  it('contains all acts and all passages, under either plate, with author and time', async () => {
    const antes = await getHistorico('ABC1234');
    expect(summarize(antes)).toEqual(ANTES);
    // The unregistered plate is the same car: its history names the record's plate.
    expect(summarize(await getHistorico('ABC1C34'))).toEqual(asGemea(ANTES, 'ABC1234'));

    await convert('ABC1234', 'mercosul');
    await updateVeiculo('ABC1C34', { ano: '2012' }, outraPessoa);
    await createPassagem('ABC1C34', '3');
    const depois = ['passagem ABC1C34', `editar por ${outra} ano null→2012`];
    const troca = `converter por ${eu} placa ABC1234→ABC1C34`;
    const nova = await getHistorico('ABC1C34');
    expect(summarize(nova)).toEqual([...depois, ...asGemea([troca, ...ANTES], 'ABC1234')]);
    const velha = await getHistorico('ABC1234');
    expect(summarize(velha)).toEqual([...asGemea(depois, 'ABC1C34'), troca, ...ANTES]);
    const timesOf = (itens: ItemHistorico[]) => itens.map((item) => item.quando);
    expect(timesOf(nova)).toEqual(timesOf(velha));
    expect(timesOf(nova).slice(3)).toEqual(timesOf(antes));
  });

  it.each([1, 2, 3, 200])('is paged by %i without a gap or a repetition', async (limite) => {
    for (const placa of ['ABC1234', 'ABC1C34']) {
      const inteira = await getHistorico(placa);
      expect(inteira).toHaveLength(9);
      expect(await walkPages(placa, limite)).toEqual(inteira);
      const { headers } = await get(`/api/veiculos/${placa}/historico?limite=1`);
      expect(headers['x-total-count']).toBe('9');
    }
  });

  it('distinguishes two records of one car, and their removals', async () => {
    await createVeiculo({ placa: 'ABC1234', cor: 'Prata' });
    await removeVeiculo('ABC1234');
    expect(summarize((await getHistorico('ABC1C34')).slice(0, 2))).toEqual([
      expect.stringMatching(`^excluir em ABC1234 por ${eu}`),
      `criar em ABC1234 por ${eu}`,
    ]);
    expect((await get('/db/veiculos/ABC1C34')).statusCode).toBe(200);
  });

  it('names the owners of the register', async () => {
    const createDono = (matricula: string, nome: string) =>
      teste.request({ method: 'POST', url: '/db/proprietarios', payload: { matricula, nome } });
    await createDono('0042', 'Inês Conceição');
    await createDono('7', 'Beatriz Helena');
    const changeDono = (proprietario_matricula: string | null) =>
      updateVeiculo('ABC1C34', { proprietario_matricula });
    await changeDono('0042');
    await changeDono('7');
    await changeDono(null);
    await teste.request({ method: 'DELETE', url: '/db/proprietarios/7' });
    expect(summarize((await getHistorico('ABC1C34')).slice(0, 3))).toEqual([
      `editar por ${eu} proprietario_matricula 7→null`,
      `editar por ${eu} proprietario_matricula Inês Conceição - 0042→7`,
      `editar por ${eu} proprietario_matricula null→Inês Conceição - 0042`,
    ]);
  });

  it('is paged completely when the clock was set back between two acts', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await createVeiculo({ placa: 'XYZ1A23' });
    vi.useRealTimers();
    await updateVeiculo('XYZ1A23', { cor: 'Azul' });
    await updateVeiculo('XYZ1A23', { cor: 'Preta' });
    expect(summarize(await walkPages('XYZ1A23', 1))).toEqual([
      `editar por ${eu} cor Azul→Preta`,
      `editar por ${eu} cor null→Azul`,
      `criar por ${eu}`,
    ]);
  });
});

it('the last passage of a verdict is the last by its own time: a queue of the gate arrives late', async () => {
  const at = (horas: number) => new Date(Date.now() - horas * 3_600_000).toISOString();
  const post = (payload: object) =>
    teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
  const saida = { sentido: 'saida', instante: at(1) };
  await post({ placa: 'FIL4A11', ...saida });
  await post({ placa: 'FIL4A11', sentido: 'entrada', instante: at(4), conferida: true });
  const veredito = (await get('/api/veredito/FIL4A11')).json();
  expect(veredito.ultima_passagem).toMatchObject(saida);
});

describe('the gate after a change of format', () => {
  beforeEach(async () => {
    for (const tabela of ['leituras', 'passagens', 'veiculos', 'eventos'] as const) {
      await teste.db.deleteFrom(tabela).execute();
    }
  });
  const getVeredito = async (placa: string) => {
    const { nivel, status, veiculo } = (await get(`/api/veredito/${placa}`)).json();
    return [nivel, status, veiculo?.placa];
  };
  const listEventos = () =>
    teste.db.selectFrom('eventos').select(['tipo', 'dados']).orderBy('id').execute();

  it('knows the car by either text', async () => {
    await createVeiculo({ placa: 'ABC1234', status: 'ATIVO' });
    expect(await getVeredito('ABC1234')).toEqual(['exata', 'Ativo', 'ABC1234']);
    expect(await getVeredito('ABC1C34')).toEqual(['equivalente', 'Ativo', 'ABC1234']);
    await convert('ABC1234', 'mercosul');
    expect(await getVeredito('ABC1234')).toEqual(['equivalente', 'Ativo', 'ABC1C34']);
    expect(await getVeredito('ABC1C34')).toEqual(['exata', 'Ativo', 'ABC1C34']);
    expect(await createPassagem('ABC1234', '1')).toMatchObject({
      nivel: 'equivalente',
      status: 'Ativo',
      placa_cadastrada: 'ABC1C34',
    });
    expect(await createPassagem('ABC1C34', '2')).toMatchObject({ nivel: 'exata', status: 'Ativo' });
    // 8 looks like B, and 1B is the converted 11: another car, before and after.
    expect((await getVeredito('ABC1B34'))[0]).toBe('possivel');
  });

  it('updates the shown cards, in the transaction of the change', async () => {
    await createVeiculo({ placa: 'ABC1234', status: 'ATIVO' });
    const { id } = await createPassagem('ABC1234', '1');
    const antes = await listEventos();
    await convert('ABC1234', 'mercosul');
    const [evento, ...outros] = (await listEventos()).slice(antes.length);
    expect([evento?.tipo, outros]).toEqual(['passagem-alterada', []]);
    expect(JSON.parse(evento?.dados ?? '')).toMatchObject({
      id,
      placa: 'ABC1234',
      placa_cadastrada: 'ABC1C34',
      nivel: 'equivalente',
    });
    // Converted already: no event.
    await convert('ABC1C34', 'mercosul');
    expect(await listEventos()).toHaveLength(antes.length + 1);
  });

  it('suggests the car that a reading resembled, under its current plate', async () => {
    await createVeiculo({ placa: 'ABC1234', status: 'PROIBIDO' });
    const { id, sugestoes } = await createPassagem('A8C1234', '1');
    expect(sugestoes).toMatchObject([{ placa: 'ABC1234', nivel: 'provavel' }]);
    await convert('ABC1234', 'mercosul');
    const nova = [{ placa: 'ABC1C34', nivel: 'provavel', status: 'Proibido', modelo: null }];
    const [cartao] = (await get('/db/ultimosveiculos')).json<UltimoVeiculo[]>();
    expect(cartao).toMatchObject({ id, sugestoes: nova, alerta: { tipo: 'provavel' } });
    expect((await get(`/api/passagens/${id}`)).json().sugestoes).toEqual(nova);
  });
});
