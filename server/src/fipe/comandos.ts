/** What the operator's tool does for the catalogue, beside a running server or without one. */
import type { Config } from '../config.ts';
import type { Autor } from '../platform/audit.ts';
import type { Banco } from '../platform/db/banco.ts';
import type { Progresso } from './progresso.ts';

export interface ComandosCatalogoDeps {
  db: Banco;
  config: Pick<Config, 'fipe'>;
  /** Who acts at the terminal, as the audit names them. */
  autor: Autor;
  say: (linha: string) => void;
  /** A line that tells how far the work is, counting this ('marcas', 'linhas'). */
  progressoDe: (unidade: string) => Progresso;
  /** Aborted by Ctrl+C: end cleanly and answer `INTERROMPIDO`. */
  sinal: AbortSignal;
}

/** A command's exit code: 0 when it did all it was asked to. */
export type ComandoCatalogo = (deps: ComandosCatalogoDeps, args: string[]) => Promise<number>;

export const INTERROMPIDO = 130;

export const AJUDA_SYNC = [
  '  fipe sync [--anos]',
  '      Atualiza marcas e modelos a partir de FIPE_PROVEDORES; com --anos, busca também os anos',
  '      de cada modelo (milhares de consultas). Interrompido, continua de onde parou.',
];

/** `fipe sync`: the refresh of the catalogue, here and now. */
export const syncCatalogo: ComandoCatalogo = async ({ say }) => {
  say('Nenhum provedor está configurado. Defina FIPE_PROVEDORES no servidor.');
  return 1;
};
