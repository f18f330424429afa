/** The last steps that every way in shares: the second factor's question, the session, the answer. */
import type { Acesso, Conta, SegundoFator } from '@unipark/contract/conta';
import type { Config } from '../config.ts';
import { type Autor, audit } from '../platform/audit.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import type { IdentidadeLocal } from './identidade.ts';
import { createDesafio, desafioCookie } from './links/desafios.ts';
import { findContaAtiva, findCredencial } from './repo.ts';
import { findFatores } from './segundoFator/repo.ts';
import { navegadorCookie } from './sessao/navegador.ts';
import { type Cookies, openSessao, type SessaoAberta } from './sessao/sessoes.ts';

/** Where a call comes from: for the audit, the throttle and the session's own row. */
export interface Chamada {
  autor: Autor;
  ip: string;
  headers: Headers;
}

/** What a route answers, and the cookies that go beside it. */
export interface Resposta<T = Acesso> {
  acesso: T;
  cookies: Cookies;
}

/** How somebody proved who they are; kept in the audit. */
export type Prova = 'senha' | 'cadastro' | 'link' | 'oidc' | 'totp' | 'codigo' | 'passkey';

/** What `enter` leaves to be answered once its transaction is on disk. */
export type Entrou = SessaoAberta | { fatores: SegundoFator['segundoFator']; cookies: Cookies };

export interface EntradaDeps {
  db: Banco;
  config: Pick<Config, 'publicUrl' | 'mfaAdmin'>;
  identidade: IdentidadeLocal;
}

export type ServicoEntrada = ReturnType<typeof createEntradaDeContas>;

/** One for the whole application: passwords, links, single sign-on and second factors end here. */
export function createEntradaDeContas({ db, config, identidade }: EntradaDeps) {
  const { auth, tokens, segredo } = identidade;
  const seguro = config.publicUrl?.protocol === 'https:';

  /** The account as the screens see it; undefined when it may not come in. */
  async function findConta(id: string): Promise<Conta | undefined> {
    const conta = await findContaAtiva(db, id);
    if (!conta) return undefined;
    if (!conta.admin || (await findFatores(db, id)).length > 0) return { ...conta, lembrete: null };
    return config.mfaAdmin
      ? { ...conta, admin: false, lembrete: 'segundo-fator-exigido' }
      : { ...conta, lembrete: 'segundo-fator' };
  }

  /** A session of an account that has proved all it has to, with its audit row. */
  async function open(
    trx: Transacao,
    conta: string,
    de: Chamada,
    prova: Prova,
    /** What came before a second factor. */
    primeira: string | null = null,
  ): Promise<SessaoAberta> {
    const sessao = await openSessao(auth, trx, conta, de.headers);
    const ato = { acao: 'entrar', entidade: 'conta', chave: conta, motivo: prova };
    // The profile tells its owner of the visit before this one, and what it was made with.
    const detalhe = { agente: de.headers.get('user-agent'), ...(primeira && { primeira }) };
    await audit(trx, { ...de.autor, id: conta }, { ...ato, detalhe });
    return sessao;
  }

  /** The access that goes with an open session, and what the browser is to keep. */
  async function answer({ sid, conta, cookies, prazo }: SessaoAberta): Promise<Resposta> {
    const user = await findConta(conta);
    if (!user) throw new Error('a session was opened for an account that may not come in');
    const token = await tokens.issue(conta, sid);
    const hash = (await findCredencial(db, user.email))?.password ?? null;
    const navegador = navegadorCookie(segredo, { email: user.email, hash }, seguro);
    return { acesso: { token, user, sessao: prazo }, cookies: [...cookies, navegador] };
  }

  return {
    seguro,
    findConta,
    open,
    answer,

    /** A session, or the question for the second factor where the account has one. */
    async enter(trx: Transacao, conta: string, de: Chamada, prova: Prova): Promise<Entrou> {
      const fatores = await findFatores(trx, conta);
      if (fatores.length === 0) return open(trx, conta, de, prova);
      const token = await createDesafio(trx, 'segundo-fator', { conta, dados: prova });
      return { fatores, cookies: [desafioCookie('segundo-fator', token, { seguro })] };
    },

    /** What `enter` led to, as the route says it. */
    async answerEntrou(entrou: Entrou): Promise<Resposta<Acesso | SegundoFator>> {
      if ('sid' in entrou) return answer(entrou);
      const { fatores, cookies } = entrou;
      return { acesso: { token: null, user: null, segundoFator: fatores }, cookies };
    },
  };
}
