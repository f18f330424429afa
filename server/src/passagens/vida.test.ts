import type { ItemHistorico, UltimoVeiculo } from '@unipark/contract/passagem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';

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

const ler = (url: string) => teste.request({ method: 'GET', url });
const criar = (payload: object) => teste.request({ method: 'POST', url: '/db/veiculos', payload });
const editar = (placa: string, payload: object, as = teste.token) =>
  teste.request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload, as });
const excluir = (placa: string) =>
  teste.request({ method: 'DELETE', url: `/db/veiculos/${placa}` });
const passar = async (placa: string, camera: string) =>
  (
    await teste.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload: { placa, camera },
    })
  ).json<UltimoVeiculo>();
const converter = (placa: string, padrao: string) =>
  teste.request({ method: 'POST', url: `/api/veiculos/${placa}/padrao`, payload: { padrao } });
const historia = async (placa: string): Promise<ItemHistorico[]> =>
  (await ler(`/api/veiculos/${placa}/historico`)).json();

/** One page after the other, to the last. */
async function folhear(placa: string, limite: number): Promise<ItemHistorico[]> {
  const itens: ItemHistorico[] = [];
  let proxima: string | undefined = `/api/veiculos/${placa}/historico?limite=${limite}`;
  while (proxima) {
    const resposta = await ler(proxima);
    const lidos = resposta.json<ItemHistorico[]>();
    expect(lidos.length).toBeLessThanOrEqual(limite);
    itens.push(...lidos);
    proxima = /<([^>]+)>; rel="next"/.exec(String(resposta.headers.link ?? ''))?.[1];
  }
  return itens;
}

const resumo = (itens: ItemHistorico[]): string[] =>
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

describe('a story over a change of format', () => {
  const [eu, outra] = [CONTA.name, 'João Porteiro'];
  beforeAll(async () => {
    await criar({ placa: 'ABC1234', modelo: 'UNO' });
    await passar('ABC1234', '1');
    await editar('ABC1234', { cor: 'Azul' });
    await editar('ABC1234', { status: 'ATIVO' }, outraPessoa);
    await passar('ABC1C34', '2');
    await editar('ABC1234', { cidade: 'Lavras', estado: 'MG' });
    // Another car, whose story this is not.
    await criar({ placa: 'ABC1B34' });
  });
  const ANTES = [
    `editar por ${eu} cidade null→Lavras estado null→MG`,
    'passagem ABC1C34',
    `editar por ${outra} status INDEFINIDO→ATIVO`,
    `editar por ${eu} cor null→Azul`,
    'passagem ABC1234',
    `criar por ${eu}`,
  ];
  const daGemea = (linhas: string[], placa: string) =>
    linhas.map((linha) => linha.replace(/ por /, ` em ${placa} por `));

  it('holds all that was done and all that passed, under either plate, with who and when', async () => {
    const antes = await historia('ABC1234');
    expect(resumo(antes)).toEqual(ANTES);
    // The plate nobody registered is the same car: its story says whose record that was.
    expect(resumo(await historia('ABC1C34'))).toEqual(daGemea(ANTES, 'ABC1234'));

    await converter('ABC1234', 'mercosul');
    await editar('ABC1C34', { ano: '2012' }, outraPessoa);
    await passar('ABC1C34', '3');
    const depois = ['passagem ABC1C34', `editar por ${outra} ano null→2012`];
    const troca = `converter por ${eu} placa ABC1234→ABC1C34`;
    const nova = await historia('ABC1C34');
    expect(resumo(nova)).toEqual([...depois, ...daGemea([troca, ...ANTES], 'ABC1234')]);
    const velha = await historia('ABC1234');
    expect(resumo(velha)).toEqual([...daGemea(depois, 'ABC1C34'), troca, ...ANTES]);
    const quando = (itens: ItemHistorico[]) => itens.map((item) => item.quando);
    expect(quando(nova)).toEqual(quando(velha));
    expect(quando(nova).slice(3)).toEqual(quando(antes));
  });

  it.each([1, 2, 3, 200])('is paged by %i without a gap or a double', async (limite) => {
    for (const placa of ['ABC1234', 'ABC1C34']) {
      const inteira = await historia(placa);
      expect(inteira).toHaveLength(9);
      expect(await folhear(placa, limite)).toEqual(inteira);
      const { headers } = await ler(`/api/veiculos/${placa}/historico?limite=1`);
      expect(headers['x-total-count']).toBe('9');
    }
  });

  it('tells two records of one car apart, and what was excluded of which', async () => {
    await criar({ placa: 'ABC1234', cor: 'Prata' });
    await excluir('ABC1234');
    expect(resumo((await historia('ABC1C34')).slice(0, 2))).toEqual([
      expect.stringMatching(`^excluir em ABC1234 por ${eu}`),
      `criar em ABC1234 por ${eu}`,
    ]);
    expect((await ler('/db/veiculos/ABC1C34')).statusCode).toBe(200);
  });

  it('names the owners that the register knows', async () => {
    const dono = (matricula: string, nome: string) =>
      teste.request({ method: 'POST', url: '/db/proprietarios', payload: { matricula, nome } });
    await dono('0042', 'Inês Conceição');
    await dono('7', 'Beatriz Helena');
    const trocar = (proprietario_matricula: string | null) =>
      editar('ABC1C34', { proprietario_matricula });
    await trocar('0042');
    await trocar('7');
    await trocar(null);
    await teste.request({ method: 'DELETE', url: '/db/proprietarios/7' });
    expect(resumo((await historia('ABC1C34')).slice(0, 3))).toEqual([
      `editar por ${eu} proprietario_matricula 7→null`,
      `editar por ${eu} proprietario_matricula Inês Conceição - 0042→7`,
      `editar por ${eu} proprietario_matricula null→Inês Conceição - 0042`,
    ]);
  });

  it('is paged whole where the clock was set back between two acts', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await criar({ placa: 'XYZ1A23' });
    vi.useRealTimers();
    await editar('XYZ1A23', { cor: 'Azul' });
    await editar('XYZ1A23', { cor: 'Preta' });
    expect(resumo(await folhear('XYZ1A23', 1))).toEqual([
      `editar por ${eu} cor Azul→Preta`,
      `editar por ${eu} cor null→Azul`,
      `criar por ${eu}`,
    ]);
  });
});

