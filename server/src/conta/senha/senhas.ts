import { hash, verify } from '@node-rs/argon2';
import { createSemaphore } from '../../platform/gates.ts';

/** argon2id, 19 MiB, two passes: OWASP's minimum. `algorithm` 2 is argon2id. */
const CUSTO = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two at a time leave the other threads to the database and the gate. */
const SIMULTANEAS = 2;
const FILA = 32;

const inTurn = createSemaphore(SIMULTANEAS, FILA);

/** One spelling of a password for any composition of its accents. */
export const normalizeSenha = (senha: string): string => senha.normalize('NFC');

/** The hash to store. @throws 503 when too many requests wait */
export const hashSenha = (senha: string): Promise<string> =>
  inTurn(() => hash(normalizeSenha(senha), CUSTO));

let falso: Promise<string> | undefined;

/**
 * Whether the hash belongs to the password. Without a hash (unknown e-mail) it takes the same time
 * and answers false. @throws 503 when too many requests wait
 */
export async function verifySenha(cifrada: string | null, senha: string): Promise<boolean> {
  falso ??= hash('nenhuma conta tem esta senha', CUSTO);
  const alvo = cifrada ?? (await falso);
  const confere = await inTurn(() => verify(alvo, normalizeSenha(senha)).catch(() => false));
  return confere && cifrada !== null;
}
