import { useSyncExternalStore } from 'react';
import { logFailure } from '../lib/log.ts';
import { IconButton } from '../ui/IconButton.tsx';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
const isFull = (): boolean => document.fullscreenElement !== null;

/** Fills the screen with the two panels (the rest is CSS, so that dialogs still lie above). */
export function TelaCheia() {
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
