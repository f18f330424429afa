/** From an administrator's input to the columns of a device. */
import {
  type EdicaoDispositivo,
  FUSO_PADRAO,
  type NovoDispositivo,
  TOPICO_PADRAO,
} from '@unipark/contract/dispositivo';
import { invalid } from '../platform/errors.ts';
import type { Cofre } from '../platform/secret.ts';
import { mqttOf } from './fio.ts';
import type { DispositivoRow } from './repo.ts';

type AjusteColumns = Pick<
  DispositivoRow,
  | 'nome'
  | 'camera'
  | 'cameras'
  | 'sentido'
  | 'fuso'
  | 'confianca_minima'
  | 'ips'
  | 'origens_imagem'
  | 'aceita_sem_placa'
  | 'digest'
  | 'caminho_raiz'
  | 'mqtt'
  | 'mqtt_senha'
  | 'ativo'
>;

/** The owner's name under which a broker's password is encrypted. */
export const mqttOwner = (id: string): string => `mqtt:${id}`;

/** A new device: only its name and dialect are given. */
export const PADRAO: Omit<AjusteColumns, 'nome'> = {
  camera: null,
  cameras: '{}',
  sentido: JSON.stringify({ padrao: null, palavras: {} }),
  fuso: FUSO_PADRAO,
  confianca_minima: null,
  ips: '[]',
  origens_imagem: '[]',
  aceita_sem_placa: 0,
  digest: 'nao',
  caminho_raiz: 0,
  mqtt: null,
  mqtt_senha: null,
  ativo: 1,
};

/** A value in its column's form: 0 or 1 for a boolean, JSON for a list or a map. */
function toColumn(valor: unknown): unknown {
  if (typeof valor === 'boolean') return Number(valor);
  return typeof valor === 'object' && valor !== null ? JSON.stringify(valor) : valor;
}

/** The broker's columns. A password is kept only while address and user stay the same. */
function mqttColumns(antes: DispositivoRow, mqtt: EdicaoDispositivo['mqtt'], cofre: Cofre) {
  if (mqtt === undefined) return {};
  if (mqtt === null) return { mqtt: null, mqtt_senha: null };
  const { url, usuario = null, topico = TOPICO_PADRAO, senha } = mqtt;
  const anterior = mqttOf(antes);
  const mesmo = anterior?.url === url && anterior.usuario === usuario;
  const guardada = mesmo ? antes.mqtt_senha : null;
  const nova = senha ? cofre.seal(mqttOwner(antes.id), senha) : null;
  return {
    mqtt: JSON.stringify({ url, usuario, topico }),
    mqtt_senha: senha === undefined ? guardada : nova,
  };
}

/** The columns that an edit changes; absent fields stay. */
export function toColumns(
  antes: DispositivoRow,
  { mqtt, ...campos }: EdicaoDispositivo | NovoDispositivo,
  cofre: Cofre,
): Partial<AjusteColumns> {
  const presentes = Object.entries(campos).filter(([, valor]) => valor !== undefined);
  return {
    ...Object.fromEntries(presentes.map(([coluna, valor]) => [coluna, toColumn(valor)])),
    ...mqttColumns(antes, mqtt, cofre),
  };
}

/** @throws {Problem} 400 for settings that contradict each other */
export function checkTogether(linha: DispositivoRow): void {
  const campos: Record<string, string> = {};
  if (linha.mqtt !== null && linha.dialeto !== 'frigate') {
    campos.mqtt = 'MQTT: só dispositivos Frigate são lidos por MQTT.';
  }
  if (linha.caminho_raiz && linha.dialeto !== 'itsapi') {
    campos.caminho_raiz = 'Caminho na raiz: só para Dahua / Intelbras.';
  } else if (linha.caminho_raiz && linha.digest === 'nao' && linha.ips === '[]') {
    campos.caminho_raiz = 'Caminho na raiz: marque Digest ou informe os IPs permitidos.';
  }
  if (Object.keys(campos).length > 0) throw invalid(campos);
}
