/** `unipark doctor`: the age of the newest backup. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { nowMs } from '../platform/clock.ts';
import { instantOf } from './copia.ts';
import { runApart } from './trabalho.ts';

const VELHA_MS = 2 * 86_400_000;
/** A folder of another machine may never answer. */
const RESPOSTA_MS = 10_000;

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
  const pasta = copiasDir ?? join(dataDir, 'copias');
  const busca = runApart({ acao: 'achar', pasta }, { prazoMs: RESPOSTA_MS });
  const nome = await busca.catch(() => null);
  if (nome === null) {
    return [
      { nivel: 'aviso', texto: `A pasta das cópias não responde: ${pasta}. Confira o disco.` },
    ];
  }
  if (nome === undefined) {
    return [{ nivel: 'aviso', texto: `Nenhuma cópia de segurança em ${pasta}. Use: backup` }];
  }
  const feita = instantOf(nome);
  const texto = `Cópia de segurança mais nova: ${feita.toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })} (${join(pasta, nome)})`;
  if (nowMs() - feita.getTime() <= VELHA_MS) return [{ nivel: 'bom', texto }];
  return [{ nivel: 'aviso', texto: `${texto}. Ela tem mais de dois dias.` }];
}
