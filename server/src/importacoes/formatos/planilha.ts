/** The sheet of an XLSX workbook that has the table, row by row. */
import { COLUNAS_IMPORTACAO } from '@unipark/contract/importacao';
import { breathe } from '../../platform/db/slices.ts';
import { createStyles, formatNumber, NUMERO_EXATO, type NumberFormat } from './estilos.ts';
import type { CellMark, FileRow } from './linha.ts';
import { isBlankRow, readCell } from './linha.ts';
import { damagedPlanilha, refusedArquivo } from './recusa.ts';
import { attributeOf, createScanner, type XmlHandler } from './xml.ts';
import { inflateEntry, listEntries, type ZipEntry } from './zip.ts';

/** Characters of all shared texts: they stay in memory while the sheet is read. */
const TEXTOS_MAXIMO = 16 * 1024 * 1024;
/** An empty text takes memory too: as so many characters. */
const TEXTO_VAZIO = 8;
const LINHA_MAXIMA = 2_000_000;
/** Sheets among which the table is looked for. */
const FOLHAS = 10;
/** Rows of a cover at most. */
const CAPA = 20;
const IGNORE = (): void => undefined;

const tooManyColumns = () =>
  refusedArquivo(`A planilha tem mais de ${COLUNAS_IMPORTACAO} colunas. Deixe só as do cadastro.`);

/** Reads a part of the workbook through a handler, a piece at a time. */
async function* scanPart(entrada: ZipEntry, handler: XmlHandler): AsyncGenerator<void> {
  const scanner = createScanner(handler);
  const texto = new TextDecoder();
  for await (const bytes of inflateEntry(entrada)) {
    scanner.write(texto.decode(bytes, { stream: true }));
    yield;
    await breathe();
  }
}

async function scanWhole(entrada: ZipEntry | undefined, handler: XmlHandler): Promise<void> {
  if (!entrada) return;
  for await (const _ of scanPart(entrada, handler));
}

/** `_x000D_`: how the format writes a character that XML does not have. */
const plain = (texto: string): string =>
  texto.replace(/_x([\dA-F]{4})_/gi, (_tudo, codigo) =>
    String.fromCharCode(Number.parseInt(codigo, 16)),
  );

function createTexts(): XmlHandler & { textos: string[] } {
  const textos: string[] = [];
  let [total, atual, lendo, fonetico] = [0, '', false, false];
  function count(caracteres: number): void {
    total += caracteres;
    if (total > TEXTOS_MAXIMO) {
      throw refusedArquivo('A planilha tem texto demais. Divida o arquivo.');
    }
  }
  return {
    textos,
    open(nome) {
      if (nome === 'si') {
        count(TEXTO_VAZIO);
        atual = '';
      }
      if (nome === 'rPh') fonetico = true;
      if (nome === 't') lendo = !fonetico;
    },
    close(nome) {
      if (nome === 't') lendo = false;
      if (nome === 'rPh') fonetico = false;
      if (nome === 'si') textos.push(plain(atual));
    },
    text(texto) {
      if (!lendo) return;
      count(texto.length);
      atual += texto;
    },
  };
}

/**
 * The parts of the first sheets that a person sees, by the workbook and its relations; and how the
 * workbook counts days.
 */
async function findSheets(partes: Map<string, ZipEntry>) {
  const caminhos = new Map<string, string>();
  const [visiveis, ocultas]: [string[], string[]] = [[], []];
  let desde1904 = false;
  await scanWhole(partes.get('xl/workbook.xml'), {
    open(nome, atributos) {
      if (nome === 'sheet') {
        const oculta = /hidden/i.test(attributeOf(atributos, 'state') ?? '');
        (oculta ? ocultas : visiveis).push(attributeOf(atributos, 'r:id') ?? '');
      }
      if (nome === 'workbookPr')
        desde1904 = /^(1|true)$/.test(attributeOf(atributos, 'date1904') ?? '');
    },
    close: IGNORE,
    text: IGNORE,
  });
  await scanWhole(partes.get('xl/_rels/workbook.xml.rels'), {
    open(_nome, atributos) {
      const id = attributeOf(atributos, 'Id');
      if (id) caminhos.set(id, attributeOf(atributos, 'Target') ?? '');
    },
    close: IGNORE,
    text: IGNORE,
  });
  const ids = (visiveis.length > 0 ? visiveis : ocultas).slice(0, FOLHAS);
  const alvos = (ids.length > 0 ? ids : ['']).map(
    (id) => caminhos.get(id) ?? 'worksheets/sheet1.xml',
  );
  const folhas = alvos.map((alvo) =>
    partes.get(alvo.startsWith('/') ? alvo.slice(1) : `xl/${alvo}`),
  );
  return { folhas: folhas.filter((folha) => folha !== undefined), desde1904 };
}

/** 'AB12' → 27. */
function columnOf(lugar: string): number {
  let coluna = 0;
  for (const letra of /^[A-Z]{1,3}/.exec(lugar)?.[0] ?? '') {
    coluna = coluna * 26 + letra.charCodeAt(0) - 64;
  }
  return coluna - 1;
}

interface SheetParts {
  textos: string[];
  formatos: NumberFormat[];
  desde1904: boolean;
}

