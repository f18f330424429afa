import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { useRef, useState } from 'react';
import { SignInAgain } from '../conta/SignInAgain.tsx';
import { count } from '../lib/format.ts';
import { logFailure } from '../lib/log.ts';
import { announce } from '../lib/notices.ts';
import { serverNow } from '../lib/serverClock.ts';
import { askSignIn, endSession, renewToken } from '../lib/session.ts';
import { dismissEnding, type Ending } from '../lib/sessionEnd.ts';
import { useAgora } from '../lib/useAgora.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

const SECOND = 1_000;

/** Whole minutes as long as there are some, then seconds. */
function sentence(left: number): string {
  const seconds = Math.max(1, Math.ceil(left / SECOND));
  const time =
    seconds >= 60
      ? count(Math.round(seconds / 60), 'minuto', 'minutos')
      : count(seconds, 'segundo', 'segundos');
  return `Sua sessão termina em ${time}.`;
}

/** The session is about to end: prolong it, or, where nothing prolongs it, sign in again. */
export function SessionEnding({ ending }: { ending: Ending }) {
  // Said once: what counts down stands below, and no screen reader reads every second.
  const [title] = useState(() => sentence(ending.at - serverNow()));
  if (ending.kind === 'unused') return <Unused title={title} at={ending.at} />;
  return (
    <SignInAgain
      prompt={{ answer: dismissEnding }}
      description={`${title} Entre novamente para continuar de onde parou.`}
      cancelLabel="Agora não"
    />
  );
}

function Unused({ title, at }: { title: string; at: number }) {
  const [busy, setBusy] = useState<'stay' | 'leave'>();
  const stayButton = useRef<HTMLButtonElement>(null);

  const stay = async () => {
    setBusy('stay');
    try {
      if (!(await renewToken(true))) void askSignIn();
    } catch (error) {
      logFailure('session not prolonged', error);
      announce('error', 'Sem conexão com o servidor. Tente novamente.');
    }
    setBusy(undefined);
  };
  const leave = async () => {
    setBusy('leave');
    try {
      await endSession();
    } catch (error) {
      logFailure('sign-out', error);
      announce('error', TEXTOS_CONTA.erroLogout);
    }
  };

  return (
    <Dialog
      open
      title={title}
      description="Ninguém usou esta tela nas últimas horas. O que você preencheu continua aqui."
      width={480}
      initialFocus={stayButton}
      busy={busy !== undefined}
      // Whoever puts the question away is here.
      onClose={stay}
      footer={
        <>
          <Button onClick={leave} loading={busy === 'leave'} disabled={busy === 'stay'}>
            Sair
          </Button>
          <Button
            ref={stayButton}
            variant="primary"
            onClick={stay}
            loading={busy === 'stay'}
            disabled={busy === 'leave'}
          >
            Continuar conectado
          </Button>
        </>
      }
    >
      <Countdown at={at} />
    </Dialog>
  );
}

function Countdown({ at }: { at: number }) {
  useAgora();
  const seconds = Math.max(0, Math.ceil((at - serverNow()) / SECOND));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p role="timer" className="text-2xl font-bold tabular-nums">
      {clock}
    </p>
  );
}
