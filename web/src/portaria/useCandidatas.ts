import { useQuery } from '@tanstack/react-query';
import { compareText } from '../lib/compareText.ts';
import { useStore } from '../lib/store.ts';
import { connected } from '../lib/wire/connection.ts';
import { candidatasQuery } from './api.ts';
import { cadastroLocal, hasTrecho, searchCadastro } from './cadastroLocal.ts';

/** A registered plate that contains what was typed. */
export type PlacaCandidata = { placa: string; modelo: string | null; status: string };

/** More would not be read at the gate. */
const MAXIMO = 8;

/**
 * Plates that contain `trecho`: of this device at once, and of the server where it answers. Only when
 * `fase` is 'pronta' does an empty list mean that there is none.
 */
export function useCandidatas(trecho: string): {
  candidatas: PlacaCandidata[];
  fase: 'buscando' | 'falhou' | 'sem cadastro' | 'pronta';
} {
  const isConnected = useStore(connected);
  const local = useStore(cadastroLocal);
  const { data = [], isError, isPending } = useQuery(candidatasQuery(isConnected ? trecho : ''));
  const achadas = new Map<string, PlacaCandidata>();
  for (const [placa, modelo, status] of local ? searchCadastro(local, trecho) : []) {
    achadas.set(placa, { placa, modelo, status });
  }
  for (const { placa, modelo, status } of data) {
    if (hasTrecho(placa, trecho)) achadas.set(placa, { placa, modelo, status });
  }
  const start = ({ placa }: PlacaCandidata) => (placa.startsWith(trecho) ? 0 : 1);
  const candidatas = [...achadas.values()]
    .sort((uma, outra) => start(uma) - start(outra) || compareText(uma.placa, outra.placa))
    .slice(0, MAXIMO);
  if (!isConnected) return { candidatas, fase: local ? 'pronta' : 'sem cadastro' };
  if (isError) return { candidatas, fase: 'falhou' };
  return { candidatas, fase: isPending ? 'buscando' : 'pronta' };
}
