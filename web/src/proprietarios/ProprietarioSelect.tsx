import { useQueryClient } from '@tanstack/react-query';
import { SearchSelect } from '../ui/select/SearchSelect.tsx';
import { opcoesProprietariosQuery } from './api.ts';

export type ProprietarioOption = { matricula: string; nome: string };

type Props = {
  inputId: string;
  value: ProprietarioOption | null;
  onChange: (dono: ProprietarioOption | null) => void;
  autoFocus?: boolean;
  'aria-invalid'?: boolean;
  'aria-errormessage'?: string;
};

export function ProprietarioSelect({ value, onChange, ...field }: Props) {
  const client = useQueryClient();
  return (
    <SearchSelect<ProprietarioOption>
      {...field}
      loadOptions={(q) => client.fetchQuery(opcoesProprietariosQuery(q))}
      placeholder="Digite o nome ou matrícula do proprietário..."
      noOptionsText="Nenhum proprietário encontrado."
      value={value && { label: `${value.nome} · ${value.matricula}`, value }}
      onChange={(opcao) => onChange(opcao?.value ?? null)}
    />
  );
}
