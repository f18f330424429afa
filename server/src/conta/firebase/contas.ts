/** Whose account it is that a person of the provider comes in to. */
import { ehEmail, TEXTOS_CONTA } from '@unipark/contract/conta';
import type { EntrarExterno } from '@unipark/contract/firebase';
import { TEXTOS_EXTERNOS } from '@unipark/contract/textosExternos';
import type { Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { type Admissao, admitExterna } from '../cadastro/admissao.ts';
import { emailTaken, normalizeEmail } from '../cadastro/contas.ts';
import { adoptExterna, createExterna, type ExternaDeps } from '../cadastro/externa.ts';
import { findVinculos } from '../cadastro/externaRepo.ts';
import { findPorEmail } from '../cadastro/repo.ts';
import type { Chamada } from '../entrada.ts';
import { countCall, WINDOWS } from '../sessao/tentativas.ts';
import { PROVEDOR } from './repo.ts';
import type { Declarado } from './tokens.ts';

/** What somebody new says besides their token. */
export type Extras = Pick<EntrarExterno, 'name' | 'convite'>;

const unconfirmed = (): Problem => new Problem(403, 'confirme-email', TEXTOS_CONTA.confirmeEmail);

/** Whom the installation lets in. @throws as `admitExterna`, and 403 while the address is not confirmed */
async function admitDeclarado(
  trx: Transacao,
  { config }: ExternaDeps,
  email: string,
  verificado: boolean,
  convite: string | undefined,
): Promise<Admissao> {
  const admissao = await admitExterna(trx, config, { email, convite, verificado });
  // The provider mails the link: until it is used there is nobody to write down.
  if (admissao.pendencia === 'email') throw unconfirmed();
  return admissao;
}

/** The account of a uid that was never here: one of the same address, or a new one. */
export async function joinConta(
  trx: Transacao,
  deps: ExternaDeps,
  declarado: Declarado,
  { name, convite }: Extras,
  de: Chamada,
): Promise<void> {
  const { identidade } = deps;
  const { emailVerificado: verificado } = declarado;
  const vinculo = { providerId: PROVEDOR, accountId: declarado.uid };
  await countCall(trx, 'cadastro', de.ip, 300, WINDOWS.minuto);
  const email = normalizeEmail(declarado.email ?? '');
  if (!ehEmail(email)) throw new Problem(403, 'sem-email', TEXTOS_EXTERNOS.semEmail);

  const existente = await findPorEmail(trx, email);
  if (existente) {
    // Anybody can open an account with anybody's address there, as long as nobody confirms it.
    if (!verificado) throw unconfirmed();
    // The address came to another person: the account of its old owner does not.
    if ((await findVinculos(trx, existente.id, PROVEDOR)).length > 0) throw emailTaken();
    await adoptExterna(trx, identidade, existente, vinculo, de);
    return;
  }
  const admissao = await admitDeclarado(trx, deps, email, verificado, convite);
  const nova = { email, nomes: [name, declarado.nome], vinculo };
  await createExterna(trx, deps, nova, admissao, de);
}
