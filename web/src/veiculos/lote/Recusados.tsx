import type { RecusaLote } from '@unipark/contract/loteVeiculos';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';
import { countVeiculos } from './frases.ts';

type Props = { recusas: RecusaLote[]; onClose: () => void };

/** The vehicles that an act left as they were, and why. */
export function Recusados({ recusas, onClose }: Props) {
  return (
    <Dialog
      open
      title={`${countVeiculos(recusas.length)} sem alteração`}
      onClose={onClose}
      dismissible
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <ul className="flex flex-col gap-2">
        {recusas.map(({ placa, frase }) => (
          <li key={placa}>
            <PlacaTexto placa={placa} /> – {frase}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
