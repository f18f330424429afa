import type { ListChange, ListState } from '../../lib/screen/urlState.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FilterChip } from '../../ui/form/FilterChip.tsx';
import { FilterSelect } from '../../ui/form/FilterSelect.tsx';
import { OPCOES_COR, OPCOES_STATUS, OPCOES_TIPO, VENCE } from './filtros.ts';

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
      {/* On a wide screen the button above the list sets it: the line of the filters is full. */}
      <div className="contents tablet:hidden">
        <Checkbox
          boxed
          label={VENCE}
          checked={filtros.vence === 'semana'}
          onChange={(event) =>
            onChange({ filtros: { vence: event.target.checked ? 'semana' : '' } })
          }
        />
      </div>
      {filtros.vence && (
        <div className="max-tablet:hidden">
          <FilterChip
            label="Validade"
            value={VENCE}
            onRemove={() => onChange({ filtros: { vence: '' } })}
          />
        </div>
      )}
      {filtros.importacao && (
        <FilterChip
          label="Importação"
          value={filtros.importacao}
          onRemove={() => onChange({ filtros: { importacao: '' } })}
        />
      )}
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
