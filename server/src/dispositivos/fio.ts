/** A device's row in its wire form: without token, hashes and passwords. */
import type { Dispositivo, EstadoMqtt, SituacaoDispositivo } from '@unipark/contract/dispositivo';
import { nowIso } from '../platform/clock.ts';
import { addressOf } from './endereco.ts';
import { describeClock, readRelogios } from './relogio.ts';
import type { DispositivoRow, MovimentoHour } from './repo.ts';

export interface MqttConnection {
  estado: EstadoMqtt;
  motivo: string | null;
}

export interface Mqtt {
  url: string;
  usuario: string | null;
  topico: string;
}

export interface DispositivoSurroundings {
  horas: MovimentoHour[];
  quarentena: number;
  conexao: MqttConnection;
  /** Our own address, the base of the one for the device. */
  origem: string;
}

const clockFault = ({ desvios }: DispositivoRow) => describeClock(readRelogios(desvios));
export const mqttOf = ({ mqtt }: DispositivoRow): Mqtt | null =>
  mqtt === null ? null : JSON.parse(mqtt);

function situationOf(linha: DispositivoRow, { estado }: MqttConnection): SituacaoDispositivo {
  if (!linha.ativo) return 'inativo';
  const { ultima_leitura_em: leitura, ultimo_erro_em: erro } = linha;
  const falhou = erro !== null && (leitura === null || erro > leitura);
  if (falhou || estado === 'falha' || clockFault(linha)) return 'atencao';
  return leitura === null ? 'aguardando' : 'ativo';
}

/** The settings only, under the names of the wire: the content of an audit row. */
export const settingsOf = (linha: DispositivoRow) => ({
  nome: linha.nome,
  dialeto: linha.dialeto,
  camera: linha.camera,
  cameras: JSON.parse(linha.cameras) as Dispositivo['cameras'],
  sentido: JSON.parse(linha.sentido) as Dispositivo['sentido'],
  fuso: linha.fuso,
  confianca_minima: linha.confianca_minima,
  ips: JSON.parse(linha.ips) as string[],
  origens_imagem: JSON.parse(linha.origens_imagem) as string[],
  aceita_sem_placa: linha.aceita_sem_placa === 1,
  digest: linha.digest,
  caminho_raiz: linha.caminho_raiz === 1,
  mqtt: mqttOf(linha),
  ativo: linha.ativo === 1,
});

export function toWire(
  linha: DispositivoRow,
  { horas, quarentena, conexao, origem }: DispositivoSurroundings,
): Dispositivo {
  const mqtt = mqttOf(linha);
  const { id, visto_em, ultima_leitura_em, ultimo_erro, ultimo_erro_em, versao } = linha;
  const anterior = linha.token_anterior_hash === null ? null : linha.token_anterior_ate;
  return {
    ...{ id, visto_em, ultima_leitura_em, ultimo_erro, ultimo_erro_em, versao },
    ...settingsOf(linha),
    digest_pede_token: linha.digest !== 'nao' && linha.digest_segredo === null,
    mqtt: mqtt && { ...mqtt, tem_senha: linha.mqtt_senha !== null, ...conexao },
    endereco: addressOf(linha, origem, '***'),
    token_anterior_ate: anterior !== null && anterior > nowIso() ? anterior : null,
    por_hora: horas.map(({ dispositivo: _, ...hora }) => hora),
    situacao: situationOf(linha, conexao),
    relogio: clockFault(linha),
    quarentena,
  };
}
