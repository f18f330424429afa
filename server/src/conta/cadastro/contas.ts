/** Creates accounts: the sign-up route and the operator's tool share this one way. */
import { type CriarConta, ehEmail, TEXTOS_CONTA } from '@unipark/contract/conta';
import { textoObrigatorio } from '@unipark/contract/texto';
import * as z from 'zod/mini';
import { type Autor, audit } from '../../platform/audit.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { uniqueViolation } from '../../platform/db/errors.ts';
import { settleSetting } from '../../platform/db/settings.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Auth } from '../auth.ts';
import { senhaFault } from '../senha/regras.ts';
import { saveCredencial, updateSituacao } from './repo.ts';

const Nome = textoObrigatorio('Nome', 200);
const EmailDaBiblioteca = z.email();

/** One spelling of an address: the account's key. */
export const normalizeEmail = (email: string): string =>
  email.trim().normalize('NFC').toLowerCase();

const isUsableEmail = (email: string): boolean =>
  ehEmail(email) && EmailDaBiblioteca.safeParse(email).success;

/** 409: one e-mail, one account. */
export const emailTaken = () =>
  conflict('email-em-uso', TEXTOS_CONTA.emailEmUso, { email: TEXTOS_CONTA.emailEmUso });

/** The account's data in their stored form. @throws 400 naming every field at fault */
export function checkNovaConta(dados: CriarConta): Omit<CriarConta, 'convite'> {
  const campos: Record<string, string> = {};
  const nome = Nome.safeParse(dados.name);
  const email = normalizeEmail(dados.email);
  if (dados.name.trim() === '') campos.name = TEXTOS_CONTA.nomeVazio;
  else if (!nome.success) campos.name = nome.error.issues[0]?.message ?? TEXTOS_CONTA.nomeVazio;
  if (!isUsableEmail(email)) campos.email = TEXTOS_CONTA.emailInvalido;
  const senha = senhaFault(dados.password, email);
  if (senha) campos.password = senha;
  if (!nome.success || Object.keys(campos).length > 0) throw invalid(campos);
  return { name: nome.data, email, password: dados.password.normalize('NFC') };
}

export interface NovaConta {
  name: string;
  /** As `normalizeEmail` spells it. */
  email: string;
  /** null: no password here; an outside account proves who it is. */
  hash: string | null;
  admin: boolean;
  /** null unless said: it may come in at once. */
  pendencia?: 'email' | 'aprovacao' | null;
  /** Whether the address is proved; it is not unless said. */
  verificado?: boolean;
}

/**
 * Writes the account and its audit row. The first account that may come in is the installation's
 * admin, also when fifty arrive at once: the setting has one first writer.
 * @throws 409 when the e-mail has an account
 */
export async function createConta(auth: Auth, trx: Transacao, autor: Autor, nova: NovaConta) {
  const { internalAdapter } = await auth.context;
  const { name, email, hash, pendencia = null, verificado = false } = nova;
  try {
    return await auth.within(trx, async () => {
      const criada = await internalAdapter.createUser(
        { name, email, emailVerified: verificado, admin: nova.admin },
        { method: 'email-password' },
      );
      const primeira = pendencia
        ? undefined
        : await settleSetting(trx, 'identidade.primeira_conta', criada.id);
      const admin = nova.admin || primeira === criada.id;
      await updateSituacao(trx, criada.id, { admin, pendencia });
      if (hash !== null) await saveCredencial(trx, criada.id, hash);
      const quem = { ...autor, id: autor.id ?? criada.id };
      const detalhe = { name, email, admin, ...(pendencia && { pendencia }) };
      await audit(trx, quem, { acao: 'criar', entidade: 'conta', chave: criada.id, detalhe });
      return { id: criada.id, email, name, picture: null, admin };
    });
  } catch (error) {
    if (uniqueViolation(error) === 'user.email') throw emailTaken();
    throw error;
  }
}
