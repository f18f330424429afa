import { useInfiniteQuery } from '@tanstack/react-query';
import type { Ficha } from '@unipark/contract/ficha';
import { tipoPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { Link } from 'react-router';
import { historicoDoVeiculo } from '../passagens/historico.ts';
import { Alert } from '../ui/Alert.tsx';
import { TrocarPadrao } from '../veiculos/placa/TrocarPadrao.tsx';
import { Secao } from './Secao.tsx';

type Props = {
  dados: Ficha;
  /** The page of another plate. */
  caminho: (placa: string) => { pathname: string; search: string };
  onTrocada: (novo: Veiculo) => void;
};

/** Its story tells that it was an old plate: no other is offered the way back. */
function useConvertida(placa: string): boolean {
  const { data } = useInfiniteQuery(historicoDoVeiculo(placa));
  return (data?.pages ?? []).some(({ items }) =>
    items.some((item) => item.tipo === 'alteracao' && item.acao === 'converter'),
  );
}

/** The format of the plate, which may change; both registered, neither can become the other. */
export function PadraoDaPlaca({ dados: { veiculo, gemea }, caminho, onTrocada }: Props) {
  const convertida = useConvertida(veiculo.placa);
  const antiga = tipoPlaca(veiculo.placa) === 'Antiga';
  if (!gemea && !antiga && !convertida) return null;
  return (
    <Secao titulo="Placa">
      {gemea ? (
        <Alert tone="warning" action={<Link to={caminho(gemea.placa)}>Ver {gemea.placa}</Link>}>
          O mesmo veículo também está cadastrado com a placa {gemea.placa}.
        </Alert>
      ) : (
        <TrocarPadrao
          key={veiculo.placa}
          veiculo={veiculo}
          padrao={antiga ? 'mercosul' : 'antiga'}
          onTrocada={onTrocada}
        />
      )}
    </Secao>
  );
}
