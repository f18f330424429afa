import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopiaListada } from '@unipark/contract/copia';
import { verifiedAt } from './copia.ts';
import { readManifesto, SEGREDO } from './manifesto.ts';
import { countsOf } from './restauracao.ts';

const existsFile = (arquivo: string): Promise<boolean> =>
  stat(arquivo).then(
    () => true,
    () => false,
  );

/** A backup as administrators see it; undefined when it was removed or its manifest is broken. */
export async function describeCopia(
  copias: string,
  nome: string,
): Promise<CopiaListada | undefined> {
  const pasta = join(copias, nome);
  const manifesto = await readManifesto(pasta);
  const conferida_em = await verifiedAt(pasta);
  if (!manifesto || conferida_em === undefined) return undefined;
  const { criada_em, versao, bytes } = manifesto;
  return {
    ...{ nome, criada_em, versao, bytes, linhas: countsOf(manifesto) },
    conferida_em,
    com_segredo: await existsFile(join(pasta, SEGREDO)),
  };
}
