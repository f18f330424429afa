/** Sign-up: at once, after confirming the address, after an approval, or by invitation. */
import {
  type Acesso,
  type CadastroRecebido,
  type CriarConta,
  TEXTOS_CONTA,
} from '@unipark/contract/conta';
import type { Config } from '../../config.ts';
import { audit } from '../../platform/audit.ts';
import { nowMs } from '../../platform/clock.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import {
  deliverAprovacoes,
  deliverConfirmacao,
  deliverJaTemConta,
  type LetterDeps,
} from '../cartas/envio.ts';
import type { CallOrigin, LoginReply, ServicoEntrada } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { createDesafio, desafioCookie, readDesafio, readDesafioToken } from '../links/desafios.ts';
import { removeLinksOf } from '../links/linksRepo.ts';
import { replaceSenha } from '../senha/redefinicao.ts';
import { hashSenha } from '../senha/senhas.ts';
import { inStep } from '../sessao/compasso.ts';
import { countCall, countFirst, countLetter, WINDOWS } from '../sessao/tentativas.ts';
import { type Admissao, admit, noteConvite, previewAdmissao } from './admissao.ts';
import { checkNovaConta, createConta, emailTaken } from './contas.ts';
import {
  findByEmail,
  type PendingPerson,
  removeUnconfirmed,
  renameConta,
  updateSituacao,
} from './repo.ts';

export interface CadastroDeps extends LetterDeps {
  db: Banco;
  config: Pick<Config, 'local' | 'signupMode' | 'signupDomains'>;
  identidade: IdentidadeLocal;
  entrada: ServicoEntrada;
}

/** Letters an hour to one address because of sign-ups with it. */
const CARTAS_POR_HORA = 3;

/** Waiting sign-ups an hour from one network: each sends a letter to the address it names. */
const ESPERAS_POR_HORA = 100;

const RECEBIDO = { email: TEXTOS_CONTA.confirmeEmail, aprovacao: TEXTOS_CONTA.cadastroRecebido };

/** The answer to a sign-up that is not complete: the same for every address. */
export const received = (pendencia: 'email' | 'aprovacao'): CadastroRecebido => ({
  token: null,
  user: null,
  mensagem: RECEBIDO[pendencia],
});

/** How long an address may stay unconfirmed, in milliseconds. */
const ESPERA_MAXIMA = 7 * 86_400_000;

const FAXINA = { id: null, endereco: null, pedido: null };

/** Removes accounts whose address was not confirmed in seven days. For the hourly housekeeping. */
export const pruneCadastros = (db: Banco): Promise<void> =>
  inTransaction(db, async (trx) => {
    const antes = new Date(nowMs() - ESPERA_MAXIMA).toISOString();
    for (const chave of await removeUnconfirmed(trx, antes)) {
      const ato = {
        acao: 'esquecer',
        entidade: 'conta',
        chave,
        motivo: 'email não confirmado',
      } as const;
      await audit(trx, FAXINA, ato);
    }
  });

interface SignupRequest {
  name: string;
  email: string;
  hash: string;
}

export function cadastroService(deps: CadastroDeps) {
  const { db, config, identidade, entrada, correio } = deps;

  /** An invitation takes over a waiting account of the address: new password and name. */
  async function settle(trx: Transacao, pedido: SignupRequest, admissao: Admissao, de: CallOrigin) {
    const { name, email, hash } = pedido;
    const antes = await findByEmail(trx, email);
    const { admin, verificado, convidado } = admissao;
    const espera = convidado && antes?.desabilitada_em === null && antes.pendencia !== null;
    if (espera) {
      await replaceSenha(trx, identidade, antes, hash);
      await removeLinksOf(trx, 'confirmar', antes.id);
      await renameConta(trx, antes, name);
      await updateSituacao(trx, antes.id, { pendencia: null, verificado: true });
    }
    const nova = { name, email, hash, admin, verificado };
    const { id } = espera ? antes : await createConta(trx, de.autor, nova);
    if (convidado) await noteConvite(trx, de.autor, id);
    return id;
  }

  /** Whether this browser made the waiting account and signs up again, as for another mail. */
  async function isFromHere(
    trx: Transacao,
    antes: PendingPerson,
    { headers }: CallOrigin,
  ): Promise<boolean> {
    if (antes.pendencia === null || antes.email_verificado || antes.desabilitada_em) return false;
    const cookie = readDesafioToken('cadastro', headers.get('cookie'), entrada);
    return (await readDesafio(trx, 'cadastro', cookie))?.conta === antes.id;
  }

  /**
   * A sign-up that waits. For an address with an account only the mail to its owner differs: the
   * answer, the cookie and the counting are the same.
   */
  async function receive(
    trx: Transacao,
    { name, email, hash }: SignupRequest,
    pendencia: 'email' | 'aprovacao',
    de: CallOrigin,
  ): Promise<LoginReply<CadastroRecebido>> {
    await countCall(trx, ['espera', de.ip, ESPERAS_POR_HORA, WINDOWS.hora]);
    const escreve = await countLetter(trx, 'cadastro', email, CARTAS_POR_HORA, WINDOWS.hora);
    const antes = await findByEmail(trx, email);
    const nova = { name, email, hash, admin: false, pendencia };
    const { id } = antes ?? (await createConta(trx, de.autor, nova));
    if (antes) {
      const ato = { acao: 'cadastro-repetido', entidade: 'conta', chave: antes.id } as const;
      await audit(trx, de.autor, { ...ato, detalhe: { email } });
    }
    // Only the browser that made the account is recognised: another browser must choose a password.
    const minha = antes !== undefined && (await isFromHere(trx, antes, de));
    if (minha) {
      await replaceSenha(trx, identidade, antes, hash);
      await renameConta(trx, antes, name);
    }
    const conhecida = minha || !antes ? id : null;
    const token = await createDesafio(trx, 'cadastro', { conta: conhecida, dados: null });
    if (correio.configurado && escreve && !antes?.desabilitada_em) {
      const provada = antes && (antes.pendencia === null || antes.email_verificado);
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
     * @throws 400, 403 when this address is not admitted, 409 for a taken address in the mode
     * aberto only
     */
    async signUp(
      dados: CriarConta,
      de: CallOrigin,
    ): Promise<LoginReply<Acesso | CadastroRecebido>> {
      const { name, email, password } = checkNovaConta(dados);
      await countFirst(db, ['cadastro', de.ip, 300, WINDOWS.minuto]);
      const candidato = { email, convite: dados.convite, verificado: false };
      const prevista = await previewAdmissao(db, config, candidato);
      const aberta = prevista.pendencia === null && !prevista.convidado;
      if (aberta && (await findByEmail(db, email))) throw emailTaken();
      const create = async () => {
        const hash = await hashSenha(password);
        return inTransaction(db, async (trx) => {
          const admissao = await admit(trx, config, candidato);
          const pedido = { name, email, hash };
          if (admissao.pendencia) return receive(trx, pedido, admissao.pendencia, de);
          const id = await settle(trx, pedido, admissao, de);
          return entrada.open(trx, id, de, 'cadastro');
        });
      };
      const feito = await (prevista.pendencia ? inStep(create) : create());
      return 'acesso' in feito ? feito : entrada.answer(feito);
    },
  };
}
