import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import { announce } from '../../lib/screen/notices.ts';
import { endSession, useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Overlay } from '../../ui/feedback/Overlay.tsx';
import { PublicLayout } from '../PublicLayout.tsx';

/**
 * For a link that opens a new account in a browser with a session: asks before it signs out. After
 * a sign-in the person is sent home.
 */
export function SignedOutFirst({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession();
  const [isFree, setFree] = useState(session.status === 'signedOut');
  if (session.status === 'signedOut' && !isFree) setFree(true);

  if (session.status === 'loading') return <Overlay text="Entrando..." />;
  if (session.status === 'signedOut') return children;
  if (isFree) return <Navigate to="/home" replace />;
  const leave = () =>
    endSession({ keepOutbox: true }).catch(() => announce('error', TEXTOS_CONTA.erroLogout));
  return (
    <PublicLayout title={title}>
      <p>
        Você já entrou como <strong className="wrap-anywhere">{session.user.email}</strong>. Este
        link é de outro cadastro: para continuar com ele, saia desta conta.
      </p>
      <div className="flex flex-col gap-2">
        <Button variant="primary" size="lg" block onClick={leave}>
          Sair e continuar
        </Button>
        <ButtonLink to="/home" size="lg" block>
          Página Inicial
        </ButtonLink>
      </div>
    </PublicLayout>
  );
}
