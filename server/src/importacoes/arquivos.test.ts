/** The files that people send: encodings, separators, spreadsheets, and hostile ones. */
import type { Importacao } from '@unipark/contract/importacao';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { createImportador } from '../../test/importacoes.ts';
import {
  buildPlanilha,
  buildZip,
  CABECA_XML,
  sheetXml,
  type TestCell,
} from '../../test/planilha.ts';

let teste: TestApp;
let importador: ReturnType<typeof createImportador>;
beforeAll(async () => {
  teste = await buildTestApp();
  importador = createImportador(teste);
});
afterAll(() => teste.close());
beforeEach(async () => {
  for (const tabela of ['importacao_linhas', 'importacao_pedacos', 'importacoes'] as const) {
    await teste.db.deleteFrom(tabela).execute();
  }
});

const DONOS = 'Matrícula;Nome\r\n042;José da Conceição\r\n43;Ana\r\n';

const readDonos = async (conteudo: string | Buffer): Promise<string[][]> => {
  const { id } = await importador.preview({ conteudo, tipo: 'proprietarios' });
  return (await importador.listLinhas(id)).map(({ celulas }) => celulas);
};

const toUtf16 = (texto: string): Buffer => Buffer.from(`\ufeff${texto}`, 'utf16le');

describe('a text', () => {
  test.each<[string, string | Buffer]>([
    ['UTF-8', DONOS],
    ['UTF-8 with a byte order mark', `\ufeff${DONOS}`],
    ['windows-1252', Buffer.from(DONOS, 'latin1')],
    ['UTF-16', toUtf16(DONOS)],
    ['commas', DONOS.replaceAll(';', ',')],
    ['tabs', DONOS.replaceAll(';', '\t')],
    ['line breaks of Unix', DONOS.replaceAll('\r\n', '\n')],
    ["Excel's note about its separator", `sep=;\r\n${DONOS}`],
    ['quotes', 'Matrícula;Nome\n"042";"José da Conceição"\n43;Ana\n'],
    ['empty lines', `\n\n${DONOS}\n;\n`],
  ])('of %s is read', async (_nome, conteudo) => {
    expect(await readDonos(conteudo)).toEqual([
      ['042', 'José da Conceição'],
      ['43', 'Ana'],
    ]);
  });

  it.each(['\n', '\r\n', '\r'])(
    'with cells of several lines names its own lines, %j',
    async (quebra) => {
      const conteudo = 'Placa;Nota|HHH1A11;"a|b||c"|HHH1A12;"a|b"|HHH1A11;x|'.replaceAll(
        '|',
        quebra,
      );
      const { id } = await importador.preview({ conteudo });
      const linhas = await importador.listLinhas(id);
      expect(linhas.map(({ linha }) => linha)).toEqual([2, 6, 8]);
      const aberta = await importador.read({ conteudo: `${conteudo}HHH1A13;"a${quebra}` });
      expect(aberta.erro).toContain('Linha 9: as aspas abertas');
    },
  );

  it('of two encodings is read line by line', async () => {
    const conteudo = Buffer.concat([
      Buffer.from('Matrícula;Nome\n1;José\n'),
      Buffer.from('2;Conceição\n', 'latin1'),
    ]);
    expect(await readDonos(conteudo)).toEqual([
      ['1', 'José'],
      ['2', 'Conceição'],
    ]);
  });

  it('keeps the line of the file in its preview', async () => {
    const conteudo = 'Matrícula;Nome\n1;"Ana\nMaria"\n\n3;Bia\n';
    const { id } = await importador.preview({ conteudo, tipo: 'proprietarios' });
    const linhas = await importador.listLinhas(id);
    expect(linhas.map(({ linha, veredito }) => [linha, veredito])).toEqual([
      [2, 'erro'],
      [5, 'nova'],
    ]);
  });

  it('of guarded cells loses the guard; formulas and lost digits are errors of their cell', async () => {
    const conteudo = ['Matrícula;Nome', "1;'=Ana", '="0042";Bia', '2;=1+1', '2,02E+08;Caio'].join(
      '\n',
    );
    const { id } = await importador.preview({ conteudo, tipo: 'proprietarios' });
    const linhas = await importador.listLinhas(id);
    expect(linhas.map(({ celulas, erros }) => [...celulas, erros])).toEqual([
      ['1', '=Ana', {}],
      ['0042', 'Bia', {}],
      ['2', '=1+1', { 1: 'Fórmula sem valor. Digite o valor.' }],
      ['2,02E+08', 'Caio', { 0: 'Número alterado pela planilha. Digite o código.' }],
    ]);
  });

  it('with a shorter code than nearly all others has a warning', async () => {
    const codigos = ['0012345', '0012346', '0012347', '0012348', '0012349', '12350'];
    const conteudo = `RA;Nome\n${codigos.map((codigo) => `${codigo};Ana`).join('\n')}`;
    const { id } = await importador.preview({ conteudo, tipo: 'proprietarios' });
    const avisos = (await importador.listLinhas(id)).map(({ avisos }) => avisos);
    expect(avisos).toEqual([
      ...[{}, {}, {}, {}, {}],
      { 0: 'Pode ter perdido zeros à esquerda: quase todas têm 7 dígitos.' },
    ]);
  });
});

