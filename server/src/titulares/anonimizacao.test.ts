/** A person is anonymised: refused, confirmed, and found nowhere afterwards. */
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { createImportador } from '../../test/importacoes.ts';
import { query } from '../../test/query.ts';
import { verifyChain } from '../auditoria/conferencia.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { anonimizacaoKinds, createAnonimizacao } from './anonimizacao.ts';
import { createPersonFinder } from './procura.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const RITA = {
  ...{ matricula: '2019-77', nome: 'Rita Prado Alves' },
  ...{ email: 'rita@exemplo.com.br', telefone: '35991234567' },
};
const URL_DELA = `/api/proprietarios/${RITA.matricula}/anonimizar`;

async function write(method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) {
  const resposta = await teste.request({ method, url, payload });
  expect([url, resposta.statusCode < 300, resposta.body]).toEqual([url, true, resposta.body]);
  return resposta.json();
}
const anonymize = (confirmacao = RITA.matricula, as?: null) =>
  teste.request({
    ...{ method: 'POST', url: URL_DELA, payload: { confirmacao } },
    ...(as === null && { as }),
  });

it('is refused without its confirmation, while a vehicle is in use, and for an unknown owner', async () => {
  await write('POST', '/db/proprietarios', RITA);
  const dela = { proprietario_matricula: RITA.matricula };
  await write('POST', '/db/veiculos', {
    placa: 'RIO2A18',
    modelo: 'ONIX',
    status: 'ATIVO',
    ...dela,
  });
  expect((await anonymize(RITA.matricula, null)).statusCode).toBe(401);
  const semConfirmar = await anonymize('2019-78');
  expect([semConfirmar.statusCode, semConfirmar.json().campos]).toEqual([
    400,
    { confirmacao: 'Confirmação: digite a matrícula deste titular.' },
  ]);
  const emUso = await anonymize();
  expect([emUso.statusCode, emUso.json().mensagem]).toEqual([
    409,
    'Este titular possui 1 veículo ativo ou proibido. Transfira, exclua ou mude o status para INDEFINIDO antes de anonimizar.',
  ]);
  const url = '/api/proprietarios/ninguem/anonimizar';
  const payload = { confirmacao: 'ninguem' };
  expect((await teste.request({ method: 'POST', url, payload })).statusCode).toBe(404);
});

it('leaves a code in the register and in the passages, the counts, and a chain that verifies', async () => {
  await write('PUT', '/db/veiculos/RIO2A18', { status: 'INDEFINIDO' });
  await write('POST', '/db/ultimosveiculos', { placa: 'RIO2A18', camera: '1' });
  const antes = await query(teste.db, 'select * from passagens_horas order by hora, status');
  const total = (await teste.request({ url: '/db/proprietarios?limite=1' })).headers;
  const resposta = await anonymize();
  expect([resposta.statusCode, resposta.json()]).toEqual([
    200,
    { codigo: expect.stringMatching(/^ANON-[A-Z0-9]{8}$/), terminada: true },
  ]);
  const { codigo } = resposta.json();
  expect((await teste.request({ url: `/db/proprietarios/${RITA.matricula}` })).statusCode).toBe(
    404,
  );
  expect((await teste.request({ url: `/db/proprietarios/${codigo}` })).json()).toMatchObject({
    ...{ nome: 'Titular anonimizado', email: null, telefone: null },
  });
  expect((await teste.request({ url: '/db/veiculos/RIO2A18' })).statusCode).toBe(404);
  const [passagem] = await query<{ placa: string }>(teste.db, 'select * from passagens');
  expect(passagem?.placa).toMatch(/^ANON[A-Z0-9]{6}$/);
  expect(await query(teste.db, 'select * from passagens_horas order by hora, status')).toEqual(
    antes,
  );
  const depois = (await teste.request({ url: '/db/proprietarios?limite=1' })).headers;
  expect(depois['x-total-count']).toBe(total['x-total-count']);
  expect(await verifyChain(teste.db, () => {})).toMatchObject({ quebra: null });
});

