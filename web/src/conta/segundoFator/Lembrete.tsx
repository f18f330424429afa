import { Link } from 'react-router';
import { lembrete } from '../../lib/session/session.ts';
import { useStore } from '../../lib/store.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { useInstalacao } from '../instalacao.ts';

type LembreteProps = {
  /** A link to the profile; the profile itself has none. */
  withLink?: boolean;
};

/** Asks administrators for a second factor: as a hint, or as a warning where it is required. */
export function Lembrete({ withLink = false }: LembreteProps) {
  const asked = useStore(lembrete);
  const instalacao = useInstalacao();
  const isDemanded = asked === 'segundo-fator-exigido';
  // The account of a demonstration is temporary: there is nothing to protect.
  if (!asked || (!isDemanded && (!instalacao || instalacao.demonstracao))) return null;
  return (
    <div className="print:hidden">
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
    </div>
  );
}
