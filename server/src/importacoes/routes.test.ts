/** An import from its file to its undoing, by the API. */
import type { Veiculo } from '@unipark/contract/veiculo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { createImportador } from '../../test/importacoes.ts';

let teste: TestApp;
let importador: ReturnType<typeof createImportador>;
beforeAll(async () => {
  teste = await buildTestApp();
  importador = createImportador(teste);
});
afterAll(() => teste.close());
beforeEach(async () => {
  await teste.db.deleteFrom('veiculos').execute();
  await teste.db.deleteFrom('proprietarios').execute();
  for (const tabela of ['importacao_linhas', 'importacao_pedacos', 'importacoes'] as const) {
    await teste.db.deleteFrom(tabela).execute();
  }
});

const post = (url: string, payload: object) => teste.request({ method: 'POST', url, payload });
const getVeiculo = async (placa: string): Promise<Veiculo> =>
  (await teste.request({ url: `/db/veiculos/${placa}` })).json();
const listPlacas = async (): Promise<string[]> =>
  (await teste.request({ url: '/db/veiculos' })).json<Veiculo[]>().map(({ placa }) => placa);

const createDono = () => post('/db/proprietarios', { matricula: '042', nome: 'Ana' });

const FROTA = [
  'PLACA;Modelo do veículo;Côr;R.A.;Situação',
  'RIO2A18;CRETA;Preta;042;ativo',
  'abc-1234;GOL;;;',
  'HKQ378;UNO;Branca;;ATIVO',
  'RNE5C66;SPIN;Azul;777;ATIVO',
  'RIO2A18;CRETA;Prata;042;ATIVO',
].join('\r\n');

describe('a file of vehicles', () => {
  it('is matched to the fields, with samples', async () => {
    const { colunas, linhas } = await importador.read({ conteudo: FROTA });
    expect(linhas).toBe(5);
    expect(colunas.map(({ letra, campo }) => [letra, campo])).toEqual([
      ['A', 'placa'],
      ['B', 'modelo'],
      ['C', 'cor'],
      ['D', 'proprietario_matricula'],
      ['E', 'status'],
    ]);
    expect(colunas[1]?.amostras).toEqual(['CRETA', 'GOL', 'UNO']);
  });

  it('is previewed row by row, and nothing is written', async () => {
    await createDono();
    const { id, contagem } = await importador.preview({ conteudo: FROTA });
    expect(contagem).toEqual({ nova: 2, altera: 0, igual: 0, erro: 3 });
    const linhas = await importador.listLinhas(id, '?veredito=erro');
    expect(linhas.map(({ linha, erros }) => [linha, erros])).toEqual([
      [4, { 0: 'Placa inválida. Use ABC-1234 ou ABC1D23.' }],
      [5, { 3: 'Matrícula não cadastrada.' }],
      [6, { 0: 'Repetida: igual à célula A2.' }],
    ]);
    expect(await listPlacas()).toEqual([]);
  });

  it('is corrected, written with an audit row a record, and undone', async () => {
    await createDono();
    const { id } = await importador.preview({ conteudo: FROTA });
    const corrigida = await importador.correct(id, 4, { 0: 'HKQ3789' });
    expect(corrigida.json()).toMatchObject({
      importacao: { contagem: { nova: 3, erro: 2 } },
      linha: { veredito: 'nova', erros: {}, originais: { 0: 'HKQ378' } },
    });
    const fim = await importador.write(id);
    expect(fim).toMatchObject({ fase: 'concluida', resultado: { criadas: 3, recusadas: 2 } });
    expect(await listPlacas()).toEqual(['ABC1234', 'HKQ3789', 'RIO2A18']);
    expect(await getVeiculo('RIO2A18')).toMatchObject({
      modelo: 'CRETA',
      status: 'ATIVO',
      proprietario_matricula: '042',
      versao: 1,
    });
    expect(await getVeiculo('ABC1234')).toMatchObject({ status: 'INDEFINIDO', cor: null });
    const atos = await teste.db
      .selectFrom('auditoria')
      .select(['acao', 'chave'])
      .where('entidade', 'in', ['veiculo', 'importacao'])
      .orderBy('id')
      .execute();
    expect(atos.slice(-6).map(({ acao }) => acao)).toEqual([
      ...['enviar', 'importar'],
      ...['criar', 'criar', 'criar', 'concluir'],
    ]);
    const arquivo = await teste.request({ url: importador.url(id, '/rejeitadas?formato=csv') });
    expect(arquivo.body.split('\r\n')).toEqual([
      '\ufeffPLACA;Modelo do veículo;Côr;R.A.;Situação;Motivo da rejeição',
      'RNE5C66;SPIN;Azul;777;ATIVO;Matrícula não cadastrada.',
      'RIO2A18;CRETA;Prata;042;ATIVO;Repetida: igual à célula A2.',
      '',
    ]);
    expect(await importador.undo(id)).toMatchObject({ desfeitas: 3, mantidas: 0 });
    expect(await listPlacas()).toEqual([]);
  });
});

