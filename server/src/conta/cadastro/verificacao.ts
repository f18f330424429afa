/** The verification mail's link proves the address, not that the same person signed up. */
import {
  type Acesso,
  type CadastroRecebido,
  type ConfirmarEmail,
  type SegundoFator,
  TEXTOS_CONTA,
} from '@unipark/contract/conta';
import type * as z from 'zod/mini';
import { audit } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { invalid, Problem } from '../../platform/errors.ts';
import type { CallOrigin, LoginReply } from '../entrada.ts';
import { desafioCookie, readDesafio, readDesafioToken } from '../links/desafios.ts';
import { removeDesafiosOf } from '../links/desafiosRepo.ts';
import { linkInvalid, readLink, takeLink } from '../links/links.ts';
import { replaceSenha } from '../senha/redefinicao.ts';
import { senhaFault } from '../senha/regras.ts';
import { hashSenha } from '../senha/senhas.ts';
import { type CadastroDeps, received } from './cadastrar.ts';
import { describeUnlinked, proveEmail } from './primeiraProva.ts';
import { findPessoa, updateSituacao } from './repo.ts';

type VerificationAnswer = Acesso | SegundoFator | CadastroRecebido;

const passwordNeeded = (): Problem =>
  new Problem(422, 'senha-necessaria', TEXTOS_CONTA.escolhaSenha);

export function verificacaoService(deps: CadastroDeps) {
  const { db, identidade, entrada } = deps;
  const { seguro } = entrada;

  return {
    /**
     * Proves the account's address. The password of the sign-up is kept only in the browser that
     * chose it; another browser must choose a new one, because a stranger may have set the old one,
     * and then the account loses what the stranger added to it (`primeiraProva.ts`).
     * @throws 400 for a link that is not valid or a password that is refused, 422 when another
     * browser sends no password: the link stays valid
     */
    async verify(
      dados: z.infer<typeof ConfirmarEmail>,
      de: CallOrigin,
    ): Promise<LoginReply<VerificationAnswer>> {
      const { token, password } = dados;
      const { conta: id } = await readLink(db, 'confirmar', token);
      const conta = id === null ? undefined : await findPessoa(db, id);
      if (!conta || conta.desabilitada_em !== null) throw linkInvalid();
      const cookie = readDesafioToken('cadastro', de.headers.get('cookie'), entrada);
      const mesmo = (await readDesafio(db, 'cadastro', cookie))?.conta === conta.id;
      if (!mesmo && password === undefined) throw passwordNeeded();
      const problema = password === undefined ? undefined : senhaFault(password, conta.email);
      if (problema) throw invalid({ password: problema });
      const hash = password === undefined ? null : await hashSenha(password);

      const feito = await inTransaction(db, async (trx) => {
        await takeLink(trx, 'confirmar', token);
        const agora = await findPessoa(trx, conta.id);
        if (!agora || agora.desabilitada_em !== null) throw linkInvalid();
        const pendencia = agora.pendencia === 'aprovacao' ? 'aprovacao' : null;
        let vinculos: string[] = [];
        if (hash === null) {
          await updateSituacao(trx, conta.id, { pendencia, verificado: true });
          await removeDesafiosOf(trx, conta.id);
        } else {
          await replaceSenha(trx, identidade, conta, hash);
          vinculos = await proveEmail(trx, deps, agora, de.autor);
        }
        const ato = { acao: 'confirmar-email', entidade: 'conta', chave: conta.id } as const;
        const detalhe = { senhaTrocada: hash !== null, ...describeUnlinked(vinculos) };
        await audit(trx, { ...de.autor, id: conta.id }, { ...ato, detalhe });
        return pendencia ?? entrada.enter(trx, conta.id, de, 'link');
      });

      const limpa = desafioCookie('cadastro', '', { seguro });
      if (feito === 'aprovacao') return { acesso: received(feito), cookies: [limpa] };
      const { acesso, cookies } = await entrada.answerEntrou(feito);
      return { acesso, cookies: [...cookies, limpa] };
    },
  };
}
