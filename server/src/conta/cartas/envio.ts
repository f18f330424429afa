import type { LinkEntregue } from '@unipark/contract/usuario';
import { nowDate, nowMs } from '../../platform/clock.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import type { EnderecoProprio } from '../../platform/http/origin.ts';
import type { Correio } from '../../platform/mail/correio.ts';
import { countPendentes, listAdminEmails } from '../cadastro/repo.ts';
import { createLink, VALIDADE } from '../links/links.ts';
import { countLetter, countNotice, WINDOWS, wereLettersHeld } from '../sessao/tentativas.ts';
import {
  type Carta,
  composeAprovacoes,
  composeConfirmacao,
  composeFatorRetirado,
  composeFatorSemProva,
  composeJaTemConta,
  composeNavegadorNovo,
  composeRecuperacao,
  composeSenhaTrocada,
  composeSincronizacao,
} from './cartas.ts';

export interface LetterDeps {
  correio: Correio;
  endereco: EnderecoProprio;
}

export interface LetterRecipient {
  id: string;
  email: string;
}

/** After this the link has expired, so the letter is no longer sent. */
const expiry = (tipo: keyof typeof VALIDADE): Date => new Date(nowMs() + VALIDADE[tipo]);

/**
 * A link to a new password (30 minutes, once; earlier links of the account stop), mailed in the
 * same transaction. Without mail the link is answered, for an administrator to hand over.
 * `redefinir`: an administrator asked for it.
 */
export async function deliverRecuperacao(
  trx: Transacao,
  { correio, endereco }: LetterDeps,
  { id, email }: LetterRecipient,
  redefinir = false,
): Promise<LinkEntregue> {
  const token = await createLink(trx, 'recuperar', id);
  const link = `${endereco()}/passwordrecovery#token=${token}`;
  if (!correio.configurado) return { enviado: false, link };
  const carta = composeRecuperacao({ email, link }, redefinir);
  await correio.send(trx, { para: email, ...carta, expiraEm: expiry('recuperar') });
  return { enviado: true, link: null };
}

/** A link that proves the address; mailed in the same transaction. Mail has to be configured. */
export async function deliverConfirmacao(
  trx: Transacao,
  { correio, endereco }: LetterDeps,
  { id, email }: LetterRecipient,
): Promise<void> {
  const token = await createLink(trx, 'confirmar', id);
  const carta = composeConfirmacao({ email, link: `${endereco()}/signup#confirmar=${token}` });
  await correio.send(trx, { para: email, ...carta, expiraEm: expiry('confirmar') });
}

/** Tells the owner of an account that its password changed, when mail is configured. */
export async function deliverSenhaTrocada(
  trx: Transacao,
  { correio, endereco }: LetterDeps,
  email: string,
): Promise<void> {
  if (!correio.configurado || !(await countNotice(trx, email))) return;
  const carta = composeSenhaTrocada({ email, link: `${endereco()}/passwordrecovery` });
  await correio.send(trx, { para: email, ...carta });
}

/** Tells the owner of an account what was done to it, when mail is configured. */
async function deliverNotice(
  trx: Transacao,
  { correio, endereco }: LetterDeps,
  email: string,
  compose: (carta: { email: string; link: string }, em: Date) => Carta,
): Promise<void> {
  if (!correio.configurado || !(await countNotice(trx, email))) return;
  const carta = compose({ email, link: `${endereco()}/perfil` }, nowDate());
  await correio.send(trx, { para: email, ...carta });
}

/** The account was opened in a browser that never signed in to it. */
export const deliverNavegadorNovo = (trx: Transacao, deps: LetterDeps, email: string) =>
  deliverNotice(trx, deps, email, composeNavegadorNovo);

/** A second factor of the account was removed. */
export const deliverFatorRetirado = (trx: Transacao, deps: LetterDeps, email: string) =>
  deliverNotice(trx, deps, email, composeFatorRetirado);

/** The first proof of the address removed every second factor of the account. */
export const deliverFatorSemProva = (trx: Transacao, deps: LetterDeps, email: string) =>
  deliverNotice(trx, deps, email, composeFatorSemProva);

async function sendToAdmins(trx: Transacao, correio: Correio, carta: Carta): Promise<void> {
  for (const para of await listAdminEmails(trx)) await correio.send(trx, { para, ...carta });
}

/** Letters an hour about accounts that wait, with the name of their counter. */
const AVISO_APROVACAO = ['aviso', 'aprovacao', 1] as const;

/** Tells the administrators that accounts wait, once an hour and without any typed text. */
export async function deliverAprovacoes(
  trx: Transacao,
  { correio, endereco }: LetterDeps,
): Promise<void> {
  const { aprovacao } = await countPendentes(trx);
  if (!correio.configurado || aprovacao === 0) return;
  if (!(await countLetter(trx, ...AVISO_APROVACAO, WINDOWS.hora))) return;
  const link = `${endereco()}/configuracoes/usuarios`;
  await sendToAdmins(trx, correio, composeAprovacoes({ total: aprovacao, link }));
}

/** Tells of the accounts that came within an hour of a letter. For the hourly housekeeping. */
export const deliverLateAprovacoes = (db: Banco, deps: LetterDeps): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (await wereLettersHeld(trx, ...AVISO_APROVACAO)) await deliverAprovacoes(trx, deps);
  });

/** Tells the administrators what a synchronisation could not do by itself, a line for each file. */
export async function deliverSincronizacao(
  trx: Transacao,
  { correio, endereco }: LetterDeps,
  linhas: string[],
): Promise<void> {
  if (!correio.configurado) return;
  const link = `${endereco()}/importar`;
  await sendToAdmins(trx, correio, composeSincronizacao({ linhas, link }));
}

export async function deliverJaTemConta(
  trx: Transacao,
  { correio, endereco }: LetterDeps,
  email: string,
): Promise<void> {
  const carta = composeJaTemConta({ email, link: `${endereco()}/login` });
  await correio.send(trx, { para: email, ...carta });
}
