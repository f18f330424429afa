import { useLocation } from 'react-router';
import type { ListState } from '../../lib/screen/urlState.ts';
import { number } from '../../lib/time/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { ShortLabel } from '../../ui/layout/ShortLabel.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { SelectionBar } from '../../ui/table/SelectionBar.tsx';
import { ADESIVOS_MAXIMO, pathOfAdesivos } from '../caminho.ts';
import { describeAndamento } from './frases.ts';
import type { LoteEmAndamento } from './useLote.ts';
import type { Selecao } from './useSelecao.ts';

export type DialogoLote = 'status' | 'proprietario' | 'excluir';

const BOTOES: { dialogo: DialogoLote; rotulo: string; curto: string; icon: IconName }[] = [
  { dialogo: 'status', rotulo: 'Mudar status', curto: 'Status', icon: 'pencil' },
  { dialogo: 'proprietario', rotulo: 'Trocar proprietário', curto: 'Proprietário', icon: 'users' },
];
const SEM_ADESIVOS = `Adesivos: até ${ADESIVOS_MAXIMO}`;
const ENVIANDO = { label: 'Enviando', value: 0, max: null, text: 'Enviando…' };

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
    const progresso = andamento ? describeAndamento(andamento) : ENVIANDO;
    return (
      <SelectionBar
        label="Andamento"
        actions={andamento?.fase === 'fazendo' && <Button onClick={lote.cancel}>Cancelar</Button>}
      >
        <div className="mr-auto w-90 max-w-full">
          <ProgressBar {...progresso} />
        </div>
        <p role="status" className="sr-only">
          {progresso.label}…
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
          {BOTOES.map(({ dialogo, rotulo, curto, icon }) => (
            <Button key={dialogo} icon={icon} title={rotulo} onClick={() => onOpen(dialogo)}>
              <ShortLabel withIcon full={rotulo} short={curto} />
            </Button>
          ))}
          <ExportMenu
            path="/api/veiculos/exportar"
            state={isTodos ? lista : { ...lista, q: '', filtros: { placas: placas.join(',') } }}
          />
          {isTodos || quantos <= ADESIVOS_MAXIMO ? (
            <ButtonLink
              icon="printer"
              title="Imprimir adesivos"
              to={isTodos ? `/veiculos/adesivos${search}` : pathOfAdesivos(placas)}
            >
              <ShortLabel withIcon full="Imprimir adesivos" short="Adesivos" />
            </ButtonLink>
          ) : (
            <Button icon="printer" disabled title={SEM_ADESIVOS}>
              <ShortLabel withIcon full={SEM_ADESIVOS} short={`Até ${ADESIVOS_MAXIMO}`} />
            </Button>
          )}
          <Button icon="trash" variant="danger" title="Excluir" onClick={() => onOpen('excluir')}>
            <ShortLabel withIcon full="Excluir" short="Excluir" />
          </Button>
        </>
      }
    >
      <div className="mr-auto flex items-center gap-x-2 max-tablet:flex-wrap tablet:whitespace-nowrap">
        <IconButton icon="close" label="Limpar seleção" onClick={selecao.clear} />
        <p role="status" className="font-medium tabular">
          {isTodos ? 'Todos os ' : ''}
          {number(quantos)} {selecionados}
        </p>
        {oferta !== undefined && (
          <Button
            variant="ghost"
            className="px-2! max-tablet:whitespace-normal!"
            onClick={selecao.selectTodos}
          >
            <ShortLabel
              full={`Selecionar todos os ${number(oferta)} resultados`}
              short={`Todos os ${number(oferta)}`}
            />
          </Button>
        )}
      </div>
    </SelectionBar>
  );
}
