import type { Query } from './http.ts';
import type { ListState } from './urlState.ts';

/** The state of a list as the server is asked for it: only what is set. */
export function listQuery({ filtros, ...page }: ListState): Query & { limite: number; q?: string } {
  const set = Object.entries({ ...page, ...filtros }).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(set), limite: page.limite };
}
