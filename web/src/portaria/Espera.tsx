import { Button } from '../ui/Button.tsx';
import { Delayed } from '../ui/Delayed.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import type { Resposta } from './useVeredito.ts';

type EsperaProps = {
  resposta: Exclude<Resposta, { fase: 'pronta' }>;
  /** Offers our keys, where they are not there. */
  onTeclado: (() => void) | undefined;
};

/** The verdict's place while there is none: never green, never red. */
export function Espera({ resposta, onTeclado }: EsperaProps) {
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
            ? 'Sem conexão e sem cadastro guardado neste aparelho. A passagem pode ser registrada.'
            : 'Não foi possível consultar esta placa. Tentando de novo…'}
        </p>
      )}
      {resposta.fase === 'vazia' && <p>Digite ou leia a placa do veículo.</p>}
      {resposta.fase === 'vazia' && onTeclado && (
        <Button icon="keyboard" onClick={onTeclado}>
          Teclado da tela
        </Button>
      )}
    </div>
  );
}
