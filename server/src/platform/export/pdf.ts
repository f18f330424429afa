/** A table on paper (docs/decisions/0036-exportar.md): A4, its heads on every page, pages numbered. */
import { deflateSync } from 'node:zlib';
import { breathe } from '../db/slices.ts';
import { fitText, type PdfFont, toLine, toPdfString, widthOf } from './pdfText.ts';
import {
  type CellValue,
  formatCell,
  formatInstante,
  type Sheet,
  type SheetWriter,
} from './sheet.ts';

const [LARGURA, ALTURA, MARGEM] = [842, 595, 36];
const UTIL = LARGURA - 2 * MARGEM;
const LINHA = 13;
const FOLGA = 4;
/** Points for each character of a column's width: about half of them fit. */
const MINIMO = 2;
const RODAPE = MARGEM - 14;
const TEXTO: PdfFont = { nome: 'F1', tamanho: 7.5 };
const CABECA: PdfFont = { nome: 'F2', tamanho: 7.5 };
const TITULO: PdfFont = { nome: 'F2', tamanho: 15 };
const NOTA: PdfFont = { nome: 'F1', tamanho: 9 };
/** The objects with a fixed number; pages follow. */
const [CATALOGO, PAGINAS, NORMAL, NEGRITO, TOTAL, DADOS] = [1, 2, 3, 4, 5, 6];

const draw = (linha: string, x: number, y: number, { nome, tamanho }: PdfFont): string =>
  `BT /${nome} ${tamanho} Tf ${x.toFixed(2)} ${y.toFixed(2)} Td ${toPdfString(linha)} Tj ET\n`;

