import {
  NAO_CADASTRADO,
  type Passagem,
  rotuloStatus,
  type UltimoVeiculo,
} from '@unipark/contract/passagem';
import { ehProibido } from '@unipark/contract/veiculo';
import { clock } from '../lib/format.ts';
import { Fact } from '../ui/Fact.tsx';
import { Facts } from '../ui/Facts.tsx';
import { FichaVeiculo } from '../veiculos/FichaVeiculo.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { StatusChip } from '../veiculos/StatusChip.tsx';
import { nomeCamera, SEM_DADO, SENTIDOS } from './textos.ts';

type FatosPassagemProps = {
  /** A card of Ao Vivo, or a passage as the history keeps it. */
  passagem: UltimoVeiculo | Passagem;
  /** What only the history knows. */
  guardada: Passagem | null | undefined;
};

/** What is known of a passage, line by line: the reading, the register, what people did with it. */
export function FatosPassagem({ passagem, guardada }: FatosPassagemProps) {
  const { placa, placaCadastrada, modelo, status, instante, camera, sentido, alerta } = passagem;
  // Of now: it says nothing of a passage that had another status.
  const motivo = ehProibido(status) ? passagem.motivo : null;
  const cadastrada = status !== NAO_CADASTRADO;
  const { placaLida, correcao, visto } = guardada ?? {};
  return (
    <Facts>
      <Fact label="Placa">
        <PlacaTexto placa={placa} className="text-lg" />
      </Fact>
      {placaLida && placaLida !== placa && (
        <Fact label="Leitura original">
          <PlacaTexto placa={placaLida} className="text-lg" />
        </Fact>
      )}
      {correcao && (
        <Fact label="Corrigida por">
          {correcao.nome} · {clock(correcao.em)}
        </Fact>
      )}
      {placaCadastrada && (
        <Fact label="Placa cadastrada">
          <PlacaTexto placa={placaCadastrada} className="text-lg" />
        </Fact>
      )}
      <Fact label="Status">
        <StatusChip status={rotuloStatus(status)} />
      </Fact>
      {motivo && <Fact label="Motivo">{motivo}</Fact>}
      {cadastrada && <Fact label="Modelo">{modelo || SEM_DADO}</Fact>}
      {cadastrada && <FichaVeiculo placa={placaCadastrada ?? placa} />}
      {visto && (
        <Fact label="A câmera viu">
          {[visto.descricao, visto.cor].filter(Boolean).join(' · ')}
          {visto.corDiverge && ' — confira: o cadastro diz outra cor'}
        </Fact>
      )}
      <Fact label="Data e hora">{clock(instante)}</Fact>
      <Fact label="Câmera">{camera ? nomeCamera(camera) : SEM_DADO}</Fact>
      <Fact label="Sentido">{sentido ? SENTIDOS[sentido] : SEM_DADO}</Fact>
      {alerta && (
        <Fact label="Alerta">
          {alerta.ciente
            ? `Ciente de ${alerta.ciente.nome} · ${clock(alerta.ciente.em)}`
            : 'Aguardando ciente'}
        </Fact>
      )}
    </Facts>
  );
}
