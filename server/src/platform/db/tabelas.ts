/**
 * The tables in TypeScript: one interface a table, one line a column. A table of one repo alone is
 * declared in that repo, beside its SQL (`cameras/repo.ts`).
 */

import type { TipoAlerta } from '@unipark/contract/alerta';
import type { ModoDigest, NomeDialeto } from '@unipark/contract/dispositivo';
import type { Nivel, Sentido } from '@unipark/contract/passagem';
import type { SemAlerta } from '@unipark/contract/semAlerta';
import type { Veiculo } from '@unipark/contract/veiculo';
import type { Generated } from 'kysely';
import type { TabelasDaConta } from './tabelasConta.ts';
import type { TabelasDeContagem } from './tabelasContagem.ts';
import type { TabelasDaFipe } from './tabelasFipe.ts';
import type { TabelasDaImportacao } from './tabelasImportacao.ts';
import type { TabelasDoLote } from './tabelasLote.ts';
import type { TabelasDoVisitante } from './tabelasVisitante.ts';

interface VersionedRow {
  id: Generated<number>;
  versao: number;
  criado_em: string;
  atualizado_em: string;
  /** Folded words of the record, a space before each: the text for searches. */
  busca: string;
}

export interface TabelaProprietarios extends VersionedRow {
  matricula: string;
  nome: string;
  email: string | null;
  telefone: string | null;
  nome_ordem: string;
}

/** The fields of the contract, each in a column of its name, and computed columns. */
export interface TabelaVeiculos extends VersionedRow, Omit<Veiculo, 'versao'> {
  chave: string;
  modelo_ordem: string;
  cor_ordem: string;
  status_ordem: string;
  busca_propria: string;
  /** Why it is PROIBIDO, when known. */
  motivo: string | null;
  /** 1 when the owner was told that the permission ends, or has no address. */
  validade_avisada: Generated<number>;
}

/** A piece of long work (`platform/jobs`): requested, worked on by one process at a time, ended. */
export interface TabelaTrabalhos {
  id: Generated<number>;
  tipo: string;
  /** One row of a group is open at a time. */
  grupo: string;
  /** JSON, in the shape of its kind. */
  parametros: string;
  /** The `Autor` of the request, as JSON. */
  autor: string;
  situacao: 'espera' | 'rodando' | 'feito' | 'falhou' | 'cancelado';
  /** The process that works on it. */
  dono: string | null;
  /** Last heartbeat; after a minute of silence another process may take it. */
  vivo_em: string;
  /** How many times its process died. */
  quedas: number;
  feitos: number;
  total: number | null;
  /** JSON, in the shape of its kind. */
  resultado: string | null;
  criado_em: string;
  terminado_em: string | null;
}

export interface TabelaPassagens {
  id: Generated<number>;
  placa: string;
  chave: string;
  leitura_id: number | null;
  camera: string | null;
  sentido: Sentido | null;
  instante: string;
  ultima_leitura_em: string;
  recebido_em: string;
  /** Status and model at that time; the live list reads the register. */
  status: string;
  modelo: string | null;
  na_lista: number;
  teste: number;
  ciente_por: string | null;
  ciente_em: string | null;
  /** The plate as it was read, when a correction replaced it. */
  placa_lida: string | null;
  /** Step of the matching ladder that gave the match. */
  nivel: Nivel;
  /** JSON: probable plates for a person to choose from. */
  sugestoes: string | null;
  alerta: TipoAlerta | null;
  alertado_em: string | null;
  /** Why a passage that means a PROIBIDO raised no alarm. */
  sem_alerta: SemAlerta | null;
  corrigida_por: string | null;
  /** The account that registered it at the gate screen; null for a device or a program. */
  registrada_por: string | null;
  /** 1 when that person saw why it alarms: its own act is no alarm to it. */
  conferida: Generated<number>;
  corrigida_em: string | null;
  /** Arrived long after it happened: only in the history. */
  atrasada: number;
  dispositivo: string | null;
  /** Plate and twin, folded: the text for the history's search. */
  busca: string;
  /** The last day on which retention leaves it, and why. */
  reter_ate: string | null;
  reter_motivo: string | null;
  versao: number;
}

export interface TabelaLeituras {
  id: Generated<number>;
  passagem_id: number;
  dispositivo: string | null;
  dialeto: string;
  evento_id: string | null;
  camera: string | null;
  placa_lida: string;
  placa: string | null;
  chave: string | null;
  confianca: number | null;
  candidatas: string | null;
  instante: string;
  instante_dispositivo: string | null;
  recebido_em: string;
  sentido: Sentido | null;
  veiculo: string | null;
  caixa: string | null;
  casamento: string;
  atrasada: number;
  /** The account of a registration at the gate screen. */
  registrada_por: string | null;
  /** The body without pictures and secrets: for support, a few days. */
  bruto: string | null;
}

