import { useLocation } from 'react-router';
import type { ListState } from '../../lib/screen/urlState.ts';
import { number } from '../../lib/time/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { SelectionBar } from '../../ui/table/SelectionBar.tsx';
import { ADESIVOS_MAXIMO, pathOfAdesivos } from '../caminho.ts';
import { describeAndamento } from './frases.ts';
import type { LoteEmAndamento } from './useLote.ts';
import type { Selecao } from './useSelecao.ts';

export type DialogoLote = 'status' | 'proprietario' | 'excluir';

const BOTOES: { dialogo: DialogoLote; rotulo: string; icon: IconName }[] = [
  { dialogo: 'status', rotulo: 'Mudar status', icon: 'pencil' },
  { dialogo: 'proprietario', rotulo: 'Trocar proprietário', icon: 'users' },
];

type Props = {
  selecao: Selecao;
  lote: LoteEmAndamento;
  lista: ListState;
  onOpen: (dialogo: DialogoLote) => void;
};

/** The number of chosen vehicles and what may be done with them; or the progress of the act. */
export function BarraSelecao({ selecao, lote, lista, onOpen }: Props) {
  const { quantos, isTodos, oferta, placas } = selecao;
  const { search } = useLocation();
  const { andamento, isPending } = lote;
  if (isPending) {
    return (
      <SelectionBar
        label="Andamento"
        actions={andamento?.fase === 'fazendo' && <Button onClick={lote.cancel}>Cancelar</Button>}
      >
        <p role="status" className="mr-auto font-medium tabular">
          {andamento ? describeAndamento(andamento) : 'Enviando…'}
        </p>
      </SelectionBar>
    );
  }
  if (quantos === 0) return null;
  const selecionados = quantos === 1 ? 'selecionado' : 'selecionados';
  return (
    <SelectionBar
      label="Veículos selecionados"
      actions={
        <>
          {' '}
          {BOTOES.map(({ dialogo, rotulo, icon }) => (
            <Button key={dialogo} icon={icon} onClick={() => onOpen(dialogo)}>
              {rotulo}
            </Button>
          ))}
          <ExportMenu
            path="/api/veiculos/exportar"
            state={isTodos ? lista : { ...lista, q: '', filtros: { placas: placas.join(',') } }}
          />
          {isTodos || quantos <= ADESIVOS_MAXIMO ? (
            <ButtonLink
              icon="printer"
              to={isTodos ? `/veiculos/adesivos${search}` : pathOfAdesivos(placas)}
            >
              Imprimir adesivos
            </ButtonLink>
          ) : (
            <Button icon="printer" disabled>
              Adesivos: até {ADESIVOS_MAXIMO}
            </Button>
          )}
          <Button icon="trash" variant="danger" onClick={() => onOpen('excluir')}>
            Excluir
          </Button>
        </>
      }
    >
      <div className="mr-auto flex flex-wrap items-center gap-x-2">
        <IconButton icon="close" label="Limpar seleção" onClick={selecao.clear} />
        <p role="status" className="font-medium tabular">
          {isTodos ? 'Todos os ' : ''}
          {number(quantos)} {selecionados}
        </p>
        {oferta !== undefined && (
          <Button
            variant="ghost"
            className="px-2! whitespace-normal!"
            onClick={selecao.selectTodos}
          >
            Selecionar todos os {number(oferta)} resultados
          </Button>
        )}
      </div>
    </SelectionBar>
  );
}
