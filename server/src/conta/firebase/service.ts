/** Coming in with a token of the provider: the account, what keeps it out, and its session. */
import { type Acesso, TEXTOS_CONTA } from '@unipark/contract/conta';
import type { EntrarExterno } from '@unipark/contract/firebase';
import { TEXTOS_EXTERNOS } from '@unipark/contract/textosExternos';
import type { FastifyBaseLogger } from 'fastify';
import { audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import { IDLE_S } from '../auth.ts';
import type { ExternaDeps } from '../cadastro/externa.ts';
import { updateSituacao } from '../cadastro/repo.ts';
import type { Chamada } from '../entrada.ts';
import { findContaAtiva } from '../repo.ts';
import { prazoOf } from '../sessao/sessoes.ts';
import { type Extras, joinConta } from './contas.ts';
import { type CopiaDeFoto, createCopiaDeFoto } from './foto.ts';
import { type ContaExterna, findExterna, PROVEDOR, saveSessao } from './repo.ts';
import { isOpen, sidOf } from './sessao.ts';
import type { Declarado } from './tokens.ts';

export interface FirebaseDeps extends ExternaDeps {
  db: Banco;
}

const unauthenticated = (): Problem =>
  new Problem(401, 'nao-autenticado', TEXTOS_CONTA.sessaoExpirada);

/** What a first call leads to, decided before it is answered: what was written has to stay. */
interface Chegada {
  conta: ContaExterna;
  nova: boolean;
}

/** @throws 403 with what keeps a proved person out, as they are to read it */
function checkConta({ conta, nova }: Chegada): void {
  if (conta.desabilitadoEm !== null) {
    throw new Problem(403, 'conta-desabilitada', TEXTOS_EXTERNOS.desabilitada);
  }
  if (conta.pendencia === 'email') {
    throw new Problem(403, 'confirme-email', TEXTOS_CONTA.confirmeEmail);
  }
  if (conta.pendencia === null) return;
  throw nova
    ? new Problem(403, 'cadastro-recebido', TEXTOS_CONTA.cadastroRecebido)
    : new Problem(403, 'aguarda', TEXTOS_CONTA.aguardaAprovacao);
}

/** The rules of coming in with the provider's token. */
export function firebaseService(deps: FirebaseDeps, log: FastifyBaseLogger) {
  const { db, identidade } = deps;
  const fotos: CopiaDeFoto = createCopiaDeFoto({ db, log });

  async function find(trx: Transacao, declarado: Declarado): Promise<ContaExterna | undefined> {
    const conta = await findExterna(trx, declarado.uid, sidOf(declarado));
    const confirmou =
      conta?.pendencia === 'email' && declarado.emailVerificado && declarado.email === conta.email;
    if (!confirmou) return conta;
    await updateSituacao(trx, conta.id, { pendencia: null, verificado: true });
    return { ...conta, pendencia: null };
  }

  async function arrive(
    trx: Transacao,
    declarado: Declarado,
    extras: Extras,
    de: Chamada,
  ): Promise<Chegada> {
    const conhecida = await find(trx, declarado);
    if (conhecida) return { conta: conhecida, nova: false };
    await joinConta(trx, deps, declarado, extras, de);
    const conta = await find(trx, declarado);
    if (!conta) throw new Error('an account was linked and is not there');
    return { conta, nova: true };
  }

  /** Opens the session, or goes on with it: answers its last use. @throws 401 for one that is over */
  async function open(
    trx: Transacao,
    conta: ContaExterna,
    declarado: Declarado,
    { de, uso }: { de: Chamada; uso: boolean },
  ): Promise<number> {
    const criada = declarado.authTime * 1_000;
    // One that was never opened here counts from its beginning: nobody knows of any use of it.
    const vista = conta.vistaEm === null ? criada : Date.parse(conta.vistaEm);
    if (!isOpen({ encerradaEm: conta.encerradaEm, criada, vista })) throw unauthenticated();
    if (conta.criadaEm !== null && !uso) return vista;
    const agente = de.headers.get('user-agent') || null;
    const agora = Date.now();
    await saveSessao(trx, {
      sid: sidOf(declarado),
      conta: conta.id,
      agente,
      endereco: de.ip,
      criada: new Date(criada),
      vista: new Date(agora),
    });
    if (conta.criadaEm !== null) return agora;
    const ato = { acao: 'entrar', entidade: 'conta', chave: conta.id, motivo: PROVEDOR };
    await audit(trx, { ...de.autor, id: conta.id }, { ...ato, detalhe: { agente } });
    return agora;
  }

  return {
    /**
     * The access that a token of the provider gives.
     * @throws 401 for any token that must not pass, 403 for a person who may not come in (yet)
     */
    async enter({ token, uso = true, ...extras }: EntrarExterno, de: Chamada): Promise<Acesso> {
      const declarado = await identidade.externo?.read(token);
      if (!declarado) throw unauthenticated();
      const chegada = await inTransaction(db, async (trx) => {
        const quem = await arrive(trx, declarado, extras, de);
        const { desabilitadoEm, pendencia } = quem.conta;
        if (desabilitadoEm !== null || pendencia !== null) return { ...quem, vista: 0 };
        return { ...quem, vista: await open(trx, quem.conta, declarado, { de, uso }) };
      });
      const { id } = chegada.conta;
      if (chegada.nova && declarado.foto) fotos.copy(id, declarado.foto);
      checkConta(chegada);
      const user = await findContaAtiva(db, id);
      if (!user) throw unauthenticated();
      const expira = new Date(chegada.vista + IDLE_S * 1_000);
      const sessao = prazoOf(new Date(declarado.authTime * 1_000), expira);
      // A second factor is the provider's matter: nobody is reminded of one here.
      return { token, user: { ...user, lembrete: null }, sessao };
    },

    stop: () => fotos.stop(),
  };
}
