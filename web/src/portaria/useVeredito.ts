import { useQuery } from '@tanstack/react-query';
import type { Veredito } from '@unipark/contract/passagem';
import { useStore } from '../lib/store.ts';
import { connected } from '../lib/wire/connection.ts';
import { isPassing } from '../lib/wire/errors.ts';
import { vereditoQuery } from './api.ts';
import { getVereditoLocal } from './cadastroLocal.ts';
import { useCadastroLocal } from './useCadastroLocal.ts';

export type VereditoState =
  | { fase: 'vazia' | 'buscando' }
  /** `de`: the time of the stored register (ms) that answered without a server. */
  | { fase: 'pronta'; veredito: Veredito; de?: number }
  | { fase: 'falhou'; semConexao: boolean };

/** The server's verdict on a plate; without a server the stored register's, with its time. */
export function useVeredito(placa: string): VereditoState {
  const { data, error, errorUpdateCount } = useQuery(vereditoQuery(placa));
  const local = useCadastroLocal();
  const semConexao = !useStore(connected) || isPassing(error);
  if (placa === '') return { fase: 'vazia' };
  if (data) return { fase: 'pronta', veredito: data };
  if (semConexao && local) {
    return { fase: 'pronta', veredito: getVereditoLocal(local, placa), de: local.de };
  }
  // A new try clears the error, so failures are counted.
  if (errorUpdateCount > 0) return { fase: 'falhou', semConexao };
  return { fase: 'buscando' };
}
