/**
 * One slice of an act: its vehicles, their audit rows and what became of each are written in one
 * transaction. A vehicle is known by its version, both when it is changed and when it is undone;
 * one that was deleted and registered again has the same versions, but is younger than the act.
 */

import { formatDiaIso } from '@unipark/contract/horaLocal';
import type { RecusaLote } from '@unipark/contract/loteVeiculos';
import { keyOfPlaca } from '@unipark/contract/placa';
import { formatDia, isVencido } from '@unipark/contract/validade';
import { isProibido, STATUS_PADRAO } from '@unipark/contract/veiculo';
import { type Autor, auditMany } from '../../platform/audit.ts';
import { nowDate } from '../../platform/clock.ts';
import type { Transacao } from '../../platform/db/banco.ts';
import { findDonos, findMany, findMoved, removeMany } from '../loteRepo.ts';
import { update } from '../repo.ts';
import {
  describeEdicao,
  describeExclusao,
  editVeiculo,
  type VeiculoComMotivo,
} from '../service.ts';
import type { LoteRow } from './repo.ts';

/** A vehicle of the act, as the person saw it. */
export interface LoteTarget {
  placa: string;
  versao: number;
}

/** The fields that the act changed, as they were, and no others: less personal data is kept. */
type LoteBefore = Partial<Record<'status' | 'motivo' | 'proprietario_matricula', string | null>>;

/** What became of a vehicle: changed from `antes` to `versao`, deleted, equal, or refused. */
export interface LoteOutcome {
  placa: string;
  versao?: number;
  antes?: LoteBefore;
  excluido?: true;
  frase?: string;
}

export interface SliceDeps {
  autor: Autor;
  onChange: (trx: Transacao, chaves: string[]) => Promise<void>;
}

const SUMIU = 'Não está mais no cadastro.';
const MUDOU = 'Foi alterado por outra pessoa depois da seleção.';
const MUDOU_DEPOIS = 'Foi alterado depois.';
const SEM_DONO = 'O proprietário não está mais cadastrado.';

interface VeiculoWrite {
  antes: VeiculoComMotivo;
  depois: VeiculoComMotivo;
}

async function writeEdits(
  trx: Transacao,
  { autor, onChange }: SliceDeps,
  edicoes: VeiculoWrite[],
): Promise<void> {
  for (const { antes, depois } of edicoes) {
    await update(trx, antes.veiculo, depois.veiculo, depois.motivo);
  }
  const atos = edicoes.map(({ antes, depois }) => describeEdicao(antes, depois));
  await auditMany(trx, autor, atos);
  await onChange(
    trx,
    edicoes.map(({ antes }) => keyOfPlaca(antes.veiculo.placa)),
  );
}

async function writeRemovals(
  trx: Transacao,
  { autor, onChange }: SliceDeps,
  excluidos: VeiculoComMotivo[],
): Promise<void> {
  const placas = excluidos.map(({ veiculo }) => veiculo.placa);
  await removeMany(trx, placas);
  await auditMany(trx, autor, excluidos.map(describeExclusao));
  await onChange(trx, placas.map(keyOfPlaca));
}

const rememberBefore = ({ ato }: LoteRow, { veiculo, motivo }: VeiculoComMotivo): LoteBefore =>
  ato === 'status'
    ? { status: veiculo.status, motivo }
    : { proprietario_matricula: veiculo.proprietario_matricula };

/** The record after the act; undefined when it has the requested values already. */
function applyAto(antes: VeiculoComMotivo, row: LoteRow): VeiculoComMotivo | undefined {
  const { status, motivo, proprietario_matricula: dono } = row;
  const depois =
    row.ato === 'status'
      ? editVeiculo(antes, { status, ...(motivo !== null && { motivo }) })
      : editVeiculo(antes, { proprietario_matricula: dono });
  const igual =
    depois.veiculo.status === antes.veiculo.status &&
    depois.veiculo.proprietario_matricula === antes.veiculo.proprietario_matricula &&
    depois.motivo === antes.motivo;
  return igual ? undefined : depois;
}

