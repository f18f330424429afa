import type { Sugestao } from '@unipark/contract/passagem';
import { rotuloStatus } from '@unipark/contract/passagem';
import { Button } from '../ui/Button.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';

type SugestoesPassagemProps = {
  sugestoes: readonly Sugestao[];
  enviando: boolean;
  onConfirmar: (placa: string) => void;
};

/** Registered plates that the reading may have meant; only a person chooses. */
export function SugestoesPassagem({ sugestoes, enviando, onConfirmar }: SugestoesPassagemProps) {
  return (
    <section aria-labelledby="sugestoes-passagem">
      <h3 id="sugestoes-passagem">Placas parecidas no cadastro</h3>
      <ul className="mt-1 divide-y divide-border">
        {sugestoes.map(({ placa, nivel, status, modelo }) => (
          <li key={placa} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
            <PlacaTexto placa={placa} className="text-xl" />
            <span className="mr-auto min-w-0 text-sm">
              {[modelo, rotuloStatus(status)].filter(Boolean).join(' · ')}
              <span className="block text-xs text-muted">
                {nivel === 'provavel' ? 'Provável: letras que se confundem' : 'Possível: uma troca'}
              </span>
            </span>
            <Button disabled={enviando} onClick={() => onConfirmar(placa)}>
              {`Confirmar ${placa}`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
