import { useQuery } from '@tanstack/react-query';
import {
  cleanPlaca,
  formatPlaca,
  isPlacaValida,
  normalizePlaca,
  parsePlaca,
} from '@unipark/contract/placa';
import { findSemelhanca } from '@unipark/contract/semelhanca';
import type { Veiculo } from '@unipark/contract/veiculo';
import { Suspense, useState } from 'react';
import { Outlet, useLocation, useSearchParams } from 'react-router';
import { type ListScreen, useListScreen } from '../../lib/screen/useListScreen.ts';
import { count } from '../../lib/time/format.ts';
import { asApiError } from '../../lib/wire/errors.ts';
import { part } from '../../lib/wire/parts.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { FilterRow } from '../../ui/form/FilterRow.tsx';
import { SearchBar } from '../../ui/form/SearchBar.tsx';
import { ListCount } from '../../ui/layout/ListCount.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { veiculoQuery, veiculosQuery } from '../api.ts';
import { readEdicao } from '../edicao/edicao.ts';
import { Lote } from '../lote/Lote.tsx';
import { useSelecao } from '../lote/useSelecao.ts';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';
import { FiltrosVeiculos } from './FiltrosVeiculos.tsx';
import { FILTROS, VENCE } from './filtros.ts';
import { TabelaVeiculos } from './TabelaVeiculos.tsx';

const EditarVeiculo = part(() =>
  import('../edicao/EditarVeiculo.tsx').then((file) => file.EditarVeiculo),
);
const ExcluirVeiculo = part(() =>
  import('./ExcluirVeiculo.tsx').then((file) => file.ExcluirVeiculo),
);

export function ConsultarVeiculos() {
  const lista = useListScreen(veiculosQuery, FILTROS);
  const selecao = useSelecao(lista);
  const { editando, inicial, edit, naoEncontrada } = useEdicao();
  const { search } = useLocation();
  const [excluindo, setExcluindo] = useState<Veiculo | null>(null);
  const [aviso, setAviso] = useState<string>();

  const showFailure = (error: unknown) => setAviso(asApiError(error).mensagem);

  return (
    <>
      <PageHeader
        title="Consulta de Veículos"
        breadcrumb={[{ label: 'Veículos', to: '/veiculos' }, { label: 'Consultar Veículos' }]}
        actions={
          <div className="flex items-center gap-2">
            <ButtonLink
              to="/veiculos/consultar?vence=semana"
              icon="clock"
              className="max-tablet:hidden"
            >
              {VENCE}
            </ButtonLink>
            <ButtonLink
              to={`/veiculos/adesivos${search}`}
              icon="printer"
              className="max-tablet:hidden"
            >
              Adesivos
            </ButtonLink>
            <ButtonLink to="/importar?tipo=veiculos" icon="upload" className="max-tablet:hidden">
              Importar
            </ButtonLink>
            <ExportMenu path="/api/veiculos/exportar" state={lista.state} />
          </div>
        }
      />
      {/* The page of one vehicle; its failure is shown here. */}
      <Outlet />
      <SearchBar
        {...lista.search}
        label="Buscar veículos"
        placeholder="Buscar por placa, modelo, status..."
        filters={
          <FilterRow
            active={Object.values(lista.state.filtros).filter(Boolean).length}
            after={
              // The pager says it as well: there is no place for both where the line is short.
              <div className="contents desktop:max-[1199.98px]:*:sr-only desktop:max-[1199.98px]:*:min-w-0">
                <ListCount>
                  {lista.counted &&
                    count(lista.counted.total, 'veículo', 'veículos', lista.counted.mais)}
                </ListCount>
              </div>
            }
          >
            <FiltrosVeiculos estado={lista.state} onChange={lista.change} />
          </FilterRow>
        }
        actions={
          <ButtonLink to="/veiculos/cadastrar" icon="plus" className="max-tablet:grow">
            Novo
          </ButtonLink>
        }
      />
      {naoEncontrada && (
        <Alert tone="warning" onClose={() => edit(null)}>
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
        selection={selecao.table}
        onEdit={(veiculo) => {
          setAviso(undefined);
          edit(veiculo);
        }}
        onRemove={(veiculo) => {
          setAviso(undefined);
          setExcluindo(veiculo);
        }}
      />
      <Lote selecao={selecao} lista={lista.state} />
      <Suspense>
        {editando && (
          <EditarVeiculo
            key={editando.placa}
            veiculo={editando}
            inicial={inicial}
            onClose={() => edit(null)}
            onFailure={showFailure}
          />
        )}
        {excluindo && (
          <ExcluirVeiculo
            veiculo={excluindo}
            onClose={() => setExcluindo(null)}
            onFailure={showFailure}
          />
        )}
      </Suspense>
    </>
  );
}

/** The vehicle being edited: of the chosen row, or of `?editar=PLACA`. */
function useEdicao() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const [escolhido, setEscolhido] = useState<Veiculo | null>(null);
  const pedida = cleanPlaca(params.get('editar') ?? '');
  const valida = isPlacaValida(pedida);
  const { data, isFetchedAfterMount } = useQuery(
    veiculoQuery(valida ? normalizePlaca(pedida) : ''),
  );
  // The dialog starts from the current record, not from the cached one.
  const encontrado = valida && isFetchedAfterMount ? data : undefined;
  const faltou = pedida !== '' && (!valida || encontrado === null);

  return {
    editando: escolhido ?? encontrado ?? null,
    /** The typed values, when a failed edit is opened again. */
    inicial: escolhido ? undefined : readEdicao(state?.edicao),
    naoEncontrada: faltou ? pedida : undefined,
    edit(proximo: Veiculo | null) {
      setEscolhido(proximo);
      if (!params.has('editar')) return;
      const resto = new URLSearchParams(params);
      resto.delete('editar');
      setParams(resto, { replace: true });
    },
  };
}

/** Above a list of similar plates: the searched plate itself is not registered. */
function AvisoParecidas({ lista: { state, page } }: { lista: ListScreen<Veiculo> }) {
  const procurada = parsePlaca(state.q);
  const { data, isError, isPlaceholderData } = page;
  const primeira = data?.items[0];
  if (!procurada || !primeira || data.previous || isError || isPlaceholderData) return null;
  const nivel = findSemelhanca(procurada, primeira.placa);
  if (nivel !== 'provavel' && nivel !== 'possivel') return null;
  return (
    <Alert
      role="status"
      action={
        isPlacaValida(procurada) && (
          <ButtonLink to={`/veiculos/cadastrar?placa=${procurada}`} icon="plus">
            <span>
              Cadastrar <PlacaTexto placa={procurada} />
            </span>
          </ButtonLink>
        )
      }
    >
      Nenhum veículo com a placa <PlacaTexto placa={formatPlaca(procurada)} className="text-base" />
      . Placas parecidas:
    </Alert>
  );
}
