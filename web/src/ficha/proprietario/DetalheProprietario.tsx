import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useIsAdmin } from '../../lib/session/session.ts';
import { part } from '../../lib/wire/parts.ts';
import { fichaProprietarioQuery, pathOfProprietario } from '../../proprietarios/api.ts';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Drawer } from '../../ui/dialog/Drawer.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Delayed } from '../../ui/feedback/Delayed.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { DadosAntigos } from '../DadosAntigos.tsx';
import { EditarOuExcluir } from '../EditarOuExcluir.tsx';
import { useGaveta } from '../useGaveta.ts';
import { AlteracoesDoProprietario } from './AlteracoesDoProprietario.tsx';
import { ContatoDoProprietario } from './ContatoDoProprietario.tsx';
import { DireitosDoTitular } from './DireitosDoTitular.tsx';
import { PassagensDoProprietario } from './PassagensDoProprietario.tsx';
import { ProprietarioSemCadastro } from './ProprietarioSemCadastro.tsx';
import { useContato } from './useContato.ts';
import { VeiculosDoProprietario } from './VeiculosDoProprietario.tsx';

const EditarProprietario = part(() =>
  import('../../proprietarios/EditarProprietario.tsx').then((file) => file.EditarProprietario),
);
const ExcluirProprietario = part(() =>
  import('../../proprietarios/ExcluirProprietario.tsx').then((file) => file.ExcluirProprietario),
);

/** The page of an owner over the list: contact, vehicles, passages, and who changed the record. */
export function DetalheProprietario() {
  const matricula = (useParams().matricula ?? '').normalize('NFC');
  const isAdmin = useIsAdmin();
  const gaveta = useGaveta({
    lista: '/proprietarios/consultar',
    linha: matricula,
    pathOf: pathOfProprietario,
  });
  const consulta = useQuery(fichaProprietarioQuery(matricula));
  const { data: dados, error } = consulta;
  const listado = dados && { ...dados.proprietario, veiculos: dados.veiculos };
  const contato = useContato(dados?.proprietario);
  const [aviso, setAviso] = useState<string>();
  const [visto, setVisto] = useState('');
  if (dados && visto !== matricula) setVisto(matricula);

  return (
    <Drawer
      title={dados ? dados.proprietario.nome : `Proprietário ${matricula}`}
      busy={contato.enviando}
      dismissible={!contato.editando}
      onClose={gaveta.close}
      onEscape={contato.editando ? contato.close : undefined}
      returnTo={gaveta.findLinha}
      footer={
        listado && (
          <EditarOuExcluir
            onAviso={setAviso}
            renderEdicao={(dialogo) => (
              <EditarProprietario key={listado.matricula} proprietario={listado} {...dialogo} />
            )}
            renderExclusao={(dialogo) => (
              <ExcluirProprietario
                proprietario={listado}
                onRemoved={gaveta.closeRemoved}
                {...dialogo}
              />
            )}
          />
        )
      }
    >
      <div className="flex flex-col gap-4" aria-busy={dados === undefined && !error}>
        {aviso && (
          <Alert tone="danger" role="alert" onClose={() => setAviso(undefined)}>
            {aviso}
          </Alert>
        )}
        {dados === undefined && !error && <EsqueletoDoProprietario />}
        {dados === undefined && error && (
          <FailedQuery title="Não foi possível carregar o proprietário." query={consulta} />
        )}
        {dados === null && (
          <ProprietarioSemCadastro matricula={matricula} sumiu={visto === matricula} />
        )}
        {dados && (
          <>
            <DadosAntigos falhou={error !== null} de={consulta.dataUpdatedAt} />
            <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
              Matrícula <strong>{matricula}</strong>
              <CopyButton label={`a matrícula ${matricula}`} text={matricula} />
            </p>
            <ContatoDoProprietario proprietario={dados.proprietario} contato={contato} />
            <VeiculosDoProprietario matricula={matricula} total={dados.veiculos} />
            <PassagensDoProprietario matricula={matricula} />
            <AlteracoesDoProprietario dados={dados} />
            {isAdmin && (
              <div className="print:hidden">
                <DireitosDoTitular matricula={matricula} onAnonimizado={gaveta.closeRemoved} />
              </div>
            )}
          </>
        )}
      </div>
    </Drawer>
  );
}

const EsqueletoDoProprietario = () => (
  <Delayed>
    <Skeleton width={160} height={44} />
    <Skeleton height={144} />
    <Skeleton height={200} />
    <Skeleton height={200} />
    <span role="status" className="sr-only">
      Carregando o proprietário
    </span>
  </Delayed>
);
