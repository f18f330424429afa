/**
 * Passwords of tests cost a hundredth: thousands of accounts are made for what is not about their
 * passwords. The stored hash names its own cost, so that `verify` needs no change.
 */
import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');

const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2');
/** Of the worker: its files share the library, and each runs this file anew. */
const custo = argon2 as Argon2 & { hashDoTeste?: { inteiro: boolean } };

function makeCheap(): { inteiro: boolean } {
  const { hash } = argon2;
  const estado = { inteiro: false };
  argon2.hash = (senha, opcoes, ...resto) =>
    hash(senha, estado.inteiro ? opcoes : { ...opcoes, memoryCost: 256, timeCost: 1 }, ...resto);
  return estado;
}

custo.hashDoTeste ??= makeCheap();
const estado = custo.hashDoTeste;

/** Runs `work` with the product's own cost. */
export async function atFullCost<T>(work: () => Promise<T>): Promise<T> {
  estado.inteiro = true;
  try {
    return await work();
  } finally {
    estado.inteiro = false;
  }
}
