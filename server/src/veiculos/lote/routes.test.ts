/** One act on many vehicles, over HTTP: what is changed, refused, undone and never done. */
import { LoteVeiculos } from '@unipark/contract/loteVeiculos';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';
import { query } from '../../../test/query.ts';
import { signUp } from '../../../test/usuarios.ts';

const LOTE = '/api/veiculos/lote';
let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  const tabelas = ['lotes_veiculos_fatias', 'lotes_veiculos', 'veiculos', 'proprietarios'] as const;
  for (const tabela of tabelas) await teste.db.deleteFrom(tabela).execute();
});

const post = (url: string, payload?: object, headers = {}) =>
  teste.request({ method: 'POST', url, headers, ...(payload && { payload }) });
const create = async (placa: string, campos: object = {}) =>
  expect((await post('/db/veiculos', { placa, status: 'ATIVO', ...campos })).statusCode).toBe(201);
const createMany = async (quantos: number, campos?: object) => {
  for (let i = 0; i < quantos; i += 1) await create(`ABC1D${String(i).padStart(2, '0')}`, campos);
};
const edit = (placa: string, payload: object) =>
  teste.request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload });
const get = async (id: number): Promise<LoteVeiculos> =>
  LoteVeiculos.parse((await teste.request({ url: `${LOTE}/${id}` })).json());
const reach = async (id: number, fase: LoteVeiculos['fase']): Promise<LoteVeiculos> => {
  await until(async () => expect((await get(id)).fase).toBe(fase));
  return get(id);
};
/** Requests an act and answers it at its end. */
const run = async (pedido: object, as?: string): Promise<LoteVeiculos> => {
  const resposta = await teste.request({
    ...{ method: 'POST', url: LOTE, payload: pedido },
    ...(as && { as }),
  });
  expect(resposta.statusCode, resposta.body).toBe(202);
  return reach(resposta.json().id, 'feito');
};
const listStatus = () =>
  query<{ placa: string; status: string; motivo: string | null; versao: number }>(
    teste.db,
    'select placa, status, motivo, versao from veiculos order by placa',
  );
const countAtos = async (acao: string, entidade = 'veiculo'): Promise<number> => {
  const comando = `select count(*) as total from auditoria where acao = '${acao}' and entidade = '${entidade}'`;
  return Number((await query<{ total: number }>(teste.db, comando))[0]?.total);
};

const PROIBIR = { ato: 'status', status: 'proibido', motivo: 'Furou a cancela' };