it('a passage with thousands of readings is done some at a time, with the last of them', async () => {
  await write('POST', '/db/proprietarios', { matricula: '7070', nome: 'Bia Nunes' });
  await write('POST', '/db/veiculos', { placa: 'BIA7K77', proprietario_matricula: '7070' });
  await write('POST', '/db/ultimosveiculos', { placa: 'BIA7K77', camera: '2' });
  const [leitura] = await teste.db
    .selectFrom('leituras')
    .selectAll()
    .where('placa', '=', 'BIA7K77')
    .execute();
  const { id: _, ...outra } = leitura ?? expect.fail('no reading');
  for (let i = 0; i < 5; i += 1) {
    const muitas = Array.from({ length: 100 }, () => outra);
    await teste.db.insertInto('leituras').values(muitas).execute();
  }
  const feito = await write('POST', '/api/proprietarios/7070/anonimizar', { confirmacao: '7070' });
  expect(feito.terminada).toBe(true);
  const restam = await query(teste.db, `select id from leituras where placa_lida = 'BIA7K77'`);
  const passagens = await query(teste.db, `select id from passagens where placa = 'BIA7K77'`);
  expect([restam, passagens]).toEqual([[], []]);
});

it('keeps the plate of a car that is another person’s now', async () => {
  const [rui, ana] = [
    { matricula: '3040', nome: 'Rui Barcelos' },
    { matricula: '5060', nome: 'Ana Lima' },
  ];
  await write('POST', '/db/proprietarios', rui);
  await write('POST', '/db/proprietarios', ana);
  await write('POST', '/db/veiculos', { placa: 'ABC1D23', proprietario_matricula: '3040' });
  const velha = await write('POST', '/db/ultimosveiculos', { placa: 'ABC1D23', camera: '1' });
  await write('PUT', '/db/veiculos/ABC1D23', { proprietario_matricula: '5060' });
  const nova = await write('POST', '/db/ultimosveiculos', { placa: 'ABC1D23', camera: '4' });
  await write('POST', '/api/proprietarios/3040/anonimizar', { confirmacao: '3040' });
  const placaOf = async (id: string) =>
    (await teste.request({ url: `/api/passagens/${id}` })).json().placa;
  await until(async () => expect(await placaOf(velha.id)).toMatch(/^ANON/));
  expect(await placaOf(nova.id)).toBe('ABC1D23');
  const veiculo = (await teste.request({ url: '/db/veiculos/ABC1D23' })).json();
  expect(veiculo.proprietario_matricula).toBe('5060');
  const atos = await query<{ detalhe: string }>(teste.db, 'select detalhe from auditoria_detalhes');
  expect(JSON.stringify(atos)).not.toContain('3040');
});

it('is erased from the reason for which another car’s passage is held; the passage stays held', async () => {
  await write('POST', '/db/proprietarios', { matricula: '9090', nome: 'Nara Quint' });
  const { id } = await write('POST', '/db/ultimosveiculos', { placa: 'XYZ1A23', camera: '1' });
  const pedido = { reter_ate: formatDiaIso(new Date()), motivo: 'Batida relatada por Nara Quint' };
  await write('PUT', `/api/passagens/${id}/retencao`, pedido);
  await write('POST', '/api/proprietarios/9090/anonimizar', { confirmacao: '9090' });
  const retida = `select reter_ate, reter_motivo, placa from passagens where id = ${Number(id)}`;
  await until(async () =>
    expect(await query(teste.db, retida)).toEqual([
      { reter_ate: pedido.reter_ate, reter_motivo: 'Titular anonimizado', placa: 'XYZ1A23' },
    ]),
  );
});

