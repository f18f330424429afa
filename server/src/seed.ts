/** Data that comes with the release: cities and the small catalogue, replaced when they change. */
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
  const aqui = (caminho: string) => new URL(caminho, import.meta.url);
  await refresh(db, 'cidades', aqui('./cidades/municipios.json'), cidades.replaceAll);
  await refresh(db, 'catalogo', aqui('./fipe/catalogo.json'), seedCatalogo);
}
