import { useQuery } from '@tanstack/react-query';
import type { Proprietario } from '@unipark/contract/proprietario';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { sentenceOf } from '../lib/errors.ts';
import { count } from '../lib/format.ts';
import { part } from '../lib/parts.ts';
import { useListScreen } from '../lib/useListScreen.ts';
import { Alert } from '../ui/Alert.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SearchBar } from '../ui/SearchBar.tsx';
import { paginaProprietarios, proprietario } from './api.ts';
import type { ConflitoProprietario } from './conflito.ts';
import { TabelaProprietarios } from './TabelaProprietarios.tsx';
import { useEditando } from './useEditando.ts';

const EditarProprietario = part(() =>
  import('./EditarProprietario.tsx').then((file) => file.EditarProprietario),
);
const ExcluirProprietario = part(() =>
  import('./ExcluirProprietario.tsx').then((file) => file.ExcluirProprietario),
);
const ConflitoDeProprietario = part(() =>
  import('./ConflitoDeProprietario.tsx').then((file) => file.ConflitoDeProprietario),
);

/** Owner search: the list loads on open, the address remembers it. */
export function ConsultarProprietarios() {
  const lista = useListScreen(paginaProprietarios);
  const destaque = useDestaque();
  const { editando, editar } = useEditando();
  const [excluindo, setExcluindo] = useState<Proprietario | null>(null);
  const [conflito, setConflito] = useState<ConflitoProprietario | null>(null);
  const [aviso, setAviso] = useState<string>();

  const falhou = (error: unknown) => setAviso(sentenceOf(error) ?? 'Erro inesperado.');
  const abrir = (fazer: (dono: Proprietario) => void) => (dono: Proprietario) => {
    setAviso(undefined);
    fazer(dono);
  };
  const { counted } = lista;

  return (
    <>
      <PageHeader
        title="Consulta de Proprietários"
        breadcrumb={[
          { label: 'Proprietários', to: '/proprietarios' },
          { label: 'Consultar Proprietários' },
        ]}
      />
      <SearchBar
        {...lista.search}
        label="Buscar proprietários"
        placeholder="Buscar por nome ou matrícula..."
        actions={
          <>
            {counted && (
              <span
                role="status"
                className="self-center text-sm text-muted max-tablet:order-last max-tablet:w-full"
              >
                {count(counted.total, 'proprietário', 'proprietários', counted.mais)}
              </span>
            )}
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
        onEditar={abrir(editar)}
        onExcluir={abrir(setExcluindo)}
      />
      <Suspense>
        {editando && (
          <EditarProprietario
            key={editando.proprietario.matricula}
            {...editando}
            onClose={() => editar(null)}
            onFailure={falhou}
            onConflict={setConflito}
          />
        )}
        {excluindo && (
          <ExcluirProprietario
            proprietario={excluindo}
            onClose={() => setExcluindo(null)}
            onFailure={falhou}
          />
        )}
        {conflito && (
          <ConflitoDeProprietario
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

/** The owner that was just registered, as long as it exists; the list points it out. */
function useDestaque(): Proprietario | undefined {
  const { state } = useLocation();
  const matricula: unknown = state?.destaque;
  const { data } = useQuery(proprietario(typeof matricula === 'string' ? matricula : ''));
  return data ?? undefined;
}