it('work that failed begins again, also after that of another person ended', async () => {
  await write('POST', '/db/proprietarios', { matricula: '8080', nome: 'Caio Rocha' });
  await write('POST', '/api/proprietarios/8080/anonimizar', { confirmacao: '8080' });
  const carta = { para: 'x@x.br', assunto: 'Aviso', criado_em: '2026', expira_em: '2026' };
  await teste.db
    .insertInto('correio')
    .values({ ...carta, texto: 'Olá, Davi Reis' })
    .execute();
  const [feito] = await query<{ id: number }>(teste.db, 'select id from trabalhos');
  await write('POST', '/db/veiculos', { placa: 'NOV1A11' });
  const chaves = ['NOV1A11', 'LIV1A11'];
  const textos = { matriculas: ['9090'], textos: ['Davi Reis'], telefones: [], chaves };
  const resposta = JSON.stringify({ nome: 'Davi Reis' });
  const guardadas = Array.from({ length: 501 }, (_, i) => ({
    ...{ autor: 'ana', rota: 'POST /x', chave: `chave-${i}`, corpo_hash: '' },
    ...{ status: 201, resposta, criado_em: '2026' },
  }));
  await teste.db.insertInto('idempotencia').values(guardadas).execute();
  const parametros = JSON.stringify({ codigo: 'ANON-FALHOU', carros: [], textos });
  await teste.db
    .updateTable('trabalhos')
    .set({ parametros, situacao: 'falhou' })
    .where('id', '=', Number(feito?.id))
    .execute();
  const { db } = teste;
  const jobs = createJobs({
    ...{ db, log: { error: () => undefined } },
    kinds: anonimizacaoKinds({
      ...{ db, fotos: { release: async () => undefined } },
      eventos: { append: async () => undefined },
    }),
  });
  await createAnonimizacao({ db, jobs, eventos: { append: async () => undefined } }).resume();
  await until(async () => {
    const abertas = await query(db, `select id from trabalhos where parametros <> '{}'`);
    const cartas = await query(db, `select id from correio where texto like '%Davi%'`);
    expect([abertas, cartas]).toEqual([[], []]);
  });
  const respostas = await query(db, `select chave from idempotencia where resposta like '%Davi%'`);
  const atos = await query(
    db,
    `select id from auditoria where chave = 'NOV1A11' and entidade = 'veiculo' and apagada = 0`,
  );
  // The plate is another person's now.
  expect([respostas, atos.length]).toEqual([[], 1]);
});

describe('a person in a text', () => {
  const isNamed = createPersonFinder({
    ...{
      matriculas: ['2019-77', '77', '2019-07-01'],
      textos: ['José da Luz', 'jose@x.br', 'Rosa', 'Zé "Z" Sá'],
    },
    ...{ telefones: ['35991234567'], chaves: ['ABC1C34'] },
  });
  it.each<[string, boolean]>([
    ['{"nome":"JOSÉ DA LUZ"}', true],
    ['o jose  da luz veio', true],
    ['José da Luzia', false],
    ['ligue (35) 99123-4567', true],
    ['abc-1234 e outras', true],
    ['ABC1C34', true],
    ['ABC1C345', false],
    ['matrícula 2019-77.', true],
    ['2019-778', false],
    ['{"limite":77}', false],
    ['{"matricula":"77"}', true],
    ['{"tipo":"77"}', false],
    ['{"id":"2019-77"}', false],
    ['["77"]', false],
    ['{"antes":{"proprietario_matricula":"77"}}', true],
    ['{"filtro":{"proprietario":"77"}}', true],
    ['{"filtro":{"chave":"77","entidade":"proprietario"}}', true],
    ['{"filtro":{"chave":"77","entidade":"passagem"}}', false],
    ['{"de":"2019-07-01T03:00:00.000Z"}', false],
    ['{"matricula":"2019-07-01"}', true],
    [JSON.stringify({ corpo: 'José da\nLuz' }), true],
    // A name of one word is one of ours, too.
    ['{"cor":"Rosa"}', false],
    ['{"rosa":true}', false],
    ['{"nome":"ROSA"}', true],
    ['Rosa', true],
    ['a casa rosa', false],
    [JSON.stringify({ nome: 'Zé "Z" Sá' }), true],
    ['{"nome":"Jos\\u00e9 da Luz"}', true],
    ['{"ABC1C34":1}', true],
    // A part of a longer matrícula or address is another person's.
    ['matrícula 2019-77-8', false],
    ['matrícula 1/2019-77', false],
    ['{"proprietario_matricula":"2019-77-8"}', false],
    ['2019-77@x.br', true],
    ['escreva a JOSE@x.br.', true],
    ['maria.jose@x.br', false],
    ['jose@x.br.com', false],
    // The record of another owner: the name, the address and the telephone are that owner's.
    ['{"depois":{"matricula":"88","nome":"José da Luz Reis","email":"jose@x.br"}}', false],
    ['{"depois":{"matricula":"88","nome":"X","telefone":"35991234567"}}', false],
    ['{"depois":{"matricula":"77","nome":"X"}}', true],
    ['{"depois":{"matricula":"88","observacao":"irmão de José da Luz"}}', true],
  ])('%s: %s', (texto, achada) => {
    expect(isNamed(null, texto)).toBe(achada);
  });
});

