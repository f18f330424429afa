/** Before anything that weakens an account: is it still its owner who sits there? */
import { TEXTOS_CONTA } from '@unipark/contract/conta';
import { type Autor, audit } from '../../platform/audit.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { invalid, Problem } from '../../platform/errors.ts';
import type { ContaSessao } from '../../platform/guard.ts';
import { findCredencial, findCriacaoDaSessao } from '../repo.ts';
import { checkThrottle, contaKey, countFailure, forgetFailures } from '../sessao/tentativas.ts';
import { oneAtATime } from '../sessao/vez.ts';
import { isTooLong } from './regras.ts';
import { normalizeSenha, verifySenha } from './senhas.ts';

/** Milliseconds since signing in that stand for a password, where the account has none. */
const RECENTE = 15 * 60_000;

interface Pedido {
  conta: ContaSessao;
  senha: string | null;
  autor: Autor;
  ip: string;
  /** The field of the form that the password came from. */
  campo: string;
}

/**
 * Holds the password against the account's, guesses counted like those of a sign-in. An account
 * without a password (single sign-on) has to have signed in within the last fifteen minutes.
 * @throws 400 for a wrong password, 403 for an old session, 429 after too many guesses
 */
export async function confirmPerson(db: Banco, pedido: Pedido): Promise<void> {
  const { conta, autor, ip, campo } = pedido;
  const hash = (await findCredencial(db, conta.email))?.password ?? null;
  if (hash === null) {
    const criada = await findCriacaoDaSessao(db, conta.sid);
    if (criada && Date.parse(criada) + RECENTE > Date.now()) return;
    throw new Problem(403, 'entre-de-novo', TEXTOS_CONTA.entreDeNovo);
  }
  const chave = contaKey(conta.email, `confirma:${conta.id}`);
  await oneAtATime(chave, async () => {
    await checkThrottle(db, chave, ip);
    const senha = normalizeSenha(pedido.senha ?? '');
    if (senha.trim() === '') throw invalid({ [campo]: TEXTOS_CONTA.senhaVazia });
    if (!isTooLong(senha) && (await verifySenha(hash, senha))) {
      await inTransaction(db, (trx) => forgetFailures(trx, chave));
      return;
    }
    await inTransaction(db, async (trx) => {
      await countFailure(trx, chave, ip);
      await audit(trx, autor, { acao: 'senha-recusada', entidade: 'conta', chave: conta.id });
    });
    throw invalid({ [campo]: TEXTOS_CONTA.senhaAtualErrada });
  });
}
