/** Files with cells that a spreadsheet, XML or paper takes badly, opened again by other readers. */
import { randomBytes } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { writeCsv } from './csv.ts';
import { writePdf } from './pdf.ts';
import type { CellValue, Sheet, SheetWriter } from './sheet.ts';
import { writeXlsx, writeXlsxOf } from './xlsx.ts';

const SHEET: Sheet = {
  titulo: 'Veículos',
  filtro: 'busca "gol"',
  gerado: new Date('2026-11-23T02:30:00Z'),
  colunas: [
    { rotulo: 'Texto', largura: 40 },
    { rotulo: 'Data e hora', largura: 17, instante: true },
    { rotulo: 'Veículos', largura: 10 },
  ],
};
const INSTANTE = '2026-11-23T02:05:00.000Z';

async function write(writer: SheetWriter, ...fatias: CellValue[][][]): Promise<Buffer> {
  const pedacos: Buffer[] = [];
  const source = async function* () {
    yield* fatias;
  };
  for await (const pedaco of writer(SHEET, source())) pedacos.push(Buffer.from(pedaco));
  return Buffer.concat(pedacos);
}

const readCsv = (arquivo: Buffer): string[][] =>
  parse(arquivo, { delimiter: ';', bom: true, record_delimiter: '\r\n' });

async function readSheets(arquivo: Buffer) {
  return (await readXlsx(arquivo, { trim: false })).map(({ sheet, data }) => ({ sheet, data }));
}

const LONGO = 'x'.repeat(10_000);
const HOSTIS = [
  '=HYPERLINK("http://mal.example","clique")',
  '+55 35 99123-4567',
  '-2+3',
  '@SUM(A1:A9)',
  '000123',
  '1e9',
  'TRUE',
  '2026-11-23',
  'um;dois',
  'uma "aspa"',
  "l'água",
  'linha\ne linha',
  '<b>&amp;</b> ]]>',
  'José 😀 漢 é',
  ' espaço dos dois lados ',
];
/** What XML has no form for, and what it is read as. */
const DE_CONTROLE = [
  ['\0=1', '\ufffd=1'],
  ['\t=1', '\t=1'],
  ['\r=1', '\r=1'],
  ['\u0001a\u000bb', '\ufffda\ufffdb'],
  ['meio \ud83d par', 'meio \ufffd par'],
  ['\ufffe', '\ufffd'],
] as const;
const TODOS = [...HOSTIS, LONGO, ...DE_CONTROLE.map(([texto]) => texto)];

it.each(HOSTIS)('the text %j is the same text in XLSX', async (texto) => {
  const [folha] = await readSheets(await write(writeXlsx, [[texto, null, null]]));
  expect(folha?.data[1]).toEqual([texto, null, null]);
});

it.each(DE_CONTROLE)('the text %j is %j in XLSX', async (texto, lido) => {
  const [folha] = await readSheets(await write(writeXlsx, [[texto, null, 7]]));
  expect(folha?.data[1]).toEqual([lido, null, 7]);
});

it('rows that hardly compress arrive whole', async () => {
  const linhas = Array.from({ length: 2_000 }, () => [
    randomBytes(150).toString('base64'),
    null,
    1,
  ]);
  const [folha] = await readSheets(await write(writeXlsx, linhas));
  expect(folha?.data.slice(1).map(([texto]) => texto)).toEqual(linhas.map(([texto]) => texto));
});

it('a cell longer than Excel takes is cut, and the sign of an escape is escaped', async () => {
  const linhas = [
    [LONGO, null, null],
    ['y'.repeat(40_000), null, null],
  ];
  const [folha] = await readSheets(await write(writeXlsx, linhas));
  expect(folha?.data[1]?.[0]).toBe(LONGO);
  expect(String(folha?.data[2]?.[0])).toHaveLength(32_767);
  const { unzipSync, strFromU8 } = await import('fflate');
  const partes = unzipSync(await write(writeXlsx, [['_x0041_', null, null]]));
  const xml = strFromU8(partes['xl/worksheets/sheet1.xml'] as Uint8Array);
  expect(xml).toContain('_x005F_x0041_');
  expect(xml).not.toContain('<f>');
});

it('XLSX has more columns than letters', async () => {
  const colunas = Array.from({ length: 101 }, (_, i) => ({ rotulo: `C${i}`, largura: 9 }));
  const linha = colunas.map(({ rotulo }) => `v${rotulo}`);
  const pedacos: Buffer[] = [];
  for await (const pedaco of writeXlsx(
    { ...SHEET, colunas },
    (async function* () {
      yield [linha];
    })(),
  )) {
    pedacos.push(Buffer.from(pedaco));
  }
  const [folha] = await readSheets(Buffer.concat(pedacos));
  expect(folha?.data[1]).toEqual(linha);
});

