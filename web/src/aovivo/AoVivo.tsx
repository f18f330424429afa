import { useQuery } from '@tanstack/react-query';
import { ROTULOS_SENTIDO } from '@unipark/contract/passagem';
import { useSyncExternalStore } from 'react';
import { Cameras } from '../cameras/Cameras.tsx';
import { useTelaAcesa } from '../lib/screen/useTelaAcesa.ts';
import { useWatching } from '../lib/session/presence.ts';
import { useRecentHour } from '../lib/time/useMinute.ts';
import { logFailure } from '../lib/wire/log.ts';
import { ultimosVeiculosQuery } from '../passagens/api.ts';
import { UltimosVeiculos } from '../passagens/cartoes/UltimosVeiculos.tsx';
import { ultimaPassagemQuery } from '../passagens/historico/historico.ts';
import { IconButton } from '../ui/button/IconButton.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import './aovivo.css';
import { PassagemTocada } from './PassagemTocada.tsx';

export function AoVivo() {
  useTelaAcesa();
  useWatching();
  return (
    <div className="aovivo">
      <PageHeader title="Ao Vivo" hidden />
      <UltimosVeiculos actions={<TelaCheia />} />
      <PassagemTocada />
      <Cameras renderFooter={(camera) => <UltimaLeitura camera={camera} />} />
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
const isFull = (): boolean => document.fullscreenElement !== null;

/** Fills the screen with the two panels; CSS does the rest, so that dialogs stay above. */
function TelaCheia() {
  const full = useSyncExternalStore(subscribe, isFull);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    const done = full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch((error: unknown) => logFailure('full screen', error));
  };
  return (
    <IconButton
      variant="outline"
      icon={full ? 'fullscreen-exit' : 'fullscreen'}
      label={full ? 'Sair da tela cheia' : 'Tela cheia'}
      onClick={toggle}
    />
  );
}

type UltimaLeituraProps = { camera: { id: string; nome: string } };

function UltimaLeitura({ camera: { id, nome } }: UltimaLeituraProps) {
  const { data } = useQuery(ultimosVeiculosQuery);
  const naTela = data?.find(({ camera }) => camera === id || camera === nome);
  const { data: guardada } = useQuery({
    ...ultimaPassagemQuery(id, nome),
    enabled: data !== undefined && !naTela,
  });
  const ultima = naTela ?? guardada;
  if (!ultima) return <p className="leitura leitura-vazia">{nome}, sem leitura</p>;
  const { placa, sentido, instante } = ultima;
  return (
    <p className="leitura">
      {sentido ? <span className="leitura-sentido">{ROTULOS_SENTIDO[sentido]}</span> : null}
      <span translate="no" className="leitura-placa">
        {placa}
      </span>
      <Hora instante={instante} />
    </p>
  );
}

function Hora({ instante }: { instante: string }) {
  return <time dateTime={instante}>{useRecentHour(instante)}</time>;
}
