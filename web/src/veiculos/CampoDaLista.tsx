import type { UseQueryResult } from '@tanstack/react-query';
import type { OpcaoCatalogo } from '../fipe/api.ts';
import { SearchSelect } from '../ui/SearchSelect.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Rotulo } from './Rotulo.tsx';

type Props = {
  rotulo: string;
  numero?: number;
  value: string;
  erro?: string;
  lista: UseQueryResult<OpcaoCatalogo[]>;
  /** Why the field is off; undefined when it may be used. */
  espera?: string;
  onChange: (texto: string) => void;
  className?: string;
};

/** One dependent choice. What is kept is the text on screen, chosen or typed. */
export function CampoDaLista(props: Props) {
  const { rotulo, numero, value, erro, lista, espera, onChange, className } = props;
  return (
    <SelectField
      label={<Rotulo numero={numero}>{rotulo}</Rotulo>}
      error={erro}
      className={className}
    >
      {(control) => (
        <SearchSelect
          {...control}
          options={lista.data ?? []}
          loading={lista.isFetching}
          disabled={espera !== undefined && value === ''}
          creatable
          placeholder={espera ?? 'Escolha ou digite'}
          value={value ? { label: value, value } : null}
          onChange={(opcao) => onChange(opcao?.label ?? '')}
          noOptionsText="Digite para informar."
        />
      )}
    </SelectField>
  );
}
