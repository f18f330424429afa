import { useState } from 'react';
import { announce } from '../lib/notices.ts';
import { IconButton } from '../ui/IconButton.tsx';

/** A browser that cannot notify (plain HTTP) is not asked, nor one that has answered. */
const aPerguntar = (): boolean =>
  'Notification' in window && window.isSecureContext && Notification.permission === 'default';

/** Asks for notifications of alarms, on a click and never by itself; answered, it is gone. */
export function BotaoNotificacoes() {
  const [mostrar, setMostrar] = useState(aPerguntar);
  if (!mostrar) return null;
  const perguntar = async () => {
    const resposta = await Notification.requestPermission();
    setMostrar(aPerguntar());
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
      onClick={() => void perguntar()}
    />
  );
}
