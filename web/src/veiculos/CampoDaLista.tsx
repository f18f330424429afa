import type { UseQueryResult } from '@tanstack/react-query';
import type { OpcaoCatalogo } from '../fipe/api.ts';
import { Field } from '../ui/Field.tsx';
import { SearchSelect } from '../ui/SearchSelect.tsx';
import { Rotulo } from './Rotulo.tsx';

type Props = {
  rotulo: string;
  numero?: number;
  value: string;
  lista: UseQueryResult<OpcaoCatalogo[]>;
  /** Why the field is off; undefined when it may be used. */
  espera?: string;
  onChange: (texto: string) => void;
  className?: string;
};

/** One dependent choice. What is kept is the text on screen, chosen or typed. */
export function CampoDaLista(props: Props) {
  const { rotulo, numero, value, lista, espera, onChange, className } = props;
  return (
    <Field label={<Rotulo numero={numero}>{rotulo}</Rotulo>} className={className}>
      {({ id }) => (
        <SearchSelect
          inputId={id}
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
    </Field>
  );
}
