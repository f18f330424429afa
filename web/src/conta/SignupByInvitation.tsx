import { useQuery } from '@tanstack/react-query';
import { asApiError } from '../lib/errors.ts';
import { queryClient } from '../lib/query.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { conviteQuery } from './api.ts';
import { LinkRefused } from './LinkRefused.tsx';
import { LinkWait } from './LinkWait.tsx';
import { isLinkRefused } from './linkFaults.ts';
import { PublicLayout } from './PublicLayout.tsx';
import { SignedOutFirst } from './SignedOutFirst.tsx';
import { SignupForm } from './SignupForm.tsx';

/** Behind the link of an invitation, or of an installation's first account. */
export function SignupByInvitation({ token }: { token: string }) {
  return (
    <SignedOutFirst title="Criar conta">
      <Invitation token={token} />
    </SignedOutFirst>
  );
}

function Invitation({ token }: { token: string }) {
  const { data: convite, error, refetch, isFetching } = useQuery(conviteQuery(token), queryClient);

  if (convite?.primeira) {
    return (
      <PublicLayout title="Criar primeira conta" hint="Esta conta vai administrar o sistema.">
        <SignupForm convite={{ token, email: convite.email }} />
      </PublicLayout>
    );
  }
  if (convite) {
    return (
      <PublicLayout title="Criar conta" hint="Você foi convidado(a). Complete o seu cadastro.">
        <SignupForm convite={{ token, email: convite.email }} />
      </PublicLayout>
    );
  }
  return (
    <PublicLayout title="Criar conta">
      {isLinkRefused(error) ? (
        <LinkRefused text="Cada convite vale uma só vez e por tempo limitado. Peça outro à administração.">
          <ButtonLink to="/contato" variant="primary">
            Contato
          </ButtonLink>
          <ButtonLink to="/">Entrar</ButtonLink>
        </LinkRefused>
      ) : error ? (
        <FailedState
          snug
          title="Não foi possível ler o convite."
          text={asApiError(error).mensagem}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <LinkWait text="Lendo o convite..." />
      )}
    </PublicLayout>
  );
}
