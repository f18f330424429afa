import type { ListChange, ListState } from '../../lib/urlState.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { OPCOES_COR, OPCOES_STATUS, OPCOES_TIPO } from './filtros.ts';

type Props = { estado: ListState; mudar: (mudanca: ListChange) => void };

/** Status, Tipo, Cor, Sem proprietário: each narrows the list at once. */
export function FiltrosVeiculos({ estado: { filtros }, mudar }: Props) {
  const filtro = (nome: string, rotulo: string, options: { value: string; label: string }[]) => (
    <NativeSelect
      compact
      aria-label={rotulo}
      placeholder={rotulo}
      options={options}
      value={filtros[nome]}
      onChange={(event) => mudar({ filtros: { [nome]: event.target.value } })}
    />
  );
  return (
    <>
      {filtro('status', 'Status', OPCOES_STATUS)}
      {filtro('tipo', 'Tipo', OPCOES_TIPO)}
      {filtro('cor', 'Cor', OPCOES_COR)}
      <Checkbox
        boxed
        label="Sem proprietário"
        checked={filtros.sem_proprietario === '1'}
        onChange={(event) =>
          mudar({ filtros: { sem_proprietario: event.target.checked ? '1' : '' } })
        }
      />
    </>
  );
}
