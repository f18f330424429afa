import { SENTIDOS, type Sentido } from '@unipark/contract/passagem';
import { serverSentence } from '../lib/query.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import type { useRegistro } from './useRegistro.ts';
import { NOMES_SENTIDO } from './veredito.ts';

type BotoesRegistroProps = ReturnType<typeof useRegistro> & {
  disabled: boolean;
  primario: Sentido | undefined;
};

/** The two registrations at thumb height; a failed one says why, and is tried again as it was. */
export function BotoesRegistro({
  registrar,
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
            <Button onClick={() => registrar(falha.sentido)} loading={enviando !== undefined}>
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
          onClick={() => registrar(sentido)}
          className="min-h-18! text-lg! whitespace-normal!"
        >
          {`Registrar ${NOMES_SENTIDO[sentido]}`}
        </Button>
      ))}
    </div>
  );
}
