/** Recovery of a password: a link to the account's own mailbox. */
import { type RedefinirSenha, TEXTOS_CONTA } from '@unipark/contract/conta';
import type * as z from 'zod/mini';
import { audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { invalid, Problem } from '../../platform/errors.ts';
import { normalizeEmail } from '../cadastro/contas.ts';
import { describeUnlinked, proveEmail } from '../cadastro/primeiraProva.ts';
import { findByEmail, findPessoa } from '../cadastro/repo.ts';
import { deliverRecuperacao, deliverSenhaTrocada, type LetterDeps } from '../cartas/envio.ts';
import type { CallOrigin } from '../entrada.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { linkInvalid, readLink, takeLink } from '../links/links.ts';
import { inStep } from '../sessao/compasso.ts';
import { checkCalls, countCall, countLetter, WINDOWS } from '../sessao/tentativas.ts';
import { replaceSenha } from './redefinicao.ts';
import { senhaFault } from './regras.ts';
import { hashSenha } from './senhas.ts';

export interface RecuperacaoDeps extends LetterDeps {
  db: Banco;
  identidade: IdentidadeLocal;
}

/** Asks for a recovery link, from us or from an outside provider. */
export type PedirRecuperacao = (email: string, de: CallOrigin) => Promise<void>;

const POR_ENDERECO = 30;
const POR_EMAIL = 3;

export function recuperacaoService(deps: RecuperacaoDeps) {
  const { db, identidade, correio } = deps;

  return {
    /**
     * Mails a link to the account's owner. Known, unknown, disabled and too often asked addresses
     * get the same answer after the same work.
     * @throws 429 for a caller that asks too often, 503 when mail is not configured
     */
    async ask(escrito: string, de: CallOrigin): Promise<void> {
      if (!correio.configurado) {
        const headers = { 'Retry-After': '3600' };
        throw new Problem(503, 'sem-email', TEXTOS_CONTA.semEmail, { headers });
      }
      const email = normalizeEmail(escrito);
      const limite = ['recuperar', de.ip, POR_ENDERECO, WINDOWS.hora] as const;
      await checkCalls(db, limite);
      const ask = async (trx: Transacao): Promise<void> => {
        await countCall(trx, limite);
        const escreve = await countLetter(trx, 'recuperar', email, POR_EMAIL, WINDOWS.hora);
        const conta = await findByEmail(trx, email);
        const ato = { acao: 'pedir-senha', entidade: 'conta', chave: conta?.id ?? '' } as const;
        await audit(trx, de.autor, { ...ato, detalhe: { email } });
        if (conta && escreve && conta.desabilitada_em === null) {
          await deliverRecuperacao(trx, deps, conta);
        }
      };
      await inStep(() => inTransaction(db, ask));
    },

    /**
     * A new password for the link's account. All of its sessions end. A mailed link proves the
     * address; without mail an administrator handed it over, which proves no mailbox.
     * @throws 400 for the link, or for the password; then the link stays valid
     */
    async confirm(dados: z.infer<typeof RedefinirSenha>, de: CallOrigin): Promise<void> {
      const { token, password } = dados;
      const { conta: id } = await readLink(db, 'recuperar', token);
      const conta = id === null ? undefined : await findPessoa(db, id);
      if (!conta || conta.desabilitada_em !== null) throw linkInvalid();
      const problema = senhaFault(password, conta.email);
      if (problema) throw invalid({ password: problema });
      const hash = await hashSenha(password);
      await inTransaction(db, async (trx) => {
        await takeLink(trx, 'recuperar', token);
        const agora = await findPessoa(trx, conta.id);
        if (!agora || agora.desabilitada_em !== null) throw linkInvalid();
        const encerradas = await replaceSenha(trx, identidade, conta, hash);
        const vinculos = correio.configurado ? await proveEmail(trx, deps, agora, de.autor) : [];
        const ato = { acao: 'recuperar-senha', entidade: 'conta', chave: conta.id } as const;
        const detalhe = { sessoesEncerradas: encerradas, ...describeUnlinked(vinculos) };
        await audit(trx, { ...de.autor, id: conta.id }, { ...ato, detalhe });
        await deliverSenhaTrocada(trx, deps, conta.email);
      });
    },
  };
}