function createRows({ textos, formatos, desde1904 }: SheetParts) {
  let prontas: FileRow[] = [];
  let linha: FileRow = { linha: 0, celulas: [], marcas: {} };
  let coluna = -1;
  let [tipo, estilo, valor, formula, lendo] = ['', 0, '', false, false];

  function readValue(): { texto: string; marca?: CellMark } {
    if (tipo === 'e') return { texto: valor, marca: 'erro' };
    if (formula && valor === '') return { texto: '', marca: 'formula' };
    if (tipo === 's') return readCell(textos[Number(valor)] ?? '', false);
    if (tipo === 'b') return { texto: valor === '1' ? 'VERDADEIRO' : 'FALSO' };
    if (tipo === 'str' || tipo === 'inlineStr') return readCell(plain(valor), false);
    if (tipo === 'd' || valor.trim() === '') return { texto: valor };
    const numero = Number(valor);
    if (Number.isNaN(numero)) return { texto: valor };
    const texto = formatNumber(numero, formatos[estilo], desde1904);
    return Math.abs(numero) >= NUMERO_EXATO ? { texto, marca: 'numero' } : { texto };
  }

  function endCell(): void {
    const { texto, marca } = readValue();
    if (texto === '' && marca === undefined) return;
    if (coluna < 0 || coluna >= COLUNAS_IMPORTACAO) throw tooManyColumns();
    while (linha.celulas.length < coluna) linha.celulas.push('');
    linha.celulas[coluna] = texto;
    if (marca) linha.marcas[coluna] = marca;
  }

  const handler: XmlHandler = {
    open(nome, atributos) {
      if (nome === 'row') {
        const dita = Number(attributeOf(atributos, 'r') ?? 0);
        const numero = dita > linha.linha ? dita : linha.linha + 1;
        if (numero > LINHA_MAXIMA) throw damagedPlanilha();
        linha = { linha: numero, celulas: [], marcas: {} };
        coluna = -1;
      } else if (nome === 'c') {
        const lugar = attributeOf(atributos, 'r');
        coluna = lugar === undefined ? coluna + 1 : columnOf(lugar);
        tipo = attributeOf(atributos, 't') ?? 'n';
        estilo = Number(attributeOf(atributos, 's') ?? 0);
        [valor, formula] = ['', false];
      } else if (nome === 'v' || nome === 't') lendo = true;
      else if (nome === 'f') formula = true;
    },
    close(nome) {
      if (nome === 'v' || nome === 't') lendo = false;
      else if (nome === 'c') endCell();
      else if (nome === 'row') prontas.push(linha);
    },
    text(texto) {
      if (lendo) valor += texto;
    },
  };
  const take = (): FileRow[] => {
    const tomadas = prontas;
    prontas = [];
    return tomadas;
  };
  return { handler, take };
}

/** The rows of a sheet, as they are read. */
async function* readFolha(folha: ZipEntry, parts: SheetParts): AsyncGenerator<FileRow[]> {
  const linhas = createRows(parts);
  for await (const _ of scanPart(folha, linhas.handler)) yield linhas.take();
  yield linhas.take();
}

const countCells = ({ celulas, marcas }: FileRow): number =>
  celulas.filter((celula, i) => celula.trim() !== '' || marcas[i] !== undefined).length;

/**
 * The rows of the first sheet that is no cover: a cover is short, and each of its rows has one cell
 * at most, which is no heading. Where all are covers, the rows of the first.
 * @throws a sentence for what is not a sheet that can be read
 */
export async function* readPlanilha(
  arquivo: Buffer,
  isTitulos: (celulas: string[]) => boolean,
): AsyncGenerator<FileRow[]> {
  const partes = listEntries(arquivo);
  if (partes.has('xl/vbaProject.bin')) {
    throw refusedArquivo('A planilha tem macros. Salve como .xlsx, sem macros, e envie de novo.');
  }
  if (!partes.has('xl/workbook.xml')) {
    throw refusedArquivo(
      'O arquivo não é CSV nem XLSX. Salve a planilha em um dos dois e envie de novo.',
    );
  }
  const { folhas, desde1904 } = await findSheets(partes);
  if (folhas.length === 0) throw damagedPlanilha();
  const textos = createTexts();
  await scanWhole(partes.get('xl/sharedStrings.xml'), textos);
  const estilos = createStyles();
  await scanWhole(partes.get('xl/styles.xml'), estilos);
  const parts = { textos: textos.textos, formatos: estilos.formatos, desde1904 };
  let primeira: FileRow[] | undefined;
  for (const folha of folhas) {
    // Blank rows are not kept: a sheet may have two million of them.
    const capa: FileRow[] = [];
    let tabela = false;
    for await (const linhas of readFolha(folha, parts)) {
      if (tabela) {
        yield linhas;
        continue;
      }
      capa.push(...linhas.filter((linha) => !isBlankRow(linha)));
      tabela =
        capa.length > CAPA ||
        capa.some((linha) => countCells(linha) > 1) ||
        isTitulos(capa[0]?.celulas ?? []);
      if (tabela) yield capa;
    }
    if (tabela) return;
    primeira ??= capa;
  }
  yield primeira ?? [];
}
