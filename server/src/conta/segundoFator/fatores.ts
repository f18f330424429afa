import type { Config } from '../../config.ts';
import type { Autor } from '../../platform/audit.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { conflict } from '../../platform/errors.ts';
import type { ContaSessao } from '../../platform/http/guard.ts';
import { deliverFatorRetirado, type LetterDeps } from '../cartas/envio.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { findContaAtiva } from '../repo.ts';
import { confirmPerson } from '../senha/confirmacao.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { removeCodigos } from './codigosRepo.ts';
import { findFatores } from './repo.ts';

export interface FatorOwner {
  conta: ContaSessao;
  autor: Autor;
  ip: string;
}

export interface FatorChangeDeps extends LetterDeps {
  identidade: IdentidadeLocal;
  config: Pick<Config, 'mfaAdmin'>;
}

/** Checks the password again, before a factor is added or removed. */
export const confirmOwner = (
  db: Parameters<typeof confirmPerson>[0],
  pessoa: FatorOwner,
  senha: string | null,
): Promise<void> => confirmPerson(db, { ...pessoa, senha, campo: 'senha' });

/**
 * After a factor was added. With the first one the account's other sessions end: only a password
 * opened them, which is no longer enough. A further factor ends nothing.
 */
export async function afterAdding(
  trx: Transacao,
  { identidade }: FatorChangeDeps,
  { conta }: FatorOwner,
  antes: number,
): Promise<void> {
  if (antes === 0) await endSessoes(trx, identidade, conta.id, conta.sid);
}

/**
 * After a factor was removed. The account's other sessions end: factors are removed because of a
 * lost phone, and its session must end too. Without any factor the recovery codes are removed. The
 * owner gets a letter.
 * @throws 409 when this installation requires one of the account
 */
export async function afterRemoving(
  trx: Transacao,
  deps: FatorChangeDeps,
  { conta }: FatorOwner,
): Promise<void> {
  const { identidade, config } = deps;
  const dona = await findContaAtiva(trx, conta.id);
  if ((await findFatores(trx, conta.id)).length === 0) {
    if (config.mfaAdmin && dona?.admin) {
      throw conflict(
        'segundo-fator-exigido',
        'A administração exige um segundo fator. Ative outro antes de retirar este.',
      );
    }
    await removeCodigos(trx, conta.id);
  }
  await endSessoes(trx, identidade, conta.id, conta.sid);
  if (dona) await deliverFatorRetirado(trx, deps, dona.email);
}
