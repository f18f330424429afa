/** Who is asking, where an outside provider keeps the accounts. */
import { TEXTOS_EXTERNOS } from '@unipark/contract/textosExternos';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { LIFETIME_MS } from '../auth.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { ProvedorAusente } from './chaves.ts';
import { prepareFindExterna, pruneExternas, touchExterna } from './repo.ts';
import { isAlive, sidOf, uidOf } from './sessao.ts';
import { createTokensFirebase, type TokensFirebase } from './tokens.ts';

/** 503, not 401: the token may well be good, and nobody is to be signed out for an outage. */
const provedorAusente = (): Problem =>
  new Problem(503, 'provedor-ausente', TEXTOS_EXTERNOS.ausente, {
    headers: { 'Retry-After': '10' },
  });

/** A use is noted at most this often: it is no business of every call. */
const NOTAR_MS = 10 * 60_000;

/** The rows of a session outlive the last token of it, however its clock went. */
const GUARDAR_MS = LIFETIME_MS + 24 * 3_600_000;

interface Deps {
  db: Banco;
  config: Pick<Config, 'firebase'>;
  log: FastifyBaseLogger;
}

/**
 * The provider's tokens in the place of ours; without one configured, `local` as it is. Our own
 * rows decide at every call, whatever the provider thinks of the account.
 */
export function withProvider(local: IdentidadeLocal, { db, config, log }: Deps): IdentidadeLocal {
  if (!config.firebase) return local;
  const tokens = createTokensFirebase({
    config: config.firebase,
    onFalha: (err) => log.warn({ err: String(err) }, 'keys of the provider not fetched'),
  });
  const buscar = prepareFindExterna(db);
  const notando = new Set<string>();

  const externo: TokensFirebase = {
    read: (token) =>
      tokens.read(token).catch((error: unknown) => {
        throw error instanceof ProvedorAusente ? provedorAusente() : error;
      }),
  };

  /** Beside the call that used it, which does not wait. */
  function noteUse(sid: string, vistaEm: string | null): void {
    const recente = vistaEm !== null && Date.parse(vistaEm) + NOTAR_MS > Date.now();
    if (recente || notando.has(sid)) return;
    notando.add(sid);
    inTransaction(db, (trx) => touchExterna(trx, sid))
      .catch((err: unknown) => log.warn({ err }, 'use of a session not noted'))
      .finally(() => notando.delete(sid));
  }

  return {
    ...local,
    externo,
    async verify(token) {
      const declarado = await externo.read(token);
      if (!declarado) return undefined;
      const sid = sidOf(declarado);
      const conta = await buscar(declarado.uid, sid);
      if (!isAlive(conta)) return undefined;
      noteUse(sid, conta.vistaEm);
      const { id, email, name, admin } = conta;
      return { id, sid, email, name, admin: Boolean(admin) };
    },
    async isSessaoAlive(sid) {
      const uid = uidOf(sid);
      return uid !== undefined && isAlive(await buscar(uid, sid));
    },
    async prune() {
      await local.prune();
      await pruneExternas(db, new Date(Date.now() - GUARDAR_MS));
    },
  };
}
