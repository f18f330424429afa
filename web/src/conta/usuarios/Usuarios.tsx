import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useListScreen } from '../../lib/screen/useListScreen.ts';
import { count } from '../../lib/time/format.ts';
import { part } from '../../lib/wire/parts.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { FilterRow } from '../../ui/form/FilterRow.tsx';
import { FilterSelect } from '../../ui/form/FilterSelect.tsx';
import { SearchBar } from '../../ui/form/SearchBar.tsx';
import { ListCount } from '../../ui/layout/ListCount.tsx';
import { esperandoQuery, usuariosQuery } from './api.ts';
import { Convites } from './Convites.tsx';
import { Esperando } from './Esperando.tsx';
import { TabelaUsuarios } from './TabelaUsuarios.tsx';
import { useAtos } from './useAtos.ts';

const ConfirmarAto = part(() => import('./ConfirmarAto.tsx').then((file) => file.ConfirmarAto));
const RedefinirAcesso = part(() =>
  import('./RedefinirAcesso.tsx').then((file) => file.RedefinirAcesso),
);

const FILTROS = ['situacao'] as const;
const SITUACOES = [
  { value: 'ativa', label: 'Ativa' },
  { value: 'aprovacao', label: 'Aguarda aprovação' },
  { value: 'email', label: 'Aguarda e-mail' },
  { value: 'desabilitada', label: 'Desabilitada' },
];

export function Usuarios() {
  const lista = useListScreen(usuariosQuery, FILTROS);
  const { isPending: isAsking } = useQuery(esperandoQuery);
  const atos = useAtos();
  const { counted, state, change } = lista;
  const { aviso, setAviso, pedido, redefinindo } = atos;
  return (
    <>
      <h2>Usuários</h2>
      {aviso && (
        <Alert tone="danger" role="alert" onClose={() => setAviso(undefined)}>
          {aviso}
        </Alert>
      )}
      <Esperando atos={atos} />
      <SearchBar
        {...lista.search}
        label="Buscar usuários"
        placeholder="Buscar por nome ou e-mail..."
        filters={
          <FilterRow
            active={state.filtros.situacao ? 1 : 0}
            after={
              <ListCount>
                {counted && count(counted.total, 'usuário', 'usuários', counted.mais)}
              </ListCount>
            }
          >
            <FilterSelect
              label="Situação"
              options={SITUACOES}
              value={state.filtros.situacao}
              onChange={(situacao) => change({ filtros: { situacao } })}
            />
          </FilterRow>
        }
      />
      <TabelaUsuarios lista={lista} atos={atos} />
      {/* Under lists of unknown length: it is drawn where it stays. */}
      {!isAsking && lista.isReady && !lista.loading && <Convites />}
      <Suspense>
        {pedido && (
          <ConfirmarAto
            pedido={pedido}
            proprio={atos.isProprio(pedido.usuario)}
            busy={atos.isPending}
            onConfirm={atos.confirm}
            onCancel={atos.close}
          />
        )}
        {redefinindo && (
          <RedefinirAcesso
            usuario={redefinindo}
            onClose={atos.close}
            onFailure={atos.showFailure}
          />
        )}
      </Suspense>
    </>
  );
}
