import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { prazo } from '../../lib/session/session.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { whenIdle } from '../../lib/wire/parts.ts';

/** The end of the session that the subscription was last renewed for: each session has its own. */
let renewedFor: string | undefined;

/** A subscription belongs to a session: a new one, as after a change of password, renews it. */
async function renewForSession(): Promise<void> {
  const fim = prazo.get()?.terminaEm;
  // Only a browser that may be called fetches this part.
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  if (fim === undefined || fim === renewedFor) return;
  renewedFor = fim;
  try {
    const { renewAvisos } = await import('../../avisos/assinatura.ts');
    await renewAvisos();
  } catch (error) {
    renewedFor = undefined;
    logFailure('push', error);
  }
}

whenIdle(() => {
  prazo.subscribe(() => void renewForSession());
  return renewForSession();
});

/** Opens the passage of a call that a person touched; the service worker says which one. */
export function TouchedCall() {
  const navigate = useNavigate();
  useEffect(() => {
    const worker = navigator.serviceWorker;
    const onMessage = ({ data }: MessageEvent) => {
      const passagem = data?.abrirPassagem;
      if (typeof passagem !== 'string') return;
      navigate(passagem ? `/aovivo?passagem=${encodeURIComponent(passagem)}` : '/aovivo');
    };
    worker?.addEventListener('message', onMessage);
    return () => worker?.removeEventListener('message', onMessage);
  }, [navigate]);
  return null;
}