it('the file of rejected rows can be corrected and sent again', async () => {
  const { id } = await importador.preview({ conteudo: FROTA });
  const arquivo = await teste.request({ url: importador.url(id, '/rejeitadas') });
  expect(arquivo.headers['content-disposition']).toContain(`linhas-rejeitadas-${id}.xlsx`);
  const outra = await importador.preview({ conteudo: arquivo.rawPayload, nome: 'de-novo.xlsx' });
  // Its reason is no field of a vehicle. RIO2A18 and its copy have no owner here.
  expect(outra.colunas.at(-1)).toMatchObject({ titulo: 'Motivo da rejeição', campo: null });
  expect(outra.contagem.erro).toBe(4);
  const denovo = await teste.request({ url: importador.url(outra.id, '/rejeitadas?formato=csv') });
  expect(denovo.body.split('\r\n')[1]).toBe(
    'RIO2A18;CRETA;Preta;042;ativo;Matrícula não cadastrada.',
  );
  const [primeira] = await importador.listLinhas(outra.id);
  expect(primeira?.celulas).toEqual([
    ...['RIO2A18', 'CRETA', 'Preta', '042', 'ativo'],
    'Matrícula não cadastrada.',
  ]);
});

describe('records that exist', () => {
  const ARQUIVO = 'Placa;Modelo;Cor\nABC1D23;GOL;\nXYZ9K42;UNO;Azul\nKLM2N34;;\n';
  beforeEach(async () => {
    await post('/db/veiculos', { placa: 'ABC1D23', modelo: 'FOX', cor: 'Preta' });
    await post('/db/veiculos', { placa: 'KLM2N34', modelo: 'PALIO' });
  });

  it('are changed in the columns of the file; an empty cell erases nothing', async () => {
    const { id, contagem } = await importador.preview({ conteudo: ARQUIVO });
    expect(contagem).toEqual({ nova: 1, altera: 1, igual: 1, erro: 0 });
    const [altera] = await importador.listLinhas(id, '?veredito=altera');
    expect(altera?.mudancas).toEqual([{ campo: 'modelo', antes: 'FOX', depois: 'GOL' }]);
    const { resultado } = await importador.write(id);
    expect(resultado).toMatchObject({ criadas: 1, alteradas: 1, iguais: 1 });
    expect(await getVeiculo('ABC1D23')).toMatchObject({ modelo: 'GOL', cor: 'Preta', versao: 2 });
    await importador.undo(id);
    expect(await getVeiculo('ABC1D23')).toMatchObject({ modelo: 'FOX', cor: 'Preta', versao: 3 });
    expect(await listPlacas()).toEqual(['ABC1D23', 'KLM2N34']);
  });

  it('lose the values of empty cells when the person asks for it', async () => {
    const { id, contagem } = await importador.preview({ conteudo: ARQUIVO }, true);
    expect(contagem).toEqual({ nova: 1, altera: 2, igual: 0, erro: 0 });
    await importador.write(id);
    expect(await getVeiculo('ABC1D23')).toMatchObject({ modelo: 'GOL', cor: null });
    expect(await getVeiculo('KLM2N34')).toMatchObject({ modelo: null });
  });

  it('stay when the person chooses to ignore them', async () => {
    const { id } = await importador.preview({ conteudo: ARQUIVO });
    const { resultado } = await importador.write(id, 'ignorar');
    expect(resultado).toMatchObject({ criadas: 1, alteradas: 0, ignoradas: 1, iguais: 1 });
    expect(await getVeiculo('ABC1D23')).toMatchObject({ modelo: 'FOX', versao: 1 });
  });

  it('changed by another person after the preview are refused, not overwritten', async () => {
    const { id } = await importador.preview({ conteudo: ARQUIVO });
    const url = '/db/veiculos/ABC1D23';
    await teste.request({ method: 'PUT', url, payload: { modelo: 'VOYAGE' } });
    await post('/db/veiculos', { placa: 'XYZ9K42', modelo: 'BRAVO' });
    const { resultado } = await importador.write(id);
    expect(resultado).toEqual({ criadas: 0, alteradas: 0, iguais: 1, ignoradas: 0, recusadas: 2 });
    expect(await getVeiculo('ABC1D23')).toMatchObject({ modelo: 'VOYAGE', versao: 2 });
    expect(
      (await teste.request({ url: importador.url(id, '/rejeitadas?formato=csv') })).body,
    ).toContain('ABC1D23;GOL;;O cadastro mudou depois da prévia.');
  });

  it('changed after the import are not undone, and are counted', async () => {
    const { id } = await importador.preview({ conteudo: ARQUIVO });
    await importador.write(id);
    const url = '/db/veiculos/XYZ9K42';
    await teste.request({ method: 'PUT', url, payload: { cor: 'Verde' } });
    expect(await importador.undo(id)).toMatchObject({ desfeitas: 1, mantidas: 1 });
    expect(await getVeiculo('XYZ9K42')).toMatchObject({ cor: 'Verde' });
    expect(
      (await teste.request({ url: importador.url(id, '/rejeitadas?formato=csv') })).body,
    ).toContain('XYZ9K42;UNO;Azul;Foi alterado depois da importação.');
  });

  it('whose vehicle has its other plate since are not undone, and name it', async () => {
    const { id } = await importador.preview({ conteudo: 'Placa;Cor\nABC1234;Azul\n' });
    await importador.write(id);
    await post('/api/veiculos/ABC1234/padrao', { padrao: 'mercosul' });
    expect(await importador.undo(id)).toMatchObject({ desfeitas: 0, mantidas: 1 });
    expect(
      (await teste.request({ url: importador.url(id, '/rejeitadas?formato=csv') })).body,
    ).toContain('O mesmo veículo é ABC1C34.');
  });

  it.each([
    ['veiculos', 'Placa;Cor', 'RIO2A18;Azul', { placa: 'RIO2A18', cor: 'Preta' }],
    ['proprietarios', 'RA;Nome', '042;Ana', { matricula: '042', nome: 'Rui' }],
  ] as const)(
    'deleted after the import and registered again are not undone (%s)',
    async (tipo, titulos, linha, outro) => {
      const { id } = await importador.preview({ conteudo: `${titulos}\n${linha}\n`, tipo });
      await importador.write(id);
      const um = `/db/${tipo}/${linha.split(';')[0]}`;
      await teste.request({ method: 'DELETE', url: um });
      await post(`/db/${tipo}`, outro);
      // As an older program imported them: each began at 1.
      await teste.db.updateTable(tipo).set({ versao: 1 }).execute();
      expect(await importador.undo(id)).toMatchObject({ desfeitas: 0, mantidas: 1 });
      expect((await teste.request({ url: um })).json()).toMatchObject(outro);
      const rejeitadas = importador.url(id, '/rejeitadas?formato=csv');
      expect((await teste.request({ url: rejeitadas })).body).toContain(
        `${linha};Foi alterado depois da importação.`,
      );
    },
  );
});

