import type { Fator } from '@unipark/contract/conta';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type SignInPrompt, useUser } from '../lib/session.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { useInstalacao } from './instalacao.ts';
import { loginSentence } from './loginSentence.ts';
import { identity } from './provider.ts';
import { Passo } from './segundoFator/Passo.tsx';

type SignInAgainProps = { prompt: SignInPrompt; description?: string; cancelLabel?: string };

/**
 * The session ended under an open screen: the password again, the second factor where there is one,
 * and everything goes on.
 */
export function SignInAgain({
  prompt,
  description = TEXTOS_CONTA.sessaoExpirada,
  cancelLabel = 'Cancelar',
}: SignInAgainProps) {
  const { email } = useUser();
  const oidc = useInstalacao()?.oidc;
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [fatores, setFatores] = useState<readonly Fator[]>();
  const input = useRef<HTMLInputElement>(null);
  const formId = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFault(undefined);
    if (password === '') {
      setFault(TEXTOS_CONTA.senhaVazia);
      input.current?.focus();
      return;
    }
    setSending(true);
    try {
      const entrada = await identity.signIn(email, password);
      if (entrada.token !== null) return prompt.answer(true);
      setSending(false);
      setFatores(entrada.segundoFator);
    } catch (error) {
      setFault(loginSentence(error));
      setSending(false);
      input.current?.focus();
    }
  };

  if (fatores) {
    const goBack = (sentence?: string) => {
      setFatores(undefined);
      setFault(sentence);
    };
    return (
      // Escape is one step back, as 'Voltar': what is open under it is lost only by 'Cancelar'.
      <Dialog open title="Confirme que é você" width={440} onClose={() => goBack()}>
        <Passo
          titled={false}
          fatores={fatores}
          onDone={() => prompt.answer(true)}
          onBack={goBack}
        />
      </Dialog>
    );
  }

  return (
    <Dialog
      open
      title="Entrar novamente"
      description={description}
      width={440}
      initialFocus={input}
      busy={isSending}
      onClose={() => prompt.answer(false)}
      footer={
        <>
          <Button onClick={() => prompt.answer(false)} disabled={isSending}>
            {cancelLabel}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isSending}>
            Entrar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {/* For password managers; the person stays the same. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <Alert tone="info">{email}</Alert>
        <Field label="Senha" error={fault}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={input}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {oidc && (
          // Another tab: this one keeps what was being done, and hears of the session from it.
          <a href="/api/auth/oidc/entrar" target="_blank" rel="noopener" className={LINK}>
            Entrar com {oidc.nome} em outra aba
          </a>
        )}
      </form>
    </Dialog>
  );
}

const LINK = 'inline-flex min-h-11 items-center self-start text-sm';
