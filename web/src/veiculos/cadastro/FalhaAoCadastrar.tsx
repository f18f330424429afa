import { sentenceOf } from '../../lib/errors.ts';
import type { ApiError } from '../../lib/http.ts';
import { Alert } from '../../ui/Alert.tsx';
import { ehPlacaExistente } from '../conflito.ts';

/** Why the vehicle was not saved; everything typed is still there. */
export function FalhaAoCadastrar({ falha }: { falha: ApiError | undefined }) {
  // A known plate is told beside the plate.
  if (!falha || falha.status === 401 || ehPlacaExistente(falha)) return null;
  return (
    <Alert tone="danger" role="alert">
      {sentenceOf(falha) ?? 'Erro inesperado.'} O veículo não foi salvo; os dados continuam no
      formulário.
    </Alert>
  );
}
