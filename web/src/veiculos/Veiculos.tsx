import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { count } from '../lib/time/format.ts';
import { part } from '../lib/wire/parts.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Grid } from '../ui/layout/Grid.tsx';
import { LastChanged } from '../ui/layout/LastChanged.tsx';
import { LinkCard } from '../ui/layout/LinkCard.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { veiculosQuery } from './api.ts';
import { pathOfVeiculo } from './caminho.ts';
import { PlacaTexto } from './placa/PlacaTexto.tsx';
import { StatusChip } from './StatusChip.tsx';

const UltimosAtos = part(() => import('./lote/UltimosAtos.tsx').then((file) => file.UltimosAtos));

const ULTIMOS = { ordem: '-atualizado', limite: 5 };

export function Veiculos() {
  const pagina = useQuery(veiculosQuery(ULTIMOS));
  const { data } = pagina;
  return (
    <>
      <PageHeader
        title="Veículos"
        hint={data && count(data.total, 'veículo cadastrado', 'veículos cadastrados')}
        actions={
          <ButtonLink to="/importar?tipo=veiculos" icon="upload">
            Importar
          </ButtonLink>
        }
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
      <LastChanged
        page={pagina}
        failure="Não foi possível carregar os veículos."
        rowKey={({ placa }) => placa}
        pathOf={({ placa }) => pathOfVeiculo(placa)}
        renderRow={({ placa, modelo, status }) => (
          <>
            <PlacaTexto placa={placa} className="w-24 shrink-0 text-xl" />
            <span className="min-w-0 grow basis-32 truncate font-normal">{modelo}</span>
            <StatusChip status={status} />
          </>
        )}
      />
      <Suspense>
        <UltimosAtos />
      </Suspense>
    </>
  );
}
