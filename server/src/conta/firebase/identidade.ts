/** Identifies the caller when an outside provider keeps the accounts. */
import { TEXTOS_EXTERNOS } from '@unipark/contract/textosExternos';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import { nowMs } from '../../platform/clock.ts';
import { type Banco, inEssential } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { LIFETIME_MS } from '../sessao/prazo.ts';
import { ProvedorAusente } from './chaves.ts';
import { prepareFindExterna, pruneExternas, touchExterna } from './repo.ts';
import { isAlive, sidOf, uidOf } from './sessao.ts';
import { createTokensFirebase, type TokensFirebase } from './tokens.ts';

/** 503, not 401: the token may be valid, and an outage must not sign people out. */
const absentProvedor = (): Problem =>
  new Problem(503, 'provedor-ausente', TEXTOS_EXTERNOS.ausente, {
    headers: { 'Retry-After': '10' },
  });

/** A use is written at most this often: not at every call. */
const NOTAR_MS = 10 * 60_000;

/** A session's rows outlive its last token, also with a wrong clock. */
const GUARDAR_MS = LIFETIME_MS + 24 * 3_600_000;

interface Deps {
  db: Banco;
  config: Pick<Config, 'firebase'>;
  log: FastifyBaseLogger;
}

/**
 * Reads the provider's tokens instead of ours; without a provider, `local` unchanged. Our own rows
 * decide at every call, in addition to the provider's answer.
 */
export function withProvider(local: IdentidadeLocal, { db, config, log }: Deps): IdentidadeLocal {
  if (!config.firebase) return local;
  const tokens = createTokensFirebase({
    config: config.firebase,
    onFailure: (err) => log.warn({ err: String(err) }, 'keys of the provider not fetched'),
  });
  const findExterna = prepareFindExterna(db);
  const notando = new Set<string>();

  const externo: TokensFirebase = {
    read: (token) =>
      tokens.read(token).catch((error: unknown) => {
        throw error instanceof ProvedorAusente ? absentProvedor() : error;
      }),
  };

  /** Runs beside the call that used the session, which does not wait for it. */
  function noteUse(sid: string, vistaEm: string | null): void {
    const recente = vistaEm !== null && Date.parse(vistaEm) + NOTAR_MS > nowMs();
    if (recente || notando.has(sid)) return;
    notando.add(sid);
    inEssential(db, (trx) => touchExterna(trx, sid))
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
      const conta = await findExterna(declarado.uid, sid);
      if (!isAlive(conta)) return undefined;
      noteUse(sid, conta.vistaEm);
      const { id, email, name, admin } = conta;
      return { id, sid, email, name, admin: Boolean(admin) };
    },
    async isSessaoAlive(sid) {
      const uid = uidOf(sid);
      return uid !== undefined && isAlive(await findExterna(uid, sid));
    },
    async prune() {
      await local.prune();
      await pruneExternas(db, new Date(nowMs() - GUARDAR_MS));
    },
  };
}
