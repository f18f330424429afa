import type { Veiculo } from '@unipark/contract/veiculo';
import { Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { sentenceOf } from '../../lib/errors.ts';
import { count } from '../../lib/format.ts';
import { part } from '../../lib/parts.ts';
import { useListScreen } from '../../lib/useListScreen.ts';
import { Alert } from '../../ui/Alert.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchBar } from '../../ui/SearchBar.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { paginaVeiculos } from '../api.ts';
import type { ConflitoVeiculo } from '../conflito.ts';
import { AvisoParecidas } from './AvisoParecidas.tsx';
import { FiltrosVeiculos } from './FiltrosVeiculos.tsx';
import { FILTROS } from './filtros.ts';
import { TabelaVeiculos } from './TabelaVeiculos.tsx';
import { useEditando } from './useEditando.ts';

const EditarVeiculo = part(() =>
  import('../edicao/EditarVeiculo.tsx').then((file) => file.EditarVeiculo),
);
const ExcluirVeiculo = part(() =>
  import('./ExcluirVeiculo.tsx').then((file) => file.ExcluirVeiculo),
);
const ConflitoDeVeiculo = part(() =>
  import('../edicao/ConflitoDeVeiculo.tsx').then((file) => file.ConflitoDeVeiculo),
);

/** Vehicle search: the list loads on open, the address remembers it. */
export function ConsultarVeiculos() {
  const lista = useListScreen(paginaVeiculos, FILTROS);
  const { editando, inicial, editar, naoEncontrada } = useEditando();
  const [excluindo, setExcluindo] = useState<Veiculo | null>(null);
  const [conflito, setConflito] = useState<ConflitoVeiculo | null>(null);
  const [aviso, setAviso] = useState<string>();

  const falhou = (error: unknown) => setAviso(sentenceOf(error) ?? 'Erro inesperado.');

  return (
    <>
      <PageHeader
        title="Consulta de Veículos"
        breadcrumb={[{ label: 'Veículos', to: '/veiculos' }, { label: 'Consultar Veículos' }]}
      />
      {/* The page of one vehicle; a failure of it stands here. */}
      <Outlet />
      <SearchBar
        {...lista.search}
        label="Buscar veículos"
        placeholder="Buscar por placa, modelo, status..."
        actions={
          <ButtonLink to="/veiculos/cadastrar" icon="plus" className="max-tablet:grow">
            Novo
          </ButtonLink>
        }
      />
      <Stack direction="row" gap={8} align="center" wrap>
        <FiltrosVeiculos estado={lista.state} mudar={lista.change} />
        {lista.counted && (
          <p role="status" className="text-sm text-muted tablet:ml-auto max-tablet:w-full">
            {count(lista.counted.total, 'veículo', 'veículos', lista.counted.mais)}
          </p>
        )}
      </Stack>
      {naoEncontrada && (
        <Alert tone="warning" onClose={() => editar(null)}>
          O veículo {naoEncontrada} não está cadastrado.
        </Alert>
      )}
      {aviso && (
        <Alert tone="danger" role="alert" onClose={() => setAviso(undefined)}>
          {aviso}
        </Alert>
      )}
      <AvisoParecidas lista={lista} />
      <TabelaVeiculos
        lista={lista}
        onEditar={(veiculo) => {
          setAviso(undefined);
          editar(veiculo);
        }}
        onExcluir={(veiculo) => {
          setAviso(undefined);
          setExcluindo(veiculo);
        }}
      />
      <Suspense>
        {editando && (
          <EditarVeiculo
            key={editando.placa}
            veiculo={editando}
            inicial={inicial}
            onClose={() => editar(null)}
            onFailure={falhou}
            onConflict={setConflito}
          />
        )}
        {excluindo && (
          <ExcluirVeiculo
            veiculo={excluindo}
            onClose={() => setExcluindo(null)}
            onFailure={falhou}
          />
        )}
        {conflito && (
          <ConflitoDeVeiculo
            conflito={conflito}
            onClose={() => {
              setConflito(null);
              void lista.page.refetch();
            }}
            onFailure={falhou}
            onConflict={setConflito}
          />
        )}
      </Suspense>
    </>
  );
}
