import type { Cidade } from '@unipark/contract/cidade';
import type { Ficha } from '@unipark/contract/ficha';
import { classifyPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { clock } from '../lib/time/format.ts';
import { HistoriaDoVeiculo } from '../passagens/linhaDoTempo/HistoriaDoVeiculo.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { formatLinhaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { CidadeDaPlaca, getCidade } from './CidadeDaPlaca.tsx';
import { DonoDoVeiculo } from './DonoDoVeiculo.tsx';
import { IdentidadeDoVeiculo } from './IdentidadeDoVeiculo.tsx';
import { PadraoDaPlaca } from './PadraoDaPlaca.tsx';
import { Secao } from './Secao.tsx';
import type { PartState } from './useParte.ts';

type Props = {
  dados: Ficha;
  dono: PartState;
  cidade: PartState;
  /** The city in the field while it is edited. */
  escolhida: Cidade | null;
  onChoose: (cidade: Cidade | null) => void;
  pathOf: (placa: string) => { pathname: string; search: string };
  onConverted: (novo: Veiculo) => void;
};

export function ConteudoDaFicha(props: Props) {
  const { dados, dono, cidade, escolhida, onChoose, pathOf, onConverted } = props;
  const { veiculo, criado_em, atualizado_em } = dados;
  const { placa } = veiculo;
  const naPlaca = cidade.editando ? escolhida : getCidade(veiculo);
  return (
    <>
      <IdentidadeDoVeiculo dados={dados} linha={formatLinhaPlaca(naPlaca?.nome, naPlaca?.estado)} />
      <DonoDoVeiculo dados={dados} parte={dono} />
      {classifyPlaca(placa) === 'Antiga' && (
        <CidadeDaPlaca veiculo={veiculo} parte={cidade} escolhida={escolhida} onChoose={onChoose} />
      )}
      <PadraoDaPlaca dados={dados} pathOf={pathOf} onConverted={onConverted} />
      <Secao
        titulo="Histórico"
        acao={
          <ButtonLink
            variant="ghost"
            iconAfter="arrow-right"
            className="-mr-4"
            to={`/historico/${encodeURIComponent(placa)}`}
          >
            Abrir no Histórico
          </ButtonLink>
        }
      >
        <p className="pb-2 text-sm text-muted tabular">
          Cadastrado em {clock(criado_em)}
          {atualizado_em !== criado_em && ` · Alterado em ${clock(atualizado_em)}`}
        </p>
        <HistoriaDoVeiculo key={placa} placa={placa} />
      </Secao>
    </>
  );
}
