/** Why a camera shows no picture, in the words of the contract. */
import { MOTIVOS_CAMERA, type MotivoCamera } from '@unipark/contract/camera';

/** A try that failed before its start, with the reason. */
export class CameraFault extends Error {
  readonly motivo: MotivoCamera;

  constructor(motivo: MotivoCamera, options?: ErrorOptions) {
    super(motivo, options);
    this.motivo = motivo;
  }
}

/** The reason of an unknown error; `closed` when it has none. */
export function toMotivo(error: unknown): MotivoCamera {
  const motivo = error instanceof Object && 'motivo' in error ? error.motivo : error;
  return typeof motivo === 'string' && Object.hasOwn(MOTIVOS_CAMERA, motivo)
    ? (motivo as MotivoCamera)
    : 'closed';
}

/** The most specific first; only the reason is kept, never the text. */
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

/** stderr repeats addresses, and a path or password in them may look like a status code. */
const ENDERECO = /\b[a-z]+:\/\/\S+/gi;

/** The reason in the end of an engine's stderr; `closed` when no pattern matches. */
export function parseStderr(texto: string): MotivoCamera {
  const palavras = texto.replace(ENDERECO, '');
  return PALAVRAS.find(([palavra]) => palavra.test(palavras))?.[1] ?? 'closed';
}
