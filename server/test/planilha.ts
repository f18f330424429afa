/** XLSX files for tests: a ZIP of the few parts that a workbook needs. */
import { crc32, deflateRawSync } from 'node:zlib';

export type TestCell = string | number | { v: string; t?: string; s?: number; f?: string } | null;

interface ZipPart {
  nome: string;
  dados: Buffer;
  /** What the header says; a lie when it differs. */
  tamanho?: number;
  cifrada?: boolean;
}

/** A ZIP archive of these parts, each deflated. */
export function buildZip(partes: ZipPart[]): Buffer {
  const locais: Buffer[] = [];
  const centrais: Buffer[] = [];
  let onde = 0;
  for (const { nome, dados, tamanho = dados.length, cifrada = false } of partes) {
    const comprimido = deflateRawSync(dados);
    const nomeBytes = Buffer.from(nome);
    const campos = Buffer.alloc(26);
    campos.writeUInt16LE(20, 0);
    campos.writeUInt16LE(cifrada ? 1 : 0, 2);
    campos.writeUInt16LE(8, 4);
    campos.writeUInt32LE(crc32(dados), 10);
    campos.writeUInt32LE(comprimido.length, 14);
    campos.writeUInt32LE(tamanho, 18);
    campos.writeUInt16LE(nomeBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), campos, nomeBytes, comprimido]);
    const resto = Buffer.alloc(14);
    resto.writeUInt32LE(onde, 10);
    const versao = Buffer.from([20, 0]);
    centrais.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), versao, campos, resto, nomeBytes]));
    locais.push(local);
    onde += local.length;
  }
  const central = Buffer.concat(centrais);
  const fim = Buffer.alloc(18);
  fim.writeUInt16LE(partes.length, 4);
  fim.writeUInt16LE(partes.length, 6);
  fim.writeUInt32LE(central.length, 8);
  fim.writeUInt32LE(onde, 12);
  return Buffer.concat([...locais, central, Buffer.from('PK\u0005\u0006'), fim]);
}

const escapeXml = (texto: string): string =>
  texto.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const columnName = (coluna: number): string =>
  (coluna >= 26 ? columnName(Math.floor(coluna / 26) - 1) : '') +
  String.fromCharCode(65 + (coluna % 26));

function toXml(celula: TestCell, lugar: string): string {
  if (celula === null) return '';
  if (typeof celula === 'number') return `<c r="${lugar}"><v>${celula}</v></c>`;
  if (typeof celula === 'string') {
    return `<c r="${lugar}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(celula)}</t></is></c>`;
  }
  const { v, t, s, f } = celula;
  const atributos = [t && ` t="${t}"`, s !== undefined && ` s="${s}"`].filter(Boolean).join('');
  const valor = v === '' ? '' : `<v>${escapeXml(v)}</v>`;
  return `<c r="${lugar}"${atributos}>${f === undefined ? '' : `<f>${f}</f>`}${valor}</c>`;
}

export const CABECA_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The XML of a sheet. */
export const sheetXml = (linhas: TestCell[][]): string =>
  `${CABECA_XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${linhas
    .map(
      (celulas, i) =>
        `<row r="${i + 1}">${celulas.map((celula, j) => toXml(celula, `${columnName(j)}${i + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`;

const livroXml = (nomes: string[], ocultas: number[]): string =>
  `${CABECA_XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${nomes
    .map(
      (nome, i) =>
        `<sheet name="${nome}" sheetId="${i + 1}"${ocultas.includes(i) ? ' state="hidden"' : ''} r:id="${nome}"/>`,
    )
    .join('')}</sheets></workbook>`;
const relacoesXml = (nomes: string[]): string =>
  `${CABECA_XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${nomes
    .map((nome) => `<Relationship Id="${nome}" Type="x" Target="worksheets/${nome}.xml"/>`)
    .join('')}</Relationships>`;

/** Style 1 is a date, style 2 a code of nine digits. */
const ESTILOS = `${CABECA_XML}<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="000000000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`;

interface TestWorkbook {
  /** The sheet's XML, instead of rows. */
  folha?: string;
  textos?: string[];
  partes?: ZipPart[];
  /** Rows of other sheets before this one. */
  antes?: TestCell[][][];
  /** The sheets that nobody sees, by their place. */
  ocultas?: number[];
}

/** A workbook of one sheet, or of others before it. */
export function buildPlanilha(
  linhas: TestCell[][],
  {
    folha = sheetXml(linhas),
    textos = [],
    partes = [],
    antes = [],
    ocultas = [],
  }: TestWorkbook = {},
): Buffer {
  const folhas = [...antes.map(sheetXml), folha];
  const nomes = folhas.map((_, i) => `folha${i}`);
  const itens = textos.map((texto) => `<si><t>${escapeXml(texto)}</t></si>`).join('');
  return buildZip([
    { nome: 'xl/workbook.xml', dados: Buffer.from(livroXml(nomes, ocultas)) },
    { nome: 'xl/_rels/workbook.xml.rels', dados: Buffer.from(relacoesXml(nomes)) },
    { nome: 'xl/styles.xml', dados: Buffer.from(ESTILOS) },
    { nome: 'xl/sharedStrings.xml', dados: Buffer.from(`${CABECA_XML}<sst>${itens}</sst>`) },
    ...folhas.map((xml, i) => ({
      nome: `xl/worksheets/${nomes[i]}.xml`,
      dados: Buffer.from(xml),
    })),
    ...partes,
  ]);
}