describe('a spreadsheet', () => {
  const readCells = async (linhas: TestCell[][], textos?: string[]) => {
    const conteudo = buildPlanilha(linhas, textos && { textos });
    const { id } = await importador.preview({ conteudo, nome: 'frota.xlsx' });
    return importador.listLinhas(id);
  };

  it('is read with its shared texts, dates, codes with zeros, and values of formulas', async () => {
    const [linha] = await readCells(
      [
        ['Placa', 'Modelo', 'Ano', 'Motivo', 'Cor', null, 'Marca'],
        [
          { v: '0', t: 's' },
          { v: '1', t: 's' },
          { v: '43831', s: 1 },
          { v: '4567', s: 2 },
          { v: 'Azul', t: 'str', f: 'B1' },
          null,
          'Fiat & Cia_x000D_',
        ],
      ],
      ['RIO2A18', 'Crêta <2>'],
    );
    expect(linha).toMatchObject({ linha: 2, veredito: 'erro' });
    expect(linha?.celulas).toEqual([
      ...['RIO2A18', 'Crêta <2>', '01/01/2020', '000004567', 'Azul', ''],
      'Fiat & Cia\r',
    ]);
    expect(Object.keys(linha?.erros ?? {})).toEqual(['6']);
  });

  const TABELA = [
    ['Placa', 'Modelo'],
    ['RIO2A18', 'GOL'],
  ];
  it.each<[string, TestCell[][][]]>([
    ['a cover', [[['Relatório de veículos'], [], ['Emitido em 29/11/2026']]]],
    ['an empty one and notes', [[], [[null, 'Notas']]]],
  ])('whose first sheets are %s is read where its table is', async (_nome, antes) => {
    const conteudo = buildPlanilha(TABELA, { antes });
    const { id } = await importador.preview({ conteudo, nome: 'frota.xlsx' });
    expect((await importador.listLinhas(id)).map(({ celulas }) => celulas)).toEqual([
      ['RIO2A18', 'GOL'],
    ]);
  });

  it.each<[string, TestCell[][], { ocultas?: number[] }]>([
    ['its headings', [['Placa', 'Modelo']], {}],
    ['the one that it must have', [['Placa']], {}],
    ['a cover, with the table in a hidden sheet', [['Relatório']], { ocultas: [1] }],
  ])(
    'whose first sheet has only %s is refused: nothing of another one is read',
    async (_nome, folha, resto) => {
      const conteudo = buildPlanilha(TABELA, { antes: [folha], ...resto });
      expect(await importador.read({ conteudo, nome: 'frota.xlsx' })).toMatchObject({
        ...{ fase: 'recusada', linhas: 0 },
        erro: expect.stringContaining('só tem o cabeçalho'),
      });
    },
  );

  it('has an error in a cell whose formula failed or has no value', async () => {
    const [linha] = await readCells([
      ['Placa', 'Modelo', 'Cor'],
      ['RIO2A18', { v: '#N/A', t: 'e' }, { v: '', f: 'A1' }],
    ]);
    expect(linha?.erros).toEqual({
      1: 'A fórmula desta célula tem erro. Digite o valor.',
      2: 'Fórmula sem valor. Digite o valor.',
    });
  });

  it('keeps a first row of formulas without values', async () => {
    const linhas = await readCells([['Placa'], [{ v: '', f: 'A1' }], ['RIO2A18']]);
    expect(linhas.map(({ linha }) => linha)).toEqual([2, 3]);
  });
});

