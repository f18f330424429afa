/**
 * Who may come in and who administers. Acting on a state that changed meanwhile does no harm: what
 * is so already stays so, without an audit row. Counting admins and changing one is a single
 * transaction, and there is one writer: of two admins who disable each other, one is refused.
 */
import type { Usuario } from '@unipark/contract/usuario';
import { type Autor, audit } from '../../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { removeEveryLinkOf } from '../links/linksRepo.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { toUsuarios } from './lista.ts';
import {
  findUsuario,
  hasOtherAdmin,
  type LinhaUsuario,
  removeUsuario,
  updateUsuario,
} from './repo.ts';

export interface SituacaoDeps {
  db: Banco;
  identidade: Pick<IdentidadeLocal, 'announceEnd'>;
}

const inexistente = () =>
  notFound('Conta não encontrada. Ela pode ter sido recusada por outra pessoa.');

/** 409: the account waits, or is disabled, and what was asked needs one that is in use. */
export const notInUse = ({ name }: LinhaUsuario) =>
  conflict('conta-fora-de-uso', `A conta de ${name} não está ativa.`);

/** @throws 404 */
export async function getUsuario(trx: Transacao, id: string): Promise<LinhaUsuario> {
  const conta = await findUsuario(trx, id);
  if (!conta) throw inexistente();
  return conta;
}

/** Whether the account may come in. */
export const isAtiva = ({ desabilitadoEm, pendencia }: LinhaUsuario): boolean =>
  desabilitadoEm === null && pendencia === null;

/** The account as it travels after a change of it. */
export async function asUsuario(trx: Transacao, id: string): Promise<Usuario> {
  const [usuario] = await toUsuarios(trx, [id]);
  if (!usuario) throw inexistente();
  return usuario;
}

/** @throws 409 when nobody else could administer after this account no longer does */
async function keepAnAdmin(trx: Transacao, conta: LinhaUsuario): Promise<void> {
  if (!conta.admin || !isAtiva(conta) || (await hasOtherAdmin(trx, conta.id))) return;
  throw conflict(
    'ultima-administracao',
    `${conta.name} é a única pessoa da administração com a conta ativa. Torne outra pessoa administradora antes.`,
  );
}

/** Enabling, disabling, the role, and turning away who still waits. */
export function situacaoService({ db, identidade }: SituacaoDeps) {
  /** One change of one account, audited; undefined from `work`: there was nothing to change. */
  const change = (
    autor: Autor,
    id: string,
    acao: string,
    work: (trx: Transacao, conta: LinhaUsuario) => Promise<object | undefined>,
  ): Promise<Usuario> =>
    inTransaction(db, async (trx) => {
      const detalhe = await work(trx, await getUsuario(trx, id));
      if (detalhe) await audit(trx, autor, { acao, entidade: 'conta', chave: id, detalhe });
      return asUsuario(trx, id);
    });

  return {
    /** The account is out at once: its sessions, streams and open links too. @throws 404, 409 */
    disable: (autor: Autor, id: string) =>
      change(autor, id, 'desabilitar', async (trx, conta) => {
        if (conta.desabilitadoEm !== null) return undefined;
        await keepAnAdmin(trx, conta);
        const desabilitadoEm = new Date().toISOString();
        await updateUsuario(trx, id, { desabilitadoEm });
        await removeEveryLinkOf(trx, id);
        const sessoesEncerradas = await endSessoes(trx, identidade, id);
        return { antes: { desabilitadoEm: null }, depois: { desabilitadoEm }, sessoesEncerradas };
      }),

    /** The account may come in again. @throws 404 */
    enable: (autor: Autor, id: string) =>
      change(autor, id, 'habilitar', async (trx, { desabilitadoEm }) => {
        if (desabilitadoEm === null) return undefined;
        await updateUsuario(trx, id, { desabilitadoEm: null });
        return { antes: { desabilitadoEm }, depois: { desabilitadoEm: null } };
      }),

    /** Gives the role of an administrator, or takes it. @throws 404, 409 */
    setAdmin: (autor: Autor, id: string, admin: boolean) =>
      change(autor, id, 'papel', async (trx, conta) => {
        if (Boolean(conta.admin) === admin) return undefined;
        // Nobody becomes an administrator unseen: first let in, then given the role.
        if (admin && !isAtiva(conta)) throw notInUse(conta);
        if (!admin) await keepAnAdmin(trx, conta);
        await updateUsuario(trx, id, { admin: Number(admin) });
        return { antes: { admin: !admin }, depois: { admin } };
      }),

    /** Takes an account away that was never let in. @throws 404, 409 when it was */
    reject: (autor: Autor, id: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        const { name, email, pendencia } = await getUsuario(trx, id);
        if (pendencia === null) {
          throw conflict(
            'conta-em-uso',
            `A conta de ${name} já foi aprovada e não pode ser recusada. Se for o caso, desabilite-a.`,
          );
        }
        await removeUsuario(trx, id);
        const detalhe = { antes: { name, email, pendencia }, depois: null };
        await audit(trx, autor, { acao: 'recusar', entidade: 'conta', chave: id, detalhe });
      }),
  };
}
