import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from '../lib/store.ts';
import { alertasQuery } from './api.ts';
import { anotar, avisar } from './avisos.ts';
import { aoVivoAgora, lidera, watchPassagens } from './eventos.ts';
import { audio, prepararSom, somPreferido } from './som.ts';

/** While the stream is down, the list is asked for this often. */
const SONDAGEM = 5_000;
const NENHUM: readonly UltimoVeiculo[] = [];

/** The open alarms as they come and go; a new one calls for somebody and stands in the bell. */
export function useAlertas(): readonly UltimoVeiculo[] {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { ligado } = useStore(aoVivoAgora);
  const aFrente = useStore(lidera);
  // A sound that was let through meanwhile changes whose turn it is.
  const estadoAudio = useStore(audio);
  const preferido = useStore(somPreferido);
  const { data: abertos = NENHUM } = useQuery({
    ...alertasQuery,
    refetchInterval: ligado ? false : SONDAGEM,
  });
  useEffect(() => watchPassagens(client), [client]);
  useEffect(() => prepararSom(), []);
  useEffect(
    () =>
      anotar(abertos, ({ id }) => ({
        label: 'Ver passagem',
        run: () => navigate(`/historico?passagem=${encodeURIComponent(id)}`),
      })),
    [abertos, navigate],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sound's state is read by `avisar`
  useEffect(() => avisar(abertos, aFrente), [abertos, aFrente, estadoAudio, preferido]);
  return abertos;
}