it('a spreadsheet with a format and a tag of a million signs is read at once', async () => {
  const sinais = (sinal: string) => sinal.repeat(1_000_000);
  const arquivo = buildPlanilha([], {
    folha: sheetXml(PLACA).replace('<row ', `<row dica="${sinais('>')}" `),
    partes: [
      {
        nome: 'xl/styles.xml',
        dados: Buffer.from(
          `<styleSheet><numFmt numFmtId="200" formatCode="${sinais('[')}"/></styleSheet>`,
        ),
      },
    ],
  });
  const { id } = await importador.preview({ conteudo: arquivo });
  expect((await importador.listLinhas(id)).map(({ celulas }) => celulas)).toEqual([['RIO2A18']]);
});

/** A sheet of more than a hundred megabytes in a small file. */
const buildBomb = (tamanho?: number): Buffer => {
  const dados = Buffer.alloc(100 * 1024 * 1024, '<row r="1"><c r="A1"><v>1</v></c></row>');
  return buildZip([
    { nome: 'xl/workbook.xml', dados: Buffer.from('<workbook/>') },
    { nome: 'xl/worksheets/sheet1.xml', dados, ...(tamanho && { tamanho }) },
  ]);
};

const PLACA: TestCell[][] = [['Placa'], ['RIO2A18']];

