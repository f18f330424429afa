import type { ListChange, ListState } from '../../lib/screen/urlState.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FilterChip } from '../../ui/form/FilterChip.tsx';
import { FilterSelect } from '../../ui/form/FilterSelect.tsx';
import { OPCOES_COR, OPCOES_STATUS, OPCOES_TIPO } from './filtros.ts';

type Props = { estado: ListState; onChange: (mudanca: ListChange) => void };

export function FiltrosVeiculos({ estado: { filtros }, onChange }: Props) {
  const renderFiltro = (
    nome: string,
    rotulo: string,
    options: { value: string; label: string }[],
  ) => (
    <FilterSelect
      label={rotulo}
      options={options}
      value={filtros[nome]}
      onChange={(valor) => onChange({ filtros: { [nome]: valor } })}
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
      {filtros.proprietario && (
        <FilterChip
          label="Proprietário"
          value={filtros.proprietario}
          onRemove={() => onChange({ filtros: { proprietario: '' } })}
        />
      )}
    </>
  );
}
