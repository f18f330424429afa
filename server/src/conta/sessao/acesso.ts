/** Signing in, on and out: the rules between the routes and the tables. */
import { type Acesso, type Entrar, type SegundoFator, TEXTOS_CONTA } from '@unipark/contract/conta';
import { type Autor, audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { invalid, Problem } from '../../platform/errors.ts';
import { LIFETIME_MS } from '../auth.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import type { Chamada, Resposta, ServicoEntrada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { findCredencial, removeSessao } from '../repo.ts';
import { isTooLong } from '../senha/regras.ts';
import { normalizeSenha, verifySenha } from '../senha/senhas.ts';
import { findNavegador } from './navegador.ts';
import { clearCookie, peekSessao, prazoOf, touchSessao } from './sessoes.ts';
import { checkThrottle, contaKey, countFailure, forgetFailures } from './tentativas.ts';
import { oneAtATime } from './vez.ts';

export interface AcessoDeps {
  db: Banco;
  identidade: IdentidadeLocal;
  entrada: ServicoEntrada;
}

const refused = (): Problem =>
  new Problem(401, 'credenciais-invalidas', TEXTOS_CONTA.credenciaisInvalidas);

/** Said to whoever knows the password, so it tells a stranger nothing. */
const WAITING = { email: TEXTOS_CONTA.confirmeEmail, aprovacao: TEXTOS_CONTA.aguardaAprovacao };

type Credencial = NonNullable<Awaited<ReturnType<typeof findCredencial>>>;

/**
 * Hashing takes its time, and longer in a crowd: a password that was changed, or an account that
 * was disabled, meanwhile opens nothing, for the sessions that it ends were counted without this one.
 */
async function isStill(trx: Transacao, email: string, antes: Credencial): Promise<boolean> {
  const agora = await findCredencial(trx, email);
  return (
    agora?.id === antes.id && agora.password === antes.password && agora.desabilitadoEm === null
  );
}

/** The rules of signing in, on and out. */
export function acessoService({ db, identidade, entrada }: AcessoDeps) {
  const { auth, tokens, segredo } = identidade;

  async function recordFailure(email: string, conta: string, id: string | undefined, de: Chamada) {
    await inTransaction(db, async (trx) => {
      await countFailure(trx, conta, de.ip);
      const ato = { acao: 'entrada-recusada', entidade: 'conta', chave: id ?? '' };
      await audit(trx, de.autor, { ...ato, detalhe: { email } });
    });
  }

  return {
    /** A session for the right password; the same answer for a wrong one and an unknown e-mail. */
    async signIn(dados: Entrar, de: Chamada): Promise<Resposta<Acesso | SegundoFator>> {
      const email = normalizeEmail(dados.email);
      if (dados.password.trim() === '') throw invalid({ password: TEXTOS_CONTA.senhaVazia });
      const atual = (await findCredencial(db, email))?.password ?? null;
      const cookie = de.headers.get('cookie') ?? '';
      const navegador = findNavegador(segredo, { email, hash: atual }, cookie);
      const chave = contaKey(email, navegador);
      return oneAtATime(chave, async () => {
        await checkThrottle(db, chave, navegador === '' ? de.ip : null);
        const credencial = await findCredencial(db, email);
        const hash = credencial?.password ?? null;
        const senha = normalizeSenha(dados.password);
        const confere = !isTooLong(senha) && (await verifySenha(hash, senha));
        if (!confere || !credencial || !hash || credencial.desabilitadoEm !== null) {
          await recordFailure(email, chave, credencial?.id, de);
          throw refused();
        }
        if (credencial.pendencia !== null) {
          throw new Problem(403, 'aguarda', WAITING[credencial.pendencia]);
        }
        const entrou = await inTransaction(db, async (trx) => {
          if (!(await isStill(trx, email, credencial))) throw refused();
          await forgetFailures(trx, chave);
          return entrada.enter(trx, credencial.id, de, 'senha');
        });
        return entrada.answerEntrou(entrou);
      });
    },

    /**
     * The next access token for the cookie's session; undefined when the session is over. A page
     * that nobody uses gets its token too, and prolongs nothing.
     */
    async renew(headers: Headers, uso: boolean): Promise<Resposta | undefined> {
      const achada = await inTransaction(db, (trx) => touchSessao(auth, trx, headers, uso));
      if (!achada || achada.session.createdAt.getTime() + LIFETIME_MS <= Date.now()) {
        return undefined;
      }
      const user = await entrada.findConta(achada.user.id);
      if (!user) return undefined;
      const { id, createdAt, expiresAt } = achada.session;
      const token = await tokens.issue(user.id, id);
      return {
        acesso: { token, user, sessao: prazoOf(createdAt, expiresAt) },
        cookies: achada.cookies,
      };
    },

    /** Ends the session of the cookie and that of the bearer, and empties the cookie. */
    async signOut(headers: Headers, sidDoBearer: string | undefined, autor: Autor) {
      const sids = new Set([await peekSessao(auth, headers), sidDoBearer]);
      await inTransaction(db, async (trx) => {
        for (const sid of sids) {
          const id = sid && (await removeSessao(trx, sid));
          if (!sid || !id) continue;
          await audit(trx, { ...autor, id }, { acao: 'sair', entidade: 'conta', chave: id });
          identidade.announceEnd(trx, [sid]);
        }
      });
      return clearCookie(auth);
    },

    clearCookie: () => clearCookie(auth),
  };
}
