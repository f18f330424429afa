/** SIGNUP_MODE, asked for somebody whose address the provider vouches for. */
import type { ErroOidc } from '@unipark/contract/oidc';
import type { Config } from '../../config.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { type Admissao, admit } from '../admissao.ts';
import { acceptConvite, findConviteDe } from '../conviteRepo.ts';
import { Recusa } from './recusa.ts';

type Regras = Pick<Config, 'local' | 'signupMode' | 'signupDomains'>;

const CODIGOS: Record<string, ErroOidc> = {
  'primeira-conta': 'primeira-conta',
  'fora-do-dominio': 'dominio',
};

/** @throws {Recusa} when the installation does not let this address in */
export async function admitPessoa(
  trx: Transacao,
  regras: Regras,
  email: string,
): Promise<Admissao> {
  // An invitation is for an address, and this address is proved: its link is not needed.
  const convite = await findConviteDe(trx, email);
  if (convite && (await acceptConvite(trx, convite.id))) {
    return { admin: false, pendencia: null, verificado: true, convidado: true };
  }
  try {
    return await admit(trx, regras, { email, verificado: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const fechado = regras.signupMode === 'convite' ? 'convite' : 'fechado';
    throw new Recusa(CODIGOS[error.codigo] ?? fechado, error);
  }
}
