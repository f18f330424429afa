import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { connected } from '../lib/wire/connection.ts';
import { isApiError } from '../lib/wire/http.ts';
import { logFailure } from '../lib/wire/log.ts';
import { isReplaced } from '../lib/wire/version.ts';
import { FailedState } from '../ui/feedback/FailedState.tsx';

/** A module that did not load: the network failed, or the server has another build. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Unable to preload/.test(error.message) ||
    (error instanceof TypeError && /import|module|fetch/i.test(error.message)));

/** What the server says about a missing module. */
type MissingChunk = 'asking' | 'away' | 'replaced' | 'there';

const SENTENCES: Record<MissingChunk, string | undefined> = {
  asking: undefined,
  away: 'Sem conexão com o servidor. Tente novamente.',
  replaced:
    'O sistema foi atualizado enquanto esta página estava aberta. Recarregue para continuar.',
  there: 'Uma parte desta tela não foi carregada. Tente novamente.',
};

function useMissingChunk(error: unknown): MissingChunk | undefined {
  const isMissing = isMissingChunk(error);
  const [found, setFound] = useState<MissingChunk>('asking');
  useEffect(() => {
    if (!isMissing) return;
    isReplaced().then(
      (replaced) => setFound(replaced ? 'replaced' : 'there'),
      () => setFound('away'),
    );
  }, [isMissing]);
  return isMissing ? found : undefined;
}

function textOf(error: unknown, missing: MissingChunk | undefined): string | undefined {
  if (missing) return SENTENCES[missing];
  if (!connected.get()) return SENTENCES.away;
  return isApiError(error) ? error.mensagem : 'O restante do sistema continua funcionando.';
}

export function RouteFailure() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useEffect(() => logFailure('screen', error), [error]);

  const missing = useMissingChunk(error);
  const isNewVersion = missing === 'replaced';
  const [stillAway, setStillAway] = useState(false);
  const unreached = () => setStillAway(true);
  const retry = () => {
    setStillAway(false);
    if (!missing) navigate(pathname + search, { replace: true });
    // A browser remembers that a module was missing, so only a reload asks again. Without a server
    // a reload shows the browser's own error page, so the server is asked first.
    else fetch('/healthz').then(() => window.location.reload(), unreached);
  };

  return (
    <FailedState
      title={isNewVersion ? 'Nova versão disponível' : 'Não foi possível mostrar esta tela.'}
      text={
        stillAway
          ? 'O servidor ainda não responde. Os dados salvos não foram perdidos.'
          : textOf(error, missing)
      }
      requestId={isApiError(error) ? error.pedido : undefined}
      onRetry={retry}
      retryLabel={isNewVersion ? 'Recarregar' : undefined}
    />
  );
}
