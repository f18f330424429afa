import { useMutation } from '@tanstack/react-query';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { focusHeadingSoon } from '../../lib/screen/focusHeading.ts';
import { asApiError } from '../../lib/wire/errors.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { createConta, type NewAccount } from '../api.ts';

type SignupReceivedProps = {
  /** The server's sentence: it says whether the mail or an administrator confirms the account. */
  mensagem: string;
  account: NewAccount;
  onCorrect: () => void;
};

/** A new account that is not open yet: the next step, and what to do when it does not come. */
export function SignupReceived({ mensagem, account, onCorrect }: SignupReceivedProps) {
  // The form had the focus and is no longer on screen.
  useEffect(focusHeadingSoon, []);
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
    // While sending, the button is disabled and loses the focus.
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
          Pedido recebido. São até três e-mails por hora, e vale o link do mais recente.
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