it('an owner whose matrícula another person has since gets no car back', async () => {
  for (const matricula of ['93', '94']) await post('/db/proprietarios', { matricula, nome: 'Ana' });
  await post('/db/veiculos', { placa: 'RIO2A18', proprietario_matricula: '93' });
  const conteudo = 'Placa;Matrícula do proprietário\nRIO2A18;94\n';
  const { id } = await importador.preview({ conteudo });
  await importador.write(id);
  await teste.request({ method: 'DELETE', url: '/db/proprietarios/93' });
  await post('/db/proprietarios', { matricula: '93', nome: 'Pessoa Diferente' });
  expect(await importador.undo(id)).toMatchObject({ desfeitas: 0, mantidas: 1 });
  const veiculo = (await teste.request({ url: '/db/veiculos/RIO2A18' })).json();
  expect(veiculo.proprietario_matricula).toBe('94');
});

it('the list finds the vehicles that an import created or changed', async () => {
  await createDono();
  await post('/db/veiculos', { placa: 'ABC1D23', modelo: 'UNO', status: 'ATIVO' });
  await post('/db/veiculos', { placa: 'HKQ3782', modelo: 'GOL' });
  const conteudo = 'Placa;Modelo\nRIO2A18;CRETA\nABC1D23;MOBI\nHKQ3782;GOL\nHKQ378;GOL\n';
  const { id } = await importador.preview({ conteudo });
  await importador.write(id);
  const find = async (consulta: string) => {
    const resposta = await teste.request({ url: `/db/veiculos${consulta}&limite=5` });
    const opcoes = resposta.json<(Veiculo | { value: Veiculo })[]>();
    const placas = opcoes.map((um) => ('value' in um ? um.value : um).placa);
    return [resposta.headers['x-total-count'], placas];
  };
  expect(await find(`?importacao=${id}`)).toEqual(['2', ['ABC1D23', 'RIO2A18']]);
  expect(await find(`?importacao=${id}&ordem=-placa`)).toEqual(['2', ['RIO2A18', 'ABC1D23']]);
  expect(await find(`?importacao=${id}&status=ATIVO`)).toEqual(['1', ['ABC1D23']]);
  expect(await find(`/busca?q=creta&importacao=${id}`)).toEqual(['1', ['RIO2A18']]);
  expect(await find(`?importacao=${id + 1}`)).toEqual(['0', []]);
  const { statusCode } = await teste.request({ url: '/db/veiculos?importacao=x' });
  expect(statusCode).toBe(400);
  await importador.undo(id);
  expect(await find(`?importacao=${id}`)).toEqual(['0', []]);
});

