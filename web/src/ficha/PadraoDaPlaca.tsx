import type { Ficha } from '@unipark/contract/ficha';
import { gemeaPlaca, tipoPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { Link } from 'react-router';
import { Alert } from '../ui/Alert.tsx';
import { TrocarPadrao } from '../veiculos/TrocarPadrao.tsx';
import { Secao } from './Secao.tsx';

type Props = {
  dados: Ficha;
  /** The page of another plate. */
  caminho: (placa: string) => { pathname: string; search: string };
  onTrocada: (novo: Veiculo) => void;
};

/** The format of the plate, which may change; both registered, neither can become the other. */
export function PadraoDaPlaca({ dados: { veiculo, gemea }, caminho, onTrocada }: Props) {
  if (!gemea && !gemeaPlaca(veiculo.placa)) return null;
  const antiga = tipoPlaca(veiculo.placa) === 'Antiga';
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
