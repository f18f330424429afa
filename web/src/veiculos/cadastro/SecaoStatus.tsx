import { Field } from '../../ui/Field.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { OPCOES_STATUS } from '../consulta/filtros.ts';
import { Rotulo } from '../Rotulo.tsx';

type Props = { value: string; onChange: (status: string) => void; erro?: string };

/** Nothing is chosen beforehand; without a choice the server says INDEFINIDO. */
export function SecaoStatus({ value, onChange, erro }: Props) {
  return (
    <Field label={<Rotulo numero={9}>Status</Rotulo>} error={erro} className="desktop:col-span-3">
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
