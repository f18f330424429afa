import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BancadaImportacao, buildImportacao, CABECALHO } from '../../../test/importacao.ts';
import { codeForNome } from './marcas.ts';

let bancada: BancadaImportacao;
beforeEach(async () => {
  bancada = await buildImportacao();
});
afterEach(() => bancada.close());

const GOL = ['1 59 VW', '1 59 5940 Gol', '1 59 5940 2018-5 2018 Flex'];
const preco = {
  TipoVeiculo: 1,
  Valor: 'R$ 30.054,00',
  Marca: 'VW',
  Modelo: 'Gol',
  AnoModelo: 2018,
  Combustivel: 'Flex',
  CodigoFipe: '005340-6',
  MesReferencia: 'março de 2026 ',
  SiglaCombustivel: 'F',
};
const SEM_CODIGO = ['1 vw VW', '1 vw 005340-6 Gol', '1 vw 005340-6 2018-5 2018 Flex'];
const LISTA = [
  { codigo: '59', nome: 'VW', modelos: [{ codigo: 5940, nome: 'Gol', anos: ['2018-5'] }] },
];

const BOAS: [nome: string, conteudo: string, achado: string[], args?: string[]][] = [
  ['our CSV', `${CABECALHO}1,59,VW,5940,Gol,2018-5,2018 Flex\n`, GOL],
  ['with a byte order mark', `\ufeff${CABECALHO}1,59,VW,5940,Gol,2018-5,\n`, GOL],
  [
    'by semicolons, Windows line ends',
    `${CABECALHO}1,59,VW,5940,Gol,2018-5,`.replaceAll(',', ';').replace('\n', '\r\n'),
    GOL,
  ],
  [
    'by tabs, quoted, blank lines',
    `${CABECALHO}\n"1",59,"VW",5940,Gol,2018-5,2018\n,,,,,,\n`.replaceAll(',', '\t'),
    GOL,
  ],
  [
    'without the name of the year',
    'TIPO;Marca Código;Márca;MODELO_CODIGO;Modelo;Ano-Código\ncarros;59;VW;5940;Gol;2018-5\n',
    GOL,
  ],
  ['without a type', `${CABECALHO.slice(5)}59,VW,5940,Gol,2018-5,\n`, GOL, ['--tipo', 'carros']],
  [
    'Brand Code, Brand Value',
    'Type,Brand Code,Brand Value,Model Code,Model Value,Year Code,Year Value,Fipe Code,Fuel Letter,Fuel Type,Price,Month\nCAR,59,VW,5940,Gol,2018-5,2018 Flex,005340-6,F,Flex,"R$ 1.234,00",março de 2026\n',
    GOL,
  ],
  [
    'codigo_marca, ano_modelo',
    'tipo,codigo_marca,marca,codigo_modelo,modelo,codigo_ano,ano_modelo,combustivel,sigla_combustivel,codigo_fipe,mes_referencia,valor\ncarros,59,VW,5940,Gol,2018-5,2018,Flex,F,005340-6,março de 2026,30054.0\n',
    GOL,
  ],
  [
    'fipe_cod, anoref, mesref',
    'fipe_cod,tabela_id,anoref,mesref,tipo,marca_id,marca,modelo_id,modelo,anomod,comb_cod,comb_sigla,comb,valor\n005340-6,200,2026,3,1,59,VW,5940,Gol,2018,5,F,Flex,30054\n',
    GOL,
  ],
  [
    'names and a FIPE code alone',
    'Tipo;Marca;Modelo;Ano;Valor;CodigoFipe;Combustivel\nCarro;VW;Gol;2018;R$ 30.054,00;005340-6;Flex',
    SEM_CODIGO,
  ],
  ['price records in a list', JSON.stringify([preco]), SEM_CODIGO],
  [
    'price records, one a line',
    `${JSON.stringify(preco)}\n${JSON.stringify({ ...preco, MesReferencia: 'fevereiro de 2026' })}\n`,
    SEM_CODIGO,
  ],
  [
    'price records of BrasilAPI',
    JSON.stringify([
      {
        valor: 'R$ 1',
        marca: 'VW',
        modelo: 'Gol',
        anoModelo: 2018,
        combustivel: 'Flex',
        codigoFipe: '005340-6',
        mesReferencia: 'março de 2026 ',
        tipoVeiculo: 1,
      },
    ]),
    SEM_CODIGO,
  ],
  [
    'price records of parallelum v2',
    JSON.stringify([
      {
        price: 'R$ 1',
        brand: 'VW',
        model: 'Gol',
        modelYear: 2018,
        fuel: 'Flex',
        codeFipe: '005340-6',
        referenceMonth: 'março de 2026',
        vehicleType: 1,
      },
    ]),
    SEM_CODIGO,
  ],
  ['our JSON', JSON.stringify({ referencia: '2026-03', tipos: { 1: LISTA } }, null, 1), GOL],
  ['our JSON, the month last', JSON.stringify({ tipos: { 1: LISTA }, referencia: '2026-03' }), GOL],
  ['a list of makes', JSON.stringify(LISTA), GOL, ['--tipo', '1']],
  ['makes, one a line', `${JSON.stringify(LISTA[0])}\n`, GOL, ['--tipo', '1']],
  [
    'code and name under cars, the answer kept whole',
    JSON.stringify({
      cars: [
        {
          code: '59',
          name: 'VW',
          models: {
            models: [{ code: '5940', name: 'Gol', years: [{ code: '2018-5', name: '2018 Flex' }] }],
            years: [],
          },
        },
      ],
    }),
    GOL,
  ],
  [
    'Value and Label, the name last',
    JSON.stringify({
      carros: [
        {
          Modelos: [{ Anos: [{ Value: '2018-5', Label: '2018 Flex' }], Value: 5940, Label: 'Gol' }],
          Value: '59',
          Label: 'VW',
        },
      ],
    }),
    GOL,
  ],
  ['groups with their type', JSON.stringify([{ tipo: 'carros', marcas: LISTA }]), GOL],
];