it('XLSX has dates, numbers and heads, and goes on in a second sheet', async () => {
  const linhas = [1, 2, 3, 4].map((n) => [`linha ${n}`, INSTANTE, n]);
  const folhas = await readSheets(await write(writeXlsxOf(3), linhas.slice(0, 2), linhas.slice(2)));
  expect(folhas.map(({ sheet }) => sheet)).toEqual(['Veículos', 'Veículos 2']);
  expect(folhas.map(({ data }) => data.length)).toEqual([4, 2]);
  for (const { data } of folhas) expect(data[0]).toEqual(['Texto', 'Data e hora', 'Veículos']);
  const [, primeira] = folhas[0]?.data ?? [];
  // The reader takes the hours of the cell for UTC: those of Brasília stand in it.
  expect(primeira).toEqual(['linha 1', new Date('2026-11-22T23:05:00Z'), 1]);
  expect(folhas[1]?.data[1]?.[0]).toBe('linha 4');
});

it.each([0, 3])('%i rows fill one sheet of three', async (quantas) => {
  const linhas = Array.from({ length: quantas }, (_, i) => ['a', null, i]);
  const folhas = await readSheets(await write(writeXlsxOf(3), [], linhas, []));
  expect(folhas.map(({ data }) => data.length)).toEqual([quantas + 1]);
});

it.each(TODOS.map((texto) => [texto.slice(0, 40), texto]))(
  'the text %j is one guarded cell of CSV',
  async (_, texto) => {
    const arquivo = await write(writeCsv, [[texto, INSTANTE, 7]]);
    const inteiro = texto.toWellFormed();
    const guardado = /^[=+\-@\t\r\0]/.test(inteiro) ? `'${inteiro}` : inteiro;
    expect(readCsv(arquivo)[1]).toEqual([guardado, '22/11/2026 23:05', '7']);
  },
);

it('CSV begins with its mark and heads, and ends each row with CRLF', async () => {
  const arquivo = await write(writeCsv, [['a', null, 1]], [['b', null, null]]);
  expect(arquivo.toString()).toBe('\uFEFFTexto;Data e hora;Veículos\r\na;;1\r\nb;;\r\n');
});

it('a PDF has the title, the filter, the hour, and on each page the heads and its number', async () => {
  const linhas = TODOS.map((texto, i) => [texto, INSTANTE, i]);
  const arquivo = await write(writePdf, linhas, linhas, linhas);
  const pdf = await getDocumentProxy(new Uint8Array(arquivo));
  const { totalPages, text } = await extractText(pdf);
  expect(totalPages).toBe(2);
  expect((await pdf.getMetadata()).info).toMatchObject({ Title: 'UNIPARK – Veículos' });
  expect(text[0]).toMatch(
    /^UNIPARK – Veículos\s+Filtro: busca "gol"\s+Gerado em 22\/11\/2026 23:30/,
  );
  for (const [i, pagina] of text.entries()) {
    expect(pagina).toContain('Texto Data e hora Veículos');
    expect(pagina).toMatch(new RegExp(`Página ${i + 1} de\\s*2$`));
  }
  expect(text[0]).toContain('=HYPERLINK("http://mal.example","clique") 22/11/2026 23:05 0');
  // Letters that the typeface does not have, and the end of a long cell.
  expect(text[0]).toContain('José ? ? é');
  expect(text[0]).toMatch(/x{20,}… 22\/11/);
  const numeros = text.join('\n').match(/23:05 \d+/g);
  expect(numeros).toHaveLength(linhas.length * 3);
});

it('a column of short texts leaves the page of a PDF to the others', async () => {
  const nome = 'Maria Aparecida do Nascimento de Albuquerque Cavalcanti';
  const colunas = ['Placa', 'Modelo', 'Cor', 'Motivo', 'Proprietário', 'Curso', 'E-mail'].map(
    (rotulo) => ({ rotulo, largura: rotulo === 'Motivo' ? 60 : 10 }),
  );
  const sheet = { ...SHEET, colunas };
  const linha = ['ABC1D23', 'GOL 1.6', 'Azul', null, nome, 'Medicina Veterinária', 'a@b.br'];
  const partes: Uint8Array[] = [];
  const linhas = (async function* () {
    yield [linha];
  })();
  for await (const parte of writePdf(sheet, linhas)) partes.push(Buffer.from(parte));
  const pdf = await getDocumentProxy(new Uint8Array(Buffer.concat(partes)));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain(nome);
  expect(text).not.toContain('…');
});

it('a reader that leaves ends the rows', async () => {
  for (const writer of [writeXlsx, writeCsv, writePdf]) {
    let acabou = false;
    const sem = async function* () {
      try {
        for (;;) yield Array.from({ length: 500 }, () => [String(Math.random()), null, 1]);
      } finally {
        acabou = true;
      }
    };
    let lidos = 0;
    for await (const _ of writer(SHEET, sem())) {
      lidos += 1;
      if (lidos === 20) break;
    }
    await expect.poll(() => acabou).toBe(true);
  }
});

it('a failure of the rows is a failure of the file', async () => {
  for (const writer of [writeXlsx, writeCsv, writePdf]) {
    const quebrada = async function* () {
      yield [['a', null, 1]];
      throw new Error('sem banco');
    };
    const read = async () => {
      for await (const _ of writer(SHEET, quebrada()));
    };
    await expect(read()).rejects.toThrow('sem banco');
  }
});
