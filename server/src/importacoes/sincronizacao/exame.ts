/** `unipark doctor`: whether a synchronisation can read its folder, and what waits for a person. */
import { type ConfigSincronizacao, isVisao } from '../../config/sincronizacao.ts';
import type { Banco } from '../../platform/db/banco.ts';
import { listNames } from './pasta.ts';
import { countWaiting } from './repo.ts';

interface SyncFinding {
  nivel: 'bom' | 'aviso' | 'falha';
  texto: string;
}

export async function examineSincronizacao(
  db: Banco,
  config: ConfigSincronizacao | null,
): Promise<SyncFinding[]> {
  if (config === null) return [];
  const { de, hora } = config;
  const onde = isVisao(de) ? 'um PostgreSQL' : de;
  const exames: SyncFinding[] = [];
  try {
    if (!isVisao(de)) await listNames(de);
    exames.push({ nivel: 'bom', texto: `Sincronização: todo dia às ${hora}, de ${onde}` });
  } catch (error) {
    exames.push({ nivel: 'falha', texto: `SINCRONIZAR_DE: ${(error as Error).message}` });
  }
  const total = await countWaiting(db);
  if (total > 0) {
    exames.push({ nivel: 'aviso', texto: `Sincronizações aguardando aprovação: ${total}` });
  }
  return exames;
}