export interface TabelaDispositivos {
  id: string;
  nome: string;
  dialeto: NomeDialeto;
  /** Our camera for readings whose camera the map below does not name. */
  camera: string | null;
  /** JSON: the maker's camera key → our camera. */
  cameras: string;
  /** JSON: how the maker's direction is read (`RegraSentido`). */
  sentido: string;
  fuso: string;
  confianca_minima: number | null;
  /** JSON: allowed sender addresses and ranges; empty allows all. */
  ips: string;
  /** JSON: hosts from which pictures may be fetched. */
  origens_imagem: string;
  aceita_sem_placa: number;
  digest: ModoDigest;
  /** The password of Digest, encrypted. */
  digest_segredo: string | null;
  /** Also accepts POST /NotificationInfo/…, for cameras that cannot set a path. */
  caminho_raiz: number;
  token_hash: string;
  token_anterior_hash: string | null;
  token_anterior_ate: string | null;
  /** JSON: broker's address, user and topic. */
  mqtt: string | null;
  mqtt_senha: string | null;
  ativo: number;
  visto_em: string | null;
  ultima_leitura_em: string | null;
  ultimo_erro: string | null;
  ultimo_erro_em: string | null;
  /** Full scale of its confidences, when known (255 for some). */
  escala: number | null;
  /** JSON: the clocks of its cameras (`CameraClocks`). */
  desvios: string;
  versao: number;
  criado_em: string;
  atualizado_em: string;
}

export interface TabelaQuarentena {
  id: Generated<number>;
  dispositivo: string;
  dialeto: string;
  motivo: string;
  tipo_conteudo: string | null;
  tamanho: number;
  corpo: string;
  recebido_em: string;
}

export interface TabelaImagens {
  id: Generated<number>;
  leitura_id: number;
  papel: string;
  /** Empty when the picture is in a file. */
  jpeg: Uint8Array;
  /** The file's name in the folder of pictures; null when the bytes are here. */
  arquivo: string | null;
  criado_em: string;
}

export interface TabelaEventos {
  id: Generated<number>;
  tipo: string;
  dados: string;
  criado_em: string;
}

export interface TabelaAuditoria {
  id: Generated<number>;
  quando: string;
  quem: string | null;
  endereco: string | null;
  pedido: string | null;
  acao: string;
  entidade: string;
  chave: string;
  motivo: string | null;
  detalhe_hash: string | null;
  hash: string;
  /** Which columns are hashed (`chain.ts`). */
  forma: number;
  /** Of the digest of `chave` and `motivo`; null in a row that has none, and in an erased one. */
  sal: string | null;
  chave_hash: string | null;
  /** 1: its key, reason and detail were erased. */
  apagada: number;
}

/** A browser that is called when an alarm is raised. */
export interface TabelaAparelhos {
  /** SHA-256 of the endpoint. */
  id: string;
  conta: string;
  /** The session that subscribed: its end removes the row, its expiry does not. */
  sid: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  agente: string | null;
  silencio_de: string | null;
  silencio_ate: string | null;
  criado_em: string;
  visto_em: string;
  enviado_em: string | null;
  /** Failures of its service in a row. */
  falhas: number;
  pausado_ate: string | null;
}

export interface Tabelas
  extends TabelasDaConta,
    TabelasDeContagem,
    TabelasDaFipe,
    TabelasDaImportacao,
    TabelasDoLote,
    TabelasDoVisitante {
  proprietarios: TabelaProprietarios;
  veiculos: TabelaVeiculos;
  passagens: TabelaPassagens;
  leituras: TabelaLeituras;
  imagens: TabelaImagens;
  eventos: TabelaEventos;
  auditoria: TabelaAuditoria;
  auditoria_detalhes: { auditoria_id: number; sal: string; detalhe: string };
  auditoria_cabeca: {
    id: number;
    hash: string;
    /** The last row that retention took, its hash, how many were taken in all, and its instant. */
    cortada_ate: Generated<number>;
    cortada_hash: Generated<string>;
    cortadas: Generated<number>;
    cortada_em: string | null;
  };
  dispositivos: TabelaDispositivos;
  dispositivo_horas: {
    dispositivo: string;
    hora: string;
    leituras: number;
    ignoradas: number;
    recusadas: number;
  };
  quarentena: TabelaQuarentena;
  idempotencia: {
    autor: string;
    rota: string;
    chave: string;
    corpo_hash: string;
    status: number;
    resposta: string;
    criado_em: string;
  };
  trabalhos: TabelaTrabalhos;
  ajustes: { nome: string; valor: string };
  aparelhos: TabelaAparelhos;
}
