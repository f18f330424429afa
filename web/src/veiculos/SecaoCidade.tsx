import { useQueryClient } from '@tanstack/react-query';
import type { Cidade } from '@unipark/contract/cidade';
import { buscaCidades } from '../cidades/api.ts';
import { SearchSelect } from '../ui/SearchSelect.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Rotulo } from './Rotulo.tsx';

type Props = { value: Cidade | null; onChange: (cidade: Cidade | null) => void; erro?: string };

/** For the line of an old-style plate; asked from two characters on. */
export function SecaoCidade({ value, onChange, erro }: Props) {
  const client = useQueryClient();
  return (
    <SelectField
      label={<Rotulo numero={7}>Cidade (opcional, apenas para visual):</Rotulo>}
      error={erro}
      className="desktop:col-span-3"
    >
      {(control) => (
        <SearchSelect<Cidade>
          {...control}
          loadOptions={(q) => client.fetchQuery(buscaCidades(q))}
          placeholder="Digite o nome da cidade..."
          noOptionsText="Nenhuma cidade encontrada."
          value={value && { label: `${value.nome} - ${value.estado}`, value }}
          onChange={(opcao) => onChange(opcao?.value ?? null)}
        />
      )}
    </SelectField>
  );
}
