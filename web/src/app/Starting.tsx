import { Overlay } from '../ui/feedback/Overlay.tsx';

export function Starting() {
  return <Overlay text="Entrando..." />;
}
