import { randomInt } from 'node:crypto';
import { ehEmail, TEXTOS_CONTA } from '@unipark/contract/conta';
import { type Autor, audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import { findPorEmail, saveCredencial } from '../cadastro/repo.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { removeLinksOf } from '../links/linksRepo.ts';
import { removePreparado } from '../segundoFator/totpRepo.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { forgetAccount } from '../sessao/tentativas.ts';
import { senhaFault } from './regras.ts';
import { hashSenha } from './senhas.ts';

/** Nothing that is mistaken for something else when read out or copied by hand. */
const LETRAS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password of four groups, some 80 bits: for handing over, to be changed by its owner. */
export const generateSenha = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => LETRAS[randomInt(LETRAS.length)]).join(''),
  ).join('-');

/**
 * Puts a password in the place of the old one, or gives the account its first. All that was opened
 * with the old one ends: sessions, mailed links, questions half answered, counted guesses, an
 * authenticator that was never confirmed.
 * @returns how many sessions ended
 */
export async function replaceSenha(
  trx: Transacao,
  identidade: IdentidadeLocal,
  { id, email }: { id: string; email: string },
  cifrada: string,
): Promise<number> {
  await saveCredencial(trx, id, cifrada);
  await forgetAccount(trx, email);
  await removeLinksOf(trx, 'recuperar', id);
  await removePreparado(trx, id);
  return endSessoes(trx, identidade, id);
}

/**
 * Gives an account a new password and ends every session of it.
 * @throws 400 when it is no e-mail or the password may not be used, 404 when no account has the e-mail
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
  const conta = await findPorEmail(db, email);
  if (!conta) throw notFound(`Nenhuma conta tem o e-mail ${email}.`);
  const cifrada = await hashSenha(dados.senha);
  await inTransaction(db, async (trx) => {
    const encerradas = await replaceSenha(trx, identidade, conta, cifrada);
    const ato = { acao: 'redefinir-senha', entidade: 'conta', chave: conta.id };
    await audit(trx, autor, { ...ato, detalhe: { sessoesEncerradas: encerradas } });
  });
}
