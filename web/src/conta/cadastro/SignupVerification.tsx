import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { asApiError } from '../../lib/wire/errors.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FailedState } from '../../ui/feedback/FailedState.tsx';
import { verifyConta } from '../api.ts';
import { SignedOutFirst } from '../entrada/SignedOutFirst.tsx';
import { LinkRefused } from '../LinkRefused.tsx';
import { LinkWait } from '../LinkWait.tsx';
import { isLinkRefused, isSenhaNeeded } from '../linkFaults.ts';
import { PublicLayout } from '../PublicLayout.tsx';
import { VerificationSenhaForm } from './VerificationSenhaForm.tsx';

type SignupVerificationProps = { token: string; onForget: () => void };

export function SignupVerification(props: SignupVerificationProps) {
  return (
    <SignedOutFirst title="Confirmar e-mail">
      <PublicLayout title="Confirmar e-mail">
        <Verification {...props} />
      </PublicLayout>
    </SignedOutFirst>
  );
}

function Verification({ token, onForget }: SignupVerificationProps) {
  const verify = useMutation(verifyConta, queryClient);
  const { mutate, error, data } = verify;
  const [asksSenha, setAsksSenha] = useState(false);
  // Once shown, the password field stays, also after a failed try.
  if (isSenhaNeeded(error) && !asksSenha) setAsksSenha(true);
  useEffect(() => mutate({ token }), [mutate, token]);

  if (data && 'segundoFator' in data) return <Navigate to="/" replace />;
  if (data?.token === null) {
    return (
      <EmptyState
        snug
        icon="clock"
        title={data.mensagem}
        text="O seu e-mail está confirmado. Depois da aprovação, entre com a sua senha."
      >
        <ButtonLink to="/">Entrar</ButtonLink>
      </EmptyState>
    );
  }
  if (isLinkRefused(error)) return <VerificationRefused onForget={onForget} />;
  if (asksSenha) return <VerificationSenhaForm token={token} verify={verify} />;
  if (error) {
    return (
      <FailedState
        snug
        title="Não foi possível confirmar o e-mail."
        text={asApiError(error).mensagem}
        onRetry={() => mutate({ token })}
      />
    );
  }
  return <LinkWait text="Confirmando o e-mail..." />;
}

function VerificationRefused({ onForget }: { onForget: () => void }) {
  return (
    <LinkRefused text="O link vale por 30 minutos e uma só vez. Se já confirmou o e-mail, entre. Se não, crie a conta de novo ou recupere a senha: outro link vai por e-mail.">
      <ButtonLink to="/" variant="primary">
        Entrar
      </ButtonLink>
      <Button onClick={onForget}>Criar conta</Button>
      <ButtonLink to="/passwordrecovery">Recuperar conta</ButtonLink>
    </LinkRefused>
  );
}
