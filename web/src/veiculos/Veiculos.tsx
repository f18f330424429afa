import { useQuery } from '@tanstack/react-query';
import { count } from '../lib/format.ts';
import { Grid } from '../ui/Grid.tsx';
import { LinkCard } from '../ui/LinkCard.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { paginaVeiculos } from './api.ts';
import { UltimosAlterados } from './UltimosAlterados.tsx';

const ULTIMOS = { ordem: '-atualizado', limite: 5 };

/** The way to the two vehicle screens, how many vehicles there are, and the last ones changed. */
export function Veiculos() {
  const pagina = useQuery(paginaVeiculos(ULTIMOS));
  const { data } = pagina;
  return (
    <>
      <PageHeader
        title="Veículos"
        hint={data && count(data.total, 'veículo cadastrado', 'veículos cadastrados')}
      />
      <Grid columns={2}>
        <LinkCard
          icon="search"
          title="Consultar Veículos"
          text="Buscar por placa, modelo ou status, editar e excluir"
          to="/veiculos/consultar"
        />
        <LinkCard
          icon="plus"
          title="Novo Veículo"
          text="Cadastrar placa, modelo, cor e proprietário"
          to="/veiculos/cadastrar"
        />
      </Grid>
      <UltimosAlterados pagina={pagina} />
    </>
  );
}
