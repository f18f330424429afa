/** `unipark doctor`: the age of the newest backup. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { nowMs } from '../platform/clock.ts';
import { listCopias } from './copia.ts';
import { instantOf } from './rodizio.ts';

const VELHA_MS = 2 * 86_400_000;

export interface CopiaFinding {
  nivel: 'bom' | 'aviso';
  texto: string;
}

/** Whether a recent backup lies in COPIAS_DIR, or without it in the data folder. */
export async function examineCopias({
  dataDir,
  databaseUrl,
  copiasDir,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'copiasDir'>): Promise<CopiaFinding[]> {
  if (databaseUrl !== null) return [];
  const copias = copiasDir ?? join(dataDir, 'copias');
  const [nome] = await listCopias(copias);
  if (nome === undefined) {
    return [{ nivel: 'aviso', texto: `Nenhuma cópia de segurança em ${copias}. Use: backup` }];
  }
  const feita = instantOf(nome);
  const texto = `Cópia de segurança mais nova: ${feita.toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })} (${join(copias, nome)})`;
  if (nowMs() - feita.getTime() <= VELHA_MS) return [{ nivel: 'bom', texto }];
  return [{ nivel: 'aviso', texto: `${texto}. Ela tem mais de dois dias.` }];
}
