import { useInstalacao } from '../conta/instalacao.ts';
import { Alert } from '../ui/Alert.tsx';

/** On every screen of a demonstration: nobody should take its data for theirs. */
export function DemonstrationLine() {
  if (!useInstalacao()?.demonstracao) return null;
  return (
    <Alert>
      <strong>Demonstração</strong> — cadastro e passagens inventados, apagados ao encerrar.
    </Alert>
  );
}
