import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { isApiError } from '../lib/http.ts';
import { logFailure } from '../lib/log.ts';
import { FailedState } from '../ui/FailedState.tsx';

/** A chunk that cannot be had: the network, or a build that is no longer on the server. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof TypeError && /import|module|fetch/i.test(error.message);

/** In place of a broken screen; the header and the menu around it stay. */
export function RouteFailure() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useEffect(() => logFailure('screen', error), [error]);

  const retry = () => {
    // A browser remembers that a module was missing; only a new page asks again.
    if (isMissingChunk(error)) window.location.reload();
    else navigate(pathname + search, { replace: true });
  };

  return (
    <FailedState
      title="Não foi possível mostrar esta tela."
      text={isApiError(error) ? error.mensagem : 'O restante do sistema continua funcionando.'}
      requestId={isApiError(error) ? error.pedido : undefined}
      onRetry={retry}
    />
  );
}
