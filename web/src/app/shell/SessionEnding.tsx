import { useRef, useState } from 'react';
import { SignInAgain } from '../../conta/entrada/SignInAgain.tsx';
import { announce } from '../../lib/screen/notices.ts';
import { askSignIn, renewToken } from '../../lib/session/session.ts';
import { dismissEnding, type SessionEndAt } from '../../lib/session/sessionEnd.ts';
import { count } from '../../lib/time/format.ts';
import { serverNow } from '../../lib/time/serverClock.ts';
import { useNow } from '../../lib/time/useNow.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { LogoutDialog } from './LogoutDialog.tsx';

const SECOND = 1_000;

function sentence(left: number): string {
  const seconds = Math.max(1, Math.ceil(left / SECOND));
  const time =
    seconds >= 60
      ? count(Math.round(seconds / 60), 'minuto', 'minutos')
      : count(seconds, 'segundo', 'segundos');
  return `Sua sessão termina em ${time}.`;
}

/** The session is about to end: prolong it or, in its last minutes, sign in again. */
export function SessionEnding({ ending }: { ending: SessionEndAt }) {
  // The title keeps its first text: a screen reader must not read each second.
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
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const stayButton = useRef<HTMLButtonElement>(null);

  const stay = async () => {
    setBusy(true);
    try {
      if (!(await renewToken(true))) void askSignIn();
    } catch (error) {
      logFailure('session not prolonged', error);
      announce('error', 'Sem conexão com o servidor. Tente novamente.');
    }
    setBusy(false);
  };
  // What the gate has not sent yet is asked about there.
  if (leaving) return <LogoutDialog onClose={() => setLeaving(false)} />;
  return (
    <Dialog
      open
      title={title}
      description="Esta tela ficou sem uso nas últimas horas. Os dados preenchidos foram mantidos."
      width={480}
      initialFocus={stayButton}
      busy={busy}
      // Closing the question counts as use.
      onClose={stay}
      footer={
        <>
          <Button onClick={() => setLeaving(true)} disabled={busy}>
            Sair
          </Button>
          <Button ref={stayButton} variant="primary" onClick={stay} loading={busy}>
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
  useNow();
  const seconds = Math.max(0, Math.ceil((at - serverNow()) / SECOND));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p role="timer" className="text-2xl font-bold tabular-nums">
      {clock}
    </p>
  );
}
