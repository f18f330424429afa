/** Who is asking: the platform's guard, the event streams and our own routes stand on this. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { afterCommit, type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import type { ContaSessao, Identidade } from '../platform/guard.ts';
import { ABSOLUTA, type Auth, criarAuth } from './auth.ts';
import { buscaDeSessao, fixarAjuste, pruneConta, removeChaves, type Sessao } from './repo.ts';
import { lerSegredo } from './segredo.ts';
import { criarTokens, type Tokens } from './tokens.ts';

interface IdentidadeDeps {
  db: Banco;
  config: Pick<Config, 'dataDir' | 'publicUrl'>;
  log?: FastifyBaseLogger;
}

/** The local provider: what the platform needs of it, and what our own routes need. */
export interface IdentidadeLocal extends Identidade {
  auth: Auth;
  tokens: Tokens;
  segredo: string;
  /** Tells whoever listens, once `trx` is on disk, that these sessions are over. */
  avisarFim(trx: Transacao, sids: string[]): void;
  /** Forgets what is over: sessions, old counters. For the hourly housekeeping. */
  prune(): Promise<void>;
}

/** Issuer and audience, made at first start and the same ever since. */
const lerEmissor = (db: Banco) =>
  inTransaction(db, async (trx) => ({
    issuer: await fixarAjuste(trx, 'identidade.emissor', `urn:uuid:${randomUUID()}`),
    audience: await fixarAjuste(trx, 'identidade.publico', `unipark-api:${randomUUID()}`),
  }));

/** A key that the secret no longer opens (a lost or restored secret) makes room for a new one. */
async function garantirChave(db: Banco, auth: Auth, tokens: Tokens): Promise<void> {
  await auth.api.getJwks();
  try {
    await tokens.emitir('-', '-');
  } catch (error) {
    if (!/decrypt/i.test(String(error))) throw error;
    await removeChaves(db);
    await auth.api.getJwks();
  }
}

function estaViva<S extends Sessao>(sessao: S | undefined, agora = Date.now()): sessao is S {
  return (
    sessao !== undefined &&
    sessao.desabilitadoEm === null &&
    Date.parse(sessao.expiresAt) > agora &&
    Date.parse(sessao.createdAt) + ABSOLUTA > agora
  );
}

/**
 * Opens the local identity provider on a migrated database. The secret, the signing key and the
 * issuer's constants are made here when they do not exist yet.
 */
export async function criarIdentidade(deps: IdentidadeDeps): Promise<IdentidadeLocal> {
  const { db, config, log } = deps;
  const segredo = lerSegredo(config.dataDir);
  const emissor = await lerEmissor(db);
  const auth = criarAuth({ db, segredo, publicUrl: config.publicUrl, emissor, log });
  const tokens = criarTokens({ db, auth, emissor });
  await garantirChave(db, auth, tokens);

  const buscar = buscaDeSessao(db);
  const ouvintes = new Set<(sid: string) => void>();

  return {
    auth,
    tokens,
    segredo,
    async verificar(token: string): Promise<ContaSessao | undefined> {
      const lido = await tokens.ler(token);
      if (!lido) return undefined;
      const sessao = await buscar(lido.sid);
      if (!estaViva(sessao) || sessao.id !== lido.sub) return undefined;
      const { id, email, name } = sessao;
      return { id, sid: lido.sid, email, name, admin: Boolean(sessao.admin) };
    },
    async sessaoViva(sid: string): Promise<boolean> {
      return estaViva(await buscar(sid));
    },
    aoEncerrarSessao(ouvinte) {
      ouvintes.add(ouvinte);
      return () => ouvintes.delete(ouvinte);
    },
    avisarFim(trx, sids) {
      afterCommit(trx, () => {
        for (const sid of sids) for (const ouvinte of ouvintes) ouvinte(sid);
      });
    },
    prune: () => pruneConta(db),
  };
}
