import type {
  EdicaoProprietario,
  NovoProprietario,
  ProprietarioCompleto,
} from '@unipark/contract/proprietario';
import { type Autor, audit, findFirstVersao } from '../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { conflict, notFound, type StaleTest, stale } from '../platform/errors.ts';
import * as repo from './repo.ts';

export const missingProprietario = () => notFound('Proprietário não encontrado.');

function stillOwnsVeiculos(total: number) {
  const [quantos, quais] =
    total === 1 ? ['1 veículo', 'o veículo'] : [`${total} veículos`, 'os veículos'];
  return conflict(
    'tem-veiculos',
    `Este proprietário possui ${quantos}. Transfira ou exclua ${quais} antes de excluir o proprietário.`,
  );
}

export function proprietariosService({ db }: { db: Banco }) {
  async function get(trx: Transacao, matricula: string): Promise<ProprietarioCompleto> {
    const linha = await repo.find(trx, matricula);
    if (!linha) throw missingProprietario();
    return repo.toCompleto(linha);
  }

  /** @throws 404, and 412 when the owner has changed since the request's version */
  async function getFresh(trx: Transacao, matricula: string, isStale: StaleTest) {
    const antes = await get(trx, matricula);
    if (isStale(antes.versao)) {
      throw stale('Este proprietário foi alterado por outra pessoa.', antes);
    }
    return antes;
  }

  return {
    /** Registers an owner; the caller's transaction also stores the answer. */
    async create(
      trx: Transacao,
      autor: Autor,
      novo: NovoProprietario,
    ): Promise<ProprietarioCompleto> {
      const versao = await findFirstVersao(trx, 'proprietario', novo.matricula);
      const depois = await repo.create(trx, { ...novo, versao });
      await audit(trx, autor, {
        acao: 'criar',
        entidade: 'proprietario',
        chave: depois.matricula,
        detalhe: { depois },
      });
      return depois;
    },

    /** A new name, and the contact where the edit has it. */
    update(
      autor: Autor,
      matricula: string,
      edicao: EdicaoProprietario,
      isStale: StaleTest,
    ): Promise<ProprietarioCompleto> {
      return inTransaction(db, async (trx) => {
        const antes = await getFresh(trx, matricula, isStale);
        const depois = await repo.update(trx, antes, edicao);
        await audit(trx, autor, {
          acao: 'editar',
          entidade: 'proprietario',
          chave: matricula,
          detalhe: { antes, depois },
        });
        return depois;
      });
    },

    /** An owner with vehicles cannot be removed. */
    remove(autor: Autor, matricula: string, isStale: StaleTest): Promise<void> {
      return inTransaction(db, async (trx) => {
        const antes = await getFresh(trx, matricula, isStale);
        const total = await repo.countVeiculos(trx, matricula);
        if (total > 0) throw stillOwnsVeiculos(total);
        await repo.remove(trx, matricula);
        await audit(trx, autor, {
          acao: 'excluir',
          entidade: 'proprietario',
          chave: matricula,
          detalhe: { antes },
        });
      });
    },
  };
}
