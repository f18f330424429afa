import { useQueryClient } from '@tanstack/react-query';
import type { Cidade } from '@unipark/contract/cidade';
import { SearchSelect } from '../ui/SearchSelect.tsx';
import { buscaCidades } from './api.ts';

type Props = {
  inputId: string;
  value: Cidade | null;
  onChange: (cidade: Cidade | null) => void;
  autoFocus?: boolean;
  'aria-invalid'?: boolean;
  'aria-errormessage'?: string;
};

/** Choose a city by name or state, from two characters on. */
export function CidadeSelect({ value, onChange, ...field }: Props) {
  const client = useQueryClient();
  return (
    <SearchSelect<Cidade>
      {...field}
      loadOptions={(q) => client.fetchQuery(buscaCidades(q))}
      placeholder="Digite o nome da cidade..."
      noOptionsText="Nenhuma cidade encontrada."
      value={value && { label: `${value.nome} - ${value.estado}`, value }}
      onChange={(opcao) => onChange(opcao?.value ?? null)}
    />
  );
}
