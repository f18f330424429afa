/** Accounts that an outside provider opens: named, linked and, where nobody proved them, taken over. */
import { textoObrigatorio } from '@unipark/contract/texto';
import type { Config } from '../../config.ts';
import { audit } from '../../platform/audit.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { deliverAprovacoes, type EntregaDeps } from '../cartas/envio.ts';
import type { Chamada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { removeLinksOf } from '../links/linksRepo.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { type Admissao, noteConvite } from './admissao.ts';
import { createConta } from './contas.ts';
import { type Pessoa, removeSenha, updateSituacao } from './repo.ts';

export interface ExternaDeps extends EntregaDeps {
  config: Pick<Config, 'local' | 'signupMode' | 'signupDomains'>;
  identidade: IdentidadeLocal;
}

/** Who it is at the provider: an id that is never given to somebody else. */
export interface Vinculo {
  providerId: string;
  accountId: string;
}

const Nome = textoObrigatorio('Nome', 200);

/** The first name that our screens can show, or what stands before the `@`. */
function externalName(nomes: (string | null | undefined)[], email: string): string {
  const lido = nomes.map((nome) => Nome.safeParse(nome ?? '')).find(({ success }) => success);
  return lido?.data ?? email.slice(0, email.lastIndexOf('@'));
}

/** From now on the provider's word opens the account. None of its tokens is kept. */
async function linkExterna(
  trx: Transacao,
  { auth }: IdentidadeLocal,
  userId: string,
  vinculo: Vinculo,
): Promise<void> {
  const { internalAdapter } = await auth.context;
  await auth.within(trx, () => internalAdapter.linkAccount({ userId, ...vinculo }));
}

/**
 * Nobody had proved the account's address, so whoever chose its password may be a stranger: it
 * stops working, and its sessions end. A second factor stays: it opens nothing by itself.
 */
async function takeOver(
  trx: Transacao,
  identidade: IdentidadeLocal,
  { id, pendencia }: Pessoa,
): Promise<void> {
  await removeSenha(trx, id);
  await endSessoes(trx, identidade, id);
  await removeLinksOf(trx, 'confirmar', id);
  const resta = pendencia === 'aprovacao' ? pendencia : null;
  await updateSituacao(trx, id, { verificado: true, pendencia: resta });
}

interface NovaExterna {
  /** As `normalizeEmail` spells it. */
  email: string;
  nomes: (string | null | undefined)[];
  vinculo: Vinculo;
}

/** A new account of the person, in the state that its admission says; answers its id. */
export async function createExterna(
  trx: Transacao,
  deps: ExternaDeps,
  { email, nomes, vinculo }: NovaExterna,
  { admin, pendencia, verificado, convidado }: Admissao,
  de: Chamada,
): Promise<string> {
  const { identidade } = deps;
  const nova = { name: externalName(nomes, email), email, hash: null };
  const estado = { admin, pendencia, verificado };
  const { id } = await createConta(identidade.auth, trx, de.autor, { ...nova, ...estado });
  await linkExterna(trx, identidade, id, vinculo);
  if (convidado) await noteConvite(trx, de.autor, id);
  if (pendencia === 'aprovacao') await deliverAprovacoes(trx, deps);
  return id;
}

/** The account that has the person's address becomes theirs; the provider vouches for it. */
export async function adoptExterna(
  trx: Transacao,
  identidade: IdentidadeLocal,
  conta: Pessoa,
  vinculo: Vinculo,
  de: Chamada,
): Promise<void> {
  const provado = Boolean(conta.emailVerified);
  if (!provado) await takeOver(trx, identidade, conta);
  await linkExterna(trx, identidade, conta.id, vinculo);
  const ato = { acao: 'vincular', entidade: 'conta', chave: conta.id, motivo: vinculo.providerId };
  await audit(trx, { ...de.autor, id: conta.id }, { ...ato, detalhe: { senhaAnulada: !provado } });
}
