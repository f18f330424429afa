/** Confirms the person before any change that weakens an account. */
import { TEXTOS_CONTA } from '@unipark/contract/conta';
import { type Autor, audit } from '../../platform/audit.ts';
import { nowMs } from '../../platform/clock.ts';
import { type Banco, inEssential } from '../../platform/db/banco.ts';
import { invalid, Problem } from '../../platform/errors.ts';
import type { ContaSessao } from '../../platform/http/guard.ts';
import { findCredencial, findSessaoStart } from '../repo.ts';
import { checkThrottle, contaKey, countFailure, forgetFailures } from '../sessao/tentativas.ts';
import { oneAtATime } from '../sessao/vez.ts';
import { isTooLong } from './regras.ts';
import { normalizeSenha, verifySenha } from './senhas.ts';

/** Milliseconds after a sign-in during which an account without a password needs no other proof. */
const RECENTE = 15 * 60_000;

interface ConfirmRequest {
  conta: ContaSessao;
  senha: string | null;
  autor: Autor;
  ip: string;
  /** The field of the form with the password. */
  campo: string;
}

/**
 * Checks the account's password; guesses count like those of a sign-in. An account without a
 * password (single sign-on) must have signed in within the last fifteen minutes.
 * @throws 400 for a wrong password, 403 for an old session, 429 after too many guesses
 */
export async function confirmPerson(db: Banco, pedido: ConfirmRequest): Promise<void> {
  const { conta, autor, ip, campo } = pedido;
  const hash = (await findCredencial(db, conta.email))?.senha ?? null;
  if (hash === null) {
    const criada = await findSessaoStart(db, conta.sid);
    if (criada && Date.parse(criada) + RECENTE > nowMs()) return;
    throw new Problem(403, 'entre-de-novo', TEXTOS_CONTA.entreDeNovo);
  }
  const chave = contaKey(conta.email, `confirma:${conta.id}`);
  await oneAtATime(chave, async () => {
    // The session has its own count: strangers behind the same address do not stop its person.
    await checkThrottle(db, chave, null);
    const senha = normalizeSenha(pedido.senha ?? '');
    if (senha.trim() === '') throw invalid({ [campo]: TEXTOS_CONTA.senhaVazia });
    if (!isTooLong(senha) && (await verifySenha(hash, senha))) {
      await inEssential(db, (trx) => forgetFailures(trx, chave));
      return;
    }
    await inEssential(db, async (trx) => {
      await countFailure(trx, chave, ip);
      await audit(trx, autor, { acao: 'senha-recusada', entidade: 'conta', chave: conta.id });
    });
    throw invalid({ [campo]: TEXTOS_CONTA.senhaAtualErrada });
  });
}
