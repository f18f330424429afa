/**
 * Who may sign in and who administers. A repeated change does nothing and writes no audit row.
 * Counting admins and changing one is a single transaction, and there is one writer: of two admins
 * who disable each other, one is refused.
 */
import type { AcaoAuditoria } from '@unipark/contract/auditoria';
import type { Usuario } from '@unipark/contract/usuario';
import { type Autor, audit } from '../../platform/audit.ts';
import { nowIso } from '../../platform/clock.ts';
import { type Banco, inEssential, inTransaction, type Transacao } from '../../platform/db/banco.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { IdentidadeLocal } from '../identidade.ts';
import { removeEveryLinkOf } from '../links/linksRepo.ts';
import { endSessoes } from '../sessao/sessoes.ts';
import { toUsuarios } from './lista.ts';
import {
  findUsuario,
  hasOtherAdmin,
  removeUsuario,
  type UsuarioRow,
  updateUsuario,
} from './repo.ts';

export interface SituacaoDeps {
  db: Banco;
  identidade: Pick<IdentidadeLocal, 'announceEnd'>;
}

const missingConta = () =>
  notFound('Conta não encontrada. Ela pode ter sido recusada por outra pessoa.');

/** 409: the account waits or is disabled, and the action needs an active one. */
export const notInUse = ({ nome }: UsuarioRow) =>
  conflict('conta-fora-de-uso', `A conta de ${nome} não está ativa.`);

/** @throws 404 */
export async function getUsuario(trx: Transacao, id: string): Promise<UsuarioRow> {
  const conta = await findUsuario(trx, id);
  if (!conta) throw missingConta();
  return conta;
}

export const isAtiva = ({ desabilitada_em, pendencia }: UsuarioRow): boolean =>
  desabilitada_em === null && pendencia === null;

export async function asUsuario(trx: Transacao, id: string): Promise<Usuario> {
  const [usuario] = await toUsuarios(trx, [await getUsuario(trx, id)]);
  if (!usuario) throw missingConta();
  return usuario;
}

/** @throws 409 when no other account could administer after this one no longer does */
async function keepAnAdmin(trx: Transacao, conta: UsuarioRow): Promise<void> {
  if (!conta.admin || !isAtiva(conta) || (await hasOtherAdmin(trx, conta.id))) return;
  throw conflict(
    'ultima-administracao',
    `${conta.nome} é a única pessoa da administração com a conta ativa. Torne outra pessoa administradora antes.`,
  );
}

export function situacaoService({ db, identidade }: SituacaoDeps) {
  /** One audited change; `work` answers undefined when there is nothing to change. */
  const change = (
    autor: Autor,
    id: string,
    acao: AcaoAuditoria,
    work: (trx: Transacao, conta: UsuarioRow) => Promise<object | undefined>,
    run = inTransaction,
  ): Promise<Usuario> =>
    run(db, async (trx) => {
      const detalhe = await work(trx, await getUsuario(trx, id));
      if (detalhe) await audit(trx, autor, { acao, entidade: 'conta', chave: id, detalhe });
      return asUsuario(trx, id);
    });

  return {
    /**
     * Disables the account at once: its sessions, streams and open links end too. @throws 404, 409
     */
    disable: (autor: Autor, id: string) =>
      change(
        autor,
        id,
        'desabilitar',
        async (trx, conta) => {
          if (conta.desabilitada_em !== null) return undefined;
          await keepAnAdmin(trx, conta);
          const desabilitada_em = nowIso();
          await updateUsuario(trx, id, { desabilitada_em });
          await removeEveryLinkOf(trx, id);
          const sessoesEncerradas = await endSessoes(trx, identidade, id);
          return {
            antes: { desabilitada_em: null },
            depois: { desabilitada_em },
            sessoesEncerradas,
          };
        },
        // A disabled account is out at once, on a broken disk too.
        inEssential,
      ),

    /** The account may sign in again. @throws 404 */
    enable: (autor: Autor, id: string) =>
      change(autor, id, 'habilitar', async (trx, { desabilitada_em }) => {
        if (desabilitada_em === null) return undefined;
        await updateUsuario(trx, id, { desabilitada_em: null });
        return { antes: { desabilitada_em }, depois: { desabilitada_em: null } };
      }),

    /** Gives the role of an administrator, or removes it. @throws 404, 409 */
    setAdmin: (autor: Autor, id: string, admin: boolean) =>
      change(autor, id, 'papel', async (trx, conta) => {
        if (Boolean(conta.admin) === admin) return undefined;
        // Only an approved account may become an administrator.
        if (admin && !isAtiva(conta)) throw notInUse(conta);
        if (!admin) await keepAnAdmin(trx, conta);
        await updateUsuario(trx, id, { admin: Number(admin) });
        return { antes: { admin: !admin }, depois: { admin } };
      }),

    /** Removes an account that was never approved. @throws 404, 409 when it was */
    reject: (autor: Autor, id: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        const { nome, email, pendencia } = await getUsuario(trx, id);
        if (pendencia === null) {
          throw conflict(
            'conta-em-uso',
            `A conta de ${nome} já foi aprovada e não pode ser recusada. Se for o caso, desabilite-a.`,
          );
        }
        await removeUsuario(trx, id);
        const detalhe = { antes: { nome, email, pendencia }, depois: null };
        await audit(trx, autor, { acao: 'recusar', entidade: 'conta', chave: id, detalhe });
      }),
  };
}
