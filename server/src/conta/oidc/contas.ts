/** Whose account it is that a person of the provider comes in to. */
import { ehEmail } from '@unipark/contract/conta';
import { textoObrigatorio } from '@unipark/contract/texto';
import type { Config } from '../../config.ts';
import { audit } from '../../platform/audit.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { createConta, normalizeEmail } from '../cadastro.ts';
import { findPorEmail, updateSituacao } from '../cadastroRepo.ts';
import type { Chamada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { removeLinksOf } from '../linksRepo.ts';
import { endSessoes } from '../sessoes.ts';
import { admitPessoa } from './admissao.ts';
import type { Pessoa } from './fluxo.ts';
import { Recusa } from './recusa.ts';
import { findVinculada, findVinculos, PROVEDOR, removeSenha } from './repo.ts';

export interface ContasDeps {
  config: Pick<Config, 'local' | 'signupMode' | 'signupDomains'>;
  identidade: IdentidadeLocal;
}

/** An account, and whether it still waits for an administrator. */
interface Achada {
  id: string;
  espera: boolean;
}

type Conta = NonNullable<Awaited<ReturnType<typeof findPorEmail>>>;

const Nome = textoObrigatorio('Nome', 200);

/** A name that our screens can show, from the address where the provider has none. */
function nomeDe({ nome }: Pessoa, email: string): string {
  const lido = Nome.safeParse(nome);
  return lido.success ? lido.data : email.slice(0, email.lastIndexOf('@'));
}

/** From now on the provider's word opens the account. None of its tokens is kept. */
async function link(
  trx: Transacao,
  { auth }: IdentidadeLocal,
  userId: string,
  { accountId }: Pessoa,
): Promise<void> {
  const { internalAdapter } = await auth.context;
  await auth.within(trx, () =>
    internalAdapter.linkAccount({ userId, providerId: PROVEDOR, accountId }),
  );
}

/**
 * Nobody had proved the account's address, so whoever chose its password may be a stranger: it
 * stops working, and its sessions end. A second factor stays: it opens nothing by itself.
 */
async function takeOver(
  trx: Transacao,
  identidade: IdentidadeLocal,
  { id, pendencia }: Conta,
): Promise<void> {
  await removeSenha(trx, id);
  await endSessoes(trx, identidade, id);
  await removeLinksOf(trx, 'confirmar', id);
  const resta = pendencia === 'aprovacao' ? pendencia : null;
  await updateSituacao(trx, id, { verificado: true, pendencia: resta });
}

/** The account that has the person's address becomes theirs. */
async function adopt(
  trx: Transacao,
  identidade: IdentidadeLocal,
  conta: Conta,
  quem: Pessoa,
  de: Chamada,
): Promise<Achada> {
  if (conta.desabilitadoEm !== null) throw new Recusa('desabilitada');
  const doMesmo = `${quem.emissor}|`;
  // The institution gave the address to somebody else: its old owner's account goes not with it.
  const outros = (await findVinculos(trx, conta.id)).filter((nome) => nome.startsWith(doMesmo));
  if (outros.length > 0) throw new Recusa('vinculada');
  const provado = Boolean(conta.emailVerified);
  if (!provado) await takeOver(trx, identidade, conta);
  await link(trx, identidade, conta.id, quem);
  const ato = { acao: 'vincular', entidade: 'conta', chave: conta.id, motivo: PROVEDOR };
  const autor = { ...de.autor, id: conta.id };
  await audit(trx, autor, { ...ato, detalhe: { senhaAnulada: !provado } });
  return { id: conta.id, espera: conta.pendencia === 'aprovacao' };
}

/**
 * The account that the person enters, linked or made on the way.
 * @throws {Recusa} where they may not come in, and nothing is to be kept of the call
 */
export async function settleConta(
  trx: Transacao,
  { config, identidade }: ContasDeps,
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
  if (existente) return adopt(trx, identidade, existente, quem, de);

  const { admin, pendencia, verificado } = await admitPessoa(trx, config, email);
  const nova = { name: nomeDe(quem, email), email, hash: null, admin, pendencia, verificado };
  const { id } = await createConta(identidade.auth, trx, de.autor, nova);
  await link(trx, identidade, id, quem);
  return { id, espera: pendencia !== null };
}
