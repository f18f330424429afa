import type { Dispositivo, EstadoMqtt } from '@unipark/contract/dispositivo';
import { ROTULOS_SENTIDO } from '@unipark/contract/passagem';
import { clock, number } from '../lib/time/format.ts';
import { Fact } from '../ui/layout/Fact.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { Panel } from '../ui/layout/Panel.tsx';

const ESTADOS_MQTT: Record<EstadoMqtt, string> = {
  desligado: 'Desligado',
  conectando: 'Conectando…',
  conectado: 'Conectado',
  falha: 'Sem conexão',
  outro_servidor: 'Em outro servidor',
};

export function FatosDispositivo({ dispositivo }: { dispositivo: Dispositivo }) {
  const { visto_em, ultima_leitura_em, ultimo_erro, ultimo_erro_em, token_anterior_ate, mqtt } =
    dispositivo;
  const { camera, cameras, sentido, fuso, confianca_minima, ips } = dispositivo;
  const mapeadas = Object.keys(cameras).length;
  return (
    <Panel title="Situação">
      <Facts>
        <Fact label="Última leitura">
          {ultima_leitura_em ? clock(ultima_leitura_em) : 'Nenhuma'}
        </Fact>
        <Fact label="Visto em">{visto_em ? clock(visto_em) : 'Nunca'}</Fact>
        <Fact label="Último erro">
          {ultimo_erro && ultimo_erro_em ? `${ultimo_erro} (${clock(ultimo_erro_em)})` : 'Nenhum'}
        </Fact>
        {mqtt && (
          <Fact label="MQTT">
            {[ESTADOS_MQTT[mqtt.estado], mqtt.motivo, mqtt.url].filter(Boolean).join(' · ')}
          </Fact>
        )}
        {token_anterior_ate && (
          <Fact label="Token anterior">{`Aceito até ${clock(token_anterior_ate)}`}</Fact>
        )}
        <Fact label="Câmera">
          {camera ?? 'Não informada'}
          {mapeadas > 0 && ` (${number(mapeadas)} no mapa)`}
        </Fact>
        <Fact label="Sentido">
          {sentido.padrao ? ROTULOS_SENTIDO[sentido.padrao] : 'Não informado'}
        </Fact>
        <Fact label="Fuso">{fuso}</Fact>
        <Fact label="Confiança mínima">
          {confianca_minima === null ? 'Nenhuma' : number(confianca_minima)}
        </Fact>
        <Fact label="IPs permitidos">{ips.length > 0 ? ips.join(', ') : 'Qualquer um'}</Fact>
      </Facts>
    </Panel>
  );
}
