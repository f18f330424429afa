/** Letters on their way: to the owner of an account, with its single-use link, and to who decides. */
import type { LinkEntregue } from '@unipark/contract/usuario';
import type { Transacao } from '../../platform/db/banco.ts';
import type { Correio } from '../../platform/mail/correio.ts';
import type { EnderecoProprio } from '../../platform/origin.ts';
import { countPendentes, listEmailsDeAdmins } from '../cadastro/repo.ts';
import { createLink, VALIDADE } from '../links/links.ts';
import { countLetter, countNotice, WINDOWS } from '../sessao/tentativas.ts';
import {
  cartaAprovacoes,
  cartaConfirmar,
  cartaJaTemConta,
  cartaRecuperar,
  cartaSenhaTrocada,
} from './cartas.ts';

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

/** Tells the owner of an account that its password is another one, where mail goes out. */
export async function deliverSenhaTrocada(
  trx: Transacao,
  { correio, endereco }: EntregaDeps,
  email: string,
): Promise<void> {
  if (!correio.configurado || !(await countNotice(trx, email))) return;
  const carta = cartaSenhaTrocada({ email, link: `${endereco()}/passwordrecovery` });
  await correio.send(trx, { para: email, ...carta });
}

/** Whoever has to decide hears of it, once an hour and without anybody's words in it. */
export async function deliverAprovacoes(
  trx: Transacao,
  { correio, endereco }: EntregaDeps,
): Promise<void> {
  if (!correio.configurado) return;
  if (!(await countLetter(trx, 'aviso', 'aprovacao', 1, WINDOWS.hora))) return;
  const { aprovacao } = await countPendentes(trx);
  const link = `${endereco()}/configuracoes/usuarios`;
  const carta = cartaAprovacoes({ total: aprovacao, link });
  for (const para of await listEmailsDeAdmins(trx)) await correio.send(trx, { para, ...carta });
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