it('a record of a deleted key goes on from its versions', async () => {
  await post('/db/proprietarios', { matricula: '700', nome: 'Antiga' });
  await post('/db/veiculos', { placa: 'DEL1A11', status: 'ATIVO' });
  for (const url of ['/db/proprietarios/700', '/db/veiculos/DEL1A11']) {
    await teste.request({ method: 'DELETE', url });
  }
  for (const [tipo, conteudo] of [
    ['proprietarios', 'Matrícula;Nome\n700;Outra\n701;Nova\n'],
    ['veiculos', 'Placa;Status\nDEL1A11;PROIBIDO\n'],
  ] as const) {
    const { id } = await importador.preview({ tipo, conteudo });
    await importador.write(id);
  }
  const versaoOf = async (url: string) => (await teste.request({ url })).json().versao;
  expect(await versaoOf('/db/proprietarios/700')).toBe(2);
  expect(await versaoOf('/db/proprietarios/701')).toBe(1);
  const url = '/db/veiculos/DEL1A11';
  const velha = await teste.request({ method: 'DELETE', url, headers: { 'if-match': '"1"' } });
  expect([velha.statusCode, velha.json().atual]).toMatchObject([
    ...[412, { status: 'PROIBIDO', versao: 2 }],
  ]);
});

describe('the last day of a permission', () => {
  it('that has passed is said before the status is written as INDEFINIDO', async () => {
    const { id } = await importador.preview({
      conteudo: 'Placa;Status;Validade\nNNN1A11;ATIVO;01/01/2020\nNNN1A12;PROIBIDO;01/01/2020\n',
    });
    expect((await importador.listLinhas(id)).map(({ avisos }) => avisos)).toEqual([
      { 2: 'Validade encerrada em 01/01/2020: será gravado como INDEFINIDO.' },
      {},
    ]);
    await importador.write(id);
    expect(await getVeiculo('NNN1A11')).toMatchObject({ status: 'INDEFINIDO' });
  });

  it.each(['csv', 'xlsx'])('goes to a file (%s) and comes back', async (formato) => {
    await post('/db/veiculos', { placa: 'RIO2A18', status: 'ATIVO', valido_ate: '2026-12-31' });
    const { rawPayload } = await teste.request({
      url: `/api/veiculos/exportar?formato=${formato}`,
    });
    await teste.db.deleteFrom('veiculos').execute();
    const { id, contagem } = await importador.preview({
      conteudo: rawPayload,
      nome: `frota.${formato}`,
    });
    expect(contagem).toMatchObject({ nova: 1, erro: 0 });
    await importador.write(id);
    expect(await getVeiculo('RIO2A18')).toMatchObject({ valido_ate: '2026-12-31' });
  });

  it('is read day first or year first, and a wrong one has its sentence', async () => {
    const conteudo = [
      'Placa;Validade',
      'RIO2A18;1/8/2026',
      'ABC1D23;2026-08-01',
      'HKQ3789;30/02/2026',
      'QXJ0D52;logo',
    ].join('\n');
    const { id } = await importador.preview({ conteudo });
    const linhas = await importador.listLinhas(id);
    expect(linhas.map(({ erros }) => erros[1])).toEqual([
      undefined,
      undefined,
      'Válido até: este dia não existe.',
      'Válido até: use uma data, como 2026-12-31.',
    ]);
    await importador.write(id);
    for (const placa of ['RIO2A18', 'ABC1D23']) {
      expect(await getVeiculo(placa)).toMatchObject({ valido_ate: '2026-08-01' });
    }
  });
});
