import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { session } from '../../lib/session.ts';

/**
 * Holds back whoever leaves with changes. Going to register an owner is part of the work (the
 * draft waits), and a sign-out is never held up.
 */
export function useLeaveGuard(sujo: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      sujo &&
      session.get().status === 'signedIn' &&
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.pathname !== '/proprietarios/cadastrar',
  );
  useEffect(() => {
    if (!sujo) return;
    const segurar = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', segurar);
    return () => window.removeEventListener('beforeunload', segurar);
  }, [sujo]);
  return {
    perguntando: blocker.state === 'blocked',
    sair: () => blocker.proceed?.(),
    ficar: () => blocker.reset?.(),
  };
}
