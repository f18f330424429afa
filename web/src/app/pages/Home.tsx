import { useQuery } from '@tanstack/react-query';
import type { Painel } from '@unipark/contract/painel';
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
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Grid } from '../../ui/layout/Grid.tsx';
import { LinkCard } from '../../ui/layout/LinkCard.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';

type Props = {
  titleOf: (address: string) => string | undefined;
};

export function Home({ titleOf }: Props) {
  const { data } = useQuery(painelQuery);
  const isAdmin = useIsAdmin();
  return (
    <>
      <QuietLine titleOf={titleOf} />
      <Lembrete withLink />
      <PageHeader title="UNIPARK" hint="Use o menu lateral para navegar pelo sistema." />
      <Counters />
      {data && (data.veiculos === 0 || data.proprietarios === 0) && <EmptyRegister painel={data} />}
      <nav aria-label="Telas">
        <Grid columns={4}>
          <LinkCard icon="video" title="Ao Vivo" text="Últimos veículos e câmeras" to="/aovivo" />
          <LinkCard
            icon="gate"
            title="Portaria"
            text="Consultar placa e registrar passagem"
            to="/portaria"
          />
          <LinkCard
            icon="history"
            title="Histórico"
            text="Passagens com foto e hora"
            to="/historico"
          />
          <LinkCard
            icon="users"
            title="Consultar Proprietários"
            text="Buscar, editar, excluir"
            to="/proprietarios/consultar"
          />
          <LinkCard
            icon="user-plus"
            title="Novo Proprietário"
            text="Matrícula e nome"
            to="/proprietarios/cadastrar"
          />
          <LinkCard
            icon="car"
            title="Consultar Veículos"
            text="Placa, modelo, status"
            to="/veiculos/consultar"
          />
          <LinkCard
            icon="plus"
            title="Novo Veículo"
            text="Marca, modelo, placa e proprietário"
            to="/veiculos/cadastrar"
          />
          <LinkCard icon="flask" title="Teste" text="Servidor, câmeras e som" to="/teste" />
          {isAdmin && (
            <LinkCard
              icon="sliders"
              title="Configurações"
              text="Dispositivos, câmeras e alertas"
              to="/configuracoes"
            />
          )}
        </Grid>
      </nav>
    </>
  );
}

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