describe('POST /api/veiculos/lote with status', () => {
  it('changes all that match, each with its version and its audit row', async () => {
    await createMany(3, { cor: 'Azul' });
    await create('QXJ0D52', { cor: 'Preta' });
    const antes = await countAtos('editar');
    const fim = await run({ ...PROIBIR, filtro: { cor: 'Azul' }, total: 3 });
    expect(fim).toMatchObject({ alterados: 3, iguais: 0, recusados: 0, feitos: 3, recusas: [] });
    expect(await listStatus()).toEqual([
      ...['ABC1D00', 'ABC1D01', 'ABC1D02'].map((placa) => ({
        ...{ placa, status: 'PROIBIDO', motivo: 'Furou a cancela', versao: 2 },
      })),
      { placa: 'QXJ0D52', status: 'ATIVO', motivo: null, versao: 1 },
    ]);
    expect((await countAtos('editar')) - antes).toBe(3);
  });

  it('a search is a filter too', async () => {
    await createMany(2, { modelo: 'GOL' });
    await create('QXJ0D52', { modelo: 'UNO' });
    await run({ ...PROIBIR, filtro: { q: 'gol' }, total: 2 });
    expect((await listStatus()).map(({ status }) => status)).toEqual([
      'PROIBIDO',
      'PROIBIDO',
      'ATIVO',
    ]);
  });

  it('refuses a vehicle that was changed or deleted since it was chosen, and names it', async () => {
    await createMany(4);
    await edit('ABC1D01', { cor: 'Preta' });
    await teste.request({ method: 'DELETE', url: '/db/veiculos/ABC1D02' });
    await edit('ABC1D03', { status: 'PROIBIDO', motivo: 'Furou a cancela' });
    const veiculos = [1, 1, 1, 2].map((versao, i) => ({ placa: `ABC1D0${i}`, versao }));
    const fim = await run({ ...PROIBIR, veiculos, total: 4 });
    expect(fim).toMatchObject({ alterados: 1, iguais: 1, recusados: 2 });
    expect(fim.recusas).toEqual([
      { placa: 'ABC1D01', frase: 'Foi alterado por outra pessoa depois da seleção.' },
      { placa: 'ABC1D02', frase: 'Não está mais no cadastro.' },
    ]);
    expect((await listStatus()).map(({ versao }) => versao)).toEqual([2, 2, 2]);
  });

  it('refuses a status that would not outlast the end of a permission', async () => {
    await createMany(2);
    await edit('ABC1D00', { valido_ate: '2020-07-31' });
    const ativar = { ato: 'status', status: 'Ativo', filtro: {}, total: 2 };
    const fim = await run(ativar);
    expect(fim).toMatchObject({ alterados: 0, iguais: 1, recusados: 1 });
    expect(fim.recusas).toEqual([
      { placa: 'ABC1D00', frase: 'A validade terminou em 31/07/2020. Renove o dia antes.' },
    ]);
    for (const status of ['INDEFINIDO', 'PROIBIDO']) {
      expect(await run({ ...ativar, status })).toMatchObject({ recusados: 0 });
    }
  });

  it('without a reason a PROIBIDO keeps its own', async () => {
    await create('ABC1D00', { status: 'PROIBIDO', motivo: 'Antigo' });
    const pedido = { ato: 'status', status: 'PROIBIDO', filtro: {}, total: 1 };
    expect(await run(pedido)).toMatchObject({ alterados: 0, iguais: 1 });
    expect(await listStatus()).toMatchObject([{ motivo: 'Antigo', versao: 1 }]);
  });

  it('another number than the person saw is 409, and nothing is changed', async () => {
    await createMany(2);
    const resposta = await post(LOTE, { ...PROIBIR, filtro: {}, total: 3 });
    expect(resposta.statusCode).toBe(409);
    expect(resposta.json()).toMatchObject({
      codigo: 'contagem-mudou',
      mensagem:
        'A seleção tinha 3 veículos, e agora tem 2 veículos. Nada foi alterado: confira a lista e tente de novo.',
    });
    expect(await query(teste.db, 'select id from lotes_veiculos')).toEqual([]);
    expect((await listStatus()).map(({ status }) => status)).toEqual(['ATIVO', 'ATIVO']);
  });

  it('a repeated request with its key is one act, although its filter finds none now', async () => {
    await createMany(2);
    const headers = { 'idempotency-key': 'lote-1' };
    const pedido = { ...PROIBIR, filtro: { status: 'ATIVO' }, total: 2 };
    const { id } = (await post(LOTE, pedido, headers)).json();
    await reach(id, 'feito');
    const outra = await post(LOTE, pedido, headers);
    expect([outra.statusCode, outra.json().id]).toEqual([202, id]);
    expect((await listStatus()).map(({ versao }) => versao)).toEqual([2, 2]);
  });

  it.each([
    [{}, 'Ato: use status, proprietario ou excluir.'],
    [{ ato: 'status', filtro: {}, total: 1 }, 'Status: informe-o para mudar o status, e só então.'],
    [
      { ato: 'excluir', status: 'ATIVO', filtro: {}, total: 1 },
      'Status: informe-o para mudar o status, e só então.',
    ],
    [{ ...PROIBIR, total: 1 }, 'Informe os veículos ou o filtro, e só um deles.'],
    [{ ...PROIBIR, filtro: {}, total: 0 }, 'Total: informe de 1 a 10.000 veículos.'],
    [
      { ...PROIBIR, veiculos: [], total: 1 },
      'Veículos: escolha de 1 a 500 um a um, ou todos os resultados.',
    ],
    [
      { ato: 'proprietario', filtro: {}, total: 1 },
      'Proprietário: informe-o para trocar o proprietário, e só então.',
    ],
    [{ ...PROIBIR, filtro: { lixo: '1' }, total: 1 }, 'Campo desconhecido.'],
  ])('%j is 400 with its sentence', async (pedido, frase) => {
    const resposta = await post(LOTE, pedido);
    expect(resposta.statusCode).toBe(400);
    expect(resposta.body).toContain(frase);
  });
});

