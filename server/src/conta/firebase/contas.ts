import { ehEmail, TEXTOS_CONTA } from '@unipark/contract/conta';
import type { EntrarExterno } from '@unipark/contract/firebase';
import { TEXTOS_EXTERNOS } from '@unipark/contract/textosExternos';
import type { Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { type Admissao, admitExterna } from '../cadastro/admissao.ts';
import { emailTaken, normalizeEmail } from '../cadastro/contas.ts';
import { adoptExterna, createExterna, type ExternaDeps } from '../cadastro/externa.ts';
import { findByEmail } from '../cadastro/repo.ts';
import { findVinculos } from '../cadastro/vinculosRepo.ts';
import type { CallOrigin } from '../entrada.ts';
import { countCall, WINDOWS } from '../sessao/tentativas.ts';
import { PROVEDOR } from './repo.ts';
import type { FirebaseClaimed } from './tokens.ts';

/** What a new person sends besides the token. */
export type ExternaExtras = Pick<EntrarExterno, 'name' | 'convite'>;

const unconfirmed = (): Problem => new Problem(403, 'confirme-email', TEXTOS_CONTA.confirmeEmail);

/**
 * Whether the installation admits the address. @throws as `admitExterna`, and 403 while the address
 * is not confirmed
 */
async function admitDeclarado(
  trx: Transacao,
  { config }: ExternaDeps,
  email: string,
  verificado: boolean,
  convite: string | undefined,
): Promise<Admissao> {
  const admissao = await admitExterna(trx, config, { email, convite, verificado });
  // The provider mails the link: until it is used, no account is made.
  if (admissao.pendencia === 'email') throw unconfirmed();
  return admissao;
}

/** The account for a new uid: one with the same address, or a new one. */
export async function joinConta(
  trx: Transacao,
  deps: ExternaDeps,
  declarado: FirebaseClaimed,
  { name, convite }: ExternaExtras,
  de: CallOrigin,
): Promise<void> {
  const { emailVerificado: verificado } = declarado;
  const vinculo = { provedor: PROVEDOR, identificador: declarado.uid };
  await countCall(trx, ['cadastro', de.ip, 300, WINDOWS.minuto]);
  const email = normalizeEmail(declarado.email ?? '');
  if (!ehEmail(email)) throw new Problem(403, 'sem-email', TEXTOS_EXTERNOS.semEmail);

  const existente = await findByEmail(trx, email);
  if (existente) {
    // Until it is confirmed, any person can open an account there with any address.
    if (!verificado) throw unconfirmed();
    // The address now belongs to another person, who must not get the old owner's account.
    if ((await findVinculos(trx, existente.id, PROVEDOR)).length > 0) throw emailTaken();
    await adoptExterna(trx, deps, existente, vinculo, de);
    return;
  }
  const admissao = await admitDeclarado(trx, deps, email, verificado, convite);
  const nova = { email, nomes: [name, declarado.nome], vinculo };
  await createExterna(trx, deps, nova, admissao, de);
}