describe('every shape leads to the same catalogue', () => {
  test.each(BOAS)('%s', async (_nome, conteudo, achado, args = []) => {
    const { codigo, linhas } = await bancada.importText(conteudo, ...args);
    expect([codigo, linhas[1]]).toEqual([0, 'O catálogo tem 1 marca, 1 modelo e 1 ano.']);
    expect(await bancada.listCatalogo()).toEqual(achado);
    const temMes = /2026/.test(conteudo);
    const [edicao] = await bancada.editions();
    expect(edicao).toMatchObject({ situacao: 'ativa', referencia: temMes ? '2026-03' : null });
  });

  test('a make without models, a model without years', async () => {
    const tipos = {
      2: [
        { codigo: '80', nome: 'HONDA' },
        { codigo: '85', nome: 'X', modelos: [{ codigo: '1', nome: 'Y' }] },
      ],
    };
    await bancada.importText(JSON.stringify({ tipos }));
    expect(await bancada.listCatalogo()).toEqual(['2 80 HONDA', '2 85 X', '2 85 1 Y']);
  });

  test('zero km, and fuels that the codes do not name', async () => {
    const linhas = ['1,1,A,1,B,32000-1,32000 Gasolina', '1,1,A,1,B,2020-9,', '1,1,A,1,B,2019,2019'];
    await bancada.importText(CABECALHO + linhas.join('\n'));
    const gnv =
      'tipo,marca,codigo_fipe,modelo,ano,combustivel\n2,A,1,B,Zero km,GNV\n2,A,1,B,2020,\n';
    await bancada.importText(gnv);
    expect((await bancada.listCatalogo()).filter((linha) => / (20|32)\d+/.test(linha))).toEqual([
      '1 1 1 32000-1 Zero km Gasolina',
      '2 a 1 32000-gnv Zero km GNV',
      '1 1 1 2020-9 2020',
      '2 a 1 2020 2020',
      '1 1 1 2019 2019',
    ]);
  });

  test("a fuel with the name of one of JavaScript's own properties is an ordinary fuel", async () => {
    await bancada.importText(
      'tipo,marca,codigo_fipe,modelo,ano,combustivel\n2,A,1,B,2020,constructor\n',
    );
    expect((await bancada.listCatalogo()).filter((linha) => / 20\d+/.test(linha))).toEqual([
      '2 a 1 2020-construc 2020 constructor',
    ]);
  });

  test('a make without a code gets the code of its name in the catalogue in use', async () => {
    await bancada.importText(
      `${CABECALHO}1,59,VW - VolksWagen,1,Gol,2018-5,\n2,60,VW - VolksWagen,1,M,2018-5,\n`,
    );
    await bancada.importText(JSON.stringify([{ ...preco, Marca: 'vw - VOLKSWAGEN' }]));
    expect(await bancada.listCatalogo()).toContain('1 59 vw - VOLKSWAGEN');
    expect(codeForNome('Alfa Romeo')).toBe('alfa-romeo');
    const compridos = ['Mercedes-Benz Caminhões', 'Mercedes-Benz Carros', '99', '???'].map(
      codeForNome,
    );
    expect(new Set(compridos).size).toBe(4);
    for (const codigo of compridos) expect(codigo).toMatch(/^[0-9a-z-]{1,16}$/);
    expect(compridos[2]).not.toBe('99');
  });

  test('the examples of the document, unchanged', async () => {
    const documento = readFileSync(
      new URL('../../../../docs/catalogo.md', import.meta.url),
      'utf8',
    );
    const findExemplo = (tipo: string) =>
      new RegExp(`\`\`\`${tipo}\n(.*?)\`\`\``, 's').exec(documento)?.[1] ?? '';
    const csv = await bancada.importText(findExemplo('csv'));
    expect(csv).toEqual({
      codigo: 0,
      linhas: ['Catálogo importado: tabela.', 'O catálogo tem 3 marcas, 3 modelos e 4 anos.'],
    });
    expect(await bancada.listCatalogo()).toContain('1 59 5940 2017-5 2017 Flex');
    const json = await bancada.importText(findExemplo('json'), '--substituir');
    expect(json.linhas).toEqual([
      'Catálogo importado: tabela, referência 2026-11.',
      'O catálogo tem 2 marcas, 3 modelos e 3 anos.',
    ]);
  });

  test('windows-1252, when the option says so', async () => {
    const bytes = Buffer.from(
      `${CABECALHO}1,59,Citroën,1,Jumper Furgão – 2.8,2018-3,\n`.replace('–', '\x96'),
      'latin1',
    );
    const recusado = await bancada.importText(bytes);
    expect(recusado.linhas).toEqual([
      'Linha 2, caractere 11: o byte 0xEB não é UTF-8. Se o arquivo veio do Excel, repita com --codificacao windows-1252.',
      'Nada foi importado.',
    ]);
    expect((await bancada.importText(bytes, '--codificacao', 'windows-1252')).codigo).toBe(0);
    expect((await bancada.listCatalogo()).slice(0, 2)).toEqual([
      '1 59 Citroën',
      '1 59 1 Jumper Furgão – 2.8',
    ]);
  });

  test('types that the file does not have stay unchanged', async () => {
    await bancada.importText(`${CABECALHO}1,59,VW,1,Gol,2018-5,\n2,80,HONDA,1,CG,2018-5,\n`);
    const { linhas } = await bancada.importText(`${CABECALHO}1,59,VW,2,Fox,2019-5,\n`);
    expect(linhas[2]).toBe('O arquivo não tem motos: ficam como estavam.');
    expect((await bancada.listCatalogo()).sort()).toEqual([
      '1 59 2 2019-5 2019 Flex',
      '1 59 2 Fox',
      '1 59 VW',
      '2 80 1 2018-5 2018 Flex',
      '2 80 1 CG',
      '2 80 HONDA',
    ]);
  });
});
