import { rotuloStatus, type Sugestao } from '@unipark/contract/passagem';

type SugestoesDePlacaProps = {
  sugestoes: readonly Sugestao[];
  onEscolher: (sugestao: Sugestao) => void;
};

/** More would be no help to somebody with a car in front of them. */
const MAXIMO = 3;

/** Registered plates that look alike: for a person to choose. */
export function SugestoesDePlaca({ sugestoes, onEscolher }: SugestoesDePlacaProps) {
  if (sugestoes.length === 0) return null;
  return (
    <ul className="veredito-sugestoes">
      {sugestoes.slice(0, MAXIMO).map((sugestao) => (
        <li key={sugestao.placa}>
          <button type="button" onClick={() => onEscolher(sugestao)}>
            <span>
              {'Parecida: '}
              <span translate="no" className="font-plate text-xl font-semibold tracking-wide">
                {sugestao.placa}
              </span>
            </span>
            <span>
              {[sugestao.modelo, rotuloStatus(sugestao.status)].filter(Boolean).join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
