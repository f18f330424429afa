import { useQueryClient } from '@tanstack/react-query';
import type { Cidade } from '@unipark/contract/cidade';
import { SearchSelect } from '../ui/select/SearchSelect.tsx';
import { cidadesQuery } from './api.ts';

type Props = {
  inputId: string;
  value: Cidade | null;
  onChange: (cidade: Cidade | null) => void;
  autoFocus?: boolean;
  'aria-invalid'?: boolean;
  'aria-errormessage'?: string;
};

export function CidadeSelect({ value, onChange, ...field }: Props) {
  const client = useQueryClient();
  return (
    <SearchSelect<Cidade>
      {...field}
      loadOptions={(q) => client.fetchQuery(cidadesQuery(q))}
      placeholder="Digite o nome da cidade..."
      noOptionsText="Nenhuma cidade encontrada."
      value={value && { label: `${value.nome} - ${value.estado}`, value }}
      onChange={(opcao) => onChange(opcao?.value ?? null)}
    />
  );
}
