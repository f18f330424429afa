import { useEffect, useState } from 'react';
import { announce } from '../../lib/screen/notices.ts';
import { useStore } from '../../lib/store.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import './som.css';
import { audio, getSom, openSom, type SoundState, somPreferido, toggleSom } from './som.ts';

export function BotoesAlerta() {
  return (
    <>
      <BotaoNotificacoes />
      <BotaoSom />
    </>
  );
}

/** Absent in a browser without notifications (plain HTTP) and after an answer. */
const canAsk = (): boolean =>
  'Notification' in window && window.isSecureContext && Notification.permission === 'default';

/** Asks for the permission to notify, only on a click; it disappears after the answer. */
function BotaoNotificacoes() {
  const [mostrar, setMostrar] = useState(canAsk);
  if (!mostrar) return null;
  const ask = async () => {
    const resposta = await Notification.requestPermission();
    setMostrar(canAsk());
    if (resposta === 'granted') announce('success', 'Notificações de alerta ativadas.');
    if (resposta === 'denied') {
      announce('warning', 'As notificações não foram permitidas neste navegador.');
    }
  };
  return (
    <IconButton
      variant="outline"
      icon="desktop"
      label="Receber notificações de alerta"
      onClick={() => void ask()}
      // Phones notify through the profile's alerts for this device.
      className="max-tablet:hidden"
    />
  );
}

const ROSTOS: Record<SoundState, { texto: string; faz: string; icone: IconName }> = {
  ligado: { texto: 'Som ligado', faz: 'Desligar o som dos alertas', icone: 'sound' },
  desligado: { texto: 'Som desligado', faz: 'Ligar o som dos alertas', icone: 'sound-off' },
  bloqueado: {
    texto: 'Som bloqueado',
    faz: 'O navegador só toca o som depois de um clique',
    icone: 'sound-blocked',
  },
};

/** The real state of the alarm's sound, as a button that changes it. */
function BotaoSom() {
  const estado = getSom(useStore(somPreferido), useStore(audio));
  useEffect(() => void openSom(), []);
  const { texto, faz, icone } = ROSTOS[estado];
  return (
    <button
      type="button"
      title={faz}
      onClick={() => void toggleSom()}
      data-som={estado}
      className="botao-som"
    >
      <Icon name={icone} size={20} />
      <span className="botao-som-texto">{texto}</span>
    </button>
  );
}
