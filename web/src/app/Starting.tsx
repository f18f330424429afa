import { Overlay } from '../ui/Overlay.tsx';

/** What the page shows while the session, or the first screen, is loading. */
export function Starting() {
  return <Overlay text="Entrando..." />;
}
