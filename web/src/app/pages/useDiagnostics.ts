import { useCallback, useEffect, useState } from 'react';
import { clock } from '../../lib/time/format.ts';
import { DIAGNOSTICS, type Diagnostic, examine, type Finding } from './diagnostics.ts';

/** undefined: not run yet. */
export type State = Finding | 'running' | undefined;

const isFinding = (state: State): state is Finding => typeof state === 'object';

export function useDiagnostics() {
  const [states, setStates] = useState<Record<string, State>>({});

  const run = useCallback(async (diagnostic: Diagnostic) => {
    setStates((before) => ({ ...before, [diagnostic.id]: 'running' }));
    const finding = await examine(diagnostic);
    setStates((before) => ({ ...before, [diagnostic.id]: finding }));
  }, []);

  useEffect(() => {
    for (const diagnostic of DIAGNOSTICS) if (diagnostic.automatic) void run(diagnostic);
  }, [run]);

  return { states, run };
}

export function report(states: Record<string, State>, version: string | undefined): string {
  const lines = DIAGNOSTICS.map(({ id, label }) => {
    const state = states[id];
    if (!isFinding(state)) return `– ${label}: não testado`;
    return `${state.ok ? '✓' : '✕'} ${label}: ${state.text}`;
  });
  return [
    `UNIPARK ${version ?? ''} · ${clock(new Date())}`,
    ...lines,
    `Navegador: ${navigator.userAgent}`,
  ].join('\n');
}
