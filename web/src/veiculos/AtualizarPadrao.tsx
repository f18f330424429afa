import type { Veiculo } from '@unipark/contract/veiculo';
import { TrocarPadrao } from './TrocarPadrao.tsx';

type Props = {
  /** As it is registered; nothing is offered unless its plate is an old one. */
  veiculo: Veiculo;
  onAtualizada?: (novo: Veiculo) => void;
};

/** The car got its Mercosul plate. */
export const AtualizarPadrao = ({ veiculo, onAtualizada }: Props) => (
  <TrocarPadrao veiculo={veiculo} padrao="mercosul" onTrocada={onAtualizada} />
);
