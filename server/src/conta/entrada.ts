/** The last steps shared by all ways to sign in: the second factor, the session, the answer. */
import type { Acesso, Conta, SegundoFator } from '@unipark/contract/conta';
import type { Config } from '../config.ts';
import { type Autor, audit } from '../platform/audit.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { deliverNavegadorNovo, type LetterDeps } from './cartas/envio.ts';
import type { IdentidadeLocal } from './identidade.ts';
import { createDesafio, desafioCookie } from './links/desafios.ts';
import { findContaAtiva, findCredencial } from './repo.ts';
import { findFatores } from './segundoFator/repo.ts';
import { findNavegador, navegadorCookie } from './sessao/navegador.ts';
import { type Cookies, type LiveSession, openSessao } from './sessao/sessoes.ts';

/** Data of a call: for the audit, the throttle and the session's row. */
export interface CallOrigin {
  autor: Autor;
  ip: string;
  headers: Headers;
}

export interface LoginReply<T = Acesso> {
  acesso: T;
  cookies: Cookies;
}

/** The proof of identity; kept in the audit. */
export type LoginProof = 'senha' | 'cadastro' | 'link' | 'oidc' | 'totp' | 'codigo' | 'passkey';

/** The result of `enter`, to be answered after its transaction is committed. */
export type LoginOutcome =
  | LiveSession
  | { fatores: SegundoFator['segundoFator']; cookies: Cookies };

export interface EntradaDeps {
  db: Banco;
  config: Pick<Config, 'publicUrl' | 'mfaAdmin'>;
  identidade: IdentidadeLocal;
  cartas: LetterDeps;
}

/** These have a letter of their own, or are the account's first. */
const SEM_AVISO: LoginProof[] = ['cadastro', 'link', 'codigo'];

export type ServicoEntrada = ReturnType<typeof createEntradaContas>;

/** One for the application: passwords, links, single sign-on and second factors end here. */
export function createEntradaContas({ db, config, identidade, cartas }: EntradaDeps) {
  const { tokens, segredo } = identidade;
  const seguro = config.publicUrl?.protocol === 'https:';

  /** The account as the screens see it; undefined when it may not sign in. */
  async function findConta(id: string): Promise<Conta | undefined> {
    const conta = await findContaAtiva(db, id);
    if (!conta) return undefined;
    if (!conta.admin || (await findFatores(db, id)).length > 0) return { ...conta, lembrete: null };
    return config.mfaAdmin
      ? { ...conta, admin: false, lembrete: 'segundo-fator-exigido' }
      : { ...conta, lembrete: 'segundo-fator' };
  }

  /** Opens a session of an account that has given all proofs, with its audit row. */
  async function open(
    trx: Transacao,
    conta: string,
    de: CallOrigin,
    prova: LoginProof,
    /** The proof given before the second factor. */
    primeira: string | null = null,
  ): Promise<LiveSession> {
    const sessao = await openSessao(trx, conta, de, seguro);
    const ato = { acao: 'entrar', entidade: 'conta', chave: conta, motivo: prova } as const;
    // The profile shows the owner the previous sign-in and its user agent.
    const detalhe = { agente: de.headers.get('user-agent'), ...(primeira && { primeira }) };
    await audit(trx, { ...de.autor, id: conta }, { ...ato, detalhe });
    return sessao;
  }

  /** Tells the owner of a sign-in in a browser that never opened the account. */
  async function tellBrowser(
    trx: Transacao,
    id: string,
    { headers }: CallOrigin,
    provas: (string | null)[],
  ): Promise<void> {
    if (!cartas.correio.configurado || SEM_AVISO.some((prova) => provas.includes(prova))) return;
    const conta = await findContaAtiva(trx, id);
    if (!conta) return;
    const { email } = conta;
    const hash = (await findCredencial(trx, email))?.senha ?? null;
    const navegador = findNavegador(segredo, { email, hash }, headers.get('cookie') ?? '');
    if (navegador === '') await deliverNavegadorNovo(trx, cartas, email);
  }

  async function answer({ sid, conta, cookies, prazo }: LiveSession): Promise<LoginReply> {
    const user = await findConta(conta);
    if (!user) throw new Error('a session was opened for an account that may not come in');
    const token = await tokens.issue(conta, sid);
    const hash = (await findCredencial(db, user.email))?.senha ?? null;
    const navegador = navegadorCookie(segredo, { email: user.email, hash }, seguro);
    return { acesso: { token, user, sessao: prazo }, cookies: [...cookies, navegador] };
  }

  return {
    seguro,
    findConta,
    open,
    answer,

    /** Opens a session, or asks for the second factor when the account has one. */
    async enter(
      trx: Transacao,
      conta: string,
      de: CallOrigin,
      prova: LoginProof,
    ): Promise<LoginOutcome> {
      const fatores = await findFatores(trx, conta);
      if (fatores.length === 0) {
        await tellBrowser(trx, conta, de, [prova]);
        return open(trx, conta, de, prova);
      }
      const token = await createDesafio(trx, 'segundo-fator', { conta, dados: prova });
      return { fatores, cookies: [desafioCookie('segundo-fator', token, { seguro })] };
    },

    /** Opens a session after the second factor. `primeira`: the proof given before it. */
    async enterFully(
      trx: Transacao,
      conta: string,
      de: CallOrigin,
      prova: LoginProof,
      primeira: string | null,
    ): Promise<LiveSession> {
      await tellBrowser(trx, conta, de, [prova, primeira]);
      return open(trx, conta, de, prova, primeira);
    },

    async answerEntrou(entrou: LoginOutcome): Promise<LoginReply<Acesso | SegundoFator>> {
      if ('sid' in entrou) return answer(entrou);
      const { fatores, cookies } = entrou;
      return { acesso: { token: null, user: null, segundoFator: fatores }, cookies };
    },
  };
}
