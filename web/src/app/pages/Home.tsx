import { useQuery } from '@tanstack/react-query';
import type { Painel } from '@unipark/contract/painel';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { camerasQuery } from '../../cameras/api.ts';
import { Lembrete } from '../../conta/segundoFator/Lembrete.tsx';
import { usePageState } from '../../lib/screen/pageState.ts';
import { useIsAdmin } from '../../lib/session/session.ts';
import { useStore } from '../../lib/store.ts';
import { painelQuery } from '../../painel/api.ts';
import { Counters } from '../../painel/Counters.tsx';
import { FirstSteps } from '../../painel/FirstSteps.tsx';
import { somOuvido } from '../../passagens/alertas/som.ts';
import { UltimosAlertas } from '../../passagens/alertas/UltimosAlertas.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Boundary } from '../../ui/feedback/Boundary.tsx';
import { FailedState } from '../../ui/feedback/FailedState.tsx';
import { Grid } from '../../ui/layout/Grid.tsx';
import { LinkCard } from '../../ui/layout/LinkCard.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { listCards } from './telas.ts';

/** The chart is a chunk of its own: the counters and the cards do not wait for it. */
const Entradas = lazy(async () => ({
  default: (await import('../../painel/Entradas.tsx')).Entradas,
}));

type Props = {
  titleOf: (address: string) => string | undefined;
};

export function Home({ titleOf }: Props) {
  const { data, failureCount } = useQuery(painelQuery);
  // Until the register is known to be empty or not, the first steps may still come.
  const isKnown = data !== undefined || failureCount > 0;
  const isAdmin = useIsAdmin();
  return (
    <>
      <QuietLine titleOf={titleOf} />
      <PageHeader title="UNIPARK" hint="Use o menu lateral para navegar pelo sistema." />
      <Counters />
      <div className={isKnown ? 'contents' : 'invisible contents'}>
        {data && (data.veiculos === 0 || data.proprietarios === 0) && (
          <EmptyRegister painel={data} />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 desktop:grid-cols-4 desktop:[&>:first-child]:col-span-3">
          <Boundary fallback={<MissingTile title="Entradas por hora" />}>
            <Suspense fallback={<LoadingTile title="Entradas por hora" />}>
              <Entradas />
            </Suspense>
          </Boundary>
          <Boundary fallback={<MissingTile title="Últimos alertas" />}>
            <UltimosAlertas />
          </Boundary>
        </div>
        <nav aria-label="Telas">
          <Grid columns={4}>
            {listCards(isAdmin).map((card) => (
              <LinkCard key={card.to} {...card} />
            ))}
          </Grid>
        </nav>
        {/* It is known later than the rest: here it moves nothing. */}
        <Lembrete withLink />
      </div>
    </>
  );
}

/** A tile of the chart's size, until the chart is loaded. */
const LoadingTile = ({ title }: { title: string }) => (
  <Panel
    title={title}
    actions={<span />}
    className="min-h-[360px] short:min-h-[248px] short:gap-2 short:p-4"
  />
);

/** In the place of a tile that cannot be drawn; the others stay. */
const MissingTile = ({ title }: { title: string }) => (
  <Panel title={title}>
    <FailedState title="Não foi possível carregar." onRetry={() => window.location.reload()} snug />
  </Panel>
);

/** One line about the visit: a link asked for before, or an unknown address. */
function QuietLine({ titleOf }: Props) {
  const { continuar, aviso } = usePageState();
  const title = continuar ? titleOf(continuar) : undefined;
  if (continuar && title && title !== titleOf('/home')) {
    return (
      <Alert>
        <Link to={continuar}>Continuar em {title}</Link>
      </Alert>
    );
  }
  return aviso ? <Alert role="status">{aviso}</Alert> : null;
}

/** The first steps of an installation, and which of them are done here and on the server. */
function EmptyRegister({ painel }: { painel: Painel }) {
  const { data: cameras } = useQuery(camerasQuery);
  const ouvido = useStore(somOuvido);
  return (
    <FirstSteps
      painel={painel}
      withCameras={cameras !== undefined && cameras.length > 0}
      withSound={ouvido === 'sim'}
    />
  );
}
