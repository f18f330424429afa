import { useQueryClient } from '@tanstack/react-query';
import { SearchSelect } from '../ui/SearchSelect.tsx';
import { opcoesProprietarios } from './api.ts';

export type Dono = { matricula: string; nome: string };

type Props = {
  inputId: string;
  value: Dono | null;
  onChange: (dono: Dono | null) => void;
  autoFocus?: boolean;
  'aria-invalid'?: boolean;
  'aria-errormessage'?: string;
};

/** Choose an owner by name or matrícula, from two characters on. */
export function ProprietarioSelect({ value, onChange, ...field }: Props) {
  const client = useQueryClient();
  return (
    <SearchSelect<Dono>
      {...field}
      loadOptions={(q) => client.fetchQuery(opcoesProprietarios(q))}
      placeholder="Digite o nome ou matrícula do proprietário..."
      noOptionsText="Nenhum proprietário encontrado."
      value={value && { label: `${value.nome} · ${value.matricula}`, value }}
      onChange={(opcao) => onChange(opcao?.value ?? null)}
    />
  );
}
