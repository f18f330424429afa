import { useEffect, useState } from 'react';
import { useStore } from '../lib/store.ts';
import { partMissing } from '../lib/wire/parts.ts';
import { isReplaced, newVersion } from '../lib/wire/version.ts';
import { Button } from '../ui/button/Button.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';

const PERGUNTA_MS = 3_000;
/** A module that is never there must not load the page again and again. */
const PAUSA_MS = 60_000;
const RECARREGADA = 'unipark.recarregada';

const ABERTO =
  'main form:not([role="search"]), [role="dialog"], [role="alertdialog"], .selection-bar';

/** Nothing that a person typed or opened would be lost. */
function isCalm(): boolean {
  const { activeElement } = document;
  const typing = activeElement instanceof HTMLInputElement && activeElement.value !== '';
  const recently = Date.now() - Number(sessionStorage.getItem(RECARREGADA)) < PAUSA_MS;
  return !typing && !recently && !document.querySelector(ABERTO);
}

function reload(): void {
  sessionStorage.setItem(RECARREGADA, String(Date.now()));
  window.location.reload();
}

/**
 * A part of the page did not load while the server was away, and the alarm may be the one. The page
 * is loaded again as soon as the server answers, or offers it where that would lose something. A
 * server with another build is offered by `NewVersion`.
 */
export function MissingParts() {
  const missing = useStore(partMissing);
  const otherBuild = useStore(newVersion);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!missing || otherBuild) return;
    const ask = async (): Promise<void> => {
      const replaced = await isReplaced().catch(() => undefined);
      if (replaced) newVersion.set(true);
      else if (replaced === false && isCalm()) reload();
      setAsked(true);
    };
    void ask();
    const timer = setInterval(() => void ask(), PERGUNTA_MS);
    return () => clearInterval(timer);
  }, [missing, otherBuild]);
  const shown = missing && asked && !otherBuild;
  if (!shown) return null;
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-xl">
      <Alert tone="warning" role="alert" action={<Button onClick={reload}>Recarregar</Button>}>
        Uma parte desta página não foi carregada.
      </Alert>
    </div>
  );
}
