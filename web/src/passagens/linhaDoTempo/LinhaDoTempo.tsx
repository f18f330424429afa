import {
  formatCamera,
  formatStatus,
  type ItemHistorico,
  type Passagem,
  ROTULOS_SENTIDO,
} from '@unipark/contract/passagem';
import { hour } from '../../lib/time/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { StatusChip } from '../../veiculos/StatusChip.tsx';
import { Marcas } from '../Marcas.tsx';
import { Miniatura } from '../Miniatura.tsx';
import { AlteracaoNaLinha } from './AlteracaoNaLinha.tsx';
import './linhaDoTempo.css';
import { groupByDia } from './linhaDoTempo.ts';

type LinhaDoTempoProps = {
  itens: readonly ItemHistorico[];
  onOpen: (passagem: Passagem) => void;
};

const keyOf = (item: ItemHistorico): string =>
  item.tipo === 'passagem'
    ? `passagem-${item.passagem.id}`
    : `${item.quando}-${item.acao}-${item.campos.map(({ campo }) => campo).join('-')}`;

export function LinhaDoTempo({ itens, onOpen }: LinhaDoTempoProps) {
  return (
    <div className="tempo">
      {groupByDia(itens).map(({ dia, itens: doDia }) => (
        <section key={dia} aria-label={dia}>
          <h3 className="tempo-dia">{dia}</h3>
          <ol>
            {doDia.map((item) => (
              <li key={keyOf(item)} className="tempo-item" data-tipo={item.tipo}>
                <time dateTime={item.quando} className="tempo-hora">
                  {hour(item.quando)}
                </time>
                <span className="tempo-marca">
                  <Icon name={item.tipo === 'passagem' ? 'gate' : 'pencil'} size={18} />
                </span>
                {item.tipo === 'passagem' ? (
                  <PassagemNaLinha passagem={item.passagem} onOpen={() => onOpen(item.passagem)} />
                ) : (
                  <AlteracaoNaLinha alteracao={item} />
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function PassagemNaLinha({ passagem, onOpen }: { passagem: Passagem; onOpen: () => void }) {
  const { id, sentido, camera, status, imagens } = passagem;
  return (
    <button type="button" className="tempo-passagem" aria-haspopup="dialog" onClick={onOpen}>
      <span className="font-semibold">
        {sentido ? ROTULOS_SENTIDO[sentido] : 'Passagem'}
        {camera && ` · ${formatCamera(camera)}`}
      </span>
      <StatusChip status={formatStatus(status)} />
      <Marcas passagem={passagem} />
      {imagens[0] && <Miniatura passagem={id} imagem={imagens[0].id} />}
    </button>
  );
}
