/** An adapter: one maker's messages in, readings out. Pure: without clock and database. */
import type { NomeDialeto } from '@unipark/contract/dispositivo';
import type { PapelImagem } from '@unipark/contract/passagem';
import type { FotoLida } from '../passagens/leitura.ts';

/** One part of a multipart body, or the whole body as one part. */
export interface MessagePart {
  /** Field name of a form; '' when there is none. */
  nome: string;
  arquivo: string | null;
  /** Media type in lower case, without parameters. */
  tipo: string;
  bytes: Buffer;
}

export interface DeviceMessage {
  /** The path after the dialect (and the token), such as '/NotificationInfo/TollgateInfo'. */
  caminho: string;
  tipo: string;
  partes: MessagePart[];
}

/** Settings of the device that a message does not contain. */
export interface DeviceContext {
  /** IANA zone of times sent without one. */
  fuso: string;
  /** Full scale of confidences, such as 255; null while unknown. */
  escala: number | null;
}

/** A reading in the maker's words, with numbers in our scale. */
export interface LeituraLida {
  eventoId: string | null;
  /** The maker's key of the camera. */
  camera: string | null;
  /** As sent; '' when no plate was read. */
  placa: string;
  confianca: number | null;
  candidatas: { placa: string; confianca: number | null }[];
  /** UTC; null when the message gives no usable time. */
  instante: Date | null;
  instanteDispositivo: string | null;
  /** The maker's word: 'forward', 'in', a degree, …; the device's rule translates it. */
  sentido: string | null;
  veiculo: { tipo?: string; marca?: string; modelo?: string; cor?: string } | null;
  caixa: { x: number; y: number; l: number; a: number } | null;
  imagens: FotoLida[];
  /** Pictures named by address: fetched only from hosts that the device allows. */
  enderecosImagem: { papel: PapelImagem; url: string }[];
  /** The message says that it updates an earlier one of its event. */
  atualiza: boolean;
  /** The device says that it sends this reading again, late. */
  retransmissao: boolean;
  /** The sender marks it as a test: shown, without alarms and reports. */
  teste: boolean;
}

export type DialetoResult =
  | {
      tipo: 'leituras';
      leituras: LeituraLida[];
      /** The device's full scale of confidences, when this message reveals it. */
      escala?: number;
    }
  /** A known message that is not a reading: heartbeat, preview, another event. */
  | { tipo: 'ignorar'; motivo: string };

export interface DeviceAnswer {
  status: number;
  tipo: string;
  corpo: string;
}

export interface Dialeto {
  nome: NomeDialeto;
  /** The camera repeats until it gets 200: an invalid message is answered 200 and kept. */
  reenvia: boolean;
  /** @throws {Ilegivel} a message that cannot be read */
  read(mensagem: DeviceMessage, contexto: DeviceContext): DialetoResult;
  /** The answer that the sender expects after its message was stored. */
  answer(mensagem: DeviceMessage): DeviceAnswer;
}

/** A message that cannot be read: one Portuguese sentence, and the wrong fields. */
export class Ilegivel extends Error {
  readonly campos: Record<string, string>;

  constructor(motivo: string, campos: Record<string, string> = {}) {
    super(motivo);
    this.campos = campos;
  }

  /** All of it in one line for the quarantine: the fields with their sentences. */
  get completo(): string {
    const ditos = Object.entries(this.campos).map(([campo, frase]) => `${campo}: ${frase}`);
    return ditos.length > 1 ? `${this.message} ${ditos.join(' ')}` : this.message;
  }
}
