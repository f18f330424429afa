import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { isApiError } from '../lib/http.ts';
import { logFailure } from '../lib/log.ts';
import { FailedState } from '../ui/FailedState.tsx';

/** A chunk that cannot be had: the network, or a build that is no longer on the server. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof TypeError && /import|module|fetch/i.test(error.message);

function textOf(error: unknown, stillAway: boolean): string {
  if (stillAway) return 'O servidor ainda não responde. Nada do que foi salvo se perdeu.';
  if (isMissingChunk(error)) return 'Sem conexão com o servidor. Tente novamente.';
  return isApiError(error) ? error.mensagem : 'O restante do sistema continua funcionando.';
}

/** In place of a broken screen; the header and the menu around it stay. */
export function RouteFailure() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useEffect(() => logFailure('screen', error), [error]);

  const [stillAway, setStillAway] = useState(false);
  const unreached = () => setStillAway(true);
  const retry = () => {
    setStillAway(false);
    if (!isMissingChunk(error)) navigate(pathname + search, { replace: true });
    // A browser remembers that a module was missing; only a new page asks again. Without a server
    // it would be the browser's own page of failure, so the server is asked first.
    else fetch('/healthz').then(() => window.location.reload(), unreached);
  };

  return (
    <FailedState
      title="Não foi possível mostrar esta tela."
      text={textOf(error, stillAway)}
      requestId={isApiError(error) ? error.pedido : undefined}
      onRetry={retry}
    />
  );
}
