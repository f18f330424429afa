import { Button } from '../ui/button/Button.tsx';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';
import { UltimasPassagens } from './UltimasPassagens.tsx';
import type { VereditoState } from './useVeredito.ts';

type VereditoEsperaProps = {
  resposta: Exclude<VereditoState, { fase: 'pronta' }>;
  onKeyboard: (() => void) | undefined;
  onChoose: (placa: string) => void;
};

/** The place of the verdict while there is none: neither green nor red. */
export function Espera({ resposta, onKeyboard, onChoose }: VereditoEsperaProps) {
  return (
    <div className="veredito" data-tom="espera">
      {resposta.fase === 'buscando' && (
        <Delayed>
          <Spinner size={48} label="Consultando…" />
        </Delayed>
      )}
      {resposta.fase === 'falhou' && (
        <p role="status">
          {resposta.semConexao
            ? 'Sem cadastro guardado neste aparelho. A passagem pode ser registrada.'
            : 'Não foi possível consultar esta placa. Tentando de novo…'}
        </p>
      )}
      {resposta.fase === 'vazia' && <p>Digite ou leia a placa do veículo.</p>}
      {resposta.fase === 'vazia' && onKeyboard && (
        <Button icon="keyboard" onClick={onKeyboard}>
          Teclado da tela
        </Button>
      )}
      {resposta.fase === 'vazia' && <UltimasPassagens onChoose={onChoose} />}
    </div>
  );
}
