import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Cidade } from '@unipark/contract/cidade';
import { PlacaDeCaminho } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ApiError, sentenceOf } from '../lib/errors.ts';
import { Alert } from '../ui/Alert.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { ficha } from '../veiculos/api.ts';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { AcoesDaFicha } from './AcoesDaFicha.tsx';
import { ConteudoDaFicha } from './ConteudoDaFicha.tsx';
import { DadosAntigos } from './DadosAntigos.tsx';
import { EsqueletoDaFicha } from './EsqueletoDaFicha.tsx';
import { SemCadastro } from './SemCadastro.tsx';
import { useGaveta } from './useGaveta.ts';
import { useParte } from './useParte.ts';

/** A plate in the address: any case, the old kind's hyphen allowed. */
const lerPlaca = (texto: string): string => PlacaDeCaminho.safeParse(texto).data ?? texto;

/** All that is known of one vehicle, and what may be done about it, over the list. */
export function DetalheVeiculo() {
  const placa = lerPlaca(useParams().placa ?? '');
  const client = useQueryClient();
  const gaveta = useGaveta(placa);
  const consulta = useQuery(ficha(placa));
  const { data: dados, error, isFetching, refetch } = consulta;
  const dono = useParte(dados?.veiculo);
  const cidade = useParte(dados?.veiculo);
  const [escolhida, setEscolhida] = useState<Cidade | null>(null);
  const [aviso, setAviso] = useState<string>();
  const [vista, setVista] = useState('');
  if (dados && vista !== placa) setVista(placa);

  const emEdicao = [dono, cidade].filter(({ editando }) => editando);
  const trocada = (novo: Veiculo) => {
    // The page goes on under the new address without a moment of nothing.
    client.setQueryData(ficha(novo.placa).queryKey, () =>
      dados ? { ...dados, veiculo: novo } : undefined,
    );
    gaveta.seguir(novo.placa);
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
      onClose={gaveta.fechar}
      onEscape={emEdicao.at(-1)?.fechar}
      returnTo={gaveta.linha}
      footer={
        dados && (
          <AcoesDaFicha
            veiculo={dados.veiculo}
            onRemoved={gaveta.fecharExcluida}
            onFailure={(falha) =>
              setAviso(falha === undefined ? undefined : (sentenceOf(falha) ?? 'Erro inesperado.'))
            }
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
        {dados === undefined && !error && <EsqueletoDaFicha />}
        {dados === undefined && error && (
          <FailedState
            title="Não foi possível carregar o veículo."
            text={error.message}
            requestId={error instanceof ApiError ? error.pedido : undefined}
            retrying={isFetching}
            onRetry={() => refetch()}
          />
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
              onEscolher={setEscolhida}
              caminho={gaveta.caminho}
              onTrocada={trocada}
            />
          </>
        )}
      </div>
    </Drawer>
  );
}
