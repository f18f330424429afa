import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BancadaImportacao, buildImportacao, CABECALHO } from '../../../test/importacao.ts';

let bancada: BancadaImportacao;
let antes: string[];
beforeAll(async () => {
  bancada = await buildImportacao();
  await bancada.importText(`${CABECALHO}1,59,VW,5940,Gol,2018-5,2018 Flex\n`);
  antes = await bancada.catalogo();
  expect(antes).toHaveLength(3);
});
afterAll(() => bancada.close());

const BOA = '1,59,VW,5940,Gol,2018-5,\n';
const tabela = (...linhas: string[]) => CABECALHO + BOA + linhas.join('\n');
const marca = (modelos: unknown) =>
  JSON.stringify({ tipos: { 1: [{ codigo: '59', nome: 'VW', modelos }] } }, null, 1);
const zip = (nome: string) =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(26), Buffer.from(nome)]);
const TUDO = 'tipo, marca, modelo_codigo (ou codigo_fipe), modelo, ano_codigo (ou ano)';

/** A whole file that is none. */
const ARQUIVOS: [nome: string, conteudo: string | Uint8Array, frase: string][] = [
  ['empty', '', 'O arquivo está vazio.'],
  ['blank', '\ufeff \n\n', 'O arquivo está vazio.'],
  ['XLSX', zip('[Content_Types].xml'), 'É uma planilha XLSX: salve como CSV.'],
  [
    'ODS',
    zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    'É uma planilha ODS: salve como CSV.',
  ],
  [
    'ZIP',
    zip('tabela.csv'),
    'O arquivo está compactado (ZIP): descompacte e importe o que há dentro.',
  ],
  [
    'gzip',
    new Uint8Array([0x1f, 0x8b, 8, 0]),
    'O arquivo está compactado (gzip): descompacte e importe o que há dentro.',
  ],
  ['XLS', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'É uma planilha XLS: salve como CSV.'],
  ['PDF', '%PDF-1.7\n', 'É um PDF: importe um arquivo CSV ou JSON.'],
  [
    'UTF-16 with a mark',
    Buffer.from(`\ufeff${CABECALHO}`, 'utf16le'),
    'O arquivo está em UTF-16: salve como CSV UTF-8 (ou Unicode UTF-8) e importe de novo.',
  ],
  [
    'UTF-16 without',
    Buffer.from(CABECALHO, 'utf16le'),
    'O arquivo está em UTF-16: salve como CSV UTF-8 (ou Unicode UTF-8) e importe de novo.',
  ],
  [
    'a web page',
    '<!doctype html><title>403</title>',
    'É uma página da web (HTML), não uma tabela: baixe o arquivo CSV ou JSON.',
  ],
  ['a header alone', CABECALHO, 'O arquivo não tem nenhuma marca.'],
  ['JSON without makes', '{"tipos":{}}', 'O arquivo não tem nenhuma marca.'],
];

