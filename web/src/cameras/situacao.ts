import { type EstadoCamera, MOTIVOS_CAMERA, type MotivoCamera } from '@unipark/contract/camera';
import { isApiError, sentenceOf } from '../lib/errors.ts';

/** What a camera's place shows. `congelado` is ours: the server cannot see the screen. */
export type Situacao =
  | { fase: 'conectando' }
  | { fase: 'ao_vivo' }
  /** No picture was presented since then (ms). */
  | { fase: 'congelado'; desde: number }
  | {
      fase: 'offline';
      /** Why, in one sentence. */
      aviso: string;
      /** Since when (ms), where it is known. */
      desde?: number | undefined;
      /** When the next try is (ms), where it is known. */
      proxima?: number | undefined;
    };

export const CONECTANDO: Situacao = { fase: 'conectando' };
export const AO_VIVO: Situacao = { fase: 'ao_vivo' };

export const SEM_SERVIDOR = 'Sem conexão com o servidor.';
const SEM_IMAGEM = 'A câmera está sem imagem.';

/** This long without a picture, while the server says it sends: frozen. */
export const CONGELADO_MS = 3_000;

/** What the server tells of a camera. */
export type EstadoServidor = { estado: EstadoCamera; motivo: MotivoCamera | null; desde: string };

/** These end by the operator's hand alone: nobody watches meanwhile. */
const PARADAS: readonly (MotivoCamera | null)[] = ['disabled', 'not_configured'];
export const estaParada = ({ motivo }: EstadoServidor): boolean => PARADAS.includes(motivo);

export function situacaoOffline({ motivo, desde }: EstadoServidor): Situacao {
  const aviso = motivo ? MOTIVOS_CAMERA[motivo] : SEM_IMAGEM;
  return { fase: 'offline', aviso, desde: Date.parse(desde) || undefined };
}

/** The server's word, and when this page last presented a picture of the stream (ms). */
export function situacaoDe(
  servidor: EstadoServidor,
  ultimoQuadro: number | null,
  agora: number,
): Situacao {
  if (servidor.estado === 'offline') return situacaoOffline(servidor);
  if (servidor.estado === 'conectando' || ultimoQuadro === null) return CONECTANDO;
  if (agora - ultimoQuadro >= CONGELADO_MS) return { fase: 'congelado', desde: ultimoQuadro };
  return AO_VIVO;
}

const MOTIVO_DO_STATUS: Record<number, MotivoCamera> = {
  404: 'not_configured',
  429: 'server_busy',
};

const ehMotivo = (codigo: string): codigo is MotivoCamera => codigo in MOTIVOS_CAMERA;

/** Why a request for a picture failed, in one sentence. */
export function avisoDe(error: unknown): string {
  if (!isApiError(error)) return SEM_IMAGEM;
  if (error.status === 0) return SEM_SERVIDOR;
  if (ehMotivo(error.codigo)) return MOTIVOS_CAMERA[error.codigo];
  const motivo = MOTIVO_DO_STATUS[error.status];
  return motivo ? MOTIVOS_CAMERA[motivo] : (sentenceOf(error) ?? SEM_IMAGEM);
}
