import { useQuery } from '@tanstack/react-query';
import {
  formatCamera,
  formatStatus,
  type Passagem,
  ROTULOS_SENTIDO,
} from '@unipark/contract/passagem';
import { Suspense, useState } from 'react';
import { useDelayed } from '../../lib/screen/useDelayed.ts';
import { clock } from '../../lib/time/format.ts';
import { part } from '../../lib/wire/parts.ts';
import { passagensQuery } from '../../passagens/historico/historico.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { StatusChip } from '../../veiculos/StatusChip.tsx';
import { Secao } from '../Secao.tsx';

const DetalhePassagem = part(() =>
  import('../../passagens/detalhe/DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

const MOSTRADAS = 5;

/** The latest passages of the vehicles that the owner has now. */
export function PassagensDoProprietario({ matricula }: { matricula: string }) {
  const passagens = useQuery(passagensQuery({ proprietario: matricula, limite: MOSTRADAS }));
  const [aberta, setAberta] = useState<Passagem>();
  const { error } = passagens;
  const esqueleto = useDelayed(passagens.isPending);
  // Under the placeholder it would move when that goes.
  const data = esqueleto ? undefined : passagens.data;
  return (
    <Secao
      titulo="Últimas passagens"
      acao={
        <ButtonLink
          variant="ghost"
          iconAfter="arrow-right"
          className="-mr-4"
          to={`/historico?proprietario=${encodeURIComponent(matricula)}`}
        >
          Abrir no Histórico
        </ButtonLink>
      }
    >
      {esqueleto && <Skeleton height={144} />}
      {error && !data && (
        <FailedQuery title="Não foi possível carregar as passagens." query={passagens} />
      )}
      {data?.items.length === 0 && (
        <p className="text-muted">Nenhuma passagem dos veículos atuais.</p>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-border">
          {data.items.map((passagem) => (
            <li key={passagem.id}>
              <PassagemDele passagem={passagem} onOpen={() => setAberta(passagem)} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {aberta && (
          <DetalhePassagem key={aberta.id} passagem={aberta} onClose={() => setAberta(undefined)} />
        )}
      </Suspense>
    </Secao>
  );
}

function PassagemDele({ passagem, onOpen }: { passagem: Passagem; onOpen: () => void }) {
  const { instante, placa, sentido, camera, status } = passagem;
  const onde = [sentido && ROTULOS_SENTIDO[sentido], camera && formatCamera(camera)];
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-12 w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-control py-2 text-left hover:bg-hover"
    >
      <time dateTime={instante} className="tabular">
        {clock(instante)}
      </time>
      <PlacaTexto placa={placa} className="text-xl" />
      <span className="min-w-0 grow text-sm text-muted max-tablet:order-last max-tablet:basis-full">
        {onde.filter(Boolean).join(' · ')}
      </span>
      <span className="ml-auto">
        <StatusChip status={formatStatus(status)} />
      </span>
    </button>
  );
}
