/** What an administrator does for somebody else: let them in, or back in. */
import type { LinkEntregue, Usuario } from '@unipark/contract/usuario';
import { type Autor, audit } from '../../platform/audit.ts';
import { inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { conflict } from '../../platform/errors.ts';
import { removeSenha } from '../cadastro/repo.ts';
import { cartaAprovada } from '../cartas/cartas.ts';
import { deliverRecuperacao, type EntregaDeps } from '../cartas/envio.ts';
import { removeEveryLinkOf } from '../links/linksRepo.ts';
import { removeFatores } from '../segundoFator/repo.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { forgetAccount } from '../sessao/tentativas.ts';
import { type LinhaUsuario, updateUsuario } from './repo.ts';
import { asUsuario, getUsuario, isAtiva, notInUse, type SituacaoDeps } from './situacao.ts';

export type AjudaDeps = SituacaoDeps & EntregaDeps;

/** A stolen session must not get round the password that the profile asks for. */
function refuseOneself(autor: Autor, { id }: LinhaUsuario): void {
  if (autor.id !== id) return;
  throw conflict(
    'propria-conta',
    'Esta é a sua conta: troque a senha e o segundo fator em Perfil.',
  );
}

/** Letting in who waits, a new password for who lost it, and the way round a lost second factor. */
export function ajudaService(deps: AjudaDeps) {
  const { db, identidade, correio, endereco } = deps;

  /** What an active account that is not one's own may be helped with. */
  async function getHelped(trx: Transacao, autor: Autor, id: string): Promise<LinhaUsuario> {
    const conta = await getUsuario(trx, id);
    refuseOneself(autor, conta);
    if (!isAtiva(conta)) throw notInUse(conta);
    return conta;
  }

  return {
    /**
     * Lets an account in that waits for it; one that nobody waits for stays as it is.
     * @throws 404, 409 while its address is not confirmed: whoever signed up need not be its owner
     */
    approve: (autor: Autor, id: string): Promise<Usuario> =>
      inTransaction(db, async (trx) => {
        const { pendencia, name, email } = await getUsuario(trx, id);
        if (pendencia === 'email') {
          throw conflict(
            'email-nao-confirmado',
            `${name} ainda não confirmou o e-mail. A conta pode ser aprovada depois disso.`,
          );
        }
        if (pendencia !== null) {
          await updateUsuario(trx, id, { pendencia: null });
          const detalhe = { antes: { pendencia }, depois: { pendencia: null } };
          await audit(trx, autor, { acao: 'aprovar', entidade: 'conta', chave: id, detalhe });
          if (correio.configurado) {
            await correio.send(trx, {
              para: email,
              ...cartaAprovada({ email, link: `${endereco()}/login` }),
            });
          }
        }
        return asUsuario(trx, id);
      }),

    /** The password opens nothing any more; a link to a new one goes out, or is answered once. */
    resetAcesso: (autor: Autor, id: string): Promise<LinkEntregue> =>
      inTransaction(db, async (trx) => {
        const conta = await getHelped(trx, autor, id);
        await removeSenha(trx, id);
        await removeEveryLinkOf(trx, id);
        await forgetAccount(trx, conta.email);
        const sessoesEncerradas = await endSessoes(trx, identidade, id);
        const entregue = await deliverRecuperacao(trx, deps, conta, true);
        const detalhe = { sessoesEncerradas, enviado: entregue.enviado };
        await audit(trx, autor, {
          acao: 'redefinir-acesso',
          entidade: 'conta',
          chave: id,
          detalhe,
        });
        return entregue;
      }),

    /** Takes every second factor away, after a lost phone; the sessions end with it. */
    dropFatores: (autor: Autor, id: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        await getHelped(trx, autor, id);
        const fatores = await removeFatores(trx, id);
        if (fatores.length === 0) return;
        const sessoesEncerradas = await endSessoes(trx, identidade, id);
        const detalhe = { antes: { fatores }, depois: { fatores: [] }, sessoesEncerradas };
        await audit(trx, autor, { acao: 'retirar-fator', entidade: 'conta', chave: id, detalhe });
      }),
  };
}
