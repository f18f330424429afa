import type { Cidade } from '@unipark/contract/cidade';
import { CidadeSelect } from '../../cidades/CidadeSelect.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Rotulo } from '../Rotulo.tsx';

type Props = { value: Cidade | null; onChange: (cidade: Cidade | null) => void; erro?: string };

/** For the line of an old-style plate. */
export function SecaoCidade({ value, onChange, erro }: Props) {
  return (
    <SelectField
      label={<Rotulo numero={7}>Cidade (opcional, apenas para visual):</Rotulo>}
      error={erro}
      className="desktop:col-span-3"
    >
      {(control) => <CidadeSelect {...control} value={value} onChange={onChange} />}
    </SelectField>
  );
}
