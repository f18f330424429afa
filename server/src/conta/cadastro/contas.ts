import { type CriarConta, ehEmail, TEXTOS_CONTA } from '@unipark/contract/conta';
import { isBlank, requiredText } from '@unipark/contract/texto';
import * as z from 'zod/mini';
import { type Autor, audit } from '../../platform/audit.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { uniqueViolation } from '../../platform/db/errors.ts';
import { settleSetting } from '../../platform/db/settings.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { senhaFault } from '../senha/regras.ts';
import { createPessoa, updateSituacao } from './repo.ts';

const Nome = requiredText('Nome', 200);
const EmailDaBiblioteca = z.email();

/** The one spelling of an address: the key of the account. */
export const normalizeEmail = (email: string): string =>
  email.trim().normalize('NFC').toLowerCase();

export const isUsableEmail = (email: string): boolean =>
  ehEmail(email) && EmailDaBiblioteca.safeParse(email).success;

/** 409: one e-mail, one account. */
export const emailTaken = () =>
  conflict('email-em-uso', TEXTOS_CONTA.emailEmUso, { email: TEXTOS_CONTA.emailEmUso });

/** The account's data in their stored form. @throws 400 naming every wrong field */
export function checkNovaConta(dados: CriarConta): Omit<CriarConta, 'convite'> {
  const campos: Record<string, string> = {};
  const nome = Nome.safeParse(dados.name);
  const email = normalizeEmail(dados.email);
  if (isBlank(dados.name)) campos.name = TEXTOS_CONTA.nomeVazio;
  else if (!nome.success) campos.name = nome.error.issues[0]?.message ?? TEXTOS_CONTA.nomeVazio;
  if (!isUsableEmail(email)) campos.email = TEXTOS_CONTA.emailInvalido;
  const senha = senhaFault(dados.password, email);
  if (senha) campos.password = senha;
  if (!nome.success || Object.keys(campos).length > 0) throw invalid(campos);
  return { name: nome.data, email, password: dados.password.normalize('NFC') };
}

export interface NovaConta {
  name: string;
  /** In the form of `normalizeEmail`. */
  email: string;
  /** null when the account has no password here: an outside provider keeps it. */
  hash: string | null;
  admin: boolean;
  /** null by default: it may sign in at once. */
  pendencia?: 'email' | 'aprovacao' | null;
  /** Whether the address is proved; false by default. */
  verificado?: boolean;
}

/**
 * Writes the account and its audit row. The first account that may sign in becomes the
 * installation's admin, also when fifty arrive at once: only one of them writes the setting first.
 * @throws 409 when the e-mail has an account
 */
export async function createConta(trx: Transacao, autor: Autor, nova: NovaConta) {
  const { name, email, hash, pendencia = null, verificado = false } = nova;
  try {
    const id = await createPessoa(trx, {
      nome: name,
      email,
      senha: hash,
      admin: nova.admin,
      verificado,
      pendencia,
    });
    const primeira = pendencia
      ? undefined
      : await settleSetting(trx, 'identidade.primeira_conta', id);
    const admin = nova.admin || primeira === id;
    if (admin !== nova.admin) await updateSituacao(trx, id, { admin });
    const quem = { ...autor, id: autor.id ?? id };
    const detalhe = { name, email, admin, ...(pendencia && { pendencia }) };
    await audit(trx, quem, { acao: 'criar', entidade: 'conta', chave: id, detalhe });
    return { id, email, name, picture: null, admin };
  } catch (error) {
    if (uniqueViolation(error) === 'contas.email') throw emailTaken();
    throw error;
  }
}