describe('the gate after a change of format', () => {
  beforeEach(async () => {
    for (const tabela of ['leituras', 'passagens', 'veiculos', 'eventos'] as const) {
      await teste.db.deleteFrom(tabela).execute();
    }
  });
  const veredito = async (placa: string) => {
    const { nivel, status, veiculo } = (await ler(`/api/veredito/${placa}`)).json();
    return [nivel, status, veiculo?.placa];
  };
  const eventos = () => teste.db.selectFrom('eventos').select(['tipo', 'dados']).execute();

  it('knows the car by either text', async () => {
    await criar({ placa: 'ABC1234', status: 'ATIVO' });
    expect(await veredito('ABC1234')).toEqual(['exata', 'Ativo', 'ABC1234']);
    expect(await veredito('ABC1C34')).toEqual(['equivalente', 'Ativo', 'ABC1234']);
    await converter('ABC1234', 'mercosul');
    expect(await veredito('ABC1234')).toEqual(['equivalente', 'Ativo', 'ABC1C34']);
    expect(await veredito('ABC1C34')).toEqual(['exata', 'Ativo', 'ABC1C34']);
    expect(await passar('ABC1234', '1')).toMatchObject({
      nivel: 'equivalente',
      status: 'Ativo',
      placaCadastrada: 'ABC1C34',
    });
    expect(await passar('ABC1C34', '2')).toMatchObject({ nivel: 'exata', status: 'Ativo' });
    // 8 looks like B, and 1B is the converted 11: another car, before and after.
    expect((await veredito('ABC1B34'))[0]).toBe('possivel');
  });

  it('repaints the cards on show, in the transaction of the change', async () => {
    await criar({ placa: 'ABC1234', status: 'ATIVO' });
    const { id } = await passar('ABC1234', '1');
    const antes = await eventos();
    await converter('ABC1234', 'mercosul');
    const [evento, ...outros] = (await eventos()).slice(antes.length);
    expect([evento?.tipo, outros]).toEqual(['passagem-alterada', []]);
    expect(JSON.parse(evento?.dados ?? '')).toMatchObject({
      id,
      placa: 'ABC1234',
      placaCadastrada: 'ABC1C34',
      nivel: 'equivalente',
    });
    // Done already: nothing to tell.
    await converter('ABC1C34', 'mercosul');
    expect(await eventos()).toHaveLength(antes.length + 1);
  });

  it('suggests the car that a reading was like, under the plate it has by now', async () => {
    await criar({ placa: 'ABC1234', status: 'PROIBIDO' });
    const { id, sugestoes } = await passar('A8C1234', '1');
    expect(sugestoes).toMatchObject([{ placa: 'ABC1234', nivel: 'provavel' }]);
    await converter('ABC1234', 'mercosul');
    const nova = [{ placa: 'ABC1C34', nivel: 'provavel', status: 'Proibido', modelo: null }];
    const [cartao] = (await ler('/db/ultimosveiculos')).json<UltimoVeiculo[]>();
    expect(cartao).toMatchObject({ id, sugestoes: nova, alerta: { tipo: 'provavel' } });
    expect((await ler(`/api/passagens/${id}`)).json().sugestoes).toEqual(nova);
  });
});
