/**
 * Which addresses SIGNUP_MODE admits, and in what state. Every way to a new account uses these
 * rules: the sign-up form, single sign-on and an outside provider.
 */
import { type ConviteLido, TEXTOS_CONTA } from '@unipark/contract/conta';
import type { Config } from '../../config.ts';
import { type Autor, audit } from '../../platform/audit.ts';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { hashToken, linkInvalid, readLink, takeLink } from '../links/links.ts';
import { hasContas } from '../repo.ts';
import { acceptConvite, findConviteAberto, findConviteFor } from '../usuarios/convitesRepo.ts';

export type SignupRules = Pick<Config, 'local' | 'signupMode' | 'signupDomains'>;

export interface SignupCandidate {
  /** In the form of `normalizeEmail`. */
  email: string;
  /** The text after `#` in an invitation or in the link to the first account. */
  convite?: string | undefined;
  /** An outside provider confirms the address. */
  verificado: boolean;
}

export interface Admissao {
  admin: boolean;
  /** null: it may sign in at once. */
  pendencia: 'email' | 'aprovacao' | null;
  verificado: boolean;
  /** By an invitation, which only the address's owner gets: it replaces a waiting account. */
  convidado: boolean;
}

const closed = (): Problem => new Problem(403, 'cadastro-fechado', TEXTOS_CONTA.cadastroFechado);

/** The text after the last `@`, compared whole: a suffix or a subdomain does not match. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The first account of a local installation: any user of this machine may make it. */
function admitFirst({ local, signupMode }: SignupRules, { verificado }: SignupCandidate): Admissao {
  // On an exposed server the first visitor could be a stranger.
  if (!local) throw new Problem(403, 'primeira-conta', TEXTOS_CONTA.primeiraConta);
  if (signupMode === 'convite' || signupMode === 'fechado') throw closed();
  // `createConta` makes the first account on disk the admin: of fifty simultaneous ones, exactly
  // one.
  return { admin: false, pendencia: null, verificado, convidado: false };
}

function admitByMode(regras: SignupRules, { email, verificado }: SignupCandidate): Admissao {
  const { signupMode, signupDomains } = regras;
  const entra = { admin: false, verificado, convidado: false };
  if (signupMode === 'aberto') return { ...entra, pendencia: null };
  if (signupMode === 'aprovacao') return { ...entra, pendencia: 'aprovacao' };
  if (signupMode !== 'dominio') throw closed();
  if (!signupDomains.includes(domainOf(email))) {
    throw new Problem(403, 'fora-do-dominio', TEXTOS_CONTA.foraDoDominio);
  }
  return { ...entra, pendencia: verificado ? null : 'email' };
}

/**
 * The address of an invitation, or that it is the link to the first account. @throws 400 when it is
 * not valid
 */
export async function readConvite(db: Queryable, token: string): Promise<ConviteLido> {
  const convite = await findConviteAberto(db, hashToken(token));
  if (convite) return { email: convite.email, primeira: false };
  await readLink(db, 'primeira-conta', token);
  if (await hasContas(db)) throw linkInvalid();
  return { email: null, primeira: true };
}

/** The decision of `admit` without using the link, before any expensive work. @throws as `admit` */
export async function previewAdmissao(
  db: Queryable,
  regras: SignupRules,
  candidato: SignupCandidate,
): Promise<Admissao> {
  if (candidato.convite === undefined) {
    const vazio = !(await hasContas(db));
    return vazio ? admitFirst(regras, candidato) : admitByMode(regras, candidato);
  }
  const { email, primeira } = await readConvite(db, candidato.convite);
  if (!primeira && email !== candidato.email) throw linkInvalid();
  const { verificado } = candidato;
  return {
    admin: primeira,
    pendencia: null,
    // An invitation was mailed to this address; the link to the first account was not.
    verificado: verificado || !primeira,
    convidado: !primeira,
  };
}

/**
 * Decides within the transaction that makes the account, and uses the link or invitation up.
 * @throws 400 for a link or invitation that is not valid (or is for another address), 403 when the
 * installation does not admit this address
 */
export async function admit(
  trx: Transacao,
  regras: SignupRules,
  candidato: SignupCandidate,
): Promise<Admissao> {
  const admissao = await previewAdmissao(trx, regras, candidato);
  const { convite } = candidato;
  if (convite === undefined) return admissao;
  if (!admissao.convidado) await takeLink(trx, 'primeira-conta', convite);
  else {
    const aberto = await findConviteAberto(trx, hashToken(convite));
    if (!aberto || !(await acceptConvite(trx, aberto.id))) throw linkInvalid();
  }
  return admissao;
}

/**
 * As `admit`, for a person of an outside provider: an invitation is for an address, so an address
 * that the provider confirms needs no link.
 * @throws as `admit`
 */
export async function admitExterna(
  trx: Transacao,
  regras: SignupRules,
  candidato: SignupCandidate,
): Promise<Admissao> {
  const { email, convite, verificado } = candidato;
  const aberto = verificado && convite === undefined && (await findConviteFor(trx, email));
  if (aberto && (await acceptConvite(trx, aberto.id))) {
    return { admin: false, pendencia: null, verificado, convidado: true };
  }
  return admit(trx, regras, candidato);
}

/** Audits which account was made by an invitation. */
export const noteConvite = (trx: Transacao, autor: Autor, id: string): Promise<void> =>
  audit(trx, { ...autor, id }, { acao: 'aceitar-convite', entidade: 'conta', chave: id });
