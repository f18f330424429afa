import { Link } from 'react-router';
import { type Dono, ProprietarioSelect } from '../../proprietarios/ProprietarioSelect.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Rotulo } from '../Rotulo.tsx';

type Props = { value: Dono | null; onChange: (dono: Dono | null) => void; erro?: string };

export function SecaoProprietario({ value, onChange, erro }: Props) {
  return (
    <SelectField
      label={<Rotulo numero={8}>Proprietário</Rotulo>}
      labelAfter={<Link to="/proprietarios/cadastrar">Cadastrar novo proprietário</Link>}
      error={erro}
      className="desktop:col-span-3"
    >
      {(control) => <ProprietarioSelect {...control} value={value} onChange={onChange} />}
    </SelectField>
  );
}
