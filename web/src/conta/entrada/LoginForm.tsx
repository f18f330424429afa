import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../lib/store.ts';
import { part } from '../../lib/wire/parts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Overlay } from '../../ui/feedback/Overlay.tsx';
import { EmailInput } from '../../ui/form/EmailInput.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { PasswordInput } from '../../ui/form/PasswordInput.tsx';
import { useInstalacao } from '../instalacao.ts';
import { Logo } from '../Logo.tsx';
import { pedido } from '../segundoFator/pedido.ts';
import { EntradaUnica } from './EntradaUnica.tsx';
import { useLogin } from './useLogin.ts';

const Passo = part(() => import('../segundoFator/Passo.tsx').then((m) => m.Passo));

/** A form without a form library, which the login does not load. */
export function LoginForm() {
  const { fault, isSending, isWaiting, signIn, goBack } = useLogin();
  const fatores = useStore(pedido);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { semContas, demonstracao } = useInstalacao() ?? {};

  useEffect(() => {
    // With a keyboard the person can type at once; on a phone the keyboard would cover the page.
    if (window.matchMedia('(hover: hover)').matches) emailInput.current?.focus();
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = await signIn(email, password);
    if (found?.where === 'email') emailInput.current?.focus();
    if (found?.where === 'senha') passwordInput.current?.focus();
  };

  if (fatores) {
    return (
      <div className={CARD}>
        <h1 tabIndex={-1} className="leading-none">
          <Logo />
        </h1>
        <Suspense fallback={<Overlay text="Entrando..." />}>
          <Passo fatores={fatores} onBack={goBack} />
        </Suspense>
      </div>
    );
  }

  return (
    <div className={CARD}>
      <h1 tabIndex={-1} className="leading-none">
        <Logo />
      </h1>
      {semContas && (
        <p>
          Nenhuma conta ainda. <Link to="/signup">Criar primeira conta</Link>
        </p>
      )}
      {demonstracao && (
        <Button
          variant="primary"
          size="lg"
          block
          disabled={isSending || isWaiting}
          onClick={() => signIn(demonstracao.email, demonstracao.senha)}
        >
          Entrar na demonstração
        </Button>
      )}
      {/* noValidate: the specified sentences are shown, not the browser's. */}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="E-mail" error={fault?.where === 'email' && fault.text}>
          {(control) => (
            <EmailInput
              {...control}
              ref={emailInput}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Senha" error={fault?.where === 'senha' && fault.text}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={passwordInput}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {fault?.where === 'form' && <Alert tone="danger">{fault.text}</Alert>}
        <Button type="submit" variant="primary" size="lg" block disabled={isSending || isWaiting}>
          Entrar
        </Button>
      </form>
      <EntradaUnica />
      <nav aria-label="Conta" className="-my-3 flex flex-wrap justify-between gap-x-2 text-sm">
        <Link to="/passwordrecovery" className={LINK}>
          Esqueci minha senha
        </Link>
        <Link to="/signup" className={LINK}>
          Criar conta
        </Link>
        <Link to="/contato" className={LINK}>
          Contato
        </Link>
      </nav>
      {isSending && <Overlay text="Entrando..." />}
    </div>
  );
}

const CARD = 'flex flex-col gap-6 rounded-panel border border-border bg-surface p-8 max-tablet:p-6';
const LINK = 'inline-flex min-h-11 items-center';
