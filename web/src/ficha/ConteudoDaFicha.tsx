import type { Cidade } from '@unipark/contract/cidade';
import type { Ficha } from '@unipark/contract/ficha';
import { tipoPlaca } from '@unipark/contract/placa';
import type { Veiculo } from '@unipark/contract/veiculo';
import { clock } from '../lib/format.ts';
import { HistoriaDoVeiculo } from '../passagens/HistoriaDoVeiculo.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { linhaDaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { CidadeDaPlaca, cidadeDe } from './CidadeDaPlaca.tsx';
import { DonoDoVeiculo } from './DonoDoVeiculo.tsx';
import { IdentidadeDoVeiculo } from './IdentidadeDoVeiculo.tsx';
import { PadraoDaPlaca } from './PadraoDaPlaca.tsx';
import { Secao } from './Secao.tsx';
import type { Parte } from './useParte.ts';

type Props = {
  dados: Ficha;
  dono: Parte;
  cidade: Parte;
  /** The city in the field while it is being changed. */
  escolhida: Cidade | null;
  onEscolher: (cidade: Cidade | null) => void;
  caminho: (placa: string) => { pathname: string; search: string };
  onTrocada: (novo: Veiculo) => void;
};

/** What it is, whose it is, its plate, its story. */
export function ConteudoDaFicha(props: Props) {
  const { dados, dono, cidade, escolhida, onEscolher, caminho, onTrocada } = props;
  const { veiculo, criadoEm, atualizadoEm } = dados;
  const { placa } = veiculo;
  const naPlaca = cidade.editando ? escolhida : cidadeDe(veiculo);
  return (
    <>
      <IdentidadeDoVeiculo dados={dados} linha={linhaDaPlaca(naPlaca?.nome, naPlaca?.estado)} />
      <DonoDoVeiculo dados={dados} parte={dono} />
      {tipoPlaca(placa) === 'Antiga' && (
        <CidadeDaPlaca
          veiculo={veiculo}
          parte={cidade}
          escolhida={escolhida}
          onEscolher={onEscolher}
        />
      )}
      <PadraoDaPlaca dados={dados} caminho={caminho} onTrocada={onTrocada} />
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
          Cadastrado em {clock(criadoEm)}
          {atualizadoEm !== criadoEm && ` · Alterado em ${clock(atualizadoEm)}`}
        </p>
        <HistoriaDoVeiculo key={placa} placa={placa} />
      </Secao>
    </>
  );
}
