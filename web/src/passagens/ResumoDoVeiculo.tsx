import { useQuery } from '@tanstack/react-query';
import { rotuloStatus } from '@unipark/contract/passagem';
import { gemeaPlaca, tipoPlaca } from '@unipark/contract/placa';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Fact } from '../ui/Fact.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Panel } from '../ui/Panel.tsx';
import { veiculo } from '../veiculos/api.ts';
import { caminhoDoVeiculo } from '../veiculos/caminho.ts';
import { FichaVeiculo } from '../veiculos/FichaVeiculo.tsx';
import { linhaDaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { StatusChip } from '../veiculos/StatusChip.tsx';
import { SEM_DADO } from './textos.ts';

/** The car as the register has it now, beside its story. */
export function ResumoDoVeiculo({ placa }: { placa: string }) {
  const { data: exato } = useQuery(veiculo(placa));
  // The plate may have become its other text, or never been registered under this one.
  const gemea = exato === null ? (gemeaPlaca(placa) ?? '') : '';
  const { data: outro } = useQuery(veiculo(gemea));
  const registro = exato === null && gemea !== '' ? outro : exato;
  const semCadastro = registro === null;
  const cadastrada = registro?.placa ?? placa;
  const busca = encodeURIComponent(placa);
  return (
    <Panel title="Cadastro" className="self-start">
      <div className="flex justify-center">
        <Placa
          placa={placa}
          tipo={registro?.tipo ?? null}
          linha={linhaDaPlaca(registro?.cidade, registro?.estado)}
          decorativa
          largura={registro?.tipo === '2' ? 150 : 280}
        />
      </div>
      {semCadastro ? (
        <p className="text-center text-muted">Esta placa não está cadastrada.</p>
      ) : (
        <Facts>
          {cadastrada !== placa && (
            <Fact label="Placa cadastrada">
              <PlacaTexto placa={cadastrada} className="text-lg" />
            </Fact>
          )}
          <Fact label="Status">
            {registro ? <StatusChip status={rotuloStatus(registro.status)} /> : '…'}
          </Fact>
          <Fact label="Modelo">{registro ? (registro.modelo ?? SEM_DADO) : '…'}</Fact>
          <FichaVeiculo placa={cadastrada} />
        </Facts>
      )}
      {!semCadastro ? (
        <ButtonLink iconAfter="arrow-right" to={caminhoDoVeiculo(cadastrada)}>
          Abrir cadastro
        </ButtonLink>
      ) : (
        tipoPlaca(placa) !== 'Inválida' && (
          <ButtonLink icon="plus" to={`/veiculos/cadastrar?placa=${busca}`}>
            {`Cadastrar ${placa}`}
          </ButtonLink>
        )
      )}
    </Panel>
  );
}
