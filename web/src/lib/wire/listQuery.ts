import type { ListState } from '../screen/urlState.ts';
import type { Query } from './http.ts';

/** The state of a list as query parameters: only what is set. */
export function listQuery({
  filtros,
  inicio: _,
  ...page
}: ListState): Query & { limite: number; q?: string } {
  const set = Object.entries({ ...page, ...filtros }).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(set), limite: page.limite };
}
