import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { clock } from '../../lib/time/format.ts';
import { useMinute } from '../../lib/time/useMinute.ts';
import { part } from '../../lib/wire/parts.ts';
import './print.css';

const PrintFilters = part(() => import('./PrintFilters.tsx').then((m) => m.PrintFilters));

/** The first lines of a printed screen: where it is from, when it was printed, which filter it has. */
export function PrintHead() {
  const { search } = useLocation();
  const now = useMinute();
  return (
    <div className="print-head" aria-hidden="true">
      <p>
        <strong>UNIPARK</strong>
        <span>Impresso em {clock(now)}</span>
      </p>
      {/* Mounted with its part: a boundary that stands already would hold the navigation until it loads. */}
      {search && (
        <Suspense>
          <PrintFilters search={search} />
        </Suspense>
      )}
    </div>
  );
}
