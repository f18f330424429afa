/** Whoever sends readings: a plate camera, or a program that recognises plates. */
import * as z from 'zod/mini';

/** The makers' ways of telling a reading, one adapter each. */
export const DIALETOS = {
  unipark: 'UNIPARK (JSON)',
  platerecognizer: 'Plate Recognizer',
  parkpow: 'ParkPow',
  openalpr: 'OpenALPR / Rekor',
  frigate: 'Frigate',
  hikvision: 'Hikvision (ISAPI)',
  itsapi: 'Dahua / Intelbras (ITSAPI)',
  unifi: 'UniFi Protect',
  verkada: 'Verkada',
  axis: 'Axis',
} as const;
export type NomeDialeto = keyof typeof DIALETOS;
export const NOMES_DIALETO = Object.keys(DIALETOS) as [NomeDialeto, ...NomeDialeto[]];

/** HTTP Digest of a device: off, on, or accepted without a nonce (some Dahua firmwares). */
export const MODOS_DIGEST = ['nao', 'sim', 'sem_nonce'] as const;
export const ModoDigest = z.enum(MODOS_DIGEST, { error: 'Digest: use nao, sim ou sem_nonce.' });
export type ModoDigest = z.infer<typeof ModoDigest>;
