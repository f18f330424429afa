import { randomInt } from 'node:crypto';
import { ehEmail, TEXTOS_CONTA } from '@unipark/contract/conta';
import { type Autor, audit } from '../platform/audit.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { invalid, notFound } from '../platform/errors.ts';
import { normalizeEmail } from './cadastro.ts';
import type { IdentidadeLocal } from './identidade.ts';
import { senhaFault } from './regrasSenha.ts';
import { findCredencial, updateSenha } from './repo.ts';
import { hashSenha } from './senhas.ts';
import { endSessoes } from './sessoes.ts';
import { contaKey, forgetFailures } from './tentativas.ts';

/** Nothing that is mistaken for something else when read out or copied by hand. */
const LETRAS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password of four groups, some 80 bits: for handing over, to be changed by its owner. */
export const generateSenha = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => LETRAS[randomInt(LETRAS.length)]).join(''),
  ).join('-');

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
  const conta = await findCredencial(db, email);
  if (!conta) throw notFound(`Nenhuma conta tem o e-mail ${email}.`);
  const cifrada = await hashSenha(dados.senha);
  await inTransaction(db, async (trx) => {
    await updateSenha(trx, conta.id, cifrada);
    await forgetFailures(trx, contaKey(email));
    const encerradas = await endSessoes(trx, identidade, conta.id);
    const ato = { acao: 'redefinir-senha', entidade: 'conta', chave: conta.id };
    await audit(trx, autor, { ...ato, detalhe: { sessoesEncerradas: encerradas } });
  });
}