it('keeps what is said of owners whose matrícula, address or name has the person’s within it', async () => {
  const [zeca, maria, joana] = [
    { matricula: '88123', nome: 'Zeca Dias', email: 'ana@exemplo.com' },
    { matricula: '88123-4', nome: 'Zeca Dias Prado' },
    { matricula: '70001', nome: 'Joana Seis', email: 'maria.ana@exemplo.com' },
  ] as const;
  for (const pessoa of [zeca, maria, joana]) await write('POST', '/db/proprietarios', pessoa);
  const dela = { placa: 'MAR1A11', proprietario_matricula: maria.matricula };
  await write('POST', '/db/veiculos', dela);
  const mensagem = 'Quero renovar o adesivo do meu carro.';
  await write('POST', '/api/contato', { nome: joana.nome, email: joana.email, mensagem });
  await write('POST', '/api/proprietarios/88123/anonimizar', { confirmacao: '88123' });
  const atos = await query<{ chave: string }>(
    teste.db,
    `select chave from auditoria where chave in ('88123-4', '70001', 'MAR1A11') order by chave`,
  );
  expect(atos.map(({ chave }) => chave)).toEqual(['70001', '88123-4', 'MAR1A11']);
  const mensagens = await query(teste.db, 'select mensagem from mensagens_contato');
  expect(mensagens).toEqual([{ mensagem }]);
});

it('a number of ours that is also a matrícula names nobody; a pass in force stays without the name', async () => {
  const passagem = await write('POST', '/db/ultimosveiculos', { placa: 'NUM1A11' });
  const matricula = String(passagem.id);
  await write('POST', '/db/proprietarios', { matricula, nome: 'Célia Quaresma' });
  const [de, ate] = [1, 2].map((hora) => new Date(Date.now() + hora * 3_600_000).toISOString());
  const visita = { nome: 'Ivo Dias', anfitriao: 'Célia Quaresma', destino: 'Bloco 2' };
  await write('POST', '/api/visitantes', { placa: 'VIS1A11', ...visita, de, ate });
  const { nome: _, ...convite } = visita;
  await write('POST', '/api/visitantes/links', { ...convite, de, ate, usos_maximo: 1 });
  await write('POST', `/api/proprietarios/${matricula}/anonimizar`, { confirmacao: matricula });
  const anonimo = { anfitriao: 'Titular anonimizado', destino: 'Bloco 2' };
  const passe = {
    ...anonimo,
    nome: 'Ivo Dias',
    placa: 'VIS1A11',
    busca: expect.stringMatching(/^(?!.*quaresma)/),
  };
  await until(async () => {
    expect(await query(teste.db, 'select * from visitantes')).toMatchObject([passe]);
    expect(await query(teste.db, 'select * from links_visita')).toMatchObject([anonimo]);
  });
  const atos = await query(
    teste.db,
    `select id from auditoria where entidade = 'passagem' and chave = '${matricula}' and apagada = 0`,
  );
  expect(atos).toHaveLength(1);
  expect(await verifyChain(teste.db, () => {})).toMatchObject({ quebra: null });
});

