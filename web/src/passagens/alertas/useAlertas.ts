import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from '../../lib/store.ts';
import { ajustesAlertaQuery, alertasQuery } from '../api.ts';
import { aoVivoAgora, lidera, watchPassagens } from '../stream/eventos.ts';
import { addToBell, raiseAlertas } from './avisos.ts';
import { repeatAlertas } from './repeticao.ts';
import { audio, openSom, prepareSom, somPreferido } from './som.ts';

/** How often the list is requested while the stream is down. */
const SONDAGEM = 5_000;
const AJUSTES_VALEM = 5 * 60_000;
const NENHUM: readonly UltimoVeiculo[] = [];

/** The open alarms, undefined before the first answer. A new one calls a person and is in the bell. */
export function useAlertas(): readonly UltimoVeiculo[] | undefined {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { ligado } = useStore(aoVivoAgora);
  const aFrente = useStore(lidera);
  // The state of the sound decides which tab calls.
  const estadoAudio = useStore(audio);
  const preferido = useStore(somPreferido);
  const { data } = useQuery({
    ...alertasQuery,
    refetchInterval: ligado ? false : SONDAGEM,
  });
  const abertos = data ?? NENHUM;
  const { data: ajustes } = useQuery({ ...ajustesAlertaQuery, staleTime: AJUSTES_VALEM });
  const repeticao = (ajustes?.repeticao_seg ?? 0) * 1_000;
  useEffect(() => watchPassagens(client), [client]);
  useEffect(() => prepareSom(), []);
  const temAbertos = abertos.length > 0;
  useEffect(() => {
    if (temAbertos) void openSom();
  }, [temAbertos]);
  useEffect(
    () =>
      addToBell(abertos, ({ id }) => ({
        label: 'Ver passagem',
        run: () => navigate(`/historico?passagem=${encodeURIComponent(id)}`),
      })),
    [abertos, navigate],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sound's state is read by `raiseAlertas`
  useEffect(() => raiseAlertas(abertos, aFrente), [abertos, aFrente, estadoAudio, preferido]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(
    () => repeatAlertas(abertos, aFrente, repeticao),
    [abertos, aFrente, estadoAudio, preferido, repeticao],
  );
  return data;
}
