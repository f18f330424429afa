import { Link } from 'react-router';
import { lembrete } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { Alert } from '../../ui/Alert.tsx';
import { useInstalacao } from '../instalacao.ts';

type LembreteProps = {
  /** The profile itself needs no way to the profile. */
  withLink?: boolean;
};

/** Whoever administers is asked for a second factor: quietly, or where it is demanded, loudly. */
export function Lembrete({ withLink = false }: LembreteProps) {
  const asked = useStore(lembrete);
  const instalacao = useInstalacao();
  const isDemanded = asked === 'segundo-fator-exigido';
  // The account of a demonstration is thrown away: it guards nothing.
  if (!asked || (!isDemanded && (!instalacao || instalacao.demonstracao))) return null;
  return (
    <Alert
      tone={isDemanded ? 'warning' : 'info'}
      action={
        withLink && (
          <Link
            to="/perfil"
            className="-my-2 inline-flex min-h-11 items-center text-current underline underline-offset-4"
          >
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
