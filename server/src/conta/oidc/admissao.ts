/** SIGNUP_MODE, asked for somebody whose address the provider vouches for. */
import type { ErroOidc } from '@unipark/contract/oidc';
import type { Config } from '../../config.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { type Admissao, admitExterna } from '../cadastro/admissao.ts';
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
  try {
    return await admitExterna(trx, regras, { email, verificado: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const fechado = regras.signupMode === 'convite' ? 'convite' : 'fechado';
    throw new Recusa(CODIGOS[error.codigo] ?? fechado, error);
  }
}
