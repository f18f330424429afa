import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { OpcaoCatalogo } from '../fipe/api.ts';
import { byLabel } from '../lib/labels.ts';
import { SearchSelect } from '../ui/select/SearchSelect.tsx';
import { SelectField } from '../ui/select/SelectField.tsx';
import { Rotulo } from './Rotulo.tsx';

type Props = {
  rotulo: string;
  numero?: number;
  value: string;
  erro?: string;
  lista: UseQueryResult<OpcaoCatalogo[]>;
  /** Why the field is disabled; undefined when it can be used. */
  espera?: string;
  onChange: (texto: string) => void;
  className?: string;
};

const NENHUMA: readonly OpcaoCatalogo[] = [];

/** One dependent choice. Its value is the text on screen, chosen or typed. */
export function CampoDaLista(props: Props) {
  const { rotulo, numero, value, erro, lista, espera, onChange, className } = props;
  const opcoes = lista.data ?? NENHUMA;
  const escolhida = useMemo(() => {
    if (value === '') return null;
    const opcao = byLabel(opcoes, value);
    // The list opens at this option; a stored label in another spelling is shown as stored.
    return opcao?.label === value ? opcao : { label: value, value: opcao?.value ?? value };
  }, [opcoes, value]);
  const choose = useGrafia(lista.data, value, onChange);

  return (
    <SelectField
      label={<Rotulo numero={numero}>{rotulo}</Rotulo>}
      error={erro}
      className={className}
    >
      {(control) => (
        <SearchSelect
          {...control}
          options={opcoes}
          loading={lista.isFetching}
          disabled={espera !== undefined && value === ''}
          creatable
          placeholder={espera ?? 'Escolha ou digite'}
          value={escolhida}
          onChange={(opcao) => choose(opcao?.label ?? '')}
          noOptionsText="Digite para informar."
        />
      )}
    </SelectField>
  );
}

/** Text typed before the list gets its option's spelling; a stored value keeps its own. */
function useGrafia(
  opcoes: OpcaoCatalogo[] | undefined,
  value: string,
  onChange: (texto: string) => void,
): (texto: string) => void {
  const digitada = useRef('');
  const agora = useRef({ value, onChange });
  agora.current = { value, onChange };

  useEffect(() => {
    const texto = digitada.current;
    if (!opcoes || texto === '' || texto !== agora.current.value) return;
    const opcao = byLabel(opcoes, texto);
    if (opcao && opcao.label !== texto) agora.current.onChange(opcao.label);
  }, [opcoes]);

  return (texto) => {
    digitada.current = texto;
    onChange(texto);
  };
}
