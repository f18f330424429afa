import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { OpcaoCatalogo } from '../fipe/api.ts';
import { byLabel } from '../lib/labels.ts';
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

const NENHUMA: readonly OpcaoCatalogo[] = [];

/** One dependent choice. What is kept is the text on screen, chosen or typed. */
export function CampoDaLista(props: Props) {
  const { rotulo, numero, value, erro, lista, espera, onChange, className } = props;
  const opcoes = lista.data ?? NENHUMA;
  const escolhida = useMemo(() => {
    if (value === '') return null;
    const opcao = byLabel(opcoes, value);
    // The list opens at it; a copy of the label is shown in its own spelling.
    return opcao?.label === value ? opcao : { label: value, value: opcao?.value ?? value };
  }, [opcoes, value]);
  const escolher = useGrafia(lista.data, value, onChange);

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
          onChange={(opcao) => escolher(opcao?.label ?? '')}
          noOptionsText="Digite para informar."
        />
      )}
    </SelectField>
  );
}

/**
 * What was typed before the list came takes its spelling once it is there. What the register already
 * held keeps its own: nobody has chosen it here.
 */
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
