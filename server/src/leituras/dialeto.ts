/** What an adapter is: one maker's messages in, readings out. Pure: no clock, no database. */
import type { NomeDialeto } from '@unipark/contract/dispositivo';
import type { PapelImagem } from '@unipark/contract/passagem';

/** One part of a multipart body, or the whole body as one part. */
export interface Parte {
  /** Field name of a form; '' where there is none. */
  nome: string;
  arquivo: string | null;
  /** Media type in lower case, without parameters. */
  tipo: string;
  bytes: Buffer;
}

/** A message as it arrived. */
export interface Mensagem {
  /** What follows the dialect (and the token) in the path, as '/NotificationInfo/TollgateInfo'. */
  caminho: string;
  tipo: string;
  partes: Parte[];
}

/** What the device's settings say that a message does not. */
export interface Contexto {
  /** IANA zone of times sent without one. */
  fuso: string;
  /** Full scale of confidences, once known (255); null while unknown. */
  escala: number | null;
}

/** A reading in the maker's words, its numbers already ours. */
export interface LeituraLida {
  eventoId: string | null;
  /** The maker's key of the camera. */
  camera: string | null;
  /** As sent; '' where no plate was read. */
  placa: string;
  confianca: number | null;
  candidatas: { placa: string; confianca: number | null }[];
  /** UTC; null when the message gives no usable time. */
  instante: Date | null;
  instanteDispositivo: string | null;
  /** The maker's word: 'forward', 'in', a degree, … the device's rule turns it into ours. */
  sentido: string | null;
  veiculo: { tipo?: string; marca?: string; modelo?: string; cor?: string } | null;
  caixa: { x: number; y: number; l: number; a: number } | null;
  imagens: { papel: PapelImagem; jpeg: Buffer }[];
  /** Pictures named by address: fetched only from hosts that the device allows. */
  enderecosImagem: { papel: PapelImagem; url: string }[];
  /** The device says that it sends this again, late. */
  retransmissao: boolean;
  /** Marked as a test by whoever sends it: shown, and left out of alarms and reports. */
  teste: boolean;
}

export type Resultado =
  | {
      tipo: 'leituras';
      leituras: LeituraLida[];
      /** The device's full scale of confidences, when this message shows it. */
      escala?: number;
    }
  /** Known, and not a reading: heartbeat, preview, another event. */
  | { tipo: 'ignorar'; motivo: string };

export interface Resposta {
  status: number;
  tipo: string;
  corpo: string;
}

export interface Dialeto {
  nome: NomeDialeto;
  /** A camera that sends again on anything but 200: what it sends ill is answered 200 and kept. */
  reenvia: boolean;
  /** @throws {Ilegivel} a message that cannot be understood */
  ler(mensagem: Mensagem, contexto: Contexto): Resultado;
  /** The answer that the sender expects once its message is safe. */
  resposta(mensagem: Mensagem): Resposta;
}

/** A message that cannot be understood: one Portuguese sentence, and the fields at fault. */
export class Ilegivel extends Error {
  readonly campos: Record<string, string>;

  constructor(motivo: string, campos: Record<string, string> = {}) {
    super(motivo);
    this.campos = campos;
  }

  /** The whole of it in one line, for whoever reads the quarantine: the fields with their sentences. */
  get completo(): string {
    const ditos = Object.entries(this.campos).map(([campo, frase]) => `${campo}: ${frase}`);
    return ditos.length > 1 ? `${this.message} ${ditos.join(' ')}` : this.message;
  }
}
