import { useMutation } from '@tanstack/react-query';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { asApiError } from '../lib/errors.ts';
import { focusHeading } from '../lib/focusHeading.ts';
import { queryClient } from '../lib/query.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { createConta, type NewAccount } from './api.ts';

type SignupReceivedProps = {
  /** The server's sentence: it tells which of the two waits it is. */
  mensagem: string;
  account: NewAccount;
  /** Back to the form, as it was filled in. */
  onCorrect: () => void;
};

/** The account is asked for and not open yet: what comes next, and what to do when it does not. */
export function SignupReceived({ mensagem, account, onCorrect }: SignupReceivedProps) {
  // The form, and the button that had the focus, are gone.
  useEffect(focusHeading, []);
  if (mensagem === TEXTOS_CONTA.confirmeEmail) {
    return <ConfirmAddress account={account} onCorrect={onCorrect} />;
  }
  return (
    <EmptyState
      snug
      icon="clock"
      title={mensagem}
      text={
        <>
          A administração vai analisar o cadastro de <Address {...account} />. Depois da aprovação,
          entre com a sua senha.
        </>
      }
    >
      <ButtonLink to="/">Entrar</ButtonLink>
    </EmptyState>
  );
}

function ConfirmAddress({
  account,
  onCorrect,
}: Pick<SignupReceivedProps, 'account' | 'onCorrect'>) {
  const resend = useMutation(createConta, queryClient);
  const button = useRef<HTMLButtonElement>(null);
  const isOver = resend.isSuccess || resend.isError;
  useEffect(() => {
    // It was locked while sending, and lost the focus to it.
    if (isOver) button.current?.focus();
  }, [isOver]);
  return (
    <>
      <EmptyState
        snug
        icon="check"
        title={TEXTOS_CONTA.confirmeEmail}
        text={
          <>
            O link foi para <Address {...account} /> e vale por 30 minutos. Não chegou? Veja também
            a caixa de spam.
          </>
        }
      >
        <Button ref={button} loading={resend.isPending} onClick={() => resend.mutate(account)}>
          Reenviar
        </Button>
        <Button onClick={onCorrect}>Corrigir dados</Button>
      </EmptyState>
      {resend.isSuccess && (
        <Alert tone="success" role="status">
          Enviamos outro e-mail. O link do anterior não vale mais.
        </Alert>
      )}
      {resend.error && <Alert tone="danger">{asApiError(resend.error).mensagem}</Alert>}
      <p className="text-sm text-muted">
        Já confirmou? <Link to="/">Entrar</Link>
      </p>
    </>
  );
}

const Address = ({ email }: { email: string }) => (
  <strong className="wrap-anywhere text-text">{email}</strong>
);
