import { formatCamera } from '@unipark/contract/passagem';
import { guardCelula } from '@unipark/contract/planilha';
import { number } from '../lib/time/format.ts';

/** '2026-11-23': '23/11'. */
export const formatDiaCurto = (dia: string): string => `${dia.slice(8)}/${dia.slice(5, 7)}`;

/** '8% a mais', '12% a menos', 'igual', 'quase igual'; '' when there is nothing to compare with. */
export function formatVariacao(total: number, anterior: number): string {
  if (anterior === 0) return '';
  const pontos = Math.round((100 * (total - anterior)) / anterior);
  if (pontos === 0) return total === anterior ? 'igual' : 'quase igual';
  return `${number(Math.abs(pontos))}% ${pontos > 0 ? 'a mais' : 'a menos'}`;
}

export const formatNomeCamera = (nome: string): string =>
  nome === '' ? 'Sem câmera' : formatCamera(nome);

/** A table as a CSV file that a Brazilian Excel opens: UTF-8 with BOM, `;`, CRLF (RFC 4180). */
export function buildCsv(linhas: readonly (readonly (string | number)[])[]): Blob {
  const cellOf = (valor: string | number): string =>
    typeof valor === 'number' ? String(valor) : `"${guardCelula(valor).replaceAll('"', '""')}"`;
  const texto = linhas.map((linha) => linha.map(cellOf).join(';')).join('\r\n');
  return new Blob([`\uFEFF${texto}\r\n`], { type: 'text/csv;charset=utf-8' });
}
