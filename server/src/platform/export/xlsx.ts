/**
 * XLSX, written row by row (docs/decisions/0036-exportar.md). Texts are inline strings, never
 * formulas; an instant is a date of Excel in Brasília's hours.
 */
import { formatDiaIso, formatHora } from '@unipark/contract/horaLocal';
import { letterOf } from '@unipark/contract/importacao';
import type { CellValue, SheetColumn, SheetWriter } from './sheet.ts';
import { type ArchiveEntry, writeZip } from './zip.ts';

/** Rows of one sheet below its heads; a longer list goes on in the next sheet. */
const LINHAS = 1_048_575;
/** The most UTF-16 units of a cell. */
const TEXTO_MAXIMO = 32_767;

const UM_DIA_MS = 86_400_000;
/** Days from Excel's epoch to 1970. */
const EPOCA = 25_569;
/** The styles of the cells, by their place in styles.xml. */
const [CABECA, DATA] = [1, 2];

const ENTIDADES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** XML 1.0 has no form for these: they become the replacement character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the forbidden ones
const PROIBIDOS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Surrogate}]/gu;
/** Excel reads _x000D_ as a character: the sign before it is written in that form. */
const ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g;

function escapeXml(texto: string): string {
  const inteiro = texto.length > TEXTO_MAXIMO ? `${texto.slice(0, TEXTO_MAXIMO - 1)}…` : texto;
  return inteiro
    .replace(PROIBIDOS, '\ufffd')
    .replace(ESCAPE, '_x005F_')
    .replace(/[&<>"\r]/g, (sinal) => ENTIDADES[sinal] ?? sinal);
}

/** The number of an instant: days, with Brasília's hours as the fraction. */
function toSerial(instante: string): number {
  const quando = new Date(instante);
  const local = Date.parse(`${formatDiaIso(quando)}T${formatHora(quando)}:00Z`);
  return local / UM_DIA_MS + EPOCA;
}

const textCell = (lugar: string, texto: string, estilo = ''): string =>
  `<c r="${lugar}" t="inlineStr"${estilo}><is><t xml:space="preserve">${escapeXml(texto)}</t></is></c>`;

function cellOf(lugar: string, valor: CellValue, { instante }: SheetColumn): string {
  if (valor === null || valor === '') return '';
  if (typeof valor === 'number') return `<c r="${lugar}"><v>${valor}</v></c>`;
  if (!instante) return textCell(lugar, valor);
  return `<c r="${lugar}" s="${DATA}"><v>${toSerial(valor)}</v></c>`;
}

const CABECALHO = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACOTE = 'http://schemas.openxmlformats.org/package/2006';
const OFICIO = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PLANILHA = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TIPO = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const headOf = (colunas: SheetColumn[]): string =>
  [
    `${CABECALHO}<worksheet xmlns="${PLANILHA}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '</sheetView></sheetViews><cols>',
    ...colunas.map(
      ({ largura }, i) => `<col min="${i + 1}" max="${i + 1}" width="${largura}" customWidth="1"/>`,
    ),
    '</cols><sheetData><row r="1">',
    ...colunas.map(({ rotulo }, i) => textCell(`${letterOf(i)}1`, rotulo, ` s="${CABECA}"`)),
    '</row>',
  ].join('');

const ESTILOS = `${CABECALHO}<styleSheet xmlns="${PLANILHA}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** The parts that name the sheets: last, when their number is known. */
function describeParts(nomes: string[]): [nome: string, xml: string][] {
  const cada = (write: (nome: string, numero: number) => string): string =>
    nomes.map((nome, i) => write(nome, i + 1)).join('');
  return [
    ['xl/styles.xml', ESTILOS],
    [
      'xl/workbook.xml',
      `${CABECALHO}<workbook xmlns="${PLANILHA}" xmlns:r="${OFICIO}"><sheets>${cada((nome, n) => `<sheet name="${escapeXml(nome)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${CABECALHO}<Relationships xmlns="${PACOTE}/relationships">${cada((_, n) => `<Relationship Id="rId${n}" Type="${OFICIO}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${nomes.length + 1}" Type="${OFICIO}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      '_rels/.rels',
      `${CABECALHO}<Relationships xmlns="${PACOTE}/relationships"><Relationship Id="rId1" Type="${OFICIO}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${CABECALHO}<Types xmlns="${PACOTE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TIPO}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TIPO}.styles+xml"/>${cada((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TIPO}.worksheet+xml"/>`)}</Types>`,
    ],
  ];
}

async function* only(texto: string): AsyncGenerator<string[]> {
  yield [texto];
}

/** @param linhasPorFolha rows of one sheet: fewer in a test */
export const writeXlsxOf = (linhasPorFolha: number): SheetWriter =>
  async function* ({ titulo, colunas }, fatias) {
    const leitura = fatias[Symbol.asyncIterator]();
    let resto: CellValue[][] = [];
    let acabou = false;
    const rowOf = (linha: CellValue[], numero: number): string => {
      const celulas = colunas.map((coluna, i) =>
        cellOf(letterOf(i) + numero, linha[i] ?? null, coluna),
      );
      return `<row r="${numero}">${celulas.join('')}</row>`;
    };

    function* rowsOf(linhas: CellValue[][], primeira: number): Generator<string> {
      for (const [i, linha] of linhas.entries()) yield rowOf(linha, primeira + i);
    }

    async function* folha(): AsyncGenerator<Iterable<string>> {
      yield [headOf(colunas)];
      for (let escritas = 0; ; ) {
        while (resto.length === 0 && !acabou) {
          const { value, done } = await leitura.next();
          acabou = done === true;
          resto = value ?? [];
        }
        const destas = resto.slice(0, linhasPorFolha - escritas);
        if (destas.length === 0) break;
        resto = resto.slice(destas.length);
        const primeira = escritas + 2;
        // One by one: the texts of a whole slice would be kept until a full collection.
        yield rowsOf(destas, primeira);
        escritas += destas.length;
      }
      yield ['</sheetData></worksheet>'];
    }

    async function* entradas(): AsyncGenerator<ArchiveEntry> {
      const nomes: string[] = [];
      do {
        const numero = nomes.length + 1;
        nomes.push(numero === 1 ? titulo : `${titulo} ${numero}`);
        yield { nome: `xl/worksheets/sheet${numero}.xml`, grupos: folha() };
      } while (!acabou);
      for (const [nome, xml] of describeParts(nomes)) yield { nome, grupos: only(xml) };
    }

    try {
      yield* writeZip(entradas());
    } finally {
      await leitura.return?.();
    }
  };

export const writeXlsx = writeXlsxOf(LINHAS);
