import {
  describeMotivo,
  type EstadoCamera,
  MOTIVOS_CAMERA,
  type MotivoCamera,
  type TipoCamera,
} from '@unipark/contract/camera';
import { isApiError, sentenceOf } from '../lib/wire/errors.ts';

/** What a tile shows. Only the page knows `congelado`: the server does not see the screen. */
export type CameraView =
  | { fase: 'conectando' }
  | { fase: 'ao_vivo' }
  /** No picture since then (ms). */
  | { fase: 'congelado'; desde: number }
  | {
      fase: 'offline';
      /** The reason, in one sentence. */
      aviso: string;
      /** Since when (ms), where known. */
      desde?: number | undefined;
      /** The time of the next try (ms), where known. */
      proxima?: number | undefined;
    };

export const CONECTANDO: CameraView = { fase: 'conectando' };
export const AO_VIVO: CameraView = { fase: 'ao_vivo' };

export const SEM_SERVIDOR = 'Sem conexão com o servidor.';
const SEM_IMAGEM = 'A câmera está sem imagem.';

/** After this time without a picture, while the server is sending, the picture is frozen. */
export const CONGELADO_MS = 3_000;

export type EstadoServidor = {
  estado: EstadoCamera;
  motivo: MotivoCamera | null;
  desde: string;
  tipo?: TipoCamera;
};

/** Only the operator ends these states, so the page does not watch the camera. */
const PARADAS: readonly (MotivoCamera | null)[] = ['disabled', 'not_configured', 'file_refused'];
export const isParada = ({ motivo }: EstadoServidor): boolean => PARADAS.includes(motivo);

export function getSituacaoOffline({ motivo, desde, tipo }: EstadoServidor): CameraView {
  const aviso = motivo ? describeMotivo(motivo, tipo) : SEM_IMAGEM;
  return { fase: 'offline', aviso, desde: Date.parse(desde) || undefined };
}

/** The state of a tile, from the server's state and from the time of the last picture (ms). */
export function getSituacao(
  servidor: EstadoServidor,
  ultimoQuadro: number | null,
  agora: number,
): CameraView {
  if (servidor.estado === 'offline') return getSituacaoOffline(servidor);
  if (servidor.estado === 'conectando' || ultimoQuadro === null) return CONECTANDO;
  if (agora - ultimoQuadro >= CONGELADO_MS) return { fase: 'congelado', desde: ultimoQuadro };
  return AO_VIVO;
}

const MOTIVO_DO_STATUS: Record<number, MotivoCamera> = {
  404: 'not_configured',
  429: 'server_busy',
};

const isMotivo = (codigo: string): codigo is MotivoCamera => codigo in MOTIVOS_CAMERA;

/** Why a request for a picture failed, in one sentence. */
export function describeFalha(error: unknown): string {
  if (!isApiError(error)) return SEM_IMAGEM;
  if (error.status === 0) return SEM_SERVIDOR;
  // The server's sentence is in the words of the camera's kind.
  if (isMotivo(error.codigo)) return sentenceOf(error) ?? MOTIVOS_CAMERA[error.codigo];
  const motivo = MOTIVO_DO_STATUS[error.status];
  return motivo ? MOTIVOS_CAMERA[motivo] : (sentenceOf(error) ?? SEM_IMAGEM);
}
