/** What an administrator does for another account: approve it, or help its owner back in. */
import type { LinkEntregue, Usuario } from '@unipark/contract/usuario';
import { type Autor, audit } from '../../platform/audit.ts';
import { inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { conflict } from '../../platform/errors.ts';
import { saveSenha } from '../cadastro/repo.ts';
import { composeAprovada } from '../cartas/cartas.ts';
import { deliverFatorRetirado, deliverRecuperacao, type LetterDeps } from '../cartas/envio.ts';
import { removeEveryLinkOf } from '../links/linksRepo.ts';
import { removeFatores } from '../segundoFator/repo.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { forgetAccount } from '../sessao/tentativas.ts';
import { type UsuarioRow, updateUsuario } from './repo.ts';
import { asUsuario, getUsuario, isAtiva, notInUse, type SituacaoDeps } from './situacao.ts';

export type AjudaDeps = SituacaoDeps & LetterDeps;

/** A stolen session must not avoid the password that the profile asks for. */
function refuseOneself(autor: Autor, { id }: UsuarioRow): void {
  if (autor.id !== id) return;
  throw conflict(
    'propria-conta',
    'Esta é a sua conta: troque a senha e o segundo fator em Perfil.',
  );
}

export function ajudaService(deps: AjudaDeps) {
  const { db, identidade, correio, endereco } = deps;

  /** An active account other than the caller's own. */
  async function getHelped(trx: Transacao, autor: Autor, id: string): Promise<UsuarioRow> {
    const conta = await getUsuario(trx, id);
    refuseOneself(autor, conta);
    if (!isAtiva(conta)) throw notInUse(conta);
    return conta;
  }

  return {
    /**
     * Approves an account that waits for approval; any other stays as it is.
     * @throws 404, 409 while its address is not confirmed: a stranger may have signed up with it
     */
    approve: (autor: Autor, id: string): Promise<Usuario> =>
      inTransaction(db, async (trx) => {
        const { pendencia, nome, email } = await getUsuario(trx, id);
        if (pendencia === 'email') {
          throw conflict(
            'email-nao-confirmado',
            `${nome} ainda não confirmou o e-mail. A conta pode ser aprovada depois disso.`,
          );
        }
        if (pendencia !== null) {
          await updateUsuario(trx, id, { pendencia: null });
          const detalhe = { antes: { pendencia }, depois: { pendencia: null } };
          await audit(trx, autor, { acao: 'aprovar', entidade: 'conta', chave: id, detalhe });
          if (correio.configurado) {
            await correio.send(trx, {
              para: email,
              ...composeAprovada({ email, link: `${endereco()}/login` }),
            });
          }
        }
        return asUsuario(trx, id);
      }),

    /** Makes the password void; a link to a new one is mailed, or answered once. */
    resetAcesso: (autor: Autor, id: string): Promise<LinkEntregue> =>
      inTransaction(db, async (trx) => {
        const conta = await getHelped(trx, autor, id);
        await saveSenha(trx, id, null);
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

    /** Removes every second factor after a lost phone; the sessions end too. */
    dropFatores: (autor: Autor, id: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        const { email } = await getHelped(trx, autor, id);
        const fatores = await removeFatores(trx, id);
        if (fatores.length === 0) return;
        const sessoesEncerradas = await endSessoes(trx, identidade, id);
        const detalhe = { antes: { fatores }, depois: { fatores: [] }, sessoesEncerradas };
        await audit(trx, autor, { acao: 'retirar-fator', entidade: 'conta', chave: id, detalhe });
        await deliverFatorRetirado(trx, deps, email);
      }),
  };
}