describe('GET /api/veiculos/lote?situacao=encerrados', () => {
  const listEnded = async (as?: string): Promise<LoteVeiculos[]> =>
    (await teste.request({ url: `${LOTE}?situacao=encerrados`, ...(as && { as }) })).json();

  it('has the acts that changed something, newest first, without deletions', async () => {
    await createMany(2);
    const um = await run({ ...PROIBIR, filtro: {}, total: 2 });
    const dois = await run({ ato: 'status', status: 'ATIVO', filtro: {}, total: 2 });
    await run({ ato: 'status', status: 'ATIVO', filtro: {}, total: 2 });
    await run({ ato: 'excluir', filtro: {}, total: 2 });
    expect((await listEnded()).map(({ id }) => id)).toEqual([dois.id, um.id]);
    const outra = await teste.request({ url: `${LOTE}?situacao=outra` });
    expect(outra.statusCode).toBe(400);
  });

  it('has those of others for the administration alone', async () => {
    await createMany(1);
    const { token } = await signUp(teste, 'bia@x.br');
    expect(await listEnded(token)).toEqual([]);
    const dela = await run({ ...PROIBIR, filtro: {}, total: 1 }, token);
    await run({ ato: 'status', status: 'ATIVO', filtro: {}, total: 1 });
    expect((await listEnded(token)).map(({ id }) => id)).toEqual([dela.id]);
    expect(await listEnded()).toHaveLength(2);
  });
});

describe('POST /api/veiculos/lote/:id/desfazer', () => {
  it('restores status and reason, but not of a vehicle that was changed since', async () => {
    await create('DES1A10', { status: 'PROIBIDO', motivo: 'Antigo' });
    await create('DES1A11');
    await create('DES1A12');
    const { id } = await run({ ato: 'status', status: 'INDEFINIDO', filtro: {}, total: 3 });
    await edit('DES1A11', { cor: 'Preta' });
    expect((await post(`${LOTE}/${id}/desfazer`)).statusCode).toBe(202);
    const fim = await reach(id, 'desfeito');
    expect(fim).toMatchObject({ desfeitos: 2, mantidos: 1 });
    expect(fim.recusas).toEqual([{ placa: 'DES1A11', frase: 'Foi alterado depois.' }]);
    expect(await listStatus()).toEqual([
      { placa: 'DES1A10', status: 'PROIBIDO', motivo: 'Antigo', versao: 3 },
      { placa: 'DES1A11', status: 'INDEFINIDO', motivo: null, versao: 3 },
      { placa: 'DES1A12', status: 'ATIVO', motivo: null, versao: 3 },
    ]);
    expect((await post(`${LOTE}/${id}/desfazer`)).statusCode).toBe(409);
  });

  it('leaves a vehicle that was deleted and registered again, with the same version', async () => {
    await create('REG1A11');
    const { id } = await run({ ato: 'status', status: 'INDEFINIDO', filtro: {}, total: 1 });
    await teste.request({ method: 'DELETE', url: '/db/veiculos/REG1A11' });
    await create('REG1A11');
    // As an older program imported them: each began at 1.
    await teste.db.updateTable('veiculos').set({ versao: 2 }).execute();
    await post(`${LOTE}/${id}/desfazer`);
    expect(await reach(id, 'desfeito')).toMatchObject({
      ...{ desfeitos: 0, mantidos: 1 },
      recusas: [{ placa: 'REG1A11', frase: 'Foi alterado depois.' }],
    });
    expect(await listStatus()).toMatchObject([{ status: 'ATIVO', versao: 2 }]);
  });

  it('names the other plate of a vehicle that has it since', async () => {
    await create('ABC1234');
    const { id } = await run({ ...PROIBIR, filtro: {}, total: 1 });
    await post('/api/veiculos/ABC1234/padrao', { padrao: 'mercosul' });
    await post(`${LOTE}/${id}/desfazer`);
    const frase = 'Não está mais no cadastro com esta placa. O mesmo veículo é ABC1C34.';
    expect((await reach(id, 'desfeito')).recusas).toEqual([{ placa: 'ABC1234', frase }]);
    expect(await listStatus()).toMatchObject([{ placa: 'ABC1C34', status: 'PROIBIDO' }]);
  });
});

