import { SENTIDOS, type Sentido } from '@unipark/contract/passagem';
import { serverSentence } from '../lib/wire/query.ts';
import { Button } from '../ui/button/Button.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import type { useRegistro } from './useRegistro.ts';
import { NOMES_SENTIDO } from './veredito.ts';

type BotoesRegistroProps = ReturnType<typeof useRegistro> & {
  disabled: boolean;
  primario: Sentido | undefined;
};

/**
 * The two registration buttons, in reach of the thumb; a failed registration shows why and can be
 * repeated.
 */
export function BotoesRegistro({
  register,
  enviando,
  falha,
  disabled,
  primario,
}: BotoesRegistroProps) {
  return (
    <div className="portaria-botoes">
      {falha && (
        <Alert
          tone="danger"
          role="alert"
          action={
            <Button onClick={() => register(falha.sentido)} loading={enviando !== undefined}>
              Tentar novamente
            </Button>
          }
        >
          {serverSentence('Não foi possível registrar a passagem.')(falha.error)}
        </Alert>
      )}
      {SENTIDOS.map((sentido) => (
        <Button
          key={sentido}
          variant={sentido === primario ? 'primary' : 'secondary'}
          disabled={disabled || enviando !== undefined}
          loading={sentido === enviando}
          onClick={() => register(sentido)}
          className="min-h-18! px-2! text-lg! whitespace-normal!"
        >
          {`Registrar ${NOMES_SENTIDO[sentido]}`}
        </Button>
      ))}
    </div>
  );
}
