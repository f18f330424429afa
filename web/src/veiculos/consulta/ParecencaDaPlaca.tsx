import { comparar } from '@unipark/contract/semelhanca';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';

/** Beside a plate of the list: how it is the one searched for, when not to the letter. */
export function ParecencaDaPlaca({ procurada, placa }: { procurada: string; placa: string }) {
  const parecenca = comparar(procurada, placa);
  if (!parecenca || parecenca.nivel === 'exata') return null;
  const trocas = parecenca.trocas.map(({ de, para }) => `${de} ↔ ${para}`).join(', ');
  return (
    <span className="text-xs font-medium whitespace-nowrap text-muted tablet:ml-2 max-tablet:block">
      {parecenca.nivel === 'equivalente' ? (
        'mesmo veículo'
      ) : (
        // The plate's face, whose cut zero is no O.
        <>
          parecida: <PlacaTexto placa={trocas} className="text-base" />
        </>
      )}
    </span>
  );
}
