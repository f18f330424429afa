import type { TrocaDePadrao } from '@unipark/contract/ficha';
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { classifyPlaca, findGemea, formatPlaca, keyOfPlaca } from '@unipark/contract/placa';
import {
  CHAVES_VEICULO,
  type EdicaoVeiculo,
  isProibido,
  type NovoVeiculo,
  STATUS_PADRAO,
  statusOn,
  type Veiculo,
} from '@unipark/contract/veiculo';
import { type AuditEntry, type Autor, audit, findFirstVersao } from '../platform/audit.ts';
import { nowDate } from '../platform/clock.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { conflict, invalid, notFound, type StaleTest, stale } from '../platform/errors.ts';
import * as repo from './repo.ts';

/** Called in the transaction when the car of this identity key changed in the register. */
export type OnVeiculoChange = (trx: Transacao, chave: string) => Promise<void>;

export const missingVeiculo = () => notFound('Veículo não encontrado.');

const TIPO_DO_PADRAO = { antiga: 'Antiga', mercosul: 'Mercosul' } as const;

/** The plate's text in the requested format; undefined when there is none (K–Z). */
const plateIn = (placa: string, { padrao }: TrocaDePadrao): string | undefined =>
  classifyPlaca(placa) === TIPO_DO_PADRAO[padrao] ? placa : findGemea(placa);

const missingAntiga = (placa: string) =>
  conflict(
    'sem-equivalente',
    `A placa ${formatPlaca(placa)} não existe no padrão antigo: a quinta posição não vai de A a J.`,
  );

/** A record with its reason, which is apart on the wire. */
export interface VeiculoComMotivo {
  veiculo: Veiculo;
  motivo: string | null;
}

/** The default for none; and for a permission whose last day has passed already. */
const settleStatus = ({ status, valido_ate }: Veiculo): string =>
  statusOn({ status: status ?? STATUS_PADRAO, valido_ate }, formatDiaIso(nowDate()));

/** The record of a registration. A reason is stored with PROIBIDO only, as in an edit. */
export function buildVeiculo(novo: NovoVeiculo): VeiculoComMotivo {
  const campos = CHAVES_VEICULO.map((chave) => [chave, novo[chave] ?? null]);
  const veiculo: Veiculo = { ...Object.fromEntries(campos), versao: 1 };
  veiculo.status = settleStatus(veiculo);
  return { veiculo, motivo: isProibido(veiculo.status) ? (novo.motivo ?? null) : null };
}

/**
 * The record after an edit. An absent field stays; null clears it (a cleared status gets the
 * default). A reason belongs to PROIBIDO only: any other status removes it.
 */
export function editVeiculo(
  { veiculo: antes, motivo: dito }: VeiculoComMotivo,
  { motivo = dito, ...campos }: EdicaoVeiculo,
): VeiculoComMotivo {
  const presentes = Object.fromEntries(
    Object.entries(campos).filter(([, valor]) => valor !== undefined),
  ) as Partial<Veiculo>;
  const veiculo: Veiculo = { ...antes, ...presentes, versao: antes.versao + 1 };
  veiculo.status = settleStatus(veiculo);
  return { veiculo, motivo: isProibido(veiculo.status) ? motivo : null };
}

/** The audit entry of a registration. */
export const describeCriacao = ({ veiculo, motivo }: VeiculoComMotivo): AuditEntry => ({
  acao: 'criar',
  entidade: 'veiculo',
  chave: veiculo.placa,
  ...(motivo !== null && { motivo }),
  detalhe: { depois: { ...veiculo, ...(motivo !== null && { motivo }) } },
});

/** The audit entry of an edit. */
export const describeEdicao = (antes: VeiculoComMotivo, depois: VeiculoComMotivo): AuditEntry => ({
  acao: 'editar',
  entidade: 'veiculo',
  chave: antes.veiculo.placa,
  ...(depois.motivo !== null && { motivo: depois.motivo }),
  detalhe: {
    antes: { ...antes.veiculo, motivo: antes.motivo },
    depois: { ...depois.veiculo, motivo: depois.motivo },
  },
});

