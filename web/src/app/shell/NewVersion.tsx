import { useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { whenIdle } from '../../lib/wire/parts.ts';
import { newVersion } from '../../lib/wire/version.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';

const loadWorker = () => import('../../lib/wire/worker.ts');
whenIdle(() => loadWorker().then(({ registerWorker }) => registerWorker()));

/** Offers the new version of the page. It never reloads by itself. */
export function NewVersion() {
  const [busy, setBusy] = useState(false);
  if (!useStore(newVersion)) return null;
  const change = () => {
    setBusy(true);
    loadWorker().then(
      ({ changeVersion }) => changeVersion(),
      () => window.location.reload(),
    );
  };
  return (
    <Alert
      role="status"
      action={
        <Button onClick={change} loading={busy}>
          Atualizar
        </Button>
      }
    >
      Nova versão disponível
    </Alert>
  );
}
