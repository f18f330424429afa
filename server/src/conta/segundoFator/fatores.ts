/** What every change of an account's factors brings with it. */
import type { Config } from '../../config.ts';
import type { Autor } from '../../platform/audit.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { conflict } from '../../platform/errors.ts';
import type { ContaSessao } from '../../platform/guard.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { findContaAtiva } from '../repo.ts';
import { confirmPerson } from '../senha/confirmacao.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { removeCodigos } from './codigosRepo.ts';
import { findFatores } from './repo.ts';

/** Whoever changes their own factors, and from where. */
export interface Pessoa {
  conta: ContaSessao;
  autor: Autor;
  ip: string;
}

export interface Ambiente {
  identidade: IdentidadeLocal;
  config: Pick<Config, 'mfaAdmin'>;
}

/** The password again, before a factor comes or goes. */
export const confirmOwner = (
  db: Parameters<typeof confirmPerson>[0],
  pessoa: Pessoa,
  senha: string | null,
): Promise<void> => confirmPerson(db, { ...pessoa, senha, campo: 'senha' });

/**
 * After a factor came. With the first one the account's other sessions end: a password alone opened
 * them, which from now on is not enough. A further factor takes nobody's place.
 */
export async function afterAdding(
  trx: Transacao,
  { identidade }: Ambiente,
  { conta }: Pessoa,
  antes: number,
): Promise<void> {
  if (antes === 0) await endSessoes(trx, identidade, conta.id, conta.sid);
}

/**
 * After a factor went. The account's other sessions end: a lost telephone is why factors are taken
 * away, and its session must not outlive it. Without any factor the recovery codes go too.
 * @throws 409 where this installation asks one of the account
 */
export async function afterRemoving(
  trx: Transacao,
  { identidade, config }: Ambiente,
  { conta }: Pessoa,
): Promise<void> {
  if ((await findFatores(trx, conta.id)).length === 0) {
    if (config.mfaAdmin && (await findContaAtiva(trx, conta.id))?.admin) {
      throw conflict(
        'segundo-fator-exigido',
        'A administração exige um segundo fator. Ative outro antes de retirar este.',
      );
    }
    await removeCodigos(trx, conta.id);
  }
  await endSessoes(trx, identidade, conta.id, conta.sid);
}