/** Why a status would not last: after the last day of its permission a vehicle is INDEFINIDO again. */
function findVencida({ veiculo }: VeiculoComMotivo, { status }: LoteRow): string | undefined {
  const { valido_ate } = veiculo;
  if (valido_ate === null || status === null || status === STATUS_PADRAO || isProibido(status))
    return undefined;
  return isVencido(valido_ate, formatDiaIso(nowDate()))
    ? `A validade terminou em ${formatDia(valido_ate)}. Renove o dia antes.`
    : undefined;
}

/** The vehicles of these plates, and the sentence of one that is not there. */
async function findAll(trx: Transacao, alvos: { placa: string }[]) {
  const placas = alvos.map(({ placa }) => placa);
  const atuais = await findMany(trx, placas);
  const faltam = placas.filter((placa) => !atuais.has(placa));
  const mudadas = await findMoved(trx, faltam);
  return { atuais, sayMissing: (placa: string): string => mudadas.get(placa) ?? SUMIU };
}

/** Changes or deletes the vehicles of a slice. */
export async function doSlice(
  trx: Transacao,
  deps: SliceDeps,
  row: LoteRow,
  alvos: LoteTarget[],
): Promise<LoteOutcome[]> {
  const { atuais, sayMissing } = await findAll(trx, alvos);
  const dono = row.proprietario_matricula;
  // Anonymising an owner empties the act's matrícula: the vehicles then keep the owner they have.
  const semDono =
    row.ato === 'proprietario' && (dono === null || !(await findDonos(trx, [dono])).has(dono));
  const edicoes: VeiculoWrite[] = [];
  const excluidos: VeiculoComMotivo[] = [];
  const fins = alvos.map(({ placa, versao }): LoteOutcome => {
    const antes = atuais.get(placa);
    if (!antes) return { placa, frase: sayMissing(placa) };
    if (antes.veiculo.versao !== versao || antes.criado_em > row.criado_em)
      return { placa, frase: MUDOU };
    if (semDono) return { placa, frase: SEM_DONO };
    if (row.ato === 'excluir') {
      excluidos.push(antes);
      return { placa, excluido: true };
    }
    const vencida = findVencida(antes, row);
    if (vencida !== undefined) return { placa, frase: vencida };
    const depois = applyAto(antes, row);
    if (!depois) return { placa };
    edicoes.push({ antes, depois });
    return { placa, versao: depois.veiculo.versao, antes: rememberBefore(row, antes) };
  });
  if (edicoes.length > 0) await writeEdits(trx, deps, edicoes);
  if (excluidos.length > 0) await writeRemovals(trx, deps, excluidos);
  return fins;
}

/** Takes back a slice; answers the vehicles that stay, and why. */
export async function undoSlice(
  trx: Transacao,
  deps: SliceDeps,
  row: LoteRow,
  fins: LoteOutcome[],
): Promise<RecusaLote[]> {
  const { atuais, sayMissing } = await findAll(trx, fins);
  const matriculas = fins.flatMap(({ antes }) => antes?.proprietario_matricula ?? []);
  const donos = await findDonos(trx, [...new Set(matriculas)], row.criado_em);
  const edicoes: VeiculoWrite[] = [];
  const ficam = fins.flatMap(({ placa, versao, antes: velho }): RecusaLote[] => {
    if (!velho) return [];
    const atual = atuais.get(placa);
    if (!atual) return [{ placa, frase: sayMissing(placa) }];
    if (atual.veiculo.versao !== versao || atual.criado_em > row.criado_em)
      return [{ placa, frase: MUDOU_DEPOIS }];
    const dono = velho.proprietario_matricula ?? null;
    if (dono !== null && !donos.has(dono)) return [{ placa, frase: SEM_DONO }];
    edicoes.push({ antes: atual, depois: editVeiculo(atual, velho) });
    return [];
  });
  if (edicoes.length > 0) await writeEdits(trx, deps, edicoes);
  return ficam;
}
