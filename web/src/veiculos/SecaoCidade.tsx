import { useQueryClient } from '@tanstack/react-query';
import type { Cidade } from '@unipark/contract/cidade';
import { buscaCidades } from '../cidades/api.ts';
import { Field } from '../ui/Field.tsx';
import { SearchSelect } from '../ui/SearchSelect.tsx';
import { Rotulo } from './Rotulo.tsx';

type Props = { value: Cidade | null; onChange: (cidade: Cidade | null) => void };

/** For the line of an old-style plate; asked from two characters on. */
export function SecaoCidade({ value, onChange }: Props) {
  const client = useQueryClient();
  return (
    <Field
      label={<Rotulo numero={7}>Cidade (opcional, apenas para visual):</Rotulo>}
      className="desktop:col-span-3"
    >
      {({ id }) => (
        <SearchSelect<Cidade>
          inputId={id}
          loadOptions={(q) => client.fetchQuery(buscaCidades(q))}
          placeholder="Digite o nome da cidade..."
          noOptionsText="Nenhuma cidade encontrada."
          value={value && { label: `${value.nome} - ${value.estado}`, value }}
          onChange={(opcao) => onChange(opcao?.value ?? null)}
        />
      )}
    </Field>
  );
}
