import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { Link } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { useInstalacao } from '../instalacao.ts';
import { PublicLayout } from '../PublicLayout.tsx';
import { useLinkToken } from '../useLinkToken.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';

const LINKS = ['token'] as const;

export function PasswordRecovery() {
  const [link, forget] = useLinkToken(LINKS);
  const canSend = useInstalacao()?.recuperacaoPorEmail;

  if (link) {
    return (
      <PublicLayout title="Recuperar conta">
        <NewPasswordForm key={link.token} token={link.token} onForget={forget} />
        <Remembered />
      </PublicLayout>
    );
  }
  return (
    <PublicLayout
      title="Recuperar conta"
      hint={
        // Two lines are kept: the answer of the server moves nothing.
        <span className="block min-h-[2lh]">
          {canSend === false ? TEXTOS_CONTA.semEmail : canSend && SENT_A_LINK}
        </span>
      }
    >
      <RecoveryForm canSend={canSend !== false} />
      <Remembered />
      {canSend === false && (
        <ButtonLink to="/contato" variant="primary" size="lg" block>
          Contato
        </ButtonLink>
      )}
    </PublicLayout>
  );
}

function Remembered() {
  const isSignedIn = useSession().status === 'signedIn';
  if (isSignedIn) {
    return (
      <p className="text-sm">
        <Link to="/home">Página Inicial</Link>
      </p>
    );
  }
  return (
    <p className="text-sm text-muted">
      Lembrou a senha? <Link to="/">Entrar</Link>
    </p>
  );
}

const SENT_A_LINK = 'Enviaremos um link para criar uma nova senha.';
