import { describeFiltros } from '@unipark/contract/filtros';
import { useLocation } from 'react-router';
import { clock } from '../../lib/time/format.ts';
import { useMinute } from '../../lib/time/useMinute.ts';
import './print.css';

/** The first lines of a printed screen: where it is from, when it was printed, which filter it has. */
export function PrintHead() {
  const { search } = useLocation();
  const now = useMinute();
  const words = describeFiltros(new URLSearchParams(search));
  return (
    <div className="print-head" aria-hidden="true">
      <p>
        <strong>UNIPARK</strong>
        <span>Impresso em {clock(now)}</span>
      </p>
      {words && <p className="print-filters">Filtro: {words}</p>}
    </div>
  );
}
