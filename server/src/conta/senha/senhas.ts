import { hash, verify } from '@node-rs/argon2';
import { busy } from '../../platform/errors.ts';

/** argon2id, 19 MiB, two passes: OWASP's floor. `algorithm` 2 is argon2id. */
const CUSTO = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two at a time leave the other threads to the database and the gate. */
const SIMULTANEAS = 2;
const FILA = 32;

/** Runs at most `vagas` at once; up to `fila` wait, the rest hear 503 at once. */
export function createSemaphore(vagas: number, fila: number) {
  const espera: (() => void)[] = [];
  let livres = vagas;
  return async <T>(trabalho: () => Promise<T>): Promise<T> => {
    if (livres > 0) livres -= 1;
    else if (espera.length >= fila) throw busy();
    else await new Promise<void>((pronto) => espera.push(pronto));
    try {
      return await trabalho();
    } finally {
      const proximo = espera.shift();
      if (proximo) proximo();
      else livres += 1;
    }
  };
}

const inTurn = createSemaphore(SIMULTANEAS, FILA);

/** One spelling of a password, however the keyboard composed its accents. */
export const normalizeSenha = (senha: string): string => senha.normalize('NFC');

/** The hash to store. @throws 503 when too many wait already */
export const hashSenha = (senha: string): Promise<string> =>
  inTurn(() => hash(normalizeSenha(senha), CUSTO));

let falso: Promise<string> | undefined;

/**
 * Whether the password is the hash's. Without a hash (unknown e-mail) it takes the same time and
 * answers no. @throws 503 when too many wait already
 */
export async function verifySenha(cifrada: string | null, senha: string): Promise<boolean> {
  falso ??= hash('nenhuma conta tem esta senha', CUSTO);
  const alvo = cifrada ?? (await falso);
  const confere = await inTurn(() => verify(alvo, normalizeSenha(senha)).catch(() => false));
  return confere && cifrada !== null;
}
