/** Who is asking: the platform's guard, the event streams and our own routes stand on this. */
import { randomUUID } from 'node:crypto';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { afterCommit, type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { settleSetting } from '../platform/db/settings.ts';
import type { ContaSessao, Identidade } from '../platform/guard.ts';
import { readSegredo } from '../platform/secret.ts';
import { type Auth, createAuth, LIFETIME_MS } from './auth.ts';
import type { TokensFirebase } from './firebase/tokens.ts';
import { prepareFindSessao, pruneConta, removeChaves, type Sessao } from './repo.ts';
import { findFatores } from './segundoFator/repo.ts';
import { createTokens, type Tokens } from './tokens.ts';

interface IdentidadeDeps {
  db: Banco;
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'mfaAdmin'>;
  log?: FastifyBaseLogger;
}

/** The local provider: what the platform needs of it, and what our own routes need. */
export interface IdentidadeLocal extends Identidade {
  auth: Auth;
  tokens: Tokens;
  segredo: string;
  /** Reads the tokens of an outside provider; absent where the accounts are our own. */
  externo?: TokensFirebase;
  /** Tells whoever listens, once `trx` is on disk, that these sessions are over. */
  announceEnd(trx: Transacao, sids: string[]): void;
  /** Forgets what is over: sessions, old counters. For the hourly housekeeping. */
  prune(): Promise<void>;
}

/** Issuer and audience, made at first start and the same ever since. */
const readEmissor = (db: Banco) =>
  inTransaction(db, async (trx) => ({
    issuer: await settleSetting(trx, 'identidade.emissor', `urn:uuid:${randomUUID()}`),
    audience: await settleSetting(trx, 'identidade.publico', `unipark-api:${randomUUID()}`),
  }));

/** A key that the secret no longer opens (a lost or restored secret) makes room for a new one. */
async function ensureKey(db: Banco, auth: Auth, tokens: Tokens): Promise<void> {
  await auth.api.getJwks();
  try {
    await tokens.issue('-', '-');
  } catch (error) {
    if (!/decrypt/i.test(String(error))) throw error;
    await removeChaves(db);
    await auth.api.getJwks();
  }
}

function isAlive<S extends Sessao>(sessao: S | undefined, agora = Date.now()): sessao is S {
  return (
    sessao !== undefined &&
    sessao.desabilitadoEm === null &&
    sessao.pendencia === null &&
    Date.parse(sessao.expiresAt) > agora &&
    Date.parse(sessao.createdAt) + LIFETIME_MS > agora
  );
}

/**
 * Opens the local identity provider on a migrated database. The secret, the signing key and the
 * issuer's constants are made here when they do not exist yet.
 */
export async function createIdentidade(deps: IdentidadeDeps): Promise<IdentidadeLocal> {
  const { db, config, log } = deps;
  const segredo = readSegredo(config.dataDir);
  const emissor = await readEmissor(db);
  const auth = createAuth({ db, segredo, publicUrl: config.publicUrl, emissor, log });
  const tokens = createTokens({ db, auth, emissor });
  await ensureKey(db, auth, tokens);

  const buscar = prepareFindSessao(db);
  const hasFator = async (conta: string) => (await findFatores(db, conta)).length > 0;
  const ouvintes = new Set<(sid: string) => void>();

  return {
    auth,
    tokens,
    segredo,
    async verify(token: string): Promise<ContaSessao | undefined> {
      const lido = await tokens.read(token);
      if (!lido) return undefined;
      const sessao = await buscar(lido.sid);
      if (!isAlive(sessao) || sessao.id !== lido.sub) return undefined;
      const { id, email, name } = sessao;
      const conta = { id, sid: lido.sid, email, name, admin: Boolean(sessao.admin) };
      if (!conta.admin || !config.mfaAdmin || (await hasFator(id))) return conta;
      return { ...conta, admin: false, impedimento: TEXTOS_CONTA.segundoFatorExigido };
    },
    async isSessaoAlive(sid: string): Promise<boolean> {
      return isAlive(await buscar(sid));
    },
    onSessaoEnd(ouvinte) {
      ouvintes.add(ouvinte);
      return () => ouvintes.delete(ouvinte);
    },
    announceEnd(trx, sids) {
      afterCommit(trx, () => {
        for (const sid of sids) for (const ouvinte of ouvintes) ouvinte(sid);
      });
    },
    prune: () => pruneConta(db),
  };
}
