import type { ListChange, ListState } from '../../lib/screen/urlState.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { OPCOES_COR, OPCOES_STATUS, OPCOES_TIPO } from './filtros.ts';

type Props = { estado: ListState; onChange: (mudanca: ListChange) => void };

export function FiltrosVeiculos({ estado: { filtros }, onChange }: Props) {
  const renderFiltro = (
    nome: string,
    rotulo: string,
    options: { value: string; label: string }[],
  ) => (
    <NativeSelect
      compact
      aria-label={rotulo}
      placeholder={rotulo}
      options={options}
      value={filtros[nome]}
      onChange={(event) => onChange({ filtros: { [nome]: event.target.value } })}
    />
  );
  return (
    <>
      {renderFiltro('status', 'Status', OPCOES_STATUS)}
      {renderFiltro('tipo', 'Tipo', OPCOES_TIPO)}
      {renderFiltro('cor', 'Cor', OPCOES_COR)}
      <Checkbox
        boxed
        label="Sem proprietário"
        checked={filtros.sem_proprietario === '1'}
        onChange={(event) =>
          onChange({ filtros: { sem_proprietario: event.target.checked ? '1' : '' } })
        }
      />
    </>
  );
}
