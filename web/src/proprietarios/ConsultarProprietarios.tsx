import { useQuery } from '@tanstack/react-query';
import { Proprietario } from '@unipark/contract/proprietario';
import { Suspense, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { useListScreen } from '../lib/screen/useListScreen.ts';
import { count } from '../lib/time/format.ts';
import { asApiError } from '../lib/wire/errors.ts';
import { part } from '../lib/wire/parts.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { SearchBar } from '../ui/form/SearchBar.tsx';
import { ListCount } from '../ui/layout/ListCount.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { ExportMenu } from '../ui/table/ExportMenu.tsx';
import { fichaProprietarioQuery, type ProprietarioListado, proprietariosQuery } from './api.ts';
import { TabelaProprietarios } from './TabelaProprietarios.tsx';

const EditarProprietario = part(() =>
  import('./EditarProprietario.tsx').then((file) => file.EditarProprietario),
);
const ExcluirProprietario = part(() =>
  import('./ExcluirProprietario.tsx').then((file) => file.ExcluirProprietario),
);

export function ConsultarProprietarios() {
  const lista = useListScreen(proprietariosQuery);
  const destaque = useDestaque();
  const { editando, edit } = useEdicao();
  const [excluindo, setExcluindo] = useState<ProprietarioListado | null>(null);
  const [aviso, setAviso] = useState<string>();

  const showFailure = (error: unknown) => setAviso(asApiError(error).mensagem);
  const openDialog = (open: (dono: ProprietarioListado) => void) => (dono: ProprietarioListado) => {
    setAviso(undefined);
    open(dono);
  };
  const { counted } = lista;

  return (
    <>
      <PageHeader
        iconOnPhone
        title="Consulta de Proprietários"
        breadcrumb={[
          { label: 'Proprietários', to: '/proprietarios' },
          { label: 'Consultar Proprietários' },
        ]}
        actions={<ExportMenu path="/api/proprietarios/exportar" state={lista.state} />}
      />
      {/* The page of one owner; its failure is shown here. */}
      <Outlet />
      <SearchBar
        {...lista.search}
        label="Buscar proprietários"
        placeholder="Buscar por nome ou matrícula..."
        actions={
          <>
            <ListCount>
              {counted && count(counted.total, 'proprietário', 'proprietários', counted.mais)}
            </ListCount>
            <ButtonLink
              to="/importar?tipo=proprietarios"
              icon="upload"
              className="max-tablet:hidden"
            >
              Importar
            </ButtonLink>
            <ButtonLink to="/proprietarios/cadastrar" icon="plus" className="max-tablet:grow">
              Novo
            </ButtonLink>
          </>
        }
      />
      {aviso && (
        <Alert tone="danger" role="alert" onClose={() => setAviso(undefined)}>
          {aviso}
        </Alert>
      )}
      <TabelaProprietarios
        lista={lista}
        destaque={destaque}
        onEdit={openDialog(edit)}
        onRemove={openDialog(setExcluindo)}
      />
      <Suspense>
        {editando && (
          <EditarProprietario
            key={editando.proprietario.matricula}
            {...editando}
            onClose={() => edit(null)}
            onFailure={showFailure}
          />
        )}
        {excluindo && (
          <ExcluirProprietario
            proprietario={excluindo}
            onClose={() => setExcluindo(null)}
            onFailure={showFailure}
          />
        )}
      </Suspense>
    </>
  );
}

/** The owner that was just registered, while it exists; the list marks it. */
function useDestaque(): ProprietarioListado | undefined {
  const { state } = useLocation();
  const matricula: unknown = state?.destaque;
  const { data } = useQuery(fichaProprietarioQuery(typeof matricula === 'string' ? matricula : ''));
  return data ? { ...data.proprietario, veiculos: data.veiculos } : undefined;
}

/** The owner to edit and, when a failed edit is opened again, its typed name. */
const Reaberto = z.object({ proprietario: Proprietario, nome: z.optional(z.string()) });
type EditingOwner = z.infer<typeof Reaberto>;

/** The owner in the dialog: of the chosen row, or of the edit that the bell opens again. */
function useEdicao() {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [escolhido, setEscolhido] = useState<Proprietario | null>(null);
  const reaberto = Reaberto.safeParse(state?.reabrir).data;
  const editando: EditingOwner | undefined = escolhido ? { proprietario: escolhido } : reaberto;
  return {
    editando,
    edit(proprietario: Proprietario | null) {
      setEscolhido(proprietario);
      if (reaberto) navigate(pathname + search, { replace: true, state: null });
    },
  };
}
