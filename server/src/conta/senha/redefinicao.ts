import { ehEmail, TEXTOS_CONTA } from '@unipark/contract/conta';
import { type Autor, audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { randomLetters } from '../../platform/random.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import { findByEmail, saveSenha } from '../cadastro/repo.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { removeLinksOf } from '../links/linksRepo.ts';
import { removePreparado } from '../segundoFator/totpRepo.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { forgetAccount } from '../sessao/tentativas.ts';
import { senhaFault } from './regras.ts';
import { hashSenha } from './senhas.ts';

/** A password of four groups, about 80 bits: to be handed over, then changed by its owner. */
export const generateSenha = (): string =>
  Array.from({ length: 4 }, () => randomLetters(4)).join('-');

/**
 * Replaces the password, or sets the first one. Everything that the old password opened ends:
 * sessions, mailed links, open challenges, counted guesses, an unconfirmed authenticator.
 * @returns how many sessions ended
 */
export async function replaceSenha(
  trx: Transacao,
  identidade: IdentidadeLocal,
  { id, email }: { id: string; email: string },
  cifrada: string,
): Promise<number> {
  await saveSenha(trx, id, cifrada);
  await forgetAccount(trx, email);
  await removeLinksOf(trx, 'recuperar', id);
  await removePreparado(trx, id);
  return endSessoes(trx, identidade, id);
}

/**
 * Gives an account a new password and ends its sessions.
 * @throws 400 for a text that is not an e-mail or a refused password, 404 when no account has the
 * e-mail
 */
export async function resetSenha(
  { db, identidade }: { db: Banco; identidade: IdentidadeLocal },
  dados: { email: string; senha: string },
  autor: Autor,
): Promise<void> {
  const email = normalizeEmail(dados.email);
  if (!ehEmail(email)) throw invalid({ email: TEXTOS_CONTA.emailInvalido });
  const problema = senhaFault(dados.senha, email);
  if (problema) throw invalid({ password: problema });
  const conta = await findByEmail(db, email);
  if (!conta) throw notFound(`Nenhuma conta tem o e-mail ${email}.`);
  const cifrada = await hashSenha(dados.senha);
  await inTransaction(db, async (trx) => {
    const encerradas = await replaceSenha(trx, identidade, conta, cifrada);
    const ato = { acao: 'redefinir-senha', entidade: 'conta', chave: conta.id } as const;
    await audit(trx, autor, { ...ato, detalhe: { sessoesEncerradas: encerradas } });
  });
}
