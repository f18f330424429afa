/**
 * Whom SIGNUP_MODE lets in, and in what state. Every way to a new account asks here: the sign-up
 * form, single sign-on and an outside provider.
 */
import { type ConviteLido, TEXTOS_CONTA } from '@unipark/contract/conta';
import type { Config } from '../../config.ts';
import { type Autor, audit } from '../../platform/audit.ts';
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { hashToken, linkInvalid, readLink, takeLink } from '../links/links.ts';
import { hasContas } from '../repo.ts';
import { acceptConvite, findConviteAberto, findConviteDe } from './conviteRepo.ts';

type Regras = Pick<Config, 'local' | 'signupMode' | 'signupDomains'>;

/** Who knocks. */
export interface Candidato {
  /** As `normalizeEmail` spells it. */
  email: string;
  /** What stood behind `#` in an invitation or in the link to the first account. */
  convite?: string | undefined;
  /** An outside provider vouches for the address. */
  verificado: boolean;
}

/** The state in which the account begins. */
export interface Admissao {
  admin: boolean;
  /** null: it may come in at once. */
  pendencia: 'email' | 'aprovacao' | null;
  /** Whether the address is proved. */
  verificado: boolean;
  /** By an invitation, which its owner alone can have: it outranks an account that still waits. */
  convidado: boolean;
}

const closed = (): Problem => new Problem(403, 'cadastro-fechado', TEXTOS_CONTA.cadastroFechado);

/** What stands after the last `@`: compared whole, so no ending and no subdomain passes for it. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The first account where no link leads to it: anybody at this machine may make it. */
function admitFirst({ local, signupMode }: Regras, { verificado }: Candidato): Admissao {
  // On a server that others reach, the first account is not for whoever comes first.
  if (!local) throw new Problem(403, 'primeira-conta', TEXTOS_CONTA.primeiraConta);
  if (signupMode === 'convite' || signupMode === 'fechado') throw closed();
  // The account itself becomes the admin's when it is the first on disk: of fifty at once, one is.
  return { admin: false, pendencia: null, verificado, convidado: false };
}

function admitByMode(regras: Regras, { email, verificado }: Candidato): Admissao {
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

/** Whom an invitation or the link to the first account is for. @throws 400 when it is not good */
export async function readConvite(db: Banco | Transacao, token: string): Promise<ConviteLido> {
  const convite = await findConviteAberto(db, hashToken(token));
  if (convite) return { email: convite.email, primeira: false };
  await readLink(db, 'primeira-conta', token);
  if (await hasContas(db)) throw linkInvalid();
  return { email: null, primeira: true };
}

/** Looks without using anything up, before work is spent on it. @throws as `admit` */
export async function previewAdmissao(
  db: Banco | Transacao,
  regras: Regras,
  candidato: Candidato,
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
 * Decides, within the transaction that makes the account, and uses up what was shown.
 * @throws 400 for a link or invitation that is not good (or not for this address), 403 when the
 * installation lets this address in by no other way
 */
export async function admit(
  trx: Transacao,
  regras: Regras,
  candidato: Candidato,
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
 * As `admit`, for whom an outside provider vouches: an invitation is for an address, and where this
 * one is proved its link is not needed.
 * @throws as `admit`
 */
export async function admitExterna(
  trx: Transacao,
  regras: Regras,
  candidato: Candidato,
): Promise<Admissao> {
  const { email, convite, verificado } = candidato;
  const aberto = verificado && convite === undefined && (await findConviteDe(trx, email));
  if (aberto && (await acceptConvite(trx, aberto.id))) {
    return { admin: false, pendencia: null, verificado, convidado: true };
  }
  return admit(trx, regras, candidato);
}

/** Writes down whose account an invitation opened. */
export const noteConvite = (trx: Transacao, autor: Autor, id: string): Promise<void> =>
  audit(trx, { ...autor, id }, { acao: 'aceitar-convite', entidade: 'conta', chave: id });
