/** Signs in with the provider's token: the account, reasons for a refusal, the session. */
import { type Acesso, TEXTOS_CONTA } from '@unipark/contract/conta';
import type { EntrarExterno } from '@unipark/contract/firebase';
import { TEXTOS_EXTERNOS } from '@unipark/contract/textosExternos';
import type { FastifyBaseLogger } from 'fastify';
import { audit } from '../../platform/audit.ts';
import { nowMs } from '../../platform/clock.ts';
import { type Banco, inEssential, type Transacao } from '../../platform/db/banco.ts';
import { Problem } from '../../platform/errors.ts';
import type { ExternaDeps } from '../cadastro/externa.ts';
import { updateSituacao } from '../cadastro/repo.ts';
import type { CallOrigin } from '../entrada.ts';
import { findContaAtiva } from '../repo.ts';
import { getPrazo, IDLE_MS } from '../sessao/prazo.ts';
import { type ExternaExtras, joinConta } from './contas.ts';
import { type CopiaDeFoto, createFotoCopy } from './foto.ts';
import { type ContaExterna, findExterna, PROVEDOR, saveSessao } from './repo.ts';
import { isOpen, sidOf } from './sessao.ts';
import type { FirebaseClaimed } from './tokens.ts';

export interface FirebaseDeps extends ExternaDeps {
  db: Banco;
}

const unauthenticated = (): Problem =>
  new Problem(401, 'nao-autenticado', TEXTOS_CONTA.sessaoExpirada);

/** The result of a first call: committed before a refusal is thrown, so that the rows stay. */
interface FirstCall {
  conta: ContaExterna;
  nova: boolean;
}

/** @throws 403 with the reason why a proved person may not sign in, for the person to read */
function checkConta({ conta, nova }: FirstCall): void {
  if (conta.desabilitada_em !== null) {
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

export function firebaseService(deps: FirebaseDeps, log: FastifyBaseLogger) {
  const { db, identidade } = deps;
  const fotos: CopiaDeFoto = createFotoCopy({ db, log });

  async function find(
    trx: Transacao,
    declarado: FirebaseClaimed,
  ): Promise<ContaExterna | undefined> {
    const conta = await findExterna(trx, declarado.uid, sidOf(declarado));
    const confirmou =
      conta?.pendencia === 'email' && declarado.emailVerificado && declarado.email === conta.email;
    if (!confirmou) return conta;
    await updateSituacao(trx, conta.id, { pendencia: null, verificado: true });
    return { ...conta, pendencia: null };
  }

  async function arrive(
    trx: Transacao,
    declarado: FirebaseClaimed,
    extras: ExternaExtras,
    de: CallOrigin,
  ): Promise<FirstCall> {
    const conhecida = await find(trx, declarado);
    if (conhecida) return { conta: conhecida, nova: false };
    await joinConta(trx, deps, declarado, extras, de);
    const conta = await find(trx, declarado);
    if (!conta) throw new Error('an account was linked and is not there');
    return { conta, nova: true };
  }

  /** Opens or continues the session; answers its last use. @throws 401 when it is over */
  async function open(
    trx: Transacao,
    conta: ContaExterna,
    declarado: FirebaseClaimed,
    { de, uso }: { de: CallOrigin; uso: boolean },
  ): Promise<number> {
    const criada = declarado.authTime * 1_000;
    // A session never opened here counts from its beginning, because no use of it is known.
    const vista = conta.vistaEm === null ? criada : Date.parse(conta.vistaEm);
    if (!isOpen({ encerradaEm: conta.encerradaEm, criada, vista })) throw unauthenticated();
    if (conta.criadaEm !== null && !uso) return vista;
    const agente = de.headers.get('user-agent') || null;
    const agora = nowMs();
    await saveSessao(trx, {
      sid: sidOf(declarado),
      conta: conta.id,
      agente,
      endereco: de.ip,
      criada: new Date(criada),
      vista: new Date(agora),
    });
    if (conta.criadaEm !== null) return agora;
    const ato = { acao: 'entrar', entidade: 'conta', chave: conta.id, motivo: PROVEDOR } as const;
    await audit(trx, { ...de.autor, id: conta.id }, { ...ato, detalhe: { agente } });
    return agora;
  }

  return {
    /**
     * The access for a token of the provider.
     * @throws 401 for a token that is not valid, 403 for a person who may not sign in (yet)
     */
    async enter({ token, uso = true, ...extras }: EntrarExterno, de: CallOrigin): Promise<Acesso> {
      const declarado = await identidade.externo?.read(token);
      if (!declarado) throw unauthenticated();
      const chegada = await inEssential(db, async (trx) => {
        const quem = await arrive(trx, declarado, extras, de);
        const { desabilitada_em, pendencia } = quem.conta;
        if (desabilitada_em !== null || pendencia !== null) return { ...quem, vista: 0 };
        return { ...quem, vista: await open(trx, quem.conta, declarado, { de, uso }) };
      });
      const { id } = chegada.conta;
      if (chegada.nova && declarado.foto) fotos.copy(id, declarado.foto);
      checkConta(chegada);
      const user = await findContaAtiva(db, id);
      if (!user) throw unauthenticated();
      const expira = new Date(chegada.vista + IDLE_MS).toISOString();
      const sessao = getPrazo(new Date(declarado.authTime * 1_000).toISOString(), expira);
      // The provider manages second factors, so no reminder is shown here.
      return { token, user: { ...user, lembrete: null }, sessao };
    },

    stop: () => fotos.stop(),
  };
}
