/** Whose account it is that a person of the provider comes in to. */
import { ehEmail } from '@unipark/contract/conta';
import type { Transacao } from '../../platform/db/banco.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import {
  adoptExterna,
  createExterna,
  type ExternaDeps,
  type Vinculo,
} from '../cadastro/externa.ts';
import { findVinculos } from '../cadastro/externaRepo.ts';
import { type Pessoa as Conta, findPorEmail } from '../cadastro/repo.ts';
import type { Chamada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { admitPessoa } from './admissao.ts';
import type { Pessoa } from './fluxo.ts';
import { Recusa } from './recusa.ts';
import { findVinculada, PROVEDOR } from './repo.ts';

/** An account, and whether it still waits for an administrator. */
interface Achada {
  id: string;
  espera: boolean;
}

const vinculoOf = ({ accountId }: Pessoa): Vinculo => ({ providerId: PROVEDOR, accountId });

/** The account that has the person's address, linked. @throws {Recusa} where it is not for them */
async function adopt(
  trx: Transacao,
  identidade: IdentidadeLocal,
  conta: Conta,
  quem: Pessoa,
  de: Chamada,
): Promise<Achada> {
  if (conta.desabilitadoEm !== null) throw new Recusa('desabilitada');
  const vinculos = await findVinculos(trx, conta.id, PROVEDOR);
  // The institution gave the address to somebody else: its old owner's account goes not with it.
  if (vinculos.some((nome) => nome.startsWith(`${quem.emissor}|`))) throw new Recusa('vinculada');
  await adoptExterna(trx, identidade, conta, vinculoOf(quem), de);
  return { id: conta.id, espera: conta.pendencia === 'aprovacao' };
}

/**
 * The account that the person enters, linked or made on the way.
 * @throws {Recusa} where they may not come in, and nothing is to be kept of the call
 */
export async function settleConta(
  trx: Transacao,
  deps: ExternaDeps,
  quem: Pessoa,
  de: Chamada,
): Promise<Achada> {
  const conhecida = await findVinculada(trx, quem.accountId);
  if (conhecida) {
    if (conhecida.desabilitadoEm !== null) throw new Recusa('desabilitada');
    return { id: conhecida.id, espera: conhecida.pendencia !== null };
  }
  const email = normalizeEmail(quem.email);
  // An address that the provider does not vouch for is anybody's.
  if (!ehEmail(email) || !quem.emailVerificado) throw new Recusa('email');
  const existente = await findPorEmail(trx, email);
  if (existente) return adopt(trx, deps.identidade, existente, quem, de);

  const admissao = await admitPessoa(trx, deps.config, email);
  const nova = { email, nomes: [quem.nome], vinculo: vinculoOf(quem) };
  const id = await createExterna(trx, deps, nova, admissao, de);
  return { id, espera: admissao.pendencia !== null };
}
