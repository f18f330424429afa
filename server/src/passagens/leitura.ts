import type { NomeDialeto } from '@unipark/contract/dispositivo';
import type { PapelImagem, Sentido } from '@unipark/contract/passagem';

/** A picture of a reading. */
export interface FotoLida {
  papel: PapelImagem;
  /** Empty when it is in a file. */
  jpeg: Buffer;
  /** Its file in the folder of pictures. */
  arquivo?: string | undefined;
}

/** One plate at one instant, from any source, ready for the match. */
export interface Leitura {
  /** The device that sent it; null for a person or a signed-in program. */
  dispositivo: string | null;
  dialeto: NomeDialeto;
  /** The maker's id of the event; an equal id is the same event. */
  eventoId: string | null;
  /** Our camera id. */
  camera: string | null;
  placaLida: string;
  /** Normalised; '' when no plate was read. */
  placa: string;
  /** 0 to 1. */
  confianca: number | null;
  candidatas: { placa: string; confianca: number | null }[];
  /** UTC, ISO 8601: the time used everywhere. */
  instante: string;
  instanteDispositivo: string | null;
  sentido: Sentido | null;
  /** As the camera saw it: shown beside the register's data, never stored as such data. */
  veiculo: { tipo?: string; marca?: string; modelo?: string; cor?: string } | null;
  /** The plate in the picture, as fractions 0 to 1. */
  caixa: { x: number; y: number; l: number; a: number } | null;
  imagens: FotoLida[];
  /** More than a minute late: only in the history, without sound, not on the live list. */
  atrasada: boolean;
  /** Below the minimum confidence of its device: only in the history. */
  fraca: boolean;
  /** An update of its event: the maker's last word. */
  atualiza: boolean;
  teste: boolean;
  /** From the gate screen: whether it showed why the passage alarms. */
  conferida?: boolean;
  /** The body without pictures and secrets. */
  bruto: string | null;
}
