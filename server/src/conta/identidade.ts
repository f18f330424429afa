/** Identifies the caller, for the platform's guard, the event streams and our own routes. */
import { randomUUID } from 'node:crypto';
import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import type { Config } from '../config.ts';
import { nowMs } from '../platform/clock.ts';
import {
  afterCommit,
  type Banco,
  hearNodes,
  inTransaction,
  type Transacao,
  tellNodes,
} from '../platform/db/banco.ts';
import { readSetting, settleSetting } from '../platform/db/settings.ts';
import type { ContaSessao, Identidade } from '../platform/http/guard.ts';
import { readSegredo } from '../platform/secret.ts';
import { createChaves } from './chaves.ts';
import type { TokensFirebase } from './firebase/tokens.ts';
import { findSessao, pruneConta, type SessaoRow } from './repo.ts';
import { findFatores } from './segundoFator/repo.ts';
import { LIFETIME_MS } from './sessao/prazo.ts';
import { createTokens, type TokenIssuer, type Tokens } from './tokens.ts';

interface IdentidadeDeps {
  db: Banco;
  config: Pick<Config, 'dataDir' | 'mfaAdmin'> & Partial<Pick<Config, 'segredoFile'>>;
}

export interface IdentidadeLocal extends Identidade {
  tokens: Tokens;
  segredo: string;
  /** Reads the tokens of an outside provider; absent when accounts are local. */
  externo?: TokensFirebase;
  /** Tells the listeners, after `trx` is committed, that these sessions ended. */
  announceEnd(trx: Transacao, sids: string[]): void;
  /** Removes expired sessions and counters. For the hourly housekeeping. */
  prune(): Promise<void>;
}

/** Issuer and audience: made at the first start, constant afterwards. */
async function readEmissor(db: Banco): Promise<TokenIssuer> {
  const issuer = await readSetting(db, 'identidade.emissor');
  const audience = await readSetting(db, 'identidade.publico');
  // It reads first, so that a start works on a read-only disk.
  if (issuer !== undefined && audience !== undefined) return { issuer, audience };
  return inTransaction(db, async (trx) => ({
    issuer: await settleSetting(trx, 'identidade.emissor', `urn:uuid:${randomUUID()}`),
    audience: await settleSetting(trx, 'identidade.publico', `unipark-api:${randomUUID()}`),
  }));
}

function isAlive<S extends SessaoRow>(sessao: S | undefined, agora = nowMs()): sessao is S {
  return (
    sessao !== undefined &&
    sessao.desabilitada_em === null &&
    sessao.pendencia === null &&
    Date.parse(sessao.expira_em) > agora &&
    Date.parse(sessao.criada_em) + LIFETIME_MS > agora
  );
}

/** On a migrated database; makes secret, signing key and issuer's constants when missing. */
export async function createIdentidade(deps: IdentidadeDeps): Promise<IdentidadeLocal> {
  const { db, config } = deps;
  const segredo = readSegredo(config.dataDir, config.segredoFile);
  const emissor = await readEmissor(db);
  const chaves = await createChaves({ db, segredo });
  const tokens = createTokens({ chaves, emissor });

  const hasFator = async (conta: string) => (await findFatores(db, conta)).length > 0;
  const ouvintes = new Set<(sid: string) => void>();
  const tellEnd = (sids: string[]): void => {
    for (const sid of sids) for (const listener of ouvintes) listener(sid);
  };
  hearNodes(db, 'sessoes', tellEnd);

  return {
    tokens,
    segredo,
    async verify(token: string): Promise<ContaSessao | undefined> {
      const lido = await tokens.read(token);
      if (!lido) return undefined;
      const [sessao] = await findSessao(db, { sid: lido.sid });
      if (!isAlive(sessao) || sessao.id !== lido.sub) return undefined;
      const { id, email, name } = sessao;
      const conta = { id, sid: lido.sid, email, name, admin: Boolean(sessao.admin) };
      if (!conta.admin || !config.mfaAdmin || (await hasFator(id))) return conta;
      return { ...conta, admin: false, impedimento: TEXTOS_CONTA.segundoFatorExigido };
    },
    async isSessaoAlive(sid: string): Promise<boolean> {
      const [sessao] = await findSessao(db, { sid });
      return isAlive(sessao);
    },
    onSessaoEnd(listener) {
      ouvintes.add(listener);
      return () => ouvintes.delete(listener);
    },
    announceEnd(trx, sids) {
      afterCommit(trx, () => tellEnd(sids));
      if (sids.length > 0) tellNodes(trx, 'sessoes', sids);
    },
    async prune() {
      await pruneConta(db);
      await chaves.renew();
    },
  };
}
