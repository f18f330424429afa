import {
  formatCamera,
  formatStatus,
  NAO_CADASTRADO,
  type Passagem,
  ROTULOS_SENTIDO,
  type UltimoVeiculo,
} from '@unipark/contract/passagem';
import { formatDia } from '@unipark/contract/validade';
import { isProibido } from '@unipark/contract/veiculo';
import { clock } from '../../lib/time/format.ts';
import { Fact } from '../../ui/layout/Fact.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { FichaVeiculo } from '../../veiculos/FichaVeiculo.tsx';
import { PlacaComparada } from '../../veiculos/placa/PlacaComparada.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { NAO_INFORMADO } from '../../veiculos/rotulos.ts';
import { StatusChip } from '../../veiculos/StatusChip.tsx';

const NA_LEITURA_ORIGINAL = ['na leitura original', 'na placa'] as const;

type FatosPassagemProps = {
  /** A card of Ao Vivo, or a passage of the history. */
  passagem: UltimoVeiculo | Passagem;
  /** Fields that only the history has. */
  guardada: Passagem | null | undefined;
};

export function FatosPassagem({ passagem, guardada }: FatosPassagemProps) {
  const { placa, placa_cadastrada, modelo, status, instante, camera, sentido, alerta } = passagem;
  // The register's current reason, which says nothing about a passage with another status.
  const motivo = isProibido(status) ? passagem.motivo : null;
  const cadastrada = status !== NAO_CADASTRADO;
  const { placa_lida, correcao, visto, sem_alerta, retida } = guardada ?? {};
  return (
    <Facts>
      <Fact label="Placa">
        {placa ? <PlacaTexto placa={placa} className="text-lg" /> : 'Sem placa'}
      </Fact>
      {placa_lida && placa_lida !== placa && (
        <Fact label="Leitura original">
          <PlacaComparada
            placa={placa_lida}
            lida={placa}
            lugares={NA_LEITURA_ORIGINAL}
            className="text-lg"
          />
        </Fact>
      )}
      {correcao && (
        <Fact label="Corrigida por">
          {correcao.nome} · {clock(correcao.em)}
        </Fact>
      )}
      {placa_cadastrada && (
        <Fact label="Placa cadastrada">
          <PlacaComparada placa={placa_cadastrada} lida={placa} className="text-lg" />
        </Fact>
      )}
      <Fact label="Status">
        <StatusChip status={formatStatus(status)} />
      </Fact>
      {motivo && <Fact label="Motivo">{motivo}</Fact>}
      {cadastrada && <Fact label="Modelo">{modelo || NAO_INFORMADO}</Fact>}
      {cadastrada && <FichaVeiculo placa={placa_cadastrada ?? placa} />}
      {visto && (
        <Fact label="A câmera viu">
          {[visto.descricao, visto.cor].filter(Boolean).join(' · ')}
          {visto.cor_diverge && '. Confira: a cor no cadastro é outra'}
        </Fact>
      )}
      <Fact label="Data e hora">{clock(instante)}</Fact>
      <Fact label="Câmera">{camera ? formatCamera(camera) : NAO_INFORMADO}</Fact>
      <Fact label="Sentido">{sentido ? ROTULOS_SENTIDO[sentido] : NAO_INFORMADO}</Fact>
      {alerta && (
        <Fact label="Alerta">
          {alerta.ciente
            ? `Ciente de ${alerta.ciente.nome} · ${clock(alerta.ciente.em)}`
            : 'Aguardando ciente'}
        </Fact>
      )}
      {sem_alerta && (
        <Fact label="Alerta">
          <small>{sem_alerta}</small>
        </Fact>
      )}
      {retida && (
        <Fact label="Retida até">
          {formatDia(retida.ate)} · {retida.motivo}
        </Fact>
      )}
    </Facts>
  );
}
