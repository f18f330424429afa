import type { Fator } from '@unipark/contract/conta';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type SignInPrompt, useUser } from '../../lib/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { PasswordInput } from '../../ui/form/PasswordInput.tsx';
import { useInstalacao } from '../instalacao.ts';
import { identity } from '../provider.ts';
import { Passo } from '../segundoFator/Passo.tsx';
import { loginSentence } from './loginSentence.ts';

type SignInAgainProps = { prompt: SignInPrompt; description?: string; cancelLabel?: string };

/** The session ended: asks for password and second factor over the screen, which stays. */
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
      // Escape goes one step back, as 'Voltar': only 'Cancelar' gives up the screen below.
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
        {/* For password managers. */}
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
          // Another tab signs in: this one keeps its screen and learns of the session from storage.
          <a href="/api/auth/oidc/entrar" target="_blank" rel="noopener" className={LINK}>
            Entrar com {oidc.nome} em outra aba
          </a>
        )}
      </form>
    </Dialog>
  );
}

const LINK = 'inline-flex min-h-11 items-center self-start text-sm';
