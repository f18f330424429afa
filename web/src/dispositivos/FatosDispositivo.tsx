import type { Dispositivo, EstadoMqtt } from '@unipark/contract/dispositivo';
import { clock, number } from '../lib/format.ts';
import { Fact } from '../ui/Fact.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Panel } from '../ui/Panel.tsx';

const ESTADOS_MQTT: Record<EstadoMqtt, string> = {
  desligado: 'Desligado',
  conectando: 'Conectando…',
  conectado: 'Conectado',
  falha: 'Sem conexão',
};
const SENTIDOS = { entrada: 'Entrada', saida: 'Saída' } as const;

/** How it stands and how it is set. */
export function FatosDispositivo({ dispositivo }: { dispositivo: Dispositivo }) {
  const { vistoEm, ultimaLeituraEm, ultimoErro, ultimoErroEm, tokenAnteriorAte, mqtt } =
    dispositivo;
  const { camera, cameras, sentido, fuso, confiancaMinima, ips } = dispositivo;
  const mapeadas = Object.keys(cameras).length;
  return (
    <Panel title="Situação">
      <Facts>
        <Fact label="Última leitura">{ultimaLeituraEm ? clock(ultimaLeituraEm) : 'Nenhuma'}</Fact>
        <Fact label="Visto em">{vistoEm ? clock(vistoEm) : 'Nunca'}</Fact>
        <Fact label="Último erro">
          {ultimoErro && ultimoErroEm ? `${ultimoErro} (${clock(ultimoErroEm)})` : 'Nenhum'}
        </Fact>
        {mqtt && (
          <Fact label="MQTT">
            {[ESTADOS_MQTT[mqtt.estado], mqtt.motivo, mqtt.url].filter(Boolean).join(' · ')}
          </Fact>
        )}
        {tokenAnteriorAte && (
          <Fact label="Token anterior">{`Aceito até ${clock(tokenAnteriorAte)}`}</Fact>
        )}
        <Fact label="Câmera">
          {camera ?? 'Não informada'}
          {mapeadas > 0 && ` (${number(mapeadas)} no mapa)`}
        </Fact>
        <Fact label="Sentido">{sentido.padrao ? SENTIDOS[sentido.padrao] : 'Não informado'}</Fact>
        <Fact label="Fuso">{fuso}</Fact>
        <Fact label="Confiança mínima">
          {confiancaMinima === null ? 'Nenhuma' : number(confiancaMinima)}
        </Fact>
        <Fact label="IPs permitidos">{ips.length > 0 ? ips.join(', ') : 'Qualquer um'}</Fact>
      </Facts>
    </Panel>
  );
}
