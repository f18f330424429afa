import type { TrocaDePadrao } from '@unipark/contract/ficha';
import { chavePlaca, formatarPlaca, gemeaPlaca, tipoPlaca } from '@unipark/contract/placa';
import {
  type EdicaoVeiculo,
  ehProibido,
  type NovoVeiculo,
  STATUS_PADRAO,
  type Veiculo,
} from '@unipark/contract/veiculo';
import { type Autor, audit } from '../platform/audit.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { conflict, invalid, notFound, stale } from '../platform/errors.ts';
import * as repo from './repo.ts';

/** Told, in the transaction, that the car of this identity key changed in the register. */
export type AoMudarVeiculo = (trx: Transacao, chave: string) => Promise<void>;

export const inexistente = () => notFound('Veículo não encontrado.');

const TIPO_DO_PADRAO = { antiga: 'Antiga', mercosul: 'Mercosul' } as const;

/** The text that a plate has in the format asked for; undefined where there is none (K–Z). */
const plateIn = (placa: string, { padrao }: TrocaDePadrao): string | undefined =>
  tipoPlaca(placa) === TIPO_DO_PADRAO[padrao] ? placa : gemeaPlaca(placa);

const semAntiga = (placa: string) =>
  conflict(
    'sem-equivalente',
    `A placa ${formatarPlaca(placa)} não existe no padrão antigo: a quinta posição não vai de A a J.`,
  );

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

    /**
     * An absent field stays; null clears it (a cleared status is the default again). The reason is
     * PROIBIDO's alone: any other status takes it away.
     */
    update(autor: Autor, placa: string, edicao: EdicaoVeiculo, velha: (versao: number) => boolean) {
      if (edicao.placa !== undefined && edicao.placa !== placa) {
        throw invalid({ placa: 'A placa não pode ser alterada.' });
      }
      return inTransaction(db, async (trx) => {
        const linha = await repo.find(trx, placa);
        if (!linha) throw inexistente();
        const antes = repo.paraFio(linha);
        if (velha(antes.versao)) throw stale('Este veículo foi alterado por outra pessoa.', antes);
        const { motivo: dito = linha.motivo, ...campos } = edicao;
        const presentes = Object.fromEntries(
          Object.entries(campos).filter(([, valor]) => valor !== undefined),
        ) as Partial<Veiculo>;
        const depois: Veiculo = { ...antes, ...presentes, versao: antes.versao + 1 };
        depois.status ??= STATUS_PADRAO;
        const motivo = ehProibido(depois.status) ? dito : null;
        await repo.update(trx, depois, motivo);
        await audit(trx, autor, {
          acao: 'editar',
          entidade: 'veiculo',
          chave: placa,
          ...(motivo !== null && { motivo }),
          detalhe: { antes: { ...antes, motivo: linha.motivo }, depois: { ...depois, motivo } },
        });
        await aoMudar(trx, chavePlaca(placa));
        return depois;
      });
    },

    /**
     * The same car under its plate's other text. Asked again, by either text, it is done already
     * (RFC 9110 §13.1.1: whatever the precondition said of the version before).
     */
    convert(
      autor: Autor,
      placa: string,
      troca: TrocaDePadrao,
      velha: (versao: number) => boolean,
    ): Promise<Veiculo> {
      return inTransaction(db, async (trx) => {
        const linha = await repo.find(trx, placa);
        const nova = plateIn(placa, troca);
        if (!linha) {
          const feita = nova === undefined ? undefined : await repo.find(trx, nova);
          if (!feita) throw inexistente();
          return repo.paraFio(feita);
        }
        if (nova === undefined) throw semAntiga(placa);
        if (nova === placa) return repo.paraFio(linha);
        const antes = repo.paraFio(linha);
        if (velha(antes.versao)) throw stale('Este veículo foi alterado por outra pessoa.', antes);
        const depois: Veiculo = { ...antes, placa: nova, versao: antes.versao + 1 };
        await repo.convert(trx, placa, depois);
        await audit(trx, autor, {
          acao: 'converter',
          entidade: 'veiculo',
          chave: placa,
          detalhe: { antes, depois },
        });
        await aoMudar(trx, chavePlaca(nova));
        return depois;
      });
    },

    remove(autor: Autor, placa: string): Promise<void> {
      return inTransaction(db, async (trx) => {
        const linha = await repo.find(trx, placa);
        if (!linha) throw inexistente();
        await repo.remove(trx, placa);
        const detalhe = { antes: { ...repo.paraFio(linha), motivo: linha.motivo } };
        await audit(trx, autor, { acao: 'excluir', entidade: 'veiculo', chave: placa, detalhe });
        await aoMudar(trx, chavePlaca(placa));
      });
    },
  };
}
