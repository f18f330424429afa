import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { DA_LISTA } from '../../lib/screen/overList.ts';

/**
 * The name of a row, as a link to the record's page over the list. Not in the Tab order: the row
 * itself is.
 */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: to, search }}
      state={DA_LISTA}
      preventScrollReset
      tabIndex={-1}
      className="text-text"
    >
      {children}
    </Link>
  );
}
