/** From what an administrator sends to the columns that keep it. */
import {
  type EdicaoDispositivo,
  FUSO_PADRAO,
  type NovoDispositivo,
  TOPICO_PADRAO,
} from '@unipark/contract/dispositivo';
import { invalid } from '../platform/errors.ts';
import type { Cofre } from '../platform/secret.ts';
import { mqttOf } from './fio.ts';
import type { Linha } from './repo.ts';

type Colunas = Pick<
  Linha,
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

/** The owner's name under which a broker's password is sealed. */
export const mqttOwner = (id: string): string => `mqtt:${id}`;

/** A device of which only name and dialect are known yet. */
export const PADRAO: Omit<Colunas, 'nome'> = {
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

const json = (valor: unknown): string | undefined =>
  valor === undefined ? undefined : JSON.stringify(valor);
const numero = (valor: boolean | undefined): number | undefined =>
  valor === undefined ? undefined : Number(valor);

/** The broker's columns. A password belongs to the address and user that it was given for. */
function mqttColumns(antes: Linha, mqtt: EdicaoDispositivo['mqtt'], cofre: Cofre) {
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

/** What an edit changes; absent fields stay. */
export function toColumns(
  antes: Linha,
  campos: EdicaoDispositivo | NovoDispositivo,
  cofre: Cofre,
): Partial<Colunas> {
  const colunas = {
    nome: campos.nome,
    camera: campos.camera,
    cameras: json(campos.cameras),
    sentido: json(campos.sentido),
    fuso: campos.fuso,
    confianca_minima: campos.confiancaMinima,
    ips: json(campos.ips),
    origens_imagem: json(campos.origensImagem),
    aceita_sem_placa: numero(campos.aceitaSemPlaca),
    digest: campos.digest,
    caminho_raiz: numero(campos.caminhoRaiz),
    ativo: numero(campos.ativo),
    ...mqttColumns(antes, campos.mqtt, cofre),
  };
  return Object.fromEntries(Object.entries(colunas).filter(([, valor]) => valor !== undefined));
}

/** @throws {Problem} 400 for settings that do not go together */
export function checkTogether(linha: Linha): void {
  const campos: Record<string, string> = {};
  if (linha.mqtt !== null && linha.dialeto !== 'frigate') {
    campos.mqtt = 'MQTT: só dispositivos Frigate são lidos por MQTT.';
  }
  if (linha.caminho_raiz && linha.dialeto !== 'itsapi') {
    campos.caminhoRaiz = 'Caminho na raiz: só para Dahua / Intelbras.';
  } else if (linha.caminho_raiz && linha.digest === 'nao' && linha.ips === '[]') {
    campos.caminhoRaiz = 'Caminho na raiz: marque Digest ou informe os IPs permitidos.';
  }
  if (Object.keys(campos).length > 0) throw invalid(campos);
}
