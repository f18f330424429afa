import { useQuery } from '@tanstack/react-query';
import { formatStatus } from '@unipark/contract/passagem';
import { findGemea, isPlacaValida } from '@unipark/contract/placa';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Fact } from '../../ui/layout/Fact.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { veiculoQuery } from '../../veiculos/api.ts';
import { pathOfVeiculo } from '../../veiculos/caminho.ts';
import { FichaVeiculo } from '../../veiculos/FichaVeiculo.tsx';
import { formatLinhaPlaca } from '../../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../../veiculos/placa/Placa.tsx';
import { PlacaComparada } from '../../veiculos/placa/PlacaComparada.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { NAO_INFORMADO } from '../../veiculos/rotulos.ts';
import { StatusChip } from '../../veiculos/StatusChip.tsx';

const NO_CADASTRO_E_AQUI = ['no cadastro', 'nesta placa'] as const;

export function ResumoDoVeiculo({ placa }: { placa: string }) {
  const exata = useQuery(veiculoQuery(placa));
  const exato = exata.data;
  // The plate may have changed its format, or was never registered under this text.
  const gemea = exato === null ? (findGemea(placa) ?? '') : '';
  const outra = useQuery(veiculoQuery(gemea));
  const consulta = gemea === '' ? exata : outra;
  const registro = consulta.data;
  const semCadastro = registro === null;
  const cadastrada = registro?.placa ?? placa;
  const busca = encodeURIComponent(placa);
  return (
    <Panel title="Cadastro" className="self-start">
      <div className="flex justify-center">
        <Placa
          placa={placa}
          tipo={registro?.tipo ?? null}
          linha={formatLinhaPlaca(registro?.cidade, registro?.estado)}
          decorativa
          largura={registro?.tipo === '2' ? 150 : 280}
        />
      </div>
      {semCadastro ? (
        <p className="text-center text-muted">Esta placa não está cadastrada.</p>
      ) : consulta.isError && !registro ? (
        <FailedQuery title="Não foi possível carregar o cadastro." query={consulta} />
      ) : (
        <Facts>
          {cadastrada !== placa && (
            <Fact label="Placa cadastrada">
              <PlacaComparada
                placa={cadastrada}
                lida={placa}
                lugares={NO_CADASTRO_E_AQUI}
                className="text-lg"
              />
            </Fact>
          )}
          <Fact label="Status">
            {registro ? <StatusChip status={formatStatus(registro.status)} /> : '…'}
          </Fact>
          <Fact label="Modelo">{registro ? (registro.modelo ?? NAO_INFORMADO) : '…'}</Fact>
          <FichaVeiculo placa={gemea || placa} />
        </Facts>
      )}
      {!semCadastro ? (
        <ButtonLink iconAfter="arrow-right" to={pathOfVeiculo(cadastrada)}>
          Abrir cadastro
        </ButtonLink>
      ) : (
        isPlacaValida(placa) && (
          <ButtonLink icon="plus" to={`/veiculos/cadastrar?placa=${busca}`}>
            <span>
              Cadastrar <PlacaTexto placa={placa} />
            </span>
          </ButtonLink>
        )
      )}
    </Panel>
  );
}
