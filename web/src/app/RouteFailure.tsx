import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { connected } from '../lib/wire/connection.ts';
import { isApiError } from '../lib/wire/http.ts';
import { logFailure } from '../lib/wire/log.ts';
import { FailedState } from '../ui/feedback/FailedState.tsx';

/** A module that did not load: the network failed, or the server has another build. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof TypeError && /import|module|fetch/i.test(error.message);

function textOf(error: unknown, stillAway: boolean): string {
  if (stillAway) return 'O servidor ainda não responde. Os dados salvos não foram perdidos.';
  if (isMissingChunk(error) || !connected.get())
    return 'Sem conexão com o servidor. Tente novamente.';
  return isApiError(error) ? error.mensagem : 'O restante do sistema continua funcionando.';
}

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
    // A browser remembers that a module was missing, so only a reload asks again. Without a server
    // a reload shows the browser's own error page, so the server is asked first.
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
