import { Suspense } from 'react';
import { Navigate, useLocation } from 'react-router';
import { type PageState, usePageState } from '../../lib/screen/pageState.ts';
import { useSession } from '../../lib/session/session.ts';
import { part } from '../../lib/wire/parts.ts';
import { Overlay } from '../../ui/feedback/Overlay.tsx';
import { LegalLinks } from '../LegalLinks.tsx';
import { LoginForm } from './LoginForm.tsx';
import plate from './placa-entrada.svg';

const Retorno = part(() => import('./Retorno.tsx').then((m) => m.Retorno));

export function Login() {
  const session = useSession();
  const { de, aviso } = usePageState();
  const { hash } = useLocation();

  if (session.status === 'loading') return <Overlay text="Entrando..." />;
  if (/^#(entrar|erro|segundo-fator)\b/.test(hash)) {
    return (
      <Suspense fallback={<Overlay text="Entrando..." />}>
        <Retorno hash={hash} />
      </Suspense>
    );
  }
  if (session.status === 'signedIn') {
    const state: PageState = { continuar: de, aviso };
    return <Navigate to="/home" replace state={state} />;
  }
  return (
    <div className="grid min-h-dvh desktop:grid-cols-2 max-desktop:grid-rows-[auto_1fr]">
      <header className="flex flex-col items-center justify-center gap-8 bg-faixa px-6 text-on-faixa max-desktop:gap-5 max-desktop:pt-16 max-desktop:pb-[72px]">
        <div className="flex w-full max-w-[480px] flex-col gap-8 max-desktop:max-w-[280px] max-desktop:items-center max-desktop:gap-5 max-desktop:text-center">
          {/* An image and not the Placa component: the login loads no QR encoder. */}
          <img src={plate} alt="" width={480} height={156} className="h-auto w-full" />
          <p className="text-2xl font-semibold tracking-tight max-desktop:text-lg max-desktop:whitespace-nowrap">
            Cada veículo do campus,
            <br />
            reconhecido na chegada.
          </p>
        </div>
      </header>
      <div className="flex flex-col items-center px-4 desktop:pt-[68px]">
        <main className="my-auto w-full max-w-[400px] max-desktop:-mt-12 max-desktop:mb-8">
          <LoginForm />
        </main>
        <footer className="mt-auto py-3 desktop:mt-0">
          <LegalLinks />
        </footer>
      </div>
    </div>
  );
}
