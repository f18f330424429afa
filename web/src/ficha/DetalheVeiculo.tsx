import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Cidade } from '@unipark/contract/cidade';
import { PlacaDeCaminho } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { useParams } from 'react-router';
import { part } from '../lib/wire/parts.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { CopyButton } from '../ui/button/CopyButton.tsx';
import { Drawer } from '../ui/dialog/Drawer.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { fichaQuery } from '../veiculos/api.ts';
import { pathOfAdesivos, pathOfVeiculo } from '../veiculos/caminho.ts';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { ConteudoDaFicha } from './ConteudoDaFicha.tsx';
import { DadosAntigos } from './DadosAntigos.tsx';
import { EditarOuExcluir } from './EditarOuExcluir.tsx';
import { SemCadastro } from './SemCadastro.tsx';
import { useGaveta } from './useGaveta.ts';
import { useParteDoVeiculo } from './useParte.ts';

const EditarVeiculo = part(() =>
  import('../veiculos/edicao/EditarVeiculo.tsx').then((file) => file.EditarVeiculo),
);
const ExcluirVeiculo = part(() =>
  import('../veiculos/consulta/ExcluirVeiculo.tsx').then((file) => file.ExcluirVeiculo),
);

/** A plate in the address: any case, with or without the hyphen of the old format. */
const parsePlaca = (texto: string): string => PlacaDeCaminho.safeParse(texto).data ?? texto;

export function DetalheVeiculo() {
  const placa = parsePlaca(useParams().placa ?? '');
  const client = useQueryClient();
  const gaveta = useGaveta({
    lista: '/veiculos/consultar',
    linha: placa,
    pathOf: pathOfVeiculo,
  });
  const consulta = useQuery(fichaQuery(placa));
  const { data: dados, error } = consulta;
  const dono = useParteDoVeiculo(dados?.veiculo);
  const cidade = useParteDoVeiculo(dados?.veiculo);
  const [escolhida, setEscolhida] = useState<Cidade | null>(null);
  const [aviso, setAviso] = useState<string>();
  const [vista, setVista] = useState('');
  if (dados && vista !== placa) setVista(placa);

  const emEdicao = [dono, cidade].filter(({ editando }) => editando);
  const showConverted = (novo: Veiculo) => {
    // The page changes to the new address without an empty moment.
    client.setQueryData(fichaQuery(novo.placa).queryKey, () =>
      dados ? { ...dados, veiculo: novo } : undefined,
    );
    gaveta.follow(novo.placa);
  };

  return (
    <Drawer
      title={
        <>
          Veículo <PlacaTexto placa={placa} className="text-2xl" />
        </>
      }
      titleAfter={<CopyButton label={`a placa ${placa}`} text={placa} />}
      busy={emEdicao.some(({ enviando }) => enviando)}
      dismissible={emEdicao.length === 0}
      onClose={gaveta.close}
      onEscape={emEdicao.at(-1)?.close}
      returnTo={gaveta.findLinha}
      footer={
        dados && (
          <EditarOuExcluir
            onAviso={setAviso}
            renderEdicao={(dialogo) => (
              <EditarVeiculo key={dados.veiculo.placa} veiculo={dados.veiculo} {...dialogo} />
            )}
            renderExclusao={(dialogo) => (
              <ExcluirVeiculo
                veiculo={dados.veiculo}
                onRemoved={gaveta.closeRemoved}
                {...dialogo}
              />
            )}
          >
            {dados.veiculo.status === 'ATIVO' && (
              <ButtonLink to={pathOfAdesivos([placa])} icon="printer">
                Adesivo
              </ButtonLink>
            )}
          </EditarOuExcluir>
        )
      }
    >
      <div className="flex flex-col gap-4" aria-busy={dados === undefined && !error}>
        {aviso && (
          <Alert tone="danger" role="alert" onClose={() => setAviso(undefined)}>
            {aviso}
          </Alert>
        )}
        {dados === undefined && !error && <EsqueletoDaFicha />}
        {dados === undefined && error && (
          <FailedQuery title="Não foi possível carregar o veículo." query={consulta} />
        )}
        {dados === null && <SemCadastro placa={placa} sumiu={vista === placa} />}
        {dados && (
          <>
            <DadosAntigos falhou={error !== null} de={consulta.dataUpdatedAt} />
            <ConteudoDaFicha
              dados={dados}
              dono={dono}
              cidade={cidade}
              escolhida={escolhida}
              onChoose={setEscolhida}
              pathOf={gaveta.pathOf}
              onConverted={showConverted}
            />
          </>
        )}
      </div>
    </Drawer>
  );
}

const EsqueletoDaFicha = () => (
  <Delayed>
    <div className="flex items-center gap-6 max-tablet:flex-col">
      <Skeleton width={260} height={85} />
      <Skeleton width={120} height={28} />
    </div>
    <Skeleton height={222} />
    <Skeleton height={92} />
    <Skeleton height={240} />
    <span role="status" className="sr-only">
      Carregando o veículo
    </span>
  </Delayed>
);
