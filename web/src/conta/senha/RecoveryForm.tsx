import { useMutation } from '@tanstack/react-query';
import { isEmail, TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { announce } from '../../lib/screen/notices.ts';
import { asApiError } from '../../lib/wire/errors.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { EmailInput } from '../../ui/form/EmailInput.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { sendRecovery } from '../api.ts';

type RecoveryFormProps = {
  /** Without mail on the server the page says so above the form, and its button stands back. */
  canSend: boolean;
};

export function RecoveryForm({ canSend }: RecoveryFormProps) {
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const send = useMutation(sendRecovery, queryClient);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault(undefined);
    if (!isEmail(email.trim())) {
      setFault(TEXTOS_CONTA.emailInvalido);
      announce('error', TEXTOS_CONTA.emailInvalido);
      input.current?.focus();
      return;
    }
    // The guard sends an anonymous visitor to the login; the toast stays.
    send.mutate(email, { onSuccess: () => navigate('/home') });
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="E-mail" error={fault}>
        {(control) => (
          <EmailInput
            {...control}
            ref={input}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {send.error && !fault && canSend && (
        <Alert tone="danger">{asApiError(send.error).mensagem}</Alert>
      )}
      <Button
        type="submit"
        variant={canSend ? 'primary' : 'secondary'}
        size="lg"
        block
        loading={send.isPending}
      >
        Enviar email de recuperação
      </Button>
    </form>
  );
}
