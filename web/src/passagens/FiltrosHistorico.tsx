import { useQuery } from '@tanstack/react-query';
import type { ListChange, ListState } from '../lib/urlState.ts';
import { DateFilter } from '../ui/DateFilter.tsx';
import { NativeSelect } from '../ui/NativeSelect.tsx';
import { OPCOES_SENTIDO, OPCOES_SITUACAO, OPCOES_STATUS } from './filtros.ts';
import { camerasDasPassagens } from './historico.ts';
import { nomeCamera } from './textos.ts';

type Props = { estado: ListState; mudar: (mudanca: ListChange) => void };

/** Período, Câmera, Status, Situação, Sentido: each narrows the list at once. */
export function FiltrosHistorico({ estado: { filtros }, mudar }: Props) {
  const { data: cameras = [] } = useQuery(camerasDasPassagens);
  const { de = '', ate = '', camera = '' } = filtros;
  // A link may name a camera that was taken away since.
  const nomes = camera && !cameras.includes(camera) ? [...cameras, camera] : cameras;
  const filtrar = (nome: string) => (valor: string) => mudar({ filtros: { [nome]: valor } });
  const filtro = (nome: string, rotulo: string, options: { value: string; label: string }[]) => (
    <NativeSelect
      compact
      aria-label={rotulo}
      placeholder={rotulo}
      options={options}
      value={filtros[nome]}
      onChange={(event) => filtrar(nome)(event.target.value)}
    />
  );
  return (
    <>
      <DateFilter label="De" value={de} max={ate} onChange={filtrar('de')} />
      <DateFilter label="Até" value={ate} min={de || undefined} onChange={filtrar('ate')} />
      {filtro(
        'camera',
        'Câmera',
        nomes.map((value) => ({ value, label: nomeCamera(value) })),
      )}
      {filtro('status', 'Status', OPCOES_STATUS)}
      {filtro('situacao', 'Situação', OPCOES_SITUACAO)}
      {filtro('sentido', 'Sentido', OPCOES_SENTIDO)}
    </>
  );
}
