import { Link } from 'react-router';
import { lembrete } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { Alert } from '../../ui/Alert.tsx';

type LembreteProps = {
  /** The profile itself needs no way to the profile. */
  withLink?: boolean;
};

/** Whoever administers is asked for a second factor: quietly, or where it is demanded, loudly. */
export function Lembrete({ withLink = false }: LembreteProps) {
  const asked = useStore(lembrete);
  if (!asked) return null;
  const isDemanded = asked === 'segundo-fator-exigido';
  return (
    <Alert
      tone={isDemanded ? 'warning' : 'info'}
      action={
        withLink && (
          <Link to="/perfil" className="inline-flex min-h-11 items-center text-current">
            Abrir Perfil
          </Link>
        )
      }
    >
      {isDemanded
        ? 'Para administrar, ative o segundo fator.'
        : 'Proteja a administração: ative o segundo fator.'}
    </Alert>
  );
}
