import { useStore } from '../lib/store.ts';
import { newVersion } from '../lib/version.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';

/** After an upgrade of the server, a page that was open before says so. */
export function NewVersion() {
  if (!useStore(newVersion)) return null;
  return (
    <Alert
      role="status"
      action={<Button onClick={() => window.location.reload()}>Recarregar</Button>}
    >
      Há uma versão nova
    </Alert>
  );
}