it('keeps what other records say with the same word or number', async () => {
  await write('POST', '/db/proprietarios', { matricula: '1', nome: 'Rosa' });
  await write('POST', '/db/veiculos', { placa: 'COR1A11', cor: 'Rosa', tipo: '1' });
  const { id } = await write('POST', '/db/ultimosveiculos', { placa: 'COR1A11', camera: '1' });
  await write('POST', '/api/proprietarios/1/anonimizar', { confirmacao: '1' });
  await until(async () => {
    const abertas = await query(teste.db, `select id from trabalhos where parametros <> '{}'`);
    expect(abertas).toEqual([]);
  });
  const atos = await query<{ chave: string }>(
    teste.db,
    `select chave from auditoria where chave in ('COR1A11', '${id}') and apagada = 0 order by id`,
  );
  expect(atos.map(({ chave }) => chave)).toEqual(['COR1A11', String(id)]);
  const donos = await query(
    teste.db,
    `select * from auditoria where chave = '1' and entidade = 'proprietario'`,
  );
  expect(donos).toEqual([]);
});

it('is erased from the reason of another person’s vehicle, and from a corrected misreading', async () => {
  await write('POST', '/db/proprietarios', { matricula: '6161', nome: 'Nina Terra' });
  await write('POST', '/db/veiculos', { placa: 'NIN1A11', proprietario_matricula: '6161' });
  const motivo = 'Usado por Nina Terra sem autorização';
  await write('POST', '/db/veiculos', { placa: 'OUT1A11', status: 'PROIBIDO', motivo });
  const { id } = await write('POST', '/db/ultimosveiculos', { placa: 'NIN1A11', camera: '5' });
  await write('PATCH', `/api/passagens/${id}`, { placa: 'OUT1A11' });
  await write('POST', '/api/proprietarios/6161/anonimizar', { confirmacao: '6161' });
  const outro = () =>
    query(teste.db, `select motivo, status from veiculos where placa = 'OUT1A11'`);
  await until(async () =>
    expect(await outro()).toEqual([{ motivo: 'Titular anonimizado', status: 'PROIBIDO' }]),
  );
  await until(async () => {
    const lidas = await query(
      teste.db,
      `select placa, chave, placa_lida from leituras where passagem_id = ${Number(id)}`,
    );
    expect(lidas).toEqual([{ placa: 'OUT1A11', chave: 'OUT1A11', placa_lida: 'OUT1A11' }]);
    const [passagem] = await query<{ busca: string }>(
      teste.db,
      `select busca from passagens where id = ${Number(id)}`,
    );
    expect(passagem?.busca).not.toContain('nin1a11');
  });
});

it('keeps a corrected row of an import whose colour is the name of the person', async () => {
  await write('POST', '/db/veiculos', { placa: 'IMP1A11', cor: 'Rosa', tipo: '1' });
  await write('POST', '/db/proprietarios', { matricula: '2', nome: 'Rosa' });
  await write('POST', '/db/veiculos', { placa: 'IMP2A22', proprietario_matricula: '2' });
  const conteudo = 'Placa;Cor;Proprietário\nIMP1A11;Azul;\nIMP2A22;;3\n';
  const importador = createImportador(teste);
  const { id } = await importador.preview({ conteudo, tipo: 'veiculos', nome: 'f.csv' });
  expect((await importador.correct(id, 2, { 1: 'Verde' })).statusCode).toBe(200);
  await write('POST', '/api/proprietarios/2/anonimizar', { confirmacao: '2' });
  await until(async () => {
    const abertas = await query(
      teste.db,
      `select id from trabalhos where tipo = 'anonimizacao' and parametros <> '{}'`,
    );
    expect(abertas).toEqual([]);
  });
  const lidas = await query<{ celulas: string; mudancas: string | null }>(
    teste.db,
    `select celulas, mudancas from importacao_linhas where importacao = ${id} order by linha`,
  );
  expect(lidas.map(({ celulas }) => JSON.parse(celulas)[0])).toEqual(['IMP1A11', '']);
  expect(JSON.stringify(lidas)).toContain('Rosa');
});
