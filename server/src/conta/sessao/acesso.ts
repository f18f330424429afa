/** The rules of sign-in, renewal and sign-out, between the routes and the tables. */
import { type Acesso, type Entrar, type SegundoFator, TEXTOS_CONTA } from '@unipark/contract/conta';
import { type Autor, audit } from '../../platform/audit.ts';
import { type Banco, inEssential, type Transacao } from '../../platform/db/banco.ts';
import { invalid, Problem } from '../../platform/errors.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import type { CallOrigin, LoginReply, ServicoEntrada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { findCredencial, removeSessao } from '../repo.ts';
import { isTooLong } from '../senha/regras.ts';
import { normalizeSenha, verifySenha } from '../senha/senhas.ts';
import { findNavegador } from './navegador.ts';
import { clearCookie, hasSessao, touchSessao } from './sessoes.ts';
import { checkThrottle, contaKey, countFailure, forgetFailures } from './tentativas.ts';
import { oneAtATime } from './vez.ts';

export interface AcessoDeps {
  db: Banco;
  identidade: IdentidadeLocal;
  entrada: ServicoEntrada;
}

const refused = (): Problem =>
  new Problem(401, 'credenciais-invalidas', TEXTOS_CONTA.credenciaisInvalidas);

/** Shown only after the right password, so a stranger learns nothing. */
const WAITING = { email: TEXTOS_CONTA.confirmeEmail, aprovacao: TEXTOS_CONTA.aguardaAprovacao };

type AccountCredential = NonNullable<Awaited<ReturnType<typeof findCredencial>>>;

/**
 * Hashing takes time. When the password was changed or the account disabled meanwhile, no session
 * is opened: the change ended all sessions that existed, but not this one.
 */
async function isStill(trx: Transacao, email: string, antes: AccountCredential): Promise<boolean> {
  const agora = await findCredencial(trx, email);
  return agora?.id === antes.id && agora.senha === antes.senha && agora.desabilitada_em === null;
}

export function acessoService({ db, identidade, entrada }: AcessoDeps) {
  const { tokens, segredo } = identidade;
  const { seguro } = entrada;

  async function recordFailure(
    email: string,
    conta: string,
    id: string | undefined,
    de: CallOrigin,
  ) {
    await inEssential(db, async (trx) => {
      await countFailure(trx, conta, de.ip);
      const ato = { acao: 'entrada-recusada', entidade: 'conta', chave: id ?? '' } as const;
      await audit(trx, de.autor, { ...ato, detalhe: { email } });
    });
  }

  return {
    /** A session for the right password; the same answer for a wrong one and an unknown e-mail. */
    async signIn(dados: Entrar, de: CallOrigin): Promise<LoginReply<Acesso | SegundoFator>> {
      const email = normalizeEmail(dados.email);
      if (dados.password.trim() === '') throw invalid({ password: TEXTOS_CONTA.senhaVazia });
      const atual = (await findCredencial(db, email))?.senha ?? null;
      const cookie = de.headers.get('cookie') ?? '';
      const navegador = findNavegador(segredo, { email, hash: atual }, cookie);
      const chave = contaKey(email, navegador);
      return oneAtATime(chave, async () => {
        await checkThrottle(db, chave, navegador === '' ? de.ip : null);
        const credencial = await findCredencial(db, email);
        const hash = credencial?.senha ?? null;
        const senha = normalizeSenha(dados.password);
        const confere = !isTooLong(senha) && (await verifySenha(hash, senha));
        if (!confere || !credencial || !hash || credencial.desabilitada_em !== null) {
          await recordFailure(email, chave, credencial?.id, de);
          throw refused();
        }
        if (credencial.pendencia !== null) {
          throw new Problem(403, 'aguarda', WAITING[credencial.pendencia]);
        }
        const entrou = await inEssential(db, async (trx) => {
          if (!(await isStill(trx, email, credencial))) throw refused();
          await forgetFailures(trx, chave);
          return entrada.enter(trx, credencial.id, de, 'senha');
        });
        return entrada.answerEntrou(entrou);
      });
    },

    /**
     * The next access token for the cookie's session; undefined when the session is over. An idle
     * page gets its token too, but does not prolong the session.
     */
    async renew(headers: Headers, uso: boolean): Promise<LoginReply | undefined> {
      if (!(await hasSessao(db, headers, seguro))) return undefined;
      const achada = await inEssential(db, (trx) => touchSessao(trx, headers, { uso, seguro }));
      const user = achada && (await entrada.findConta(achada.conta));
      if (!user) return undefined;
      const { sid, cookies, prazo } = achada;
      return { acesso: { token: await tokens.issue(user.id, sid), user, sessao: prazo }, cookies };
    },

    /** Ends the sessions of the cookie and of the bearer, and deletes the cookie. */
    async signOut(headers: Headers, sidDoBearer: string | undefined, autor: Autor) {
      const sai = sidDoBearer !== undefined || (await hasSessao(db, headers, seguro));
      if (!sai) return clearCookie(seguro);
      await inEssential(db, async (trx) => {
        const doCookie = await touchSessao(trx, headers, { uso: false, seguro });
        const sids = new Set([doCookie?.sid, sidDoBearer]);
        for (const sid of sids) {
          const id = sid && (await removeSessao(trx, sid));
          if (!sid || !id) continue;
          await audit(trx, { ...autor, id }, { acao: 'sair', entidade: 'conta', chave: id });
          identidade.announceEnd(trx, [sid]);
        }
      });
      return clearCookie(seguro);
    },
  };
}
