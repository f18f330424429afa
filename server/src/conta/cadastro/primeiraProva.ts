/**
 * The first proof of an account's address. Before it a stranger may have signed up with the
 * address, so what the stranger added to the account ends. A later proof ends nothing: a mailbox
 * alone must not replace a second factor.
 */
import { type Autor, audit } from '../../platform/audit.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { deliverFatorSemProva, type LetterDeps } from '../cartas/envio.ts';
import { removeLinksOf } from '../links/linksRepo.ts';
import { removeFatores } from '../segundoFator/repo.ts';
import { type PendingPerson, updateSituacao } from './repo.ts';
import { removeVinculosOf } from './vinculosRepo.ts';

/**
 * Notes that the address is proved, so that only an approval may still be missing. The first proof
 * removes second factors, with a letter, and the links to outside providers; the caller has ended
 * the sessions. An administrator keeps both: a person whom the installation knows gave the role.
 * @returns the providers of the removed links
 */
export async function proveEmail(
  trx: Transacao,
  deps: LetterDeps,
  { id, email, admin, pendencia, email_verificado }: PendingPerson,
  autor: Autor,
): Promise<string[]> {
  await removeLinksOf(trx, 'confirmar', id);
  const resta = pendencia === 'aprovacao' ? pendencia : null;
  await updateSituacao(trx, id, { pendencia: resta, verificado: true });
  if (email_verificado || admin) return [];
  const fatores = await removeFatores(trx, id);
  if (fatores.length > 0) {
    const ato = { acao: 'retirar-fator', entidade: 'conta', chave: id } as const;
    const detalhe = { antes: { fatores }, depois: { fatores: [] } };
    await audit(trx, { ...autor, id }, { ...ato, motivo: 'primeira prova do e-mail', detalhe });
    await deliverFatorSemProva(trx, deps, email);
  }
  return removeVinculosOf(trx, id);
}

/** The removed links in the details of an audit row; nothing when there were none. */
export const describeUnlinked = (vinculos: string[]) =>
  vinculos.length > 0 ? { antes: { vinculos }, depois: { vinculos: [] } } : {};
