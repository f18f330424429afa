import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { Navigate } from 'react-router';
import { useDelayed } from '../../lib/screen/useDelayed.ts';
import { useSession } from '../../lib/session/session.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { useInstalacao } from '../instalacao.ts';
import { PublicLayout } from '../PublicLayout.tsx';
import { useLinkToken } from '../useLinkToken.ts';
import { SignupByInvitation } from './SignupByInvitation.tsx';
import { SignupForm } from './SignupForm.tsx';
import { SignupVerification } from './SignupVerification.tsx';

const LINKS = ['convite', 'confirmar'] as const;

export function Signup() {
  const session = useSession();
  const [link, forget] = useLinkToken(LINKS);

  if (link) {
    const Opened = link.name === 'convite' ? SignupByInvitation : SignupVerification;
    return <Opened key={link.token} token={link.token} onForget={forget} />;
  }
  if (session.status === 'signedIn') return <Navigate to="/home" replace />;
  return <SignupByMode />;
}

/** Waits a moment for the mode, so that the form does not appear and disappear again. */
function SignupByMode() {
  const instalacao = useInstalacao();
  const isLate = useDelayed(instalacao === undefined);
  const { semContas, cadastro = 'aberto', dominios = [] } = instalacao ?? {};

  if (cadastro === 'convite' || cadastro === 'fechado') return <SignupClosed />;
  return (
    <PublicLayout
      title="Criar conta"
      hint={cadastro === 'aprovacao' && !semContas && 'A administração aprova cada cadastro.'}
    >
      {/* The first account is the administrator: it needs no approval and may have any address. */}
      {(instalacao || isLate) && <SignupForm dominios={semContas ? [] : dominios} />}
    </PublicLayout>
  );
}

function SignupClosed() {
  return (
    <PublicLayout title="Criar conta">
      <Alert tone="info">{TEXTOS_CONTA.cadastroFechado}</Alert>
      <div className="flex flex-col gap-2">
        <ButtonLink to="/contato" variant="primary" size="lg" block>
          Contato
        </ButtonLink>
        <ButtonLink to="/" size="lg" block>
          Entrar
        </ButtonLink>
      </div>
    </PublicLayout>
  );
}
