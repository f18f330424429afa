/** The source and the rules that the configuration names. */
import { type ConfigSincronizacao, isVisao } from '../../config/sincronizacao.ts';
import type { SyncSource } from './fonte.ts';
import type { SyncRules } from './motivos.ts';
import { openPasta } from './pasta.ts';
import { openVisao } from './visao.ts';

/** A file that did not change for so long is written whole. */
const QUIETO_MS = 10_000;

export function openFonte(
  config: ConfigSincronizacao | null,
  quietoMs = QUIETO_MS,
): { fonte: SyncSource | null; regras: SyncRules } {
  if (config === null) return { fonte: null, regras: { limite: 10, ausentes: 'manter' } };
  const { de, limite, ausentes } = config;
  return {
    fonte: isVisao(de) ? openVisao(de) : openPasta(de, quietoMs),
    regras: { limite, ausentes },
  };
}
