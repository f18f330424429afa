import { CORES } from '@unipark/contract/veiculo';
import { Field } from '../../ui/Field.tsx';
import { SwatchRadios } from '../../ui/SwatchRadios.tsx';
import { tintaDe } from '../cores.ts';
import { Rotulo } from '../Rotulo.tsx';

const OPCOES = CORES.map((cor) => ({ value: cor, label: cor, ...tintaDe(cor) }));

type Props = { value: string; onChange: (cor: string) => void; erro?: string };

export function SecaoCor({ value, onChange, erro }: Props) {
  return (
    <Field
      group
      label={<Rotulo numero={5}>Cor</Rotulo>}
      error={erro}
      className="desktop:col-span-6"
    >
      {(control) => (
        <SwatchRadios {...control} name="cor" options={OPCOES} value={value} onChange={onChange} />
      )}
    </Field>
  );
}
