import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { whenIdle } from '../../lib/wire/parts.ts';

// Only a browser that may be called fetches this part.
whenIdle(async () => {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { renewAvisos } = await import('../../avisos/assinatura.ts');
  await renewAvisos();
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
