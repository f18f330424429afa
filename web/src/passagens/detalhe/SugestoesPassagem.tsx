import type { Sugestao } from '@unipark/contract/passagem';
import { formatStatus } from '@unipark/contract/passagem';
import { Button } from '../../ui/button/Button.tsx';
import { PlacaComparada } from '../../veiculos/placa/PlacaComparada.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';

type SugestoesPassagemProps = {
  /** The plate of the passage, which the suggestions resemble. */
  lida: string;
  sugestoes: readonly Sugestao[];
  enviando: boolean;
  onConfirm: (placa: string) => void;
};

export function SugestoesPassagem({
  lida,
  sugestoes,
  enviando,
  onConfirm,
}: SugestoesPassagemProps) {
  return (
    <section aria-labelledby="sugestoes-passagem">
      <h3 id="sugestoes-passagem">Placas parecidas no cadastro</h3>
      <ul className="mt-1 divide-y divide-border">
        {sugestoes.map(({ placa, nivel, status, modelo }) => (
          <li key={placa} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
            <span>
              <PlacaComparada placa={placa} lida={lida} className="text-xl" />
            </span>
            <span className="mr-auto min-w-0 text-sm">
              {[modelo, formatStatus(status)].filter(Boolean).join(' · ')}
              <span className="block text-xs text-muted">
                {nivel === 'provavel' ? 'Caracteres parecidos' : 'Um caractere diferente'}
              </span>
            </span>
            <Button disabled={enviando} onClick={() => onConfirm(placa)}>
              <span>
                Confirmar <PlacaTexto placa={placa} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
