/** Acts on many vehicles: requested, shown, cancelled, undone, and deleted after a month. */
import {
  DIAS_LOTE,
  type FaseLote,
  isLoteAberto,
  LOTE_MAXIMO,
  type LoteVeiculos,
  type PedidoLote,
  type RecusaLote,
} from '@unipark/contract/loteVeiculos';
import { type Autor, audit } from '../../platform/audit.ts';
import { nowMs } from '../../platform/clock.ts';
import { type Banco, inTransaction, isLeader, type Transacao } from '../../platform/db/banco.ts';
import { chunks } from '../../platform/db/chunks.ts';
import { breathe } from '../../platform/db/slices.ts';
import { conflict, notFound, Problem, unknownReference } from '../../platform/errors.ts';
import type { ContaSessao } from '../../platform/http/guard.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { readEveryHit } from '../buscaRepo.ts';
import { readEveryOne } from '../listaRepo.ts';
import { findDonos } from '../loteRepo.ts';
import type { LoteTarget } from './atos.ts';
import { ensureWorker, FATIA_LOTE, listRecusas, requestUndo } from './fila.ts';
import type { LoteRow } from './repo.ts';
import * as repo from './repo.ts';

const DIA_MS = 86_400_000;
/** Open acts of one account. */
const ABERTOS_MAXIMO = 2;
/** Ended acts that are listed. */
const ENCERRADOS = 10;

/** A person who asks: their own acts, or all for an administrator. */
type LoteAsker = Pick<ContaSessao, 'id' | 'admin'>;

const count = (quantos: number): string =>
  `${quantos.toLocaleString('pt-BR')} ${quantos === 1 ? 'veículo' : 'veículos'}`;

/** @throws {Problem} 409 when the person saw another number than there is */
function checkTotal(achados: number, visto: number): void {
  if (achados === visto) return;
  const agora = achados > LOTE_MAXIMO ? `mais de ${count(LOTE_MAXIMO)}` : count(achados);
  throw conflict(
    'contagem-mudou',
    `A seleção tinha ${count(visto)}, e agora tem ${agora}. Nada foi alterado: confira a lista e tente de novo.`,
  );
}

/** The vehicles of a request, each once; of a filter, one more than the most at the most. */
export async function findTargets(
  db: Banco,
  { veiculos, filtro = {} }: Pick<PedidoLote, 'veiculos' | 'filtro'>,
): Promise<LoteTarget[]> {
  if (veiculos) return [...new Map(veiculos.map((escolha) => [escolha.placa, escolha])).values()];
  const { q, ...filtros } = filtro;
  const { fatias } =
    q === undefined ? await readEveryOne(db, filtros) : await readEveryHit(db, q, filtros);
  const alvos: LoteTarget[] = [];
  for await (const fatia of fatias) {
    for (const { placa, versao } of fatia) alvos.push({ placa, versao });
    if (alvos.length > LOTE_MAXIMO) break;
    await breathe();
  }
  return alvos;
}

function describe(row: LoteRow, recusas: RecusaLote[] = []): LoteVeiculos {
  const { id, ato, status, fase, erro, total, feitos, criado_em } = row;
  const { alterados, iguais, recusados, desfeitos, mantidos } = row;
  return {
    ...{ id, ato, status, fase, erro, total, feitos, criado_em },
    ...{ alterados, iguais, recusados, desfeitos, mantidos, recusas },
  };
}