/** The audit entry of a deletion. */
export const describeExclusao = ({ veiculo, motivo }: VeiculoComMotivo): AuditEntry => ({
  acao: 'excluir',
  entidade: 'veiculo',
  chave: veiculo.placa,
  detalhe: { antes: { ...veiculo, motivo } },
});

/** @throws 412 when the vehicle has changed since the request's version */
function checkFresh(veiculo: Veiculo, isStale: StaleTest): void {
  if (isStale(veiculo.versao)) {
    throw stale('Este veículo foi alterado por outra pessoa.', veiculo);
  }
}

export function veiculosService({ db, onChange }: { db: Banco; onChange: OnVeiculoChange }) {
  return {
    /** Registers a vehicle; the caller's transaction also stores the answer. */
    async create(trx: Transacao, autor: Autor, novo: NovoVeiculo): Promise<Veiculo> {
      const criado = buildVeiculo(novo);
      const { veiculo, motivo } = criado;
      veiculo.versao = await findFirstVersao(trx, 'veiculo', veiculo.placa);
      await repo.create(trx, veiculo, motivo);
      await audit(trx, autor, describeCriacao(criado));
      await onChange(trx, keyOfPlaca(veiculo.placa));
      return veiculo;
    },

    /** Changes the fields that the edit has. */
    update(autor: Autor, placa: string, edicao: EdicaoVeiculo, isStale: StaleTest) {
      if (edicao.placa !== undefined && edicao.placa !== placa) {
        throw invalid({ placa: 'A placa não pode ser alterada.' });
      }
      return inTransaction(db, async (trx) => {
        const linha = await repo.find(trx, placa);
        if (!linha) throw missingVeiculo();
        const antes = repo.toWire(linha);
        checkFresh(antes, isStale);
        const de = { veiculo: antes, motivo: linha.motivo };
        const depois = editVeiculo(de, edicao);
        await repo.update(trx, antes, depois.veiculo, depois.motivo);
        await audit(trx, autor, describeEdicao(de, depois));
        await onChange(trx, keyOfPlaca(placa));
        return depois.veiculo;
      });
    },

    /**
     * Changes the car to its plate's other text. A repeated request, by either text, succeeds
     * without a change (RFC 9110 §13.1.1, with any precondition about the version before).
     */
    convert(
      autor: Autor,
      placa: string,
      troca: TrocaDePadrao,
      isStale: StaleTest,
    ): Promise<Veiculo> {
      return inTransaction(db, async (trx) => {
        const linha = await repo.find(trx, placa);
        const nova = plateIn(placa, troca);
        if (!linha) {
          const feita = nova === undefined ? undefined : await repo.find(trx, nova);
          if (!feita) throw missingVeiculo();
          return repo.toWire(feita);
        }
        if (nova === undefined) throw missingAntiga(placa);
        if (nova === placa) return repo.toWire(linha);
        const antes = repo.toWire(linha);
        checkFresh(antes, isStale);
        const depois: Veiculo = { ...antes, placa: nova, versao: antes.versao + 1 };
        await repo.convert(trx, antes, depois);
        await audit(trx, autor, {
          acao: 'converter',
          entidade: 'veiculo',
          chave: placa,
          detalhe: { antes, depois },
        });
        await onChange(trx, keyOfPlaca(nova));
        return depois;
      });
    },

    remove(autor: Autor, placa: string, isStale: StaleTest): Promise<void> {
      return inTransaction(db, async (trx) => {
        const linha = await repo.find(trx, placa);
        if (!linha) throw missingVeiculo();
        const veiculo = repo.toWire(linha);
        checkFresh(veiculo, isStale);
        await repo.remove(trx, placa);
        await audit(trx, autor, describeExclusao({ veiculo, motivo: linha.motivo }));
        await onChange(trx, keyOfPlaca(placa));
      });
    },
  };
}
