import { useQuery } from '@tanstack/react-query';
import type { Veredito } from '@unipark/contract/passagem';
import { connected } from '../lib/connection.ts';
import { useStore } from '../lib/store.ts';
import { semResposta, vereditoQuery } from './api.ts';
import { vereditoLocal } from './cadastroLocal.ts';
import { useCadastroLocal } from './useCadastroLocal.ts';

export type Resposta =
  | { fase: 'vazia' | 'buscando' }
  /** `de`: from the register kept at that time (ms), for nobody answered. */
  | { fase: 'pronta'; veredito: Veredito; de?: number }
  | { fase: 'falhou'; semConexao: boolean };

/** What is known of a plate: the server's word, else the kept register's, marked as such. */
export function useVeredito(placa: string): Resposta {
  const { data, error, errorUpdateCount } = useQuery(vereditoQuery(placa));
  const local = useCadastroLocal();
  const semConexao = !useStore(connected) || semResposta(error);
  if (placa === '') return { fase: 'vazia' };
  if (data) return { fase: 'pronta', veredito: data };
  if (semConexao && local) {
    return { fase: 'pronta', veredito: vereditoLocal(local, placa), de: local.de };
  }
  // A new try begins as if none had failed.
  if (errorUpdateCount > 0) return { fase: 'falhou', semConexao };
  return { fase: 'buscando' };
}
