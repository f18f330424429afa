import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { State } from './useDiagnostics.ts';

type DiagnosticLineProps = { label: string; state: State; onTest: () => void };

export function DiagnosticLine({ label, state, onTest }: DiagnosticLineProps) {
  const isRunning = state === 'running';
  const finding = typeof state === 'object' ? state : undefined;
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
      <Mark ok={finding?.ok} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{label}</p>
        <p aria-live="polite" className="text-sm text-muted max-tablet:min-h-[2lh]">
          {isRunning ? 'Testando…' : (finding?.text ?? 'Ainda não testado.')}
        </p>
      </div>
      <Button loading={isRunning} aria-label={`Testar ${label}`} onClick={onTest}>
        Testar
      </Button>
    </li>
  );
}

function Mark({ ok }: { ok: boolean | undefined }) {
  if (ok === undefined) {
    return (
      <span className="flex size-8 shrink-0 items-center justify-center text-muted">
        <Icon name="question" size={20} />
      </span>
    );
  }
  return (
    <span
      role="img"
      aria-label={ok ? 'Em ordem' : 'Com falha'}
      className={`flex size-8 shrink-0 items-center justify-center rounded-full border border-chip-border ${ok ? 'bg-chip-positive-bg text-chip-positive' : 'bg-chip-negative-bg text-chip-negative'}`}
    >
      <Icon name={ok ? 'check' : 'x'} size={18} />
    </span>
  );
}
