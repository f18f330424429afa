import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Lembrete } from '../conta/segundoFator/Lembrete.tsx';
import { usePageState } from '../lib/pageState.ts';
import { useIsAdmin } from '../lib/session.ts';
import { painelQuery } from '../painel/api.ts';
import { Counters } from '../painel/Counters.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Grid } from '../ui/Grid.tsx';
import { LinkCard } from '../ui/LinkCard.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EmptyRegister } from './EmptyRegister.tsx';
import { titleOf } from './titles.ts';

export function Home() {
  const { data } = useQuery(painelQuery);
  const isAdmin = useIsAdmin();
  return (
    <>
      <QuietLine />
      <Lembrete withLink />
      <PageHeader title="UNIPARK" hint="Use o menu lateral para navegar pelo sistema." />
      <Counters />
      {data && (data.veiculos === 0 || data.proprietarios === 0) && <EmptyRegister painel={data} />}
      <nav aria-label="Telas">
        <Grid columns={4}>
          <LinkCard icon="video" title="Ao Vivo" text="Últimos veículos e câmeras" to="/aovivo" />
          <LinkCard icon="gate" title="Portaria" text="Uma placa, uma resposta" to="/portaria" />
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
            text="Cadastro com placa ao vivo"
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

/** One line about how the visitor came here: a link asked for before, or an unknown address. */
function QuietLine() {
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