/** Text of the document's data: UTF-16 with its mark. */
const toHex = (texto: string): string =>
  `<FEFF${Buffer.from(texto, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

/** The file's objects with their places, which its table at the end lists. */
function createObjects() {
  const lugares: number[] = [];
  let tamanho = 0;
  const write = (texto: string): Buffer => {
    const bytes = Buffer.from(texto, 'latin1');
    tamanho += bytes.length;
    return bytes;
  };
  return {
    write,
    writeObject(numero: number, corpo: string): Buffer {
      lugares[numero] = tamanho;
      return write(`${numero} 0 obj\n${corpo}\nendobj\n`);
    },
    writeTable(): Buffer {
      const inicio = tamanho;
      const linhas = lugares
        .slice(1)
        .map((lugar) => `${String(lugar).padStart(10, '0')} 00000 n \n`);
      const tabela = `xref\n0 ${lugares.length}\n0000000000 65535 f \n${linhas.join('')}`;
      const fim = `trailer\n<</Size ${lugares.length}/Root ${CATALOGO} 0 R/Info ${DADOS} 0 R>>\n`;
      return write(`${tabela}${fim}startxref\n${inicio}\n%%EOF\n`);
    },
  };
}

const toStream = (dicionario: string, conteudo: string): string => {
  const corpo = deflateSync(Buffer.from(conteudo, 'latin1')).toString('latin1');
  return `<<${dicionario}/Filter/FlateDecode/Length ${corpo.length}>>\nstream\n${corpo}\nendstream`;
};

/** The words of a text in lines of at most this width; the last one is cut. */
function wrapText(texto: string, largura: number, fonte: PdfFont, maximo = 3): string[] {
  const linhas: string[] = [];
  for (const palavra of toLine(texto).split(' ')) {
    const junta = [linhas.at(-1), palavra].filter(Boolean).join(' ');
    const cabe = linhas.length > 0 && widthOf(junta, fonte) <= largura;
    if (cabe || linhas.length === maximo) linhas[linhas.length - 1] = junta;
    else linhas.push(palavra);
  }
  return linhas.map((linha) => fitText(linha, largura, fonte));
}

/**
 * The width of the page among columns that need these widths: where it is too narrow, the widest ones
 * share what the others leave; where it is wider, all grow alike.
 */
function shareWidth(precisa: readonly number[]): number[] {
  const larguras = [...precisa];
  let sobra = UTIL;
  const ordem = [...precisa.entries()].sort(([, a], [, b]) => a - b);
  for (const [lugar, [i, pontos]] of ordem.entries()) {
    const largura = Math.min(pontos, sobra / (ordem.length - lugar));
    larguras[i] = largura;
    sobra -= largura;
  }
  return larguras.map((largura) => (largura * UTIL) / (UTIL - sobra));
}

/** The columns with their left edges and widths in points, as the heads and these rows need them. */
function placeColumns(colunas: Sheet['colunas'], linhas: readonly CellValue[][]) {
  const larguras = shareWidth(
    colunas.map((coluna, i) => {
      const textos = linhas.map((linha) =>
        toLine(formatCell(linha[i] ?? null, coluna).slice(0, 300)),
      );
      const cabeca = widthOf(toLine(coluna.rotulo), CABECA);
      // Later rows may have longer texts.
      const minimo = coluna.largura * MINIMO;
      return Math.max(cabeca, minimo, ...textos.map((texto) => widthOf(texto, TEXTO))) + FOLGA + 2;
    }),
  );
  let x = MARGEM;
  return colunas.map((coluna, i) => {
    const largura = larguras[i] ?? 0;
    const lugar = { coluna, x, largura: largura - FOLGA };
    x += largura;
    return lugar;
  });
}

/** The lines above the table of the first page, and where they end. */
function drawTitle({ titulo, filtro, gerado }: Sheet): { texto: string; y: number } {
  let y = ALTURA - MARGEM - TITULO.tamanho;
  let texto = draw(toLine(`UNIPARK – ${titulo}`), MARGEM, y, TITULO);
  const linhas = [
    ...(filtro ? wrapText(`Filtro: ${filtro}`, UTIL, NOTA) : []),
    `Gerado em ${formatInstante(gerado)}`,
  ];
  for (const linha of linhas) {
    y -= LINHA;
    texto += draw(toLine(linha), MARGEM, y, NOTA);
  }
  return { texto, y: y - LINHA };
}

export const writePdf: SheetWriter = async function* (sheet, fatias) {
  const objetos = createObjects();
  let lugares = placeColumns(sheet.colunas, []);
  const paginas: number[] = [];

  /** The heads, on a grey ground; answers the height of the first row below. */
  const drawHeads = (y: number): string =>
    `0.92 g ${MARGEM} ${(y - FOLGA).toFixed(2)} ${UTIL} ${LINHA} re f 0 g\n${lugares
      .map(({ coluna, x, largura }) =>
        draw(fitText(coluna.rotulo, largura, CABECA), x + 2, y, CABECA),
      )
      .join('')}`;

  function* endPage(conteudo: string): Generator<Buffer> {
    const numero = DADOS + 1 + 2 * paginas.length;
    paginas.push(numero);
    const dela = `Página ${paginas.length} de `;
    const x = LARGURA - MARGEM - 70;
    const depois = x + widthOf(dela, NOTA);
    const rodape = `${draw(dela, x, RODAPE, NOTA)}q 1 0 0 1 ${depois.toFixed(2)} ${RODAPE} cm /T Do Q\n`;
    yield objetos.writeObject(
      numero,
      `<</Type/Page/Parent ${PAGINAS} 0 R/MediaBox[0 0 ${LARGURA} ${ALTURA}]/Contents ${numero + 1} 0 R/Resources<</Font<</F1 ${NORMAL} 0 R/F2 ${NEGRITO} 0 R>>/XObject<</T ${TOTAL} 0 R>>>>>>`,
    );
    yield objetos.writeObject(numero + 1, toStream('', conteudo + rodape));
  }

  yield objetos.write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  const inicio = drawTitle(sheet);
  let conteudo = '';
  let y = inicio.y - LINHA;
  for await (const fatia of fatias) {
    if (conteudo === '' && fatia.length > 0) {
      lugares = placeColumns(sheet.colunas, fatia);
      conteudo = inicio.texto + drawHeads(inicio.y);
    }
    for (const linha of fatia) {
      if (y < MARGEM + FOLGA) {
        yield* endPage(conteudo);
        // A slice has many pages, and other requests wait.
        await breathe();
        y = ALTURA - MARGEM - LINHA;
        conteudo = drawHeads(y);
        y -= LINHA;
      }
      for (const [i, { coluna, x, largura }] of lugares.entries()) {
        const texto = fitText(formatCell(linha[i] ?? null, coluna), largura, TEXTO);
        if (texto) conteudo += draw(texto, x + 2, y, TEXTO);
      }
      y -= LINHA;
    }
  }
  yield* endPage(conteudo || inicio.texto + drawHeads(inicio.y));

  const fonte = (nome: string) =>
    `<</Type/Font/Subtype/Type1/BaseFont/${nome}/Encoding/WinAnsiEncoding>>`;
  const total = draw(String(paginas.length), 0, 0, NOTA);
  yield objetos.writeObject(
    TOTAL,
    toStream(
      `/Type/XObject/Subtype/Form/BBox[0 -3 60 12]/Resources<</Font<</F1 ${NORMAL} 0 R>>>>`,
      total,
    ),
  );
  yield objetos.writeObject(NORMAL, fonte('Helvetica'));
  yield objetos.writeObject(NEGRITO, fonte('Helvetica-Bold'));
  yield objetos.writeObject(
    DADOS,
    `<</Title ${toHex(`UNIPARK – ${sheet.titulo}`)}/Producer (UNIPARK)>>`,
  );
  yield objetos.writeObject(
    PAGINAS,
    `<</Type/Pages/Count ${paginas.length}/Kids[${paginas.map((n) => `${n} 0 R`).join(' ')}]>>`,
  );
  yield objetos.writeObject(
    CATALOGO,
    `<</Type/Catalog/Pages ${PAGINAS} 0 R/Lang(pt-BR)/ViewerPreferences<</DisplayDocTitle true>>>>`,
  );
  yield objetos.writeTable();
};
