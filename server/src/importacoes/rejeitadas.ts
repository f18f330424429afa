/** The rows that were not imported, as a file that can be corrected and sent again. */
import { guardCelula } from '@unipark/contract/planilha';
import type { Banco } from '../platform/db/banco.ts';
import { breathe } from '../platform/db/slices.ts';
import type { ColumnState } from './colunas.ts';
import type { ImportLine } from './linhasRepo.ts';
import * as linhasRepo from './linhasRepo.ts';
import type { ImportRow } from './repo.ts';

const LOTE = 500;
const BOM = '\ufeff';

function formatCell(texto: string): string {
  const segura = guardCelula(texto);
  return /[";\r\n]/.test(segura) ? `"${segura.replaceAll('"', '""')}"` : segura;
}

const formatLine = (celulas: string[]): string => `${celulas.map(formatCell).join(';')}\r\n`;

function reasonOf({ motivo, erros }: ImportLine): string {
  if (motivo) return motivo;
  return Object.values(JSON.parse(erros ?? '{}') as Record<string, string>).join(' ');
}

/** A CSV of UTF-8 and `;` with the columns of the file and the reason, in slices. */
export async function* writeRejected(
  db: Banco,
  { id, fase }: ImportRow,
  colunas: ColumnState[],
): AsyncGenerator<string> {
  yield BOM + formatLine([...colunas.map(({ titulo }) => titulo), 'Motivo']);
  const naPrevia = fase === 'previa';
  for (let apos = 0; ; ) {
    const pagina = { apos, limite: LOTE };
    const linhas = naPrevia
      ? await linhasRepo.listPage(db, id, { veredito: 'erro', ...pagina })
      : await linhasRepo.listDone(db, id, ['recusada', 'mantida'], pagina);
    const texto = linhas.map((linha) =>
      formatLine([...(JSON.parse(linha.celulas) as string[]), reasonOf(linha)]),
    );
    if (texto.length > 0) yield texto.join('');
    const ultima = linhas.at(-1);
    if (!ultima || linhas.length < LOTE) return;
    apos = ultima.linha;
    await breathe();
  }
}

/** The template of a kind: the labels as headings. */
export const formatModelo = (rotulos: string[]): string => BOM + formatLine(rotulos);
