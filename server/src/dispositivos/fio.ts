/** A device's row as it travels: never its token, hashes or passwords. */
import type { Dispositivo, EstadoMqtt, SituacaoDispositivo } from '@unipark/contract/dispositivo';
import { addressOf } from './endereco.ts';
import { describeClock } from './relogio.ts';
import type { Hora, Linha } from './repo.ts';

/** How a device's connection to its broker stands. */
export interface Conexao {
  estado: EstadoMqtt;
  motivo: string | null;
}

export interface Mqtt {
  url: string;
  usuario: string | null;
  topico: string;
}

/** What stands beside the row. */
export interface Contorno {
  horas: Hora[];
  quarentena: number;
  conexao: Conexao;
  /** Our own address, for the one that is pasted into the device. */
  origem: string;
}

export const samplesOf = ({ desvios }: Linha): number[] => JSON.parse(desvios);
export const mqttOf = ({ mqtt }: Linha): Mqtt | null => (mqtt === null ? null : JSON.parse(mqtt));

function situationOf(linha: Linha, { estado }: Conexao): SituacaoDispositivo {
  if (!linha.ativo) return 'inativo';
  const { ultima_leitura_em: leitura, ultimo_erro_em: erro } = linha;
  const falhou = erro !== null && (leitura === null || erro > leitura);
  if (falhou || estado === 'falha' || describeClock(samplesOf(linha))) return 'atencao';
  return leitura === null ? 'aguardando' : 'ativo';
}

/** The settings alone: what an audit row keeps. */
export function settingsOf(linha: Linha) {
  return {
    nome: linha.nome,
    dialeto: linha.dialeto,
    camera: linha.camera,
    cameras: JSON.parse(linha.cameras) as Dispositivo['cameras'],
    sentido: JSON.parse(linha.sentido) as Dispositivo['sentido'],
    fuso: linha.fuso,
    confiancaMinima: linha.confianca_minima,
    ips: JSON.parse(linha.ips) as string[],
    origensImagem: JSON.parse(linha.origens_imagem) as string[],
    aceitaSemPlaca: linha.aceita_sem_placa === 1,
    digest: linha.digest,
    caminhoRaiz: linha.caminho_raiz === 1,
    mqtt: mqttOf(linha),
    ativo: linha.ativo === 1,
  };
}

/** The device as the wire knows it. */
export function toWire(
  linha: Linha,
  { horas, quarentena, conexao, origem }: Contorno,
): Dispositivo {
  const mqtt = mqttOf(linha);
  const anterior = linha.token_anterior_hash === null ? null : linha.token_anterior_ate;
  return {
    id: linha.id,
    ...settingsOf(linha),
    digestPedeToken: linha.digest !== 'nao' && linha.digest_segredo === null,
    mqtt: mqtt && { ...mqtt, temSenha: linha.mqtt_senha !== null, ...conexao },
    endereco: addressOf(linha, origem, '***'),
    tokenAnteriorAte: anterior !== null && anterior > new Date().toISOString() ? anterior : null,
    vistoEm: linha.visto_em,
    ultimaLeituraEm: linha.ultima_leitura_em,
    ultimoErro: linha.ultimo_erro,
    ultimoErroEm: linha.ultimo_erro_em,
    porHora: horas.map(({ dispositivo: _, ...hora }) => hora),
    situacao: situationOf(linha, conexao),
    relogio: describeClock(samplesOf(linha)),
    quarentena,
    versao: linha.versao,
  };
}
