import { useQuery } from '@tanstack/react-query';
import { asApiError } from '../../lib/wire/errors.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { FailedState } from '../../ui/feedback/FailedState.tsx';
import { conviteQuery } from '../api.ts';
import { SignedOutFirst } from '../entrada/SignedOutFirst.tsx';
import { LinkRefused } from '../LinkRefused.tsx';
import { LinkWait } from '../LinkWait.tsx';
import { isLinkRefused } from '../linkFaults.ts';
import { PublicLayout } from '../PublicLayout.tsx';
import { SignupForm } from './SignupForm.tsx';

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
