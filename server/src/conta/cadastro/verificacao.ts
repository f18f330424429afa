/** The link of the verification mail: who opens it has the address, but is it who signed up? */
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
import type { Chamada, Resposta } from '../entrada.ts';
import { desafioCookie, desafioOf, readDesafio } from '../links/desafios.ts';
import { removeDesafiosOf } from '../links/desafiosRepo.ts';
import { linkInvalid, readLink, takeLink } from '../links/links.ts';
import { replaceSenha } from '../senha/redefinicao.ts';
import { senhaFault } from '../senha/regras.ts';
import { hashSenha } from '../senha/senhas.ts';
import { type CadastroDeps, received } from './cadastrar.ts';
import { findPessoa, updateSituacao } from './repo.ts';

type Confirmada = Acesso | SegundoFator | CadastroRecebido;

const passwordNeeded = (): Problem =>
  new Problem(422, 'senha-necessaria', TEXTOS_CONTA.escolhaSenha);

type Deps = Pick<CadastroDeps, 'db' | 'identidade' | 'entrada'>;

/** The rules of confirming an address. */
export function verificacaoService({ db, identidade, entrada }: Deps) {
  const { seguro } = entrada;

  return {
    /**
     * Proves the account's address. The password of the sign-up stays only in the browser that
     * chose it; anybody else chooses a new one, since a stranger may have set the old.
     * @throws 400 for a link that is not good or a password that may not be used, 422 when another
     * browser sends no password: the link stays good
     */
    async verify(
      dados: z.infer<typeof ConfirmarEmail>,
      de: Chamada,
    ): Promise<Resposta<Confirmada>> {
      const { token, password } = dados;
      const { conta: id } = await readLink(db, 'confirmar', token);
      const conta = id === null ? undefined : await findPessoa(db, id);
      if (!conta || conta.desabilitadoEm !== null) throw linkInvalid();
      const cookie = desafioOf('cadastro', de.headers.get('cookie'), entrada);
      const mesmo = (await readDesafio(db, 'cadastro', cookie))?.conta === conta.id;
      if (!mesmo && password === undefined) throw passwordNeeded();
      const problema = password === undefined ? undefined : senhaFault(password, conta.email);
      if (problema) throw invalid({ password: problema });
      const hash = password === undefined ? null : await hashSenha(password);

      const feito = await inTransaction(db, async (trx) => {
        await takeLink(trx, 'confirmar', token);
        const agora = await findPessoa(trx, conta.id);
        if (!agora || agora.desabilitadoEm !== null) throw linkInvalid();
        const pendencia = agora.pendencia === 'aprovacao' ? 'aprovacao' : null;
        await updateSituacao(trx, conta.id, { pendencia, verificado: true });
        if (hash !== null) await replaceSenha(trx, identidade, conta, hash);
        else await removeDesafiosOf(trx, conta.id);
        const ato = { acao: 'confirmar-email', entidade: 'conta', chave: conta.id };
        const detalhe = { senhaTrocada: hash !== null };
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
