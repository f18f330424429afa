import { Field } from '../ui/Field.tsx';
import { NativeSelect } from '../ui/NativeSelect.tsx';
import { OPCOES_STATUS } from './filtros.ts';
import { Rotulo } from './Rotulo.tsx';

type Props = { value: string; onChange: (status: string) => void };

/** Nothing is chosen beforehand; without a choice the server says INDEFINIDO. */
export function SecaoStatus({ value, onChange }: Props) {
  return (
    <Field label={<Rotulo numero={9}>Status</Rotulo>} className="desktop:col-span-3">
      {(control) => (
        <NativeSelect
          {...control}
          placeholder="Selecione…"
          options={OPCOES_STATUS}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