describe('a file that is refused', () => {
  const NEM_UM = 'O arquivo não é CSV nem XLSX. Salve a planilha em um dos dois e envie de novo.';
  const DANIFICADA =
    'A planilha está danificada. Abra no Excel ou no LibreOffice, salve e envie de novo.';
  const SENHA =
    'A planilha está protegida por senha ou é de um Excel antigo (.xls). Salve como .xlsx, sem senha.';
  const CASOS: [string, () => string | Buffer, string][] = [
    ['a picture', () => Buffer.from('\u0089PNG\r\n\u001a\n1234', 'latin1'), NEM_UM],
    ['a PDF', () => '%PDF-1.7', NEM_UM],
    ['a page', () => '<!doctype html><p>', NEM_UM],
    ['bytes', () => Buffer.from([1, 0, 2, 0, 3, 10]), NEM_UM],
    [
      'a ZIP of something else',
      () => buildZip([{ nome: 'a.txt', dados: Buffer.from('a') }]),
      NEM_UM,
    ],
    ['an old or locked workbook', () => Buffer.from('d0cf11e0a1b11ae100', 'hex'), SENHA],
    [
      'an encrypted ZIP',
      () => buildZip([{ nome: 'xl/workbook.xml', dados: Buffer.from('a'), cifrada: true }]),
      'A planilha está protegida por senha. Salve sem senha e envie de novo.',
    ],
    ['a cut workbook', () => buildPlanilha(PLACA).subarray(0, 900), DANIFICADA],
    [
      'macros',
      () =>
        buildPlanilha(PLACA, { partes: [{ nome: 'xl/vbaProject.bin', dados: Buffer.from('x') }] }),
      'A planilha tem macros. Salve como .xlsx, sem macros, e envie de novo.',
    ],
    [
      'a DTD',
      () =>
        buildPlanilha([], {
          folha: `${CABECA_XML}<!DOCTYPE a [<!ENTITY b "c">]>${sheetXml(PLACA)}`,
        }),
      'A planilha tem definições que não são aceitas. Salve de novo no Excel.',
    ],
    [
      'a bomb',
      () => buildBomb(),
      'A planilha tem dados demais depois de descomprimida. Divida em arquivos menores.',
    ],
    [
      'texts without end',
      () =>
        buildPlanilha(PLACA, {
          partes: [{ nome: 'xl/sharedStrings.xml', dados: Buffer.from('<si/>'.repeat(3_000_000)) }],
        }),
      'A planilha tem texto demais. Divida o arquivo.',
    ],
    ['a bomb whose header lies', () => buildBomb(5_000), DANIFICADA],
    [
      'a hundred and one parts',
      () =>
        buildZip(Array.from({ length: 101 }, (_, i) => ({ nome: `${i}`, dados: Buffer.from('') }))),
      'O arquivo tem 101 partes: não parece uma planilha.',
    ],
    [
      'ten thousand columns',
      () => buildPlanilha([Array.from({ length: 10_000 }, (_, i) => `C${i}`)]),
      'A planilha tem mais de 100 colunas. Deixe só as do cadastro.',
    ],
    [
      'ten thousand columns of a text',
      () => Array.from({ length: 10_000 }, (_, i) => `C${i}`).join(';'),
      'A linha 1 tem mais de 100 colunas. Deixe só as do cadastro.',
    ],
    [
      'one heading twice',
      () => 'Placa;PLACA \nRIO2A18;RIO2A18\n',
      "O título 'PLACA' está em duas colunas (A e B). Mude um deles.",
    ],
    [
      'headings only',
      () => 'Placa;Cor\n',
      'O arquivo só tem o cabeçalho: não há linhas para importar.',
    ],
    ['blank lines', () => '\n;;\n  \n', 'O arquivo está vazio.'],
    [
      'a quote that is not closed',
      () => 'Placa;Cor\n"RIO2A18;Azul\n',
      'Linha 2: as aspas abertas não se fecham. O arquivo está completo?',
    ],
    [
      'one line of megabytes',
      () => 'x'.repeat(2 * 1024 * 1024),
      'O arquivo tem uma linha longa demais: não parece uma tabela.',
    ],
  ];
  test.each(CASOS)('%s', async (_nome, build, frase) => {
    const { fase, erro } = await importador.read({ conteudo: build() });
    expect([fase, erro]).toEqual(['recusada', frase]);
    await until(async () => {
      const pedacos = await teste.db.selectFrom('importacao_pedacos').select('ordem').execute();
      expect(pedacos).toEqual([]);
    });
  });

  it('is empty: 400, and nothing stays', async () => {
    const resposta = await importador.send({ conteudo: '' });
    expect(resposta.statusCode).toBe(400);
    expect(resposta.json()).toMatchObject({ mensagem: 'O arquivo está vazio.' });
    expect(await teste.db.selectFrom('importacoes').select('id').execute()).toEqual([]);
  });

  it('is larger than 20 MB: 413, and nothing stays', async () => {
    const resposta = await importador.send({
      conteudo: Buffer.alloc(20 * 1024 * 1024 + 1, 'a;b\n'),
    });
    expect(resposta.statusCode).toBe(413);
    expect(resposta.json()).toMatchObject({
      mensagem: 'O arquivo tem mais de 20 MB. Divida em arquivos menores.',
    });
    expect(await teste.db.selectFrom('importacoes').select('id').execute()).toEqual([]);
  });

  it('has no column for a required field', async () => {
    const { id, fase } = await importador.read({ conteudo: 'Chapa;Cor\nRIO2A18;Azul\n' });
    expect(fase).toBe('colunas');
    const resposta = await importador.choose(id, [null, 'cor']);
    expect(resposta.statusCode).toBe(400);
    expect(resposta.json()).toMatchObject({ mensagem: 'Falta a coluna de Placa.' });
    expect((await importador.choose(id, ['placa', 'placa'])).statusCode).toBe(400);
    expect((await importador.choose(id, ['placa', 'nada'])).statusCode).toBe(400);
  });
});

it('the choice of columns is remembered for the same headings', async () => {
  const conteudo = 'Chapa;Tom\nRIO2A18;Azul\n';
  const { id } = await importador.read({ conteudo });
  await importador.choose(id, ['placa', 'cor']);
  await importador.reach(id, 'previa');
  const { colunas } = await importador.read({ conteudo: conteudo.replace('Azul', 'Verde') });
  expect(colunas.map(({ campo }) => campo)).toEqual(['placa', 'cor']);
});

it('one person has at most six open imports', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 6; i += 1) ids.push((await importador.read({ conteudo: DONOS })).id);
  const demais = await importador.send({ conteudo: DONOS });
  expect(demais.statusCode).toBe(429);
  const [primeira = 0] = ids;
  const url = importador.url(primeira);
  expect((await teste.request({ method: 'DELETE', url })).statusCode).toBe(204);
  expect((await teste.request({ url })).statusCode).toBe(404);
  expect((await importador.send({ conteudo: DONOS })).json<Importacao>().nome).toBe('frota.csv');
});
