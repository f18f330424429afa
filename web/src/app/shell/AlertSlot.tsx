import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useMedia } from '../../lib/screen/useMedia.ts';
import { IDLE_MS, part } from '../../lib/wire/parts.ts';
import './alertSlot.css';

const Alertas = part(() =>
  import('../../passagens/alertas/Alertas.tsx').then((file) => file.Alertas),
);

/** A phone, also held sideways, and a page that is enlarged twice. */
const small = window.matchMedia(
  '(max-width: 719.98px), (max-width: 1023.98px) and (max-height: 559.98px)',
);

type SlotShape = 'line' | 'panel';

/** A place of its own in Ao Vivo and Portaria; elsewhere one line in the header. */
function useShape(pathname: string): SlotShape {
  const isSmall = useMedia(small);
  if (pathname === '/aovivo') return 'panel';
  // There the verdict needs the whole height.
  return pathname === '/portaria' && !isSmall ? 'panel' : 'line';
}

/**
 * The alarms of every screen. The slot has its height before an alarm comes: nothing below it
 * moves. On a screen that does not watch the gate it starts when the page is idle.
 */
export function AlertSlot() {
  const { pathname } = useLocation();
  const shape = useShape(pathname);
  const isWatched = pathname === '/aovivo' || pathname === '/portaria';
  const [started, setStarted] = useState(isWatched);
  useEffect(() => {
    if (started) return;
    const timer = setTimeout(() => setStarted(true), isWatched ? 0 : IDLE_MS);
    return () => clearTimeout(timer);
  }, [started, isWatched]);
  return (
    <section aria-label="Alertas da portaria" className="alert-slot" data-shape={shape}>
      <Suspense>
        {started && <Alertas vazio={shape === 'panel' ? 'Nenhum alerta aberto' : undefined} />}
      </Suspense>
    </section>
  );
}
