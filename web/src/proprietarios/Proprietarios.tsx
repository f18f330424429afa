import { useQuery } from '@tanstack/react-query';
import { count } from '../lib/time/format.ts';
import { Grid } from '../ui/layout/Grid.tsx';
import { LinkCard } from '../ui/layout/LinkCard.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { proprietariosQuery } from './api.ts';

export function Proprietarios() {
  const { data } = useQuery(proprietariosQuery({ limite: 1 }));
  return (
    <>
      <PageHeader
        title="Proprietários"
        hint={data && count(data.total, 'proprietário cadastrado', 'proprietários cadastrados')}
      />
      <Grid columns={2}>
        <LinkCard
          icon="search"
          title="Consultar Proprietários"
          text="Buscar por nome ou matrícula, editar e excluir"
          to="/proprietarios/consultar"
        />
        <LinkCard
          icon="user-plus"
          title="Novo Proprietário"
          text="Cadastrar matrícula e nome"
          to="/proprietarios/cadastrar"
        />
      </Grid>
    </>
  );
}
