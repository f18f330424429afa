/** Accounts that an outside provider opens: naming, linking, taking over an unproved one. */
import { requiredText } from '@unipark/contract/texto';
import type { Config } from '../../config.ts';
import { audit } from '../../platform/audit.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { deliverAprovacoes, type LetterDeps } from '../cartas/envio.ts';
import type { CallOrigin } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { type Admissao, noteConvite } from './admissao.ts';
import { createConta } from './contas.ts';
import { describeUnlinked, proveEmail } from './primeiraProva.ts';
import { type PendingPerson, saveSenha } from './repo.ts';
import { createVinculo, type VinculoKey } from './vinculosRepo.ts';

export interface ExternaDeps extends LetterDeps {
  config: Pick<Config, 'local' | 'signupMode' | 'signupDomains'>;
  identidade: IdentidadeLocal;
}

const Nome = requiredText('Nome', 200);

/** The first name that our screens can show, otherwise the text before the `@`. */
function externalName(nomes: (string | null | undefined)[], email: string): string {
  const lido = nomes.map((nome) => Nome.safeParse(nome ?? '')).find(({ success }) => success);
  return lido?.data ?? email.slice(0, email.lastIndexOf('@'));
}

/**
 * The account's address was never proved, so a stranger may have chosen its password: the password
 * and the sessions end, and what the first proof of an address ends.
 * @returns the providers of the removed links
 */
async function takeOver(
  trx: Transacao,
  deps: ExternaDeps,
  conta: PendingPerson,
  { autor }: CallOrigin,
): Promise<string[]> {
  await saveSenha(trx, conta.id, null);
  await endSessoes(trx, deps.identidade, conta.id);
  return proveEmail(trx, deps, conta, autor);
}

interface NovaExterna {
  /** In the form of `normalizeEmail`. */
  email: string;
  nomes: (string | null | undefined)[];
  vinculo: VinculoKey;
}

/** Makes an account for the person, in the state that its admission says; answers its id. */
export async function createExterna(
  trx: Transacao,
  deps: ExternaDeps,
  { email, nomes, vinculo }: NovaExterna,
  { admin, pendencia, verificado, convidado }: Admissao,
  de: CallOrigin,
): Promise<string> {
  const nova = { name: externalName(nomes, email), email, hash: null };
  const estado = { admin, pendencia, verificado };
  const { id } = await createConta(trx, de.autor, { ...nova, ...estado });
  await createVinculo(trx, id, vinculo);
  if (convidado) await noteConvite(trx, de.autor, id);
  if (pendencia === 'aprovacao') await deliverAprovacoes(trx, deps);
  return id;
}

/** Links the account with the person's address, because the provider confirms the address. */
export async function adoptExterna(
  trx: Transacao,
  deps: ExternaDeps,
  conta: PendingPerson,
  vinculo: VinculoKey,
  de: CallOrigin,
): Promise<void> {
  const provado = Boolean(conta.email_verificado);
  const vinculos = provado ? [] : await takeOver(trx, deps, conta, de);
  await createVinculo(trx, conta.id, vinculo);
  const ato = {
    acao: 'vincular',
    entidade: 'conta',
    chave: conta.id,
    motivo: vinculo.provedor,
  } as const;
  const detalhe = { senhaAnulada: !provado, ...describeUnlinked(vinculos) };
  await audit(trx, { ...de.autor, id: conta.id }, { ...ato, detalhe });
}
