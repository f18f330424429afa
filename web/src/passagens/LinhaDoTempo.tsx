import type { ItemHistorico, Passagem } from '@unipark/contract/passagem';
import { hour } from '../lib/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { AlteracaoNaLinha } from './AlteracaoNaLinha.tsx';
import './linhaDoTempo.css';
import { porDia } from './linhaDoTempo.ts';
import { PassagemNaLinha } from './PassagemNaLinha.tsx';

type LinhaDoTempoProps = {
  itens: readonly ItemHistorico[];
  onAbrir: (passagem: Passagem) => void;
};

const chaveDe = (item: ItemHistorico): string =>
  item.tipo === 'passagem'
    ? `passagem-${item.passagem.id}`
    : `${item.quando}-${item.acao}-${item.campos.map(({ campo }) => campo).join('-')}`;

/** A car's story, day by day, newest first. */
export function LinhaDoTempo({ itens, onAbrir }: LinhaDoTempoProps) {
  return (
    <div className="tempo">
      {porDia(itens).map(({ dia, itens: doDia }) => (
        <section key={dia} aria-label={dia}>
          <h3 className="tempo-dia">{dia}</h3>
          <ol>
            {doDia.map((item) => (
              <li key={chaveDe(item)} className="tempo-item" data-tipo={item.tipo}>
                <time dateTime={item.quando} className="tempo-hora">
                  {hour(item.quando)}
                </time>
                <span className="tempo-marca">
                  <Icon name={item.tipo === 'passagem' ? 'gate' : 'pencil'} size={18} />
                </span>
                {item.tipo === 'passagem' ? (
                  <PassagemNaLinha
                    passagem={item.passagem}
                    onAbrir={() => onAbrir(item.passagem)}
                  />
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
