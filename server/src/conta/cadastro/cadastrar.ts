/** Signing up: at once, after confirming the address, after an administrator's word, or by invitation. */
import {
  type Acesso,
  type CadastroRecebido,
  type CriarConta,
  TEXTOS_CONTA,
} from '@unipark/contract/conta';
import type { Config } from '../../config.ts';
import { audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import {
  deliverAprovacoes,
  deliverConfirmacao,
  deliverJaTemConta,
  type EntregaDeps,
} from '../cartas/envio.ts';
import type { Chamada, Resposta, ServicoEntrada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { createDesafio, desafioCookie, desafioOf, readDesafio } from '../links/desafios.ts';
import { removeLinksOf } from '../links/linksRepo.ts';
import { replaceSenha } from '../senha/redefinicao.ts';
import { hashSenha } from '../senha/senhas.ts';
import { inStep } from '../sessao/compasso.ts';
import { countCall, countLetter, WINDOWS } from '../sessao/tentativas.ts';
import { type Admissao, admit, noteConvite, previewAdmissao } from './admissao.ts';
import { checkNovaConta, createConta, emailTaken } from './contas.ts';
import { findPorEmail, type Pessoa, removeNaoConfirmadas, updateSituacao } from './repo.ts';

export interface CadastroDeps extends EntregaDeps {
  db: Banco;
  config: Pick<Config, 'local' | 'signupMode' | 'signupDomains'>;
  identidade: IdentidadeLocal;
  entrada: ServicoEntrada;
}

/** What an address is written to in an hour on account of sign-ups with it. */
const CARTAS_POR_HORA = 3;

/** Sign-ups of one network that wait, in an hour: each is a letter to whomever it names. */
const ESPERAS_POR_HORA = 100;

const RECEBIDO = { email: TEXTOS_CONTA.confirmeEmail, aprovacao: TEXTOS_CONTA.cadastroRecebido };

/** A sign-up that is not over yet; the same for everybody. */
export const received = (pendencia: 'email' | 'aprovacao'): CadastroRecebido => ({
  token: null,
  user: null,
  mensagem: RECEBIDO[pendencia],
});

/** How long an address may wait to be confirmed, in milliseconds. */
const ESPERA_MAXIMA = 7 * 86_400_000;

const FAXINA = { id: null, endereco: null, pedido: null };

/** Forgets accounts whose address nobody confirmed in seven days. For the hourly housekeeping. */
export const pruneCadastros = (db: Banco): Promise<void> =>
  inTransaction(db, async (trx) => {
    const antes = new Date(Date.now() - ESPERA_MAXIMA).toISOString();
    for (const chave of await removeNaoConfirmadas(trx, antes)) {
      const ato = { acao: 'esquecer', entidade: 'conta', chave, motivo: 'email não confirmado' };
      await audit(trx, FAXINA, ato);
    }
  });

interface Pedido {
  name: string;
  email: string;
  hash: string;
}

/** The rules of signing up. */
export function cadastroService(deps: CadastroDeps) {
  const { db, config, identidade, entrada, correio } = deps;
  const { auth } = identidade;

  /** A new account, or by invitation the one that waited: what its stranger chose is void. */
  async function settle(trx: Transacao, pedido: Pedido, admissao: Admissao, de: Chamada) {
    const { name, email, hash } = pedido;
    const antes = await findPorEmail(trx, email);
    const { admin, verificado, convidado } = admissao;
    const espera = convidado && antes?.desabilitadoEm === null && antes.pendencia !== null;
    if (espera) {
      await replaceSenha(trx, identidade, antes, hash);
      await removeLinksOf(trx, 'confirmar', antes.id);
      await updateSituacao(trx, antes.id, { name, pendencia: null, verificado: true });
    }
    const nova = { name, email, hash, admin, verificado };
    const { id } = espera ? antes : await createConta(auth, trx, de.autor, nova);
    if (convidado) await noteConvite(trx, de.autor, id);
    return id;
  }

  /** Whether this browser made the account and signs up again: for another mail, say. */
  async function isFromHere(trx: Transacao, antes: Pessoa, { headers }: Chamada): Promise<boolean> {
    if (antes.pendencia === null || antes.emailVerified || antes.desabilitadoEm) return false;
    const cookie = desafioOf('cadastro', headers.get('cookie'), entrada);
    return (await readDesafio(trx, 'cadastro', cookie))?.conta === antes.id;
  }

  /**
   * An account that waits. For an address that has one nothing changes but the mail its owner gets:
   * the answer, the question to the browser and the counting are the same.
   */
  async function receive(
    trx: Transacao,
    { name, email, hash }: Pedido,
    pendencia: 'email' | 'aprovacao',
    de: Chamada,
  ): Promise<Resposta<CadastroRecebido>> {
    await countCall(trx, 'espera', de.ip, ESPERAS_POR_HORA, WINDOWS.hora);
    const escreve = await countLetter(trx, 'cadastro', email, CARTAS_POR_HORA, WINDOWS.hora);
    const antes = await findPorEmail(trx, email);
    const nova = { name, email, hash, admin: false, pendencia };
    const { id } = antes ?? (await createConta(auth, trx, de.autor, nova));
    if (antes) {
      const ato = { acao: 'cadastro-repetido', entidade: 'conta', chave: antes.id };
      await audit(trx, de.autor, { ...ato, detalhe: { email } });
    }
    // Only the browser that made the account is known again: a second one is asked for a password.
    const minha = antes !== undefined && (await isFromHere(trx, antes, de));
    if (minha) await replaceSenha(trx, identidade, antes, hash);
    const conhecida = minha || !antes ? id : null;
    const token = await createDesafio(trx, 'cadastro', { conta: conhecida, dados: null });
    if (correio.configurado && escreve && !antes?.desabilitadoEm) {
      const provada = antes && (antes.pendencia === null || antes.emailVerified);
      if (provada) await deliverJaTemConta(trx, deps, email);
      else await deliverConfirmacao(trx, deps, { id, email });
    }
    if (!antes && pendencia === 'aprovacao') await deliverAprovacoes(trx, deps);
    const { seguro } = entrada;
    return {
      acesso: received(pendencia),
      cookies: [desafioCookie('cadastro', token, { seguro })],
    };
  }

  return {
    /**
     * A new account: signed in, or waiting as SIGNUP_MODE says.
     * @throws 400, 403 where this address may not come in, 409 for a taken one in the mode aberto alone
     */
    async signUp(dados: CriarConta, de: Chamada): Promise<Resposta<Acesso | CadastroRecebido>> {
      const { name, email, password } = checkNovaConta(dados);
      await inTransaction(db, (trx) => countCall(trx, 'cadastro', de.ip, 300, WINDOWS.minuto));
      const candidato = { email, convite: dados.convite, verificado: false };
      const prevista = await previewAdmissao(db, config, candidato);
      const aberta = prevista.pendencia === null && !prevista.convidado;
      if (aberta && (await findPorEmail(db, email))) throw emailTaken();
      const criar = async () => {
        const hash = await hashSenha(password);
        return inTransaction(db, async (trx) => {
          const admissao = await admit(trx, config, candidato);
          const pedido = { name, email, hash };
          if (admissao.pendencia) return receive(trx, pedido, admissao.pendencia, de);
          const id = await settle(trx, pedido, admissao, de);
          return entrada.open(trx, id, de, 'cadastro');
        });
      };
      const feito = await (prevista.pendencia ? inStep(criar) : criar());
      return 'acesso' in feito ? feito : entrada.answer(feito);
    },
  };
}
