/** How the number of a cell is shown: Excel stores a date, and a code with zeros, as a number. */
import { attributeOf, type XmlHandler } from './xml.ts';

/** Excel's own formats of dates and times. */
const DATAS = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57]);
const DIA_MS = 86_400_000;
/** Day 0 of Excel; a workbook of an old Mac counts from 1904. */
const DIA_ZERO = Date.UTC(1899, 11, 30);
const DIAS_1904 = 1_462;
/** Above this a number has lost digits. */
export const NUMERO_EXATO = 1e15;
/** The most characters of a format in Excel. */
const FORMATO_MAXIMO = 255;

/** A date, or a number with at least so many digits. */
export type NumberFormat = 'data' | number | undefined;

function readFormat(codigo: string): NumberFormat {
  if (codigo.length > FORMATO_MAXIMO) return undefined;
  const claro = codigo.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  if (/[dy]/i.test(claro)) return 'data';
  return /^0{2,}$/.test(claro) ? claro.length : undefined;
}

/** Collects the formats of the styles, in the order of the cells' numbers. */
export function createStyles(): XmlHandler & { formatos: NumberFormat[] } {
  const proprios = new Map<number, NumberFormat>();
  const formatos: NumberFormat[] = [];
  let noCorpo = false;
  return {
    formatos,
    open(nome, atributos) {
      const id = Number(attributeOf(atributos, 'numFmtId') ?? 0);
      if (nome === 'numFmt')
        proprios.set(id, readFormat(attributeOf(atributos, 'formatCode') ?? ''));
      if (nome === 'cellXfs') noCorpo = true;
      if (nome === 'xf' && noCorpo && formatos.length < 65_000) {
        formatos.push(proprios.get(id) ?? (DATAS.has(id) ? 'data' : undefined));
      }
    },
    close(nome) {
      if (nome === 'cellXfs') noCorpo = false;
    },
    text: () => undefined,
  };
}

/** The text that a person sees in the cell of this number. */
export function formatNumber(valor: number, formato: NumberFormat, desde1904: boolean): string {
  if (formato !== 'data') return String(valor).padStart(formato ?? 0, '0');
  const data = new Date(DIA_ZERO + (valor + (desde1904 ? DIAS_1904 : 0)) * DIA_MS);
  if (Number.isNaN(data.getTime())) return String(valor);
  const [ano = '', mes, dia] = data.toISOString().slice(0, 10).split('-');
  return `${dia}/${mes}/${ano}`;
}