describe('the other acts', () => {
  const ANA = { matricula: '2018', nome: 'Ana Ávila' };

  it('give the vehicles another owner, which can be undone', async () => {
    await post('/db/proprietarios', ANA);
    await createMany(2);
    const pedido = { ato: 'proprietario', proprietario_matricula: '2018', filtro: {}, total: 2 };
    const { id } = await run(pedido);
    const dela = async () =>
      (await teste.request({ url: '/db/veiculos?proprietario=2018&limite=10' })).json().length;
    expect(await dela()).toBe(2);
    await post(`${LOTE}/${id}/desfazer`);
    await reach(id, 'desfeito');
    expect(await dela()).toBe(0);
    const semDono = await post(LOTE, { ...pedido, proprietario_matricula: '404' });
    expect([semDono.statusCode, semDono.json().mensagem]).toEqual([
      422,
      'Proprietário não encontrado.',
    ]);
  });

  it('are not taken back to another person who has the matrícula of the owner before', async () => {
    await post('/db/proprietarios', { matricula: '93', nome: 'Velho Dono' });
    await create('LOT1A11', { proprietario_matricula: '93' });
    await post('/db/proprietarios', { ...ANA, matricula: '94' });
    const pedido = { ato: 'proprietario', proprietario_matricula: '94', filtro: {}, total: 1 };
    const { id } = await run(pedido);
    await teste.request({ method: 'DELETE', url: '/db/proprietarios/93' });
    await post('/db/proprietarios', { matricula: '93', nome: 'Pessoa Diferente' });
    await post(`${LOTE}/${id}/desfazer`);
    expect(await reach(id, 'desfeito')).toMatchObject({
      ...{ desfeitos: 0, mantidos: 1 },
      recusas: [{ placa: 'LOT1A11', frase: 'O proprietário não está mais cadastrado.' }],
    });
  });

  it('delete the vehicles, which cannot be undone', async () => {
    for (const placa of ['EXC1A11', 'EXC1A12', 'EXC1A13']) await create(placa);
    const antes = await countAtos('excluir');
    const veiculos = ['EXC1A11', 'EXC1A13'].map((placa) => ({ placa, versao: 1 }));
    const { id } = await run({ ato: 'excluir', veiculos, total: 2 });
    expect((await listStatus()).map(({ placa }) => placa)).toEqual(['EXC1A12']);
    expect((await countAtos('excluir')) - antes).toBe(2);
    const resposta = await post(`${LOTE}/${id}/desfazer`);
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      409,
      'A exclusão não pode ser desfeita.',
    ]);
  });
});

describe('who may', () => {
  it('an act belongs to the person who requested it, and to administrators', async () => {
    await createMany(1);
    const { id } = await run({ ...PROIBIR, filtro: {}, total: 1 });
    const outra = { name: 'Rui Sá', email: 'rui@unilavras.edu.br', password: 'cancela-azul-43' };
    const { token } = (await post('/api/auth/sign-up/email', outra)).json<{ token: string }>();
    for (const [method, url] of [
      ['GET', `${LOTE}/${id}`],
      ['POST', `${LOTE}/${id}/desfazer`],
      ['POST', `${LOTE}/${id}/cancelar`],
    ] as const) {
      expect((await teste.request({ method, url, as: token })).statusCode).toBe(404);
    }
    const anonima = await teste.request({ method: 'POST', url: LOTE, as: null, payload: PROIBIR });
    expect(anonima.statusCode).toBe(401);
    await teste.db.updateTable('lotes_veiculos').set({ fase: 'fazendo' }).execute();
    expect((await teste.request({ url: LOTE, as: token })).json()).toEqual([]);
    expect((await teste.request({ url: LOTE })).json()).toMatchObject([{ id, fase: 'fazendo' }]);
    await teste.db.updateTable('lotes_veiculos').set({ fase: 'feito' }).execute();
    expect((await teste.request({ url: LOTE })).json()).toEqual([]);
  });
});

describe('GET /api/veiculos/exportar with placas', () => {
  const read = (placas: string) =>
    teste.request({ url: `/api/veiculos/exportar?formato=csv&placas=${placas}` });

  it('has the chosen vehicles only', async () => {
    await createMany(3);
    const arquivo = await read('ABC1D02,abc1d00,ZZZ9Z99');
    expect(arquivo.statusCode).toBe(200);
    const linhas = arquivo.body.trim().split('\r\n').slice(1);
    expect(linhas).toHaveLength(2);
    expect(linhas[0]).toContain('ABC1D02');
    expect(linhas[1]).toContain('ABC1D00');
  });

  it.each([
    ['', 'Placas: há uma placa inválida.'],
    ['ABC1D00,x', 'Placas: há uma placa inválida.'],
    [Array(501).fill('ABC1D00').join(','), 'Placas: use no máximo 500.'],
  ])('%.20s is 400 with its sentence', async (placas, frase) => {
    const resposta = await read(placas);
    expect(resposta.statusCode).toBe(400);
    expect(resposta.body).toContain(frase);
  });
});