/** Sentences about places; 'Nada foi importado.' follows them. */
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
      tabela(
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
      `${tabela()}1,59,VW,59`,
      ['Linha 3: tem 4 colunas, e o cabeçalho tem 7. O arquivo está completo?'],
    ],
    [
      'a comma in a name',
      tabela('1,59,VW,1,Gol, 1.0,2018-1,2018'),
      ['Linha 3: tem 8 colunas, e o cabeçalho tem 7. Um nome com separador vai entre aspas.'],
    ],
    [
      'a quote that is not closed',
      tabela('1,59,VW,1,"Gol,2018-1,', BOA, BOA),
      ['Linha 3: as aspas abertas não se fecham. O arquivo está completo?'],
    ],
    [
      'and a long file behind it',
      tabela('1,59,VW,1,"Gol,2018-1,', BOA.repeat(3_000)),
      ['Linha 3: a linha é grande demais. Faltam aspas de fechamento?'],
    ],
    [
      'a quote inside',
      tabela('1,59,VW,1,Go"l,2018-1,'),
      [
        'Linha 3: há aspas no meio do campo: ponha o campo inteiro entre aspas e dobre as de dentro.',
      ],
    ],
    [
      'something behind a quote',
      tabela('1,59,VW,1,"Go"l,2018-1,'),
      ['Linha 3: há texto depois das aspas de fechamento: dobre as aspas que são do nome.'],
    ],
    [
      'a NUL',
      tabela('1,59,V\0W,1,Gol,2018-1,'),
      ['Linha 3, caractere 7: há um byte nulo. O arquivo não é um texto, ou está danificado.'],
    ],
    [
      'a letter cut at the end',
      Buffer.concat([Buffer.from(tabela('1,59,Citro')), Buffer.from([0xc3])]),
      [
        'Linha 3, caractere 11: o byte 0xC3 não é UTF-8. Se o arquivo veio do Excel, repita com --codificacao windows-1252.',
      ],
    ],
    [
      'values in JSON, with path and line',
      marca([
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
      marca([{ codigo: '1', nome: 'Gol', anos: ['2018-1', '2017-1'] }]).slice(0, 150),
      ['Linha 12, tipos.1[0].modelos[0].anos: o arquivo acaba no meio. Ele está completo?'],
    ],
    [
      'no JSON',
      '{"tipos":{"1":[\n{"codigo":"59",,}]}}',
      ['Linha 2, tipos.1: o JSON não está bem formado aqui.'],
    ],
    [
      'a record without its columns',
      '[{"Marca":"VW","Modelo":"Gol"}]',
      [
        'Linha 1, [0]: faltam as colunas tipo, modelo_codigo (ou codigo_fipe), ano_codigo (ou ano). Encontradas: Marca, Modelo.',
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
      [`Linha 1, ${'[0]'.repeat(23)}: está aninhado demais.`],
    ],
  ];

describe('what cannot be imported', () => {
  test.each(ARQUIVOS)('%s', async (_nome, conteudo, frase) => {
    expect(await bancada.importText(conteudo)).toEqual({ codigo: 1, linhas: [frase] });
  });

  test.each(LUGARES)('%s', async (_nome, conteudo, frases, args = []) => {
    const linhas = [...frases, 'Nada foi importado.'];
    expect(await bancada.importText(conteudo, ...args)).toEqual({ codigo: 1, linhas });
  });

  test('missing, a folder, no permission, no file', async () => {
    const pasta = join(bancada.dataDir, 'pasta');
    mkdirSync(pasta);
    const fechado = bancada.write('fechado.csv', CABECALHO);
    chmodSync(fechado, 0);
    const falta = join(bancada.dataDir, 'falta.csv');
    const ditos = await Promise.all(
      [[falta], [pasta], ['/dev/null'], []].map(async (args) => (await bancada.run(args)).linhas),
    );
    expect(ditos).toEqual([
      [`Arquivo não encontrado: ${falta}.`],
      [`${pasta} é uma pasta: indique o arquivo.`],
      ['/dev/null não é um arquivo comum.'],
      ['Diga o arquivo: npm run unipark -- fipe import ARQUIVO'],
    ]);
    // Whoever may read everything is refused nothing.
    if (process.getuid?.() !== 0) {
      expect((await bancada.run([fechado])).linhas).toEqual([`Sem permissão para ler ${fechado}.`]);
    }
  });

  test('options that say nothing', async () => {
    const options = (...args: string[]) => bancada.importText(CABECALHO, ...args);
    expect((await options('--tipo', '4')).linhas).toEqual([
      '--tipo: use 1 (carros), 2 (motos) ou 3 (caminhões).',
    ]);
    expect((await options('--referencia', '2026-13')).linhas).toEqual([
      '--referencia: use ano e mês, como 2026-11.',
    ]);
    expect((await options('--codificacao', 'utf-16')).linhas).toEqual([
      '--codificacao: use utf-8 ou windows-1252.',
    ]);
  });

  test('twenty places are listed, the rest is counted, whatever was written before is given up', async () => {
    const boas = Array.from({ length: 2_500 }, (_, i) => `1,59,VW,${i},M${i},2018-1,`);
    const ruins = Array.from({ length: 1_023 }, () => '1,59,VW,1,A,x,');
    const { codigo, linhas } = await bancada.importText(CABECALHO + [...boas, ...ruins].join('\n'));
    expect([codigo, linhas.length]).toEqual([1, 22]);
    expect(linhas[0]).toMatch(/^Linha 2\.502, coluna ano_codigo: /);
    expect(linhas.slice(-2)).toEqual(['e mais 1.003.', 'Nada foi importado.']);
  });

  test('after all of it the catalogue is what it was, and nothing is in the making', async () => {
    expect(await bancada.catalogo()).toEqual(antes);
    const situacoes = (await bancada.editions()).map(({ situacao }) => situacao);
    expect(situacoes.filter((situacao) => situacao !== 'antiga')).toEqual(['ativa']);
    const atos = await bancada.db.selectFrom('auditoria').select('acao').execute();
    expect(atos).toEqual([{ acao: 'importar' }]);
  });
});

describe('what is said twice', () => {
  test('is counted; of two names the first stays', async () => {
    const repetida = await buildImportacao();
    const muitas = Array.from({ length: 1_500 }, (_, i) => `1,59,VW,${i},M${i},2018-1,`);
    const linhas = [
      ...muitas,
      muitas[7],
      muitas[7],
      '1,59,Volks,3,M3,2018-1,',
      '1,59,VW,3,Outro,2017-1,',
      '1,59,VW,3,M3,2018-1,2018 G',
      muitas[1_499],
    ];
    const dito = await repetida.importText(CABECALHO + linhas.join('\n'));
    expect(dito.linhas).toEqual([
      'Catálogo importado: tabela.',
      'O catálogo tem 1 marca, 1.500 modelos e 1.501 anos.',
      'Repetidos, contados uma vez: 4.',
      'Códigos com mais de um nome: 3.',
      "  Linha 1.504: a marca 59 já se chama 'VW'; 'Volks' ficou de fora.",
      "  Linha 1.505: o modelo 3 já se chama 'M3'; 'Outro' ficou de fora.",
      "  Linha 1.506: o ano 2018-1 já se chama '2018 Gasolina'; '2018 G' ficou de fora.",
    ]);
    await repetida.close();
  });
});

describe('the safety net', () => {
  test('half of the catalogue is not lost by a slip', async () => {
    const rede = await buildImportacao();
    const linhas = Array.from({ length: 10 }, (_, i) => `1,59,VW,${i},M${i},2018-1,`);
    await rede.importText(CABECALHO + linhas.join('\n'));
    const menos = CABECALHO + linhas.slice(0, 4).join('\n');
    expect(await rede.importText(menos)).toEqual({
      codigo: 1,
      linhas: [
        'Em carros, o catálogo em uso tem 1 marca, 10 modelos, 10 anos; o arquivo, 1 marca, 4 modelos, 4 anos.',
        'O catálogo perderia mais da metade. Se é isso mesmo, repita com --substituir.',
      ],
    });
    expect(await rede.catalogo()).toHaveLength(21);
    expect((await rede.importText(CABECALHO + linhas.slice(0, 5).join('\n'))).codigo).toBe(0);
    expect((await rede.importText(`${CABECALHO}${linhas[0]}`, '--substituir')).codigo).toBe(0);
    expect(await rede.catalogo()).toHaveLength(3);
    await rede.close();
  });

  test('--conferir looks at everything and writes nothing', async () => {
    const rede = await buildImportacao();
    const conferir = (texto: string) =>
      rede.importText(texto, '--conferir', '--referencia', '11/2026');
    expect(await conferir(`${CABECALHO}${BOA}${BOA}`)).toEqual({
      codigo: 0,
      linhas: [
        'Arquivo conferido: tabela, referência 2026-11.',
        'O catálogo teria 1 marca, 1 modelo e 1 ano.',
        'Repetidos, contados uma vez: 1.',
        'Nada foi gravado.',
      ],
    });
    expect((await conferir(`${CABECALHO}1`)).codigo).toBe(1);
    expect(await rede.editions()).toEqual([]);
    await rede.close();
  });
});
