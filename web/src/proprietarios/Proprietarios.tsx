import { useQuery } from '@tanstack/react-query';
import { count } from '../lib/time/format.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Grid } from '../ui/layout/Grid.tsx';
import { LastChanged } from '../ui/layout/LastChanged.tsx';
import { LinkCard } from '../ui/layout/LinkCard.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { pathOfProprietario, proprietariosQuery } from './api.ts';

const ULTIMOS = { ordem: '-atualizado', limite: 5 };

export function Proprietarios() {
  const pagina = useQuery(proprietariosQuery(ULTIMOS));
  const { data } = pagina;
  return (
    <>
      <PageHeader
        title="Proprietários"
        hint={data && count(data.total, 'proprietário cadastrado', 'proprietários cadastrados')}
        actions={
          <ButtonLink to="/importar?tipo=proprietarios" icon="upload">
            Importar
          </ButtonLink>
        }
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
      <LastChanged
        page={pagina}
        failure="Não foi possível carregar os proprietários."
        rowKey={({ matricula }) => matricula}
        pathOf={({ matricula }) => pathOfProprietario(matricula)}
        renderRow={({ matricula, nome, veiculos }) => (
          <>
            <span className="min-w-28 font-normal wrap-anywhere text-muted tabular">
              {matricula}
            </span>
            <span className="min-w-0 grow basis-40 truncate max-tablet:order-first max-tablet:basis-full">
              {nome}
            </span>
            {veiculos !== undefined && (
              <span className="shrink-0 text-sm font-normal text-muted">
                {veiculos === 0 ? 'Sem veículo' : count(veiculos, 'veículo', 'veículos')}
              </span>
            )}
          </>
        )}
      />
    </>
  );
}
