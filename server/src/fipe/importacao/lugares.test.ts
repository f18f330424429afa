import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BancadaImportacao, buildImportacao, CABECALHO } from '../../../test/importacao.ts';

let bancada: BancadaImportacao;
let antes: string[];
beforeAll(async () => {
  bancada = await buildImportacao();
  await bancada.importText(`${CABECALHO}1,59,VW,5940,Gol,2018-5,2018 Flex\n`);
  antes = await bancada.listCatalogo();
  expect(antes).toHaveLength(3);
});
afterAll(() => bancada.close());

const BOA = '1,59,VW,5940,Gol,2018-5,\n';
const buildCsv = (...linhas: string[]) => CABECALHO + BOA + linhas.join('\n');
const buildJson = (modelos: unknown) =>
  JSON.stringify({ tipos: { 1: [{ codigo: '59', nome: 'VW', modelos }] } }, null, 1);
const TUDO = 'tipo, marca, modelo_codigo (ou codigo_fipe), modelo, ano_codigo (ou ano)';

/** Errors with a place; each ends with 'Nada foi importado.'. */
const LUGARES: [nome: string, conteudo: string | Uint8Array, frases: string[], args?: string[]][] =
  [
    ['another table', 'a;b\n1;2\n', [`Linha 1: faltam as colunas ${TUDO}. Encontradas: a, b.`]],
    [
      'a column short',
      'tipo,marca,modelo_codigo,modelo\n1,VW,1,Gol\n',
      [
        'Linha 1: falta a coluna ano_codigo (ou ano). Encontradas: tipo, marca, modelo_codigo, modelo.',
      ],
    ],
    [
      'no type',
      CABECALHO.slice(5),
      [
        'Linha 1: falta a coluna tipo. Encontradas: marca_codigo, marca, modelo_codigo, modelo, ano_codigo, ano. Se o arquivo é de um tipo só, use --tipo 1, 2 ou 3.',
      ],
    ],
    [
      'values',
      buildCsv(
        '9,59,VW,1,A,2018-1,',
        '1,5 9,VW,1,A,2018-1,',
        '1,59,,1,A,2018-1,',
        '1,59,VW,,A,2018-1,',
        '1,59,VW,1234567890123456a,A,2018-1,',
        `1,59,VW,1,${'x'.repeat(101)},2018-1,`,
        '1,59,VW,1,A\x07B,2018-1,',
        '1,59,VW,1,A,20181,',
        '1,59,VW,1,A,1899-1,',
        '1,59,VW,1,A,2018-1-1,',
        '1,59,VW,1,A,,',
      ),
      [
        "Linha 3, coluna tipo: '9' não é um tipo. Use 1 (carros), 2 (motos) ou 3 (caminhões).",
        "Linha 4, coluna marca_codigo: '5 9' não é um código (1 a 16 letras, números ou -).",
        'Linha 5, coluna marca: está em branco.',
        'Linha 6, coluna modelo_codigo: está em branco.',
        "Linha 7, coluna modelo_codigo: '1234567890123456a' não é um código (1 a 16 letras, números ou -).",
        'Linha 8, coluna modelo: tem 101 caracteres; use no máximo 100.',
        "Linha 9, coluna modelo: 'A�B' tem caracteres de controle ou invisíveis.",
        "Linha 10, coluna ano_codigo: '20181' não é um ano-modelo, como 2018-1 ou 32000-1.",
        "Linha 11, coluna ano_codigo: '1899-1' não é um ano-modelo, como 2018-1 ou 32000-1.",
        "Linha 12, coluna ano_codigo: '2018-1-1' não é um ano-modelo, como 2018-1 ou 32000-1.",
        "Linha 13, coluna ano: '' não é um ano-modelo, como 2018 ou 2018 Gasolina.",
      ],
    ],
    [
      'the names of the columns are those of the file',
      'Type,Brand Value,Fipe Code,Model Value,Year Value,Month\nCAR,VW,005340-6,Gol,2018,308\n',
      ["Linha 2, coluna Month: '308' não é um mês. Com --referencia 2026-11, a coluna não é lida."],
    ],
    [
      'a row cut short',
      `${buildCsv()}1,59,VW,59`,
      ['Linha 3: tem 4 colunas, e o cabeçalho tem 7. O arquivo está completo?'],
    ],
    [
      'a comma in a name',
      buildCsv('1,59,VW,1,Gol, 1.0,2018-1,2018'),
      ['Linha 3: tem 8 colunas, e o cabeçalho tem 7. Um nome com separador vai entre aspas.'],
    ],
    [
      'a quote that is not closed',
      buildCsv('1,59,VW,1,"Gol,2018-1,', BOA, BOA),
      ['Linha 3: as aspas abertas não se fecham. O arquivo está completo?'],
    ],
    [
      'the same with a long file after it',
      buildCsv('1,59,VW,1,"Gol,2018-1,', BOA.repeat(3_000)),
      ['Linha 3: a linha é grande demais. Faltam aspas de fechamento?'],
    ],
    [
      'a quote inside',
      buildCsv('1,59,VW,1,Go"l,2018-1,'),
      [
        'Linha 3: há aspas no meio do campo: ponha o campo inteiro entre aspas e dobre as de dentro.',
      ],
    ],
    [
      'something behind a quote',
      buildCsv('1,59,VW,1,"Go"l,2018-1,'),
      ['Linha 3: há texto depois das aspas de fechamento: dobre as aspas que são do nome.'],
    ],
    [
      'a NUL',
      buildCsv('1,59,V\0W,1,Gol,2018-1,'),
      ['Linha 3, caractere 7: há um byte nulo. O arquivo não é um texto, ou está danificado.'],
    ],
    [
      'a letter cut at the end',
      Buffer.concat([Buffer.from(buildCsv('1,59,Citro')), Buffer.from([0xc3])]),
      [
        'Linha 3, caractere 11: o byte 0xC3 não é UTF-8. Se o arquivo veio do Excel, repita com --codificacao windows-1252.',
      ],
    ],
    [
      'values in JSON, with path and line',
      buildJson([
        { codigo: 'a b', nome: 'Gol' },
        { codigo: '1', nome: 'Fox', anos: ['14', { codigo: 'x', nome: 'y' }] },
        { codigo: '2' },
      ]),
      [
        "Linha 9, tipos.1[0].modelos[0].codigo: 'a b' não é um código (1 a 16 letras, números ou -).",
        "Linha 16, tipos.1[0].modelos[1].anos[0]: '14' não é um ano-modelo, como 2018 ou 2018 Gasolina.",
        "Linha 18, tipos.1[0].modelos[1].anos[1].codigo: 'x' não é um ano-modelo, como 2018-1 ou 32000-1.",
        'Linha 23, tipos.1[0].modelos[2].nome: está em branco.',
      ],
    ],
    [
      'what is no make',
      '{"tipos":{"1":[{"x":1},5]}}',
      [
        'Linha 1, tipos.1[0]: não é uma marca nem um registro de preço. Encontrados: x.',
        'Linha 1, tipos.1[1]: não é uma marca nem um registro de preço.',
      ],
    ],
    [
      'half a JSON',
      buildJson([{ codigo: '1', nome: 'Gol', anos: ['2018-1', '2017-1'] }]).slice(0, 150),
      ['Linha 12, tipos.1[0].modelos[0].anos[0]: o arquivo acaba no meio. Ele está completo?'],
    ],
    [
      'no JSON',
      '{"tipos":{"1":[\n{"codigo":"59",,}]}}',
      ['Linha 2, tipos.1[0]: o JSON não está bem formado aqui.'],
    ],
    [
      'a record without its columns',
      '[{"Marca":"VW","Modelo":"Gol"}]',
      [
        'Linha 1, [0]: faltam as colunas tipo, modelo_codigo (ou codigo_fipe), ano_codigo (ou ano). Encontradas: Marca, Modelo.',
      ],
    ],
    [
      'a name that would control the terminal',
      '[{"\\u001b[2Jmarca\\u202e":1}]',
      [
        'Linha 1, [0]: não é uma marca nem um registro de preço. Encontrados: \ufffd[2Jmarca\ufffd.',
      ],
    ],
    [
      'a list that lacks its type',
      '[{"codigo":"1","nome":"VW"}]',
      ['Linha 1, [0].tipo: falta o tipo. Se o arquivo é de um tipo só, use --tipo 1, 2 ou 3.'],
    ],
    [
      'a text without end',
      `[{"codigo":"1","nome":"${'x'.repeat(5_000)}"}]`,
      ['Linha 1, [0].nome: tem um texto de mais de 4000 caracteres.'],
      ['--tipo', '1'],
    ],
    [
      'nested without end',
      '['.repeat(100),
      [`Linha 1, ${'[0]'.repeat(24)}: está aninhado demais.`],
    ],
    ['nested too deep', `${'['.repeat(100)}${']'.repeat(100)}`, ['Linha 1: está aninhado demais.']],
    [
      'one record of many lines',
      '{"Marca":"VW","Modelo":"Gol","TipoVeiculo":1,"CodigoFipe":"1","AnoModelo":2018}\n{"Marca":,}\n',
      ['Linha 2, Marca: o JSON não está bem formado aqui.'],
    ],
  ];

