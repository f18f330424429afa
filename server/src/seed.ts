import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as cidades from './cidades/repo.ts';
import { seedCatalogo } from './fipe/inicial.ts';
import { type Banco, inTransaction, type Transacao } from './platform/db/banco.ts';
import { readSetting, writeSetting } from './platform/db/settings.ts';

async function refresh<T>(
  db: Banco,
  nome: string,
  arquivo: URL,
  replace: (trx: Transacao, dados: T) => Promise<void>,
): Promise<void> {
  const texto = readFileSync(arquivo, 'utf8');
  const hash = createHash('sha256').update(texto).digest('hex');
  if ((await readSetting(db, nome)) === hash) return;
  await inTransaction(db, async (trx) => {
    await replace(trx, JSON.parse(texto));
    await writeSetting(trx, nome, hash);
  });
}

/** Fills cities and catalogue from the committed files, once per version of each file. */
export async function seed(db: Banco): Promise<void> {
  const fileUrl = (caminho: string) => new URL(caminho, import.meta.url);
  await refresh(db, 'cidades', fileUrl('./cidades/municipios.json'), cidades.replaceAll);
  await refresh(db, 'catalogo', fileUrl('./fipe/catalogo.json'), seedCatalogo);
}
