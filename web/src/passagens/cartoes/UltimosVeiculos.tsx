import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { hour } from '../../lib/time/format.ts';
import { useNow } from '../../lib/time/useNow.ts';
import { connected } from '../../lib/wire/connection.ts';
import { part } from '../../lib/wire/parts.ts';
import { IconLink } from '../../ui/button/IconLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { BotoesAlerta } from '../alertas/BotoesAlerta.tsx';
import { CARTOES, ultimosVeiculosQuery } from '../api.ts';
import { aoVivoAgora, watchPassagens } from '../stream/eventos.ts';
import { CartaoPassagem } from './CartaoPassagem.tsx';
import './cartoes.css';
import './cartoesTelas.css';
import { useAnuncio } from './useAnuncio.ts';

const DetalhePassagem = part(() =>
  import('../detalhe/DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

export function UltimosVeiculos({ actions }: { actions?: ReactNode }) {
  const { cartoes, carregando, faltam, isNova, ...fluxo } = useCartoes();
  const semServidor = !useStore(connected) && cartoes === undefined;
  const anuncio = useAnuncio(cartoes);
  const [escolhida, setEscolhida] = useState<UltimoVeiculo>();
  // The current card: it may be refined or corrected while the sheet is open.
  const aberta = escolhida && (cartoes?.find(({ id }) => id === escolhida.id) ?? escolhida);
  const lugares = Math.max(0, CARTOES - (cartoes?.length ?? 0));

  return (
    <Panel
      title="Últimos veículos"
      className="live-panel"
      actions={
        <>
          <SinalAoVivo {...fluxo} />
          <IconLink
            variant="outline"
            icon="history"
            label="Histórico"
            to="/historico"
            className="max-tablet:hidden"
          />
          <IconLink variant="outline" icon="gate" label="Portaria" to="/portaria" />
          <BotoesAlerta />
          {actions}
        </>
      }
    >
      <p aria-live="polite" className="sr-only">
        {anuncio}
      </p>
      {semServidor || faltam ? (
        <p role="status" className="py-12 text-center text-lg font-bold">
          {semServidor
            ? 'Sem conexão com o servidor.'
            : 'Não foi possível carregar os últimos veículos.'}
        </p>
      ) : (
        <ul className="cartoes" aria-busy={carregando}>
          {cartoes?.map((passagem) => (
            <CartaoPassagem
              key={passagem.id}
              passagem={passagem}
              nova={isNova(passagem.id)}
              onOpen={() => setEscolhida(passagem)}
            />
          ))}
          {Array.from({ length: lugares }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
            <li key={`lugar-${index}`} className="lugar">
              {carregando ? null : 'Aguardando veículo'}
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {aberta && <DetalhePassagem passagem={aberta} onClose={() => setEscolhida(undefined)} />}
      </Suspense>
    </Panel>
  );
}

type SinalAoVivoProps = {
  ligado: boolean;
  /** The times of the stream's last sign of life and of the last update of the cards (ms). */
  sinal: number;
  dadosDe: number;
};

const formatIdade = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds < 60 ? `há ${seconds} s` : `há ${Math.floor(seconds / 60)} min`;
};

/** 'ao vivo · há 2 s', or in amber 'reconectando… dados de 14:32'. */
function SinalAoVivo({ ligado, sinal, dadosDe }: SinalAoVivoProps) {
  const agora = useNow();
  if (!ligado) {
    return (
      <span className="sinal inline-flex items-center gap-2 text-sm font-semibold text-warning">
        <Icon name="refresh" size={16} className="max-phone:hidden" />
        {dadosDe > 0 ? (
          <span>
            {/* The hour alone keeps the head of a phone in one line. */}
            <span className="max-phone:sr-only">reconectando… dados de </span>
            {hour(dadosDe)}
          </span>
        ) : (
          <span className="max-phone:sr-only">conectando…</span>
        )}
      </span>
    );
  }
  return (
    <span className="sinal inline-flex items-center gap-2 text-sm text-muted tabular">
      <span aria-hidden="true" className="size-2 rounded-full bg-positive" />
      <span>
        <span className="max-phone:sr-only">ao vivo · </span>
        {formatIdade(agora - sinal)}
      </span>
    </span>
  );
}

/** How often the list is requested while the stream is down. */
const SONDAGEM = 5_000;

function useCartoes() {
  const client = useQueryClient();
  const { ligado, sinal } = useStore(aoVivoAgora);
  const query = useQuery({
    ...ultimosVeiculosQuery,
    refetchInterval: ligado ? false : SONDAGEM,
  });
  useEffect(() => watchPassagens(client), [client]);

  const { data } = query;
  // Nothing has been loaded yet: a new try clears the error, so failures are counted.
  const faltam = data === undefined && query.errorUpdateCount > 0;
  const [primeiros, setPrimeiros] = useState<ReadonlySet<string>>();
  if (data && !primeiros) setPrimeiros(new Set(data.map((item) => item.id)));

  return {
    cartoes: data,
    carregando: query.isPending && !faltam,
    faltam,
    isNova: (id: string): boolean => primeiros !== undefined && !primeiros.has(id),
    ligado,
    sinal,
    dadosDe: Math.max(sinal, query.dataUpdatedAt),
  };
}