describe('an error has a place', () => {
  test.each(LUGARES)('%s', async (_nome, conteudo, frases, args = []) => {
    const linhas = [...frases, 'Nada foi importado.'];
    expect(await bancada.importText(conteudo, ...args)).toEqual({ codigo: 1, linhas });
  });

  test('twenty places are listed, the others are counted, and written rows are discarded', async () => {
    const boas = Array.from({ length: 2_500 }, (_, i) => `1,59,VW,${i},M${i},2018-1,`);
    const ruins = Array.from({ length: 1_023 }, () => '1,59,VW,1,A,x,');
    const { codigo, linhas } = await bancada.importText(CABECALHO + [...boas, ...ruins].join('\n'));
    expect([codigo, linhas.length]).toEqual([1, 22]);
    expect(linhas[0]).toMatch(/^Linha 2\.502, coluna ano_codigo: /);
    expect(linhas.slice(-2)).toEqual(['e mais 1.003.', 'Nada foi importado.']);
  });

  test('afterwards the catalogue is unchanged, and no edition is unfinished', async () => {
    expect(await bancada.listCatalogo()).toEqual(antes);
    const situacoes = (await bancada.editions()).map(({ situacao }) => situacao);
    expect(situacoes.filter((situacao) => situacao !== 'antiga')).toEqual(['ativa']);
    const atos = await bancada.db.selectFrom('auditoria').select('acao').execute();
    expect(atos).toEqual([{ acao: 'importar' }]);
  });
});
