import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { part } from '../lib/parts.ts';
import { useStore } from '../lib/store.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { EmailInput } from '../ui/EmailInput.tsx';
import { Field } from '../ui/Field.tsx';
import { Overlay } from '../ui/Overlay.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { EntradaUnica } from './EntradaUnica.tsx';
import { useInstalacao } from './instalacao.ts';
import { Logo } from './Logo.tsx';
import { pedido } from './segundoFator/pedido.ts';
import { useLogin } from './useLogin.ts';

const Passo = part(() => import('./segundoFator/Passo.tsx').then((m) => m.Passo));

/** A plain form on purpose: this page pays for no form library. */
export function LoginForm() {
  const { fault, isSending, isWaiting, signIn, goBack } = useLogin();
  const fatores = useStore(pedido);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { semContas, demonstracao } = useInstalacao() ?? {};

  useEffect(() => {
    // With a keyboard at hand the person can type at once; on a phone it would cover the page.
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
      {/* noValidate: the catalogue's sentences speak, not the browser's. */}
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
