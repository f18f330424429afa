import { useQuery } from '@tanstack/react-query';
import { count } from '../lib/format.ts';
import { Grid } from '../ui/Grid.tsx';
import { LinkCard } from '../ui/LinkCard.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { paginaProprietarios } from './api.ts';

/** The way to the two owner screens, and how many owners there are. */
export function Proprietarios() {
  const { data } = useQuery(paginaProprietarios({ limite: 1 }));
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
