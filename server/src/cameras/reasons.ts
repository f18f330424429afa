/** Why a camera shows no picture, in the words of the contract. */
import { MOTIVOS_CAMERA, type MotivoCamera } from '@unipark/contract/camera';

/** A try that ended before it began, and why. */
export class CameraFault extends Error {
  readonly motivo: MotivoCamera;

  constructor(motivo: MotivoCamera, options?: ErrorOptions) {
    super(motivo, options);
    this.motivo = motivo;
  }
}

/** The reason an unknown error carries; `closed` when it carries none. */
export function motivoOf(error: unknown): MotivoCamera {
  const motivo = error instanceof Object && 'motivo' in error ? error.motivo : error;
  return typeof motivo === 'string' && Object.hasOwn(MOTIVOS_CAMERA, motivo)
    ? (motivo as MotivoCamera)
    : 'closed';
}

/** What ffmpeg says on stderr, most telling first; its text never goes further than this. */
const PALAVRAS: [RegExp, MotivoCamera][] = [
  [/\b401\b|Unauthorized/i, 'auth_failed'],
  [/\b403\b|Forbidden/i, 'auth_failed'],
  [/\b404\b|not found/i, 'not_found'],
  [/Connection refused/i, 'refused'],
  [/\b461\b|Unsupported Transport/i, 'transport_unsupported'],
  [
    /codec not currently supported|Could not find tag for codec|no decoder found|Decoder .* not found/i,
    'codec_unsupported',
  ],
  [
    /timed? ?out|Failed to resolve|Name or service not known|No route to host|Network is unreachable|Host is unreachable/i,
    'unreachable',
  ],
];

/** Addresses are repeated there, and a path or password may look like a status. */
const ENDERECO = /\b[a-z]+:\/\/\S+/gi;

/** The reason in an engine's last words; `closed` when they name none we know. */
export function motivoOfStderr(texto: string): MotivoCamera {
  const palavras = texto.replace(ENDERECO, '');
  return PALAVRAS.find(([palavra]) => palavra.test(palavras))?.[1] ?? 'closed';
}
