import { formatStatus } from '@unipark/contract/passagem';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { StatusChip } from '../veiculos/StatusChip.tsx';
import { useCandidatas } from './useCandidatas.ts';

type CandidatasProps = {
  trecho: string;
  onChoose: (placa: string) => void;
};

/** Registered plates with the typed part, anywhere in them: one tap asks for its verdict. */
export function Candidatas({ trecho, onChoose }: CandidatasProps) {
  const { candidatas, fase } = useCandidatas(trecho);
  return (
    <section className="candidatas" aria-label="Placas cadastradas">
      <p role="status" className="sr-only">
        {(fase === 'pronta' || candidatas.length > 0) &&
          `Placas com ${trecho}: ${candidatas.length}`}
      </p>
      {candidatas.length === 0 ? (
        <p className="candidatas-vazia">
          {fase === 'buscando' && (
            <Delayed>
              <Spinner size={48} label="Consultando…" />
            </Delayed>
          )}
          {fase === 'falhou' && 'Não foi possível consultar. Digite a placa inteira.'}
          {fase === 'sem cadastro' &&
            'Sem cadastro guardado neste aparelho. Digite a placa inteira para registrar.'}
          {fase === 'pronta' && (
            <>
              {'Nenhuma placa cadastrada com '}
              <PlacaTexto placa={trecho} className="text-xl" />
            </>
          )}
        </p>
      ) : (
        <ul>
          {candidatas.map(({ placa, modelo, status }) => (
            <li key={placa}>
              <button type="button" onClick={() => onChoose(placa)}>
                <PlacaTexto placa={placa} className="text-2xl" />
                <span className="candidata-modelo">{modelo ?? 'Modelo não informado'}</span>
                <StatusChip status={formatStatus(status)} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
