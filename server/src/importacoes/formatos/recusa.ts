/** A whole file that cannot be imported, with the reason as a sentence. */
import { invalid, type Problem } from '../../platform/errors.ts';

export const refusedArquivo = (frase: string): Problem => invalid({ arquivo: frase });

export const damagedPlanilha = (): Problem =>
  refusedArquivo(
    'A planilha está danificada. Abra no Excel ou no LibreOffice, salve e envie de novo.',
  );
