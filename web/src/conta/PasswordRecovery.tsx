import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { Link } from 'react-router';
import { useInstalacao } from './instalacao.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { PublicLayout } from './PublicLayout.tsx';
import { RecoveryForm } from './RecoveryForm.tsx';
import { useLinkToken } from './useLinkToken.ts';

const LINKS = ['token'] as const;

/** Asks for the recovery mail; behind its link, for the new password. */
export function PasswordRecovery() {
  const [link, forget] = useLinkToken(LINKS);
  const canSend = useInstalacao()?.recuperacaoPorEmail;

  if (link) {
    return (
      <PublicLayout title="Recuperar conta">
        <NewPasswordForm key={link.token} token={link.token} onForget={forget} />
      </PublicLayout>
    );
  }
  return (
    <PublicLayout
      title="Recuperar conta"
      hint={canSend === false ? TEXTOS_CONTA.semEmail : canSend && SENT_A_LINK}
    >
      <RecoveryForm />
      <p className="text-sm text-muted">
        Lembrou a senha? <Link to="/">Entrar</Link>
      </p>
    </PublicLayout>
  );
}

const SENT_A_LINK = 'Enviaremos um link para criar uma nova senha.';
