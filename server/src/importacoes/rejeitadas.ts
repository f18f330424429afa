/** The rows that were not imported, as a file that can be corrected and sent again. */
import type { Banco } from '../platform/db/banco.ts';
import { breathe } from '../platform/db/slices.ts';
import type { CellValue, SheetColumn } from '../platform/export/sheet.ts';
import type { ColumnState } from './colunas.ts';
import type { ImportLine } from './linhasRepo.ts';
import * as linhasRepo from './linhasRepo.ts';
import type { ImportRow } from './repo.ts';

const LOTE = 500;

function reasonOf({ motivo, erros }: ImportLine): string {
  if (motivo) return motivo;
  return Object.values(JSON.parse(erros ?? '{}') as Record<string, string>).join(' ');
}

/** Not 'Motivo', which is a field of a vehicle: the file is sent again. */
const MOTIVO = 'Motivo da rejeição';

/** The columns of the file, and the reason, which replaces one of an earlier import. */
export const listColumns = (colunas: ColumnState[]): SheetColumn[] => [
  ...colunas
    .filter(({ titulo }) => titulo !== MOTIVO)
    .map(({ titulo }) => ({ rotulo: titulo, largura: 20 })),
  { rotulo: MOTIVO, largura: 60 },
];

/** The rows in slices: those with errors in the preview, then the rejected and the kept ones. */
export async function* readRejected(
  db: Banco,
  { id, fase, colunas }: ImportRow,
): AsyncGenerator<CellValue[][]> {
  const naPrevia = fase === 'previa';
  const ficam = (JSON.parse(colunas) as ColumnState[]).map(({ titulo }) => titulo !== MOTIVO);
  for (let apos = 0; ; ) {
    const pagina = { apos, limite: LOTE };
    const linhas = naPrevia
      ? await linhasRepo.listPage(db, id, { veredito: 'erro', ...pagina })
      : await linhasRepo.listDone(db, id, ['recusada', 'mantida'], pagina);
    if (linhas.length > 0) {
      yield linhas.map((linha) => {
        const celulas: string[] = JSON.parse(linha.celulas);
        return [...celulas.filter((_, i) => ficam[i]), reasonOf(linha)];
      });
    }
    const ultima = linhas.at(-1);
    if (!ultima || linhas.length < LOTE) return;
    apos = ultima.linha;
    await breathe();
  }
}
