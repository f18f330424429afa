import { parsePlaca } from '@unipark/contract/placa';
import { queryClient } from '../../lib/wire/query.ts';
import { proprietariosQuery } from '../../proprietarios/api.ts';
import type { Command, GoTo } from '../../ui/dialog/commandTypes.ts';
import { veiculosQuery } from '../../veiculos/api.ts';
import { NA_BUSCA } from '../../veiculos/placa/diferencas.ts';
import { PlacaComparada } from '../../veiculos/placa/PlacaComparada.tsx';

/** Of each kind: the list itself has the rest. */
const LIMIT = 5;

/** Vehicles and people with the term; one search that fails leaves the other. */
export async function findRecords(term: string, go: GoTo): Promise<Command[]> {
  const consulta = { q: term, limite: LIMIT };
  const [veiculos, proprietarios] = await Promise.allSettled([
    queryClient.fetchQuery({ ...veiculosQuery(consulta), retry: false }),
    queryClient.fetchQuery({ ...proprietariosQuery(consulta), retry: false }),
  ]);
  if (veiculos.status === 'rejected' && proprietarios.status === 'rejected') {
    throw veiculos.reason;
  }
  const procurada = parsePlaca(term);
  const cars = veiculos.status === 'fulfilled' ? veiculos.value.items : [];
  const people = proprietarios.status === 'fulfilled' ? proprietarios.value.items : [];
  return [
    ...cars.map(
      ({ placa, modelo, status }): Command => ({
        id: `placa-${placa}`,
        label: placa,
        look: (
          <PlacaComparada placa={placa} lida={procurada} lugares={NA_BUSCA} className="text-lg" />
        ),
        icon: 'car',
        detail: [modelo, status].filter(Boolean).join(' · '),
        run: () => go(`/veiculos/consultar/${encodeURIComponent(placa)}`),
      }),
    ),
    ...people.map(
      ({ matricula, nome }): Command => ({
        id: `matricula-${matricula}`,
        label: nome,
        icon: 'users',
        detail: matricula,
        run: () => go(`/proprietarios/consultar/${encodeURIComponent(matricula)}`),
      }),
    ),
  ];
}

/** The searches of the lists, which work while the server has not answered yet. */
export const listSearches = (term: string, go: GoTo): Command[] => [
  {
    id: 'buscar-veiculos',
    label: `Buscar "${term}" em Veículos`,
    icon: 'search',
    run: () => go(`/veiculos/consultar?q=${encodeURIComponent(term)}`),
  },
  {
    id: 'buscar-proprietarios',
    label: `Buscar "${term}" em Proprietários`,
    icon: 'search',
    run: () => go(`/proprietarios/consultar?q=${encodeURIComponent(term)}`),
  },
];
