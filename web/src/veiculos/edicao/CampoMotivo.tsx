import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';

type Props = {
  value: string;
  /** What the register holds could not be read: it stays unless something is written. */
  desconhecido: boolean;
  onChange: (texto: string) => void;
  erro?: string;
};

/** Why the vehicle is kept out, in a sentence for the gate. */
export function CampoMotivo({ value, desconhecido, onChange, erro }: Props) {
  return (
    <Field
      label="Motivo (opcional)"
      hint={
        desconhecido
          ? 'O motivo atual não pôde ser lido e fica como está, a menos que você escreva outro.'
          : 'Aparece na portaria, junto do status.'
      }
      error={erro}
      className="tablet:col-span-2"
    >
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
