import { chavePlaca } from '@unipark/contract/placa';
import {
  type EdicaoVeiculo,
  type NovoVeiculo,
  STATUS_PADRAO,
  type Veiculo,
} from '@unipark/contract/veiculo';
import { type Autor, audit } from '../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { invalid, notFound, stale } from '../platform/errors.ts';
import * as repo from './repo.ts';

/** Told, in the transaction, that the car of this identity key changed in the register. */
export type AoMudarVeiculo = (trx: Transacao, chave: string) => Promise<void>;

export const inexistente = () => notFound('Veículo não encontrado.');

export function veiculosService({ db, aoMudar }: { db: Banco; aoMudar: AoMudarVeiculo }) {
  return {
    /** Registers a vehicle; the caller's transaction also keeps the answer. */
    async create(trx: Transacao, autor: Autor, novo: NovoVeiculo): Promise<Veiculo> {
      const veiculo: Veiculo = {
        placa: novo.placa,
        tipo: novo.tipo ?? null,
        marca: novo.marca ?? null,
        modelo: novo.modelo ?? null,
        ano: novo.ano ?? null,
        cor: novo.cor ?? null,
        status: novo.status ?? STATUS_PADRAO,
        proprietario_matricula: novo.proprietario_matricula ?? null,
        cidade: novo.cidade ?? null,
        estado: novo.estado ?? null,
        versao: 1,
      };
      await repo.create(trx, veiculo);
      await audit(trx, autor, {
        acao: 'criar',
        entidade: 'veiculo',
        chave: veiculo.placa,
        detalhe: { depois: veiculo },
      });
      await aoMudar(trx, chavePlaca(veiculo.placa));
      return veiculo;
    },

    /** An absent field stays; null clears it (a cleared status is the default again). */
    update(autor: Autor, placa: string, edicao: EdicaoVeiculo, velha: (versao: number) => boolean) {
      if (edicao.placa !== undefined && edicao.placa !== placa) {
        throw invalid({ placa: 'A placa não pode ser alterada.' });
      }
      return inTransaction(db, async (trx) => {
        const linha = await repo.find(trx, placa);
        if (!linha) throw inexistente();
        const antes = repo.paraFio(linha);
        if (velha(antes.versao)) throw stale('Este veículo foi alterado por outra pessoa.', antes);
        const presentes = Object.fromEntries(
          Object.entries(edicao).filter(([, valor]) => valor !== undefined),
        ) as Partial<Veiculo>;
        const depois: Veiculo = { ...antes, ...presentes, versao: antes.versao + 1 };
        depois.status ??= STATUS_PADRAO;
        await repo.update(trx, depois);
        await audit(trx, autor, {
          acao: 'editar',
          entidade: 'veiculo',
          chave: placa,
          detalhe: { antes, depois },
        });
        await aoMudar(trx, chavePlaca(placa));
        return depois;
      });
    },

    remove(autor: Autor, placa: string): Promise<void> {
      return inTransaction(db, async (trx) => {
        const linha = await repo.find(trx, placa);
        if (!linha) throw inexistente();
        await repo.remove(trx, placa);
        const detalhe = { antes: repo.paraFio(linha) };
        await audit(trx, autor, { acao: 'excluir', entidade: 'veiculo', chave: placa, detalhe });
        await aoMudar(trx, chavePlaca(placa));
      });
    },
  };
}
