import { ehEmail } from '@unipark/contract/conta';
import type { ErroOidc } from '@unipark/contract/oidc';
import type { Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { type Admissao, admitExterna, type SignupRules } from '../cadastro/admissao.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import { adoptExterna, createExterna, type ExternaDeps } from '../cadastro/externa.ts';
import { type PendingPerson as Conta, findByEmail } from '../cadastro/repo.ts';
import { findVinculada, findVinculos, type VinculoKey } from '../cadastro/vinculosRepo.ts';
import type { CallOrigin } from '../entrada.ts';
import type { OidcPerson } from './fluxo.ts';
import { OidcRefusal } from './recusa.ts';

const PROVEDOR = 'oidc';

const CODIGOS: Record<string, ErroOidc> = {
  'primeira-conta': 'primeira-conta',
  'fora-do-dominio': 'dominio',
};

/** @throws {OidcRefusal} when the installation does not admit this address */
async function admitPessoa(trx: Transacao, regras: SignupRules, email: string): Promise<Admissao> {
  try {
    return await admitExterna(trx, regras, { email, verificado: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const fechado = regras.signupMode === 'convite' ? 'convite' : 'fechado';
    throw new OidcRefusal(CODIGOS[error.codigo] ?? fechado, error);
  }
}

interface FoundAccount {
  id: string;
  espera: boolean;
}

const toVinculo = ({ identificador }: OidcPerson): VinculoKey => ({
  provedor: PROVEDOR,
  identificador,
});

/**
 * Links the account with the person's address. @throws {OidcRefusal} when it belongs to another person
 */
async function adopt(
  trx: Transacao,
  deps: ExternaDeps,
  conta: Conta,
  quem: OidcPerson,
  de: CallOrigin,
): Promise<FoundAccount> {
  if (conta.desabilitada_em !== null) throw new OidcRefusal('desabilitada');
  const vinculos = await findVinculos(trx, conta.id, PROVEDOR);
  // The institution gave the address to another person, who must not get the old owner's account.
  if (vinculos.some((nome) => nome.startsWith(`${quem.emissor}|`)))
    throw new OidcRefusal('vinculada');
  await adoptExterna(trx, deps, conta, toVinculo(quem), de);
  return { id: conta.id, espera: conta.pendencia === 'aprovacao' };
}

/**
 * The account of the person, linked or made by this call.
 * @throws {OidcRefusal} when the person may not enter; then nothing of the call is stored
 */
export async function settleConta(
  trx: Transacao,
  deps: ExternaDeps,
  quem: OidcPerson,
  de: CallOrigin,
): Promise<FoundAccount> {
  const conhecida = await findVinculada(trx, toVinculo(quem));
  if (conhecida) {
    if (conhecida.desabilitada_em !== null) throw new OidcRefusal('desabilitada');
    return { id: conhecida.id, espera: conhecida.pendencia !== null };
  }
  const email = normalizeEmail(quem.email);
  // An address that the provider does not confirm may belong to another person.
  if (!ehEmail(email) || !quem.emailVerificado) throw new OidcRefusal('email');
  const existente = await findByEmail(trx, email);
  if (existente) return adopt(trx, deps, existente, quem, de);

  const admissao = await admitPessoa(trx, deps.config, email);
  const nova = { email, nomes: [quem.nome], vinculo: toVinculo(quem) };
  const id = await createExterna(trx, deps, nova, admissao, de);
  return { id, espera: admissao.pendencia !== null };
}