export function createLotes({ db, jobs }: { db: Banco; jobs: Pick<Jobs, 'put'> }) {
  async function toLote(row: LoteRow, queryable: Banco | Transacao = db): Promise<LoteVeiculos> {
    const { id, fase } = row;
    if (isLoteAberto(fase)) return describe(row);
    return describe(row, listRecusas(fase, await repo.listOutcomes(queryable, id)));
  }

  /** @throws 404 also for another person's act */
  async function get(conta: LoteAsker, id: number, trx: Transacao | Banco = db): Promise<LoteRow> {
    const row = await repo.find(trx, id);
    if (!row || (row.conta !== conta.id && !conta.admin)) throw notFound('Ato não encontrado.');
    return row;
  }

  /** A request on an act that is in one of these phases. @throws 409 in another phase */
  const act = async (
    conta: LoteAsker,
    id: number,
    fases: FaseLote[],
    work: (trx: Transacao, row: LoteRow) => Promise<void>,
  ): Promise<LoteVeiculos> =>
    inTransaction(db, async (trx) => {
      const row = await get(conta, id, trx);
      if (!fases.includes(row.fase)) {
        throw conflict('fase-do-lote', 'Este ato já terminou ou já foi desfeito.');
      }
      await work(trx, row);
      return toLote(await get(conta, id, trx), trx);
    });

  return {
    /**
     * Stores a request and starts the work; the caller's transaction also stores the answer.
     * @throws {Problem} 409 when the number differs, 422 for an unknown owner, 429 with two open acts
     */
    async create(
      trx: Transacao,
      autor: Autor,
      conta: LoteAsker,
      { ato, veiculos, filtro, total, ...pedido }: PedidoLote,
      alvos: LoteTarget[],
    ): Promise<LoteVeiculos> {
      checkTotal(alvos.length, total);
      const { status = null, motivo = null, proprietario_matricula: dono = null } = pedido;
      if (dono !== null && !(await findDonos(trx, [dono])).has(dono)) {
        throw unknownReference('proprietario_matricula', 'Proprietário não encontrado.');
      }
      if ((await repo.listOpen(trx, conta.id)).length >= ABERTOS_MAXIMO) {
        const frase = 'Espere o ato anterior terminar.';
        throw new Problem(429, 'muitos-lotes', frase, { headers: { 'Retry-After': '5' } });
      }
      const novo = { ato, status, motivo, proprietario_matricula: dono, total };
      const fatias = [...chunks(alvos, FATIA_LOTE)].map((fatia) => JSON.stringify(fatia));
      const id = await repo.create(
        trx,
        { ...novo, conta: conta.id, autor: JSON.stringify(autor) },
        fatias,
      );
      await audit(trx, autor, {
        acao: 'pedir-lote',
        entidade: 'lote',
        chave: String(id),
        detalhe: { ...novo, ...(filtro && { filtro }) },
      });
      await ensureWorker(trx, jobs, autor);
      return toLote(await get(conta, id, trx), trx);
    },

    /** The acts of this account that the server is doing, for a page that was loaded meanwhile. */
    listOpen: async ({ id }: LoteAsker): Promise<LoteVeiculos[]> =>
      Promise.all((await repo.listOpen(db, id)).map((row) => toLote(row))),

    /** The last acts that ended; an administrator sees those of all accounts. `recusas` is empty. */
    listEnded: async ({ id, admin }: LoteAsker): Promise<LoteVeiculos[]> => {
      const rows = await repo.listEnded(db, admin ? undefined : id, ENCERRADOS);
      return rows.map((row) => describe(row));
    },

    find: async (conta: LoteAsker, id: number): Promise<LoteVeiculos> =>
      toLote(await get(conta, id)),

    /** Stops between two slices; what was done stays. */
    cancel: (autor: Autor, conta: LoteAsker, id: number) =>
      act(conta, id, ['fazendo'], async (trx, { feitos, total }) => {
        await repo.update(trx, id, { fase: 'cancelado' });
        await audit(trx, autor, {
          acao: 'interromper',
          entidade: 'lote',
          chave: String(id),
          detalhe: { feitos, total },
        });
      }),

    /** Takes the changes back, but for vehicles that were changed since. */
    undo: (autor: Autor, conta: LoteAsker, id: number) =>
      act(conta, id, ['feito', 'cancelado', 'interrompido'], async (trx, { ato }) => {
        if (ato === 'excluir') {
          throw conflict('exclusao-definitiva', 'A exclusão não pode ser desfeita.');
        }
        await repo.update(trx, id, requestUndo(autor));
        await ensureWorker(trx, jobs, autor);
      }),

    /** Deletes acts of a month ago, and asks again for work that has no worker. Hourly. */
    async prune(): Promise<void> {
      if (!isLeader(db)) return;
      const antes = new Date(nowMs() - DIAS_LOTE * DIA_MS).toISOString();
      for (const id of await repo.listOld(db, antes)) {
        await inTransaction(db, (trx) => repo.remove(trx, id));
      }
      await inTransaction(db, async (trx) => {
        const parado = await repo.findPending(trx);
        if (parado) await ensureWorker(trx, jobs, JSON.parse(parado.autor));
      });
    },
  };
}

export type Lotes = ReturnType<typeof createLotes>;
