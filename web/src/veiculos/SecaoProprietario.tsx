import { useId } from 'react';
import { Link } from 'react-router';
import { type Dono, ProprietarioSelect } from '../proprietarios/ProprietarioSelect.tsx';
import { Field } from '../ui/Field.tsx';
import { Rotulo } from './Rotulo.tsx';

type Props = { value: Dono | null; onChange: (dono: Dono | null) => void; erro?: string };

export function SecaoProprietario({ value, onChange, erro }: Props) {
  const mensagem = useId();
  return (
    <Field
      label={<Rotulo numero={8}>Proprietário</Rotulo>}
      labelAfter={<Link to="/proprietarios/cadastrar">Cadastrar novo proprietário</Link>}
      error={erro && <span id={mensagem}>{erro}</span>}
      className="desktop:col-span-3"
    >
      {({ id }) => (
        <ProprietarioSelect
          inputId={id}
          value={value}
          onChange={onChange}
          aria-invalid={erro !== undefined || undefined}
          aria-errormessage={erro && mensagem}
        />
      )}
    </Field>
  );
}
