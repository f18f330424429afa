/** Single-use links on their way to the owner of an account: made, written down and mailed. */
import type { LinkEntregue } from '@unipark/contract/usuario';
import type { Transacao } from '../platform/db/banco.ts';
import type { Correio } from '../platform/mail/correio.ts';
import type { EnderecoProprio } from '../platform/origin.ts';
import { createLink, VALIDADE } from './links.ts';
import { cartaConfirmar, cartaJaTemConta, cartaRecuperar } from './mensagensDeEmail.ts';

/** What a letter needs: the outbox, and our own address for the links in it. */
export interface EntregaDeps {
  correio: Correio;
  endereco: EnderecoProprio;
}

/** Whom a letter is for. */
export interface Destinatario {
  id: string;
  email: string;
}

/** After this the link is dead, and the letter with it. */
const expiry = (tipo: keyof typeof VALIDADE): Date => new Date(Date.now() + VALIDADE[tipo]);

/**
 * A link to a new password (30 minutes, once; earlier ones of the account stop), mailed in the same
 * transaction. Where no mail goes out the link is answered, for an administrator to hand over.
 * `redefinir`: an administrator asked for it.
 */
export async function deliverRecuperacao(
  trx: Transacao,
  { correio, endereco }: EntregaDeps,
  { id, email }: Destinatario,
  redefinir = false,
): Promise<LinkEntregue> {
  const token = await createLink(trx, 'recuperar', id);
  const link = `${endereco()}/passwordrecovery#token=${token}`;
  if (!correio.configurado) return { enviado: false, link };
  const carta = cartaRecuperar({ email, link }, redefinir);
  await correio.send(trx, { para: email, ...carta, expiraEm: expiry('recuperar') });
  return { enviado: true, link: null };
}

/** A link that proves the address; mailed in the same transaction. Mail has to be configured. */
export async function deliverConfirmacao(
  trx: Transacao,
  { correio, endereco }: EntregaDeps,
  { id, email }: Destinatario,
): Promise<void> {
  const token = await createLink(trx, 'confirmar', id);
  const carta = cartaConfirmar({ email, link: `${endereco()}/signup#confirmar=${token}` });
  await correio.send(trx, { para: email, ...carta, expiraEm: expiry('confirmar') });
}

/** Tells the owner of an account that somebody tried to sign up with its address. */
export async function deliverJaTemConta(
  trx: Transacao,
  { correio, endereco }: EntregaDeps,
  email: string,
): Promise<void> {
  const carta = cartaJaTemConta({ email, link: `${endereco()}/login` });
  await correio.send(trx, { para: email, ...carta });
}
