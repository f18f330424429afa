import { comparar } from '@unipark/contract/semelhanca';

/** Beside a plate of the list: how it is the one searched for, when not to the letter. */
export function MarcaDaPlaca({ procurada, placa }: { procurada: string; placa: string }) {
  const parecenca = comparar(procurada, placa);
  if (!parecenca || parecenca.nivel === 'exata') return null;
  const trocas = parecenca.trocas.map(({ de, para }) => `${de} ↔ ${para}`).join(', ');
  return (
    <span className="ml-2 text-xs text-muted">
      {parecenca.nivel === 'equivalente' ? 'mesmo veículo' : `parecida: ${trocas}`}
    </span>
  );
}
