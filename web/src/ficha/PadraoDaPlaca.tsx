import { useInfiniteQuery } from '@tanstack/react-query';
import type { Ficha } from '@unipark/contract/ficha';
import { classifyPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { Link } from 'react-router';
import { historicoQuery } from '../passagens/historico/historico.ts';
import { Alert } from '../ui/feedback/Alert.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { TrocarPadrao } from '../veiculos/placa/TrocarPadrao.tsx';
import { Secao } from './Secao.tsx';

type Props = {
  dados: Ficha;
  pathOf: (placa: string) => { pathname: string; search: string };
  onConverted: (novo: Veiculo) => void;
};

/** Whether the history has a change of format: only then the way back is offered. */
function useIsConvertida(placa: string): boolean {
  const { data } = useInfiniteQuery(historicoQuery(placa));
  return (data?.pages ?? []).some(({ items }) =>
    items.some((item) => item.tipo === 'alteracao' && item.acao === 'converter'),
  );
}

/** The format of the plate. It can be changed, unless both plates are registered. */
export function PadraoDaPlaca({ dados: { veiculo, gemea }, pathOf, onConverted }: Props) {
  const convertida = useIsConvertida(veiculo.placa);
  const antiga = classifyPlaca(veiculo.placa) === 'Antiga';
  if (!gemea && !antiga && !convertida) return null;
  return (
    <Secao titulo="Placa">
      {gemea ? (
        <Alert
          tone="warning"
          action={
            <Link to={pathOf(gemea.placa)}>
              Ver <PlacaTexto placa={gemea.placa} />
            </Link>
          }
        >
          O mesmo veículo também está cadastrado com a placa <PlacaTexto placa={gemea.placa} />.
        </Alert>
      ) : (
        <TrocarPadrao
          key={veiculo.placa}
          veiculo={veiculo}
          padrao={antiga ? 'mercosul' : 'antiga'}
          onConverted={onConverted}
        />
      )}
    </Secao>
  );
}
