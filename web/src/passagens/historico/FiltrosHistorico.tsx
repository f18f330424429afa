import { useQuery } from '@tanstack/react-query';
import { formatCamera } from '@unipark/contract/passagem';
import type { ListChange, ListState } from '../../lib/screen/urlState.ts';
import { FilterChip } from '../../ui/form/FilterChip.tsx';
import { FilterSelect } from '../../ui/form/FilterSelect.tsx';
import { OPCOES_SENTIDO, OPCOES_SITUACAO, OPCOES_STATUS } from './filtros.ts';
import { camerasDasPassagens } from './historico.ts';

type Props = { estado: ListState; onChange: (mudanca: ListChange) => void };

export function FiltrosHistorico({ estado: { filtros }, onChange }: Props) {
  const { data: cameras = [] } = useQuery(camerasDasPassagens);
  const { camera = '' } = filtros;
  // A link may name a camera that was removed since.
  const nomes = camera && !cameras.includes(camera) ? [...cameras, camera] : cameras;
  const changeFiltro = (nome: string) => (valor: string) =>
    onChange({ filtros: { [nome]: valor } });
  const renderFiltro = (
    nome: string,
    rotulo: string,
    options: { value: string; label: string }[],
  ) => (
    <FilterSelect
      label={rotulo}
      options={options}
      value={filtros[nome]}
      onChange={changeFiltro(nome)}
    />
  );
  return (
    <>
      {renderFiltro(
        'camera',
        'Câmera',
        nomes.map((value) => ({ value, label: formatCamera(value) })),
      )}
      {renderFiltro('status', 'Status', OPCOES_STATUS)}
      {renderFiltro('situacao', 'Situação', OPCOES_SITUACAO)}
      {renderFiltro('sentido', 'Sentido', OPCOES_SENTIDO)}
      {filtros.proprietario && (
        <FilterChip
          label="Proprietário"
          value={filtros.proprietario}
          onRemove={() => changeFiltro('proprietario')('')}
        />
      )}
    </>
  );
}
