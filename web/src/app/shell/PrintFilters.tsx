import { describeFiltros } from '@unipark/contract/filtros';

/** The filters of a printed list in words. A file of its own: the words of all lists are in it. */
export function PrintFilters({ search }: { search: string }) {
  const words = describeFiltros(new URLSearchParams(search));
  return words && <p className="print-filters">Filtro: {words}</p>;
}
