/** Signing up, in, on and out: the rules between the routes and the tables. */
import { type Acesso, ehEmail, TEXTOS_CONTA } from '@unipark/contract/conta';
import type { Config } from '../config.ts';
import { type Autor, audit } from '../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { invalid, Problem } from '../platform/errors.ts';
import { ABSOLUTA } from './auth.ts';
import {
  conferirNovaConta,
  emailEmUso,
  gravarConta,
  type NovaConta,
  normalizarEmail,
} from './cadastro.ts';
import { biscoitoDoNavegador, navegadorConhecido } from './dispositivo.ts';
import { umPorVez } from './fila.ts';
import type { IdentidadeLocal } from './identidade.ts';
import { senhaLongaDemais } from './regrasSenha.ts';
import { findConta, findCredencial, removeSessao } from './repo.ts';
import { cifrarSenha, conferirSenha, normalizarSenha } from './senhas.ts';
import {
  abrirSessao,
  apagarBiscoito,
  type Biscoitos,
  espiarSessao,
  type SessaoAberta,
  usarSessao,
} from './sessoes.ts';
import {
  chaveDaConta,
  contarChamada,
  contarFalha,
  esquecerFalhas,
  exigirCalma,
  JANELAS,
} from './tentativas.ts';

export interface AcessoDeps {
  db: Banco;
  config: Pick<Config, 'publicUrl' | 'signupMode'>;
  identidade: IdentidadeLocal;
}

/** Where a call comes from: for the audit, the throttle and the session's own row. */
export interface Chamada {
  autor: Autor;
  ip: string;
  headers: Headers;
}

/** What a route answers, and the cookies that go beside it. */
export interface Resposta {
  acesso: Acesso;
  biscoitos: Biscoitos;
}

const recusado = (): Problem =>
  new Problem(401, 'credenciais-invalidas', TEXTOS_CONTA.credenciaisInvalidas);

/** The rules of signing up, in, on and out. */
export function criarAcesso({ db, config, identidade }: AcessoDeps) {
  const { auth, tokens, segredo } = identidade;
  const seguro = config.publicUrl?.protocol === 'https:';

  async function responder(
    { sid, biscoitos }: SessaoAberta,
    user: Acesso['user'],
  ): Promise<Resposta> {
    const token = await tokens.emitir(user.id, sid);
    const navegador = biscoitoDoNavegador(segredo, user.email, seguro);
    return { acesso: { token, user }, biscoitos: [...biscoitos, navegador] };
  }

  async function anotarFalha(email: string, conta: string, id: string | undefined, de: Chamada) {
    await inTransaction(db, async (trx) => {
      await contarFalha(trx, conta, de.ip);
      const ato = { acao: 'entrada-recusada', entidade: 'conta', chave: id ?? '' };
      await audit(trx, de.autor, { ...ato, detalhe: { email } });
    });
  }

  async function abrirAuditada(
    trx: Transacao,
    dados: Parameters<typeof abrirSessao>[2],
    de: Chamada,
    id: string,
  ) {
    const sessao = await abrirSessao(auth, trx, dados);
    const ato = { acao: 'entrar', entidade: 'conta', chave: id };
    await audit(trx, { ...de.autor, id }, ato);
    return sessao;
  }

  return {
    /** A new account, signed in. @throws 403 unless the installation is open to everyone */
    async criarConta(dados: NovaConta, de: Chamada): Promise<Resposta> {
      if (config.signupMode !== 'aberto') {
        throw new Problem(403, 'cadastro-fechado', TEXTOS_CONTA.cadastroFechado);
      }
      const { name, email, password: senha } = conferirNovaConta(dados);
      await inTransaction(db, (trx) => contarChamada(trx, 'cadastro', de.ip, 300, JANELAS.minuto));
      if (await findCredencial(db, email)) throw emailEmUso();
      const hash = await cifrarSenha(senha);
      const feita = await inTransaction(db, async (trx) => {
        const conta = await gravarConta(auth, trx, de.autor, { name, email, hash, admin: false });
        const entrada = { email, senha, hash, headers: de.headers };
        return { conta, sessao: await abrirAuditada(trx, entrada, de, conta.id) };
      });
      return responder(feita.sessao, feita.conta);
    },

    /** A session for the right password; the same answer for a wrong one and an unknown e-mail. */
    async entrar(dados: { email: string; password: string }, de: Chamada): Promise<Resposta> {
      const email = normalizarEmail(dados.email);
      if (!ehEmail(email)) throw invalid({ email: TEXTOS_CONTA.emailInvalido });
      if (dados.password.trim() === '') throw invalid({ password: TEXTOS_CONTA.senhaVazia });
      const navegador = navegadorConhecido(segredo, email, de.headers.get('cookie') ?? '');
      const chave = chaveDaConta(email, navegador);
      return umPorVez(chave, async () => {
        await exigirCalma(db, chave, de.ip);
        const credencial = await findCredencial(db, email);
        const hash = credencial?.password ?? null;
        const senha = normalizarSenha(dados.password);
        const confere = !senhaLongaDemais(senha) && (await conferirSenha(hash, senha));
        if (!confere || !credencial || !hash || credencial.desabilitadoEm !== null) {
          await anotarFalha(email, chave, credencial?.id, de);
          throw recusado();
        }
        const feita = await inTransaction(db, async (trx) => {
          await esquecerFalhas(trx, chave);
          const conta = await findConta(trx, credencial.id);
          if (!conta) throw recusado();
          const entrada = { email, senha, hash, headers: de.headers };
          return { conta, sessao: await abrirAuditada(trx, entrada, de, conta.id) };
        });
        return responder(feita.sessao, feita.conta);
      });
    },

    /** The next access token for the cookie's session; undefined when the session is over. */
    async renovar(headers: Headers): Promise<Resposta | undefined> {
      const uso = await inTransaction(db, (trx) => usarSessao(auth, trx, headers));
      if (!uso || uso.session.createdAt.getTime() + ABSOLUTA <= Date.now()) return undefined;
      const user = await findConta(db, uso.user.id);
      if (!user) return undefined;
      return {
        acesso: { token: await tokens.emitir(user.id, uso.session.id), user },
        biscoitos: uso.biscoitos,
      };
    },

    /** Ends the session of the cookie and that of the bearer, and empties the cookie. */
    async sair(headers: Headers, sidDoBearer: string | undefined, autor: Autor) {
      const sids = new Set([await espiarSessao(auth, headers), sidDoBearer]);
      await inTransaction(db, async (trx) => {
        for (const sid of sids) {
          const id = sid && (await removeSessao(trx, sid));
          if (!sid || !id) continue;
          await audit(trx, { ...autor, id }, { acao: 'sair', entidade: 'conta', chave: id });
          identidade.avisarFim(trx, [sid]);
        }
      });
      return apagarBiscoito(auth);
    },

    apagarBiscoito: () => apagarBiscoito(auth),
  };
}
