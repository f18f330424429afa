/** Imports of the register: uploaded, previewed, written, undone; and their deletion after a month. */
import {
  CAMPOS_IMPORTACAO,
  type CorrecaoLinha,
  DIAS_IMPORTACAO,
  type Existentes,
  type FaseImportacao,
  type Importacao,
  type LinhaImportada,
  type PedidoColunas,
} from '@unipark/contract/importacao';
import type { FastifyBaseLogger } from 'fastify';
import { type Autor, audit } from '../platform/audit.ts';
import { nowMs } from '../platform/clock.ts';
import { type Banco, inTransaction, isLeader, type Transacao } from '../platform/db/banco.ts';
import { readSetting } from '../platform/db/settings.ts';
import { conflict, invalid, notFound } from '../platform/errors.ts';
import type { ContaSessao } from '../platform/http/guard.ts';
import type { JobKind, Jobs } from '../platform/jobs/jobs.ts';
import { proprietariosTarget } from './alvos/proprietarios.ts';
import { veiculosTarget } from './alvos/veiculos.ts';
import { loadArquivo } from './carga.ts';
import { type ColumnState, hashTitulos, listMissing } from './colunas.ts';
import { correctLinha, type ImportTargets, previewLinhas } from './conferencia.ts';
import { undoImportacao } from './desfazer.ts';
import { receiveArquivo } from './envio.ts';
import { ensureSync, ensureWorker, importacaoKinds, queueOf, request } from './fila.ts';
import { describeImportacao, toLinha } from './formas.ts';
import { writeImportacao } from './gravacao.ts';
import * as linhasRepo from './linhasRepo.ts';
import type { ImportRow } from './repo.ts';
import * as repo from './repo.ts';
import { COMPARADA } from './sincronizacao/motivos.ts';
import { findNewestFile, findNewestWritten } from './sincronizacao/repo.ts';

const DIA_MS = 86_400_000;
/** No upload takes this long. */
const QUEBRADA_MS = 3_600_000;

interface ImportDeps {
  db: Banco;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** Called in the transaction when the cars of these identity keys changed in the register. */
  onChange: (trx: Transacao, chaves: string[]) => Promise<void>;
}

/** A person who asks: their own imports, or all for an administrator. */
type Asker = Pick<ContaSessao, 'id' | 'admin'>;

const missingImportacao = () => notFound('Importação não encontrada.');

/** What imports write, and the kinds of long work that do it. */
export function openImportacoes({ db, log, onChange }: ImportDeps): {
  alvos: ImportTargets;
  kinds: Record<string, JobKind>;
} {
  const alvos: ImportTargets = {
    veiculos: veiculosTarget(onChange),
    proprietarios: proprietariosTarget(),
  };
  const works = {
    lendo: loadArquivo,
    conferindo: previewLinhas(alvos),
    gravando: writeImportacao(alvos),
    desfazendo: undoImportacao(alvos),
  };
  return { alvos, kinds: importacaoKinds({ db, works, log }) };
}

interface ServiceDeps {
  db: Banco;
  jobs: Pick<Jobs, 'put'>;
  alvos: ImportTargets;
}

export function createImportacoes({ db, jobs, alvos }: ServiceDeps) {
  const toImportacao = (row: ImportRow): Promise<Importacao> => describeImportacao(db, row);

  /** @throws 404 also for another person's import */
  async function get(conta: Asker, id: number, trx: Transacao | Banco = db): Promise<ImportRow> {
    const row = await repo.find(trx, id);
    if (!row || (row.conta !== conta.id && !conta.admin)) throw missingImportacao();
    return row;
  }

  /** One act on an import that is in one of these phases. @throws 409 in another phase */
  async function act(
    conta: Asker,
    id: number,
    fases: FaseImportacao[],
    work: (trx: Transacao, row: ImportRow) => Promise<void>,
  ): Promise<Importacao> {
    const depois = await inTransaction(db, async (trx) => {
      const row = await get(conta, id, trx);
      if (!fases.includes(row.fase)) {
        throw conflict(
          'fase-da-importacao',
          'A importação já passou desta etapa. Recarregue a página.',
        );
      }
      await work(trx, row);
      return get(conta, id, trx);
    });
    return toImportacao(depois);
  }

  async function refuse(trx: Transacao, autor: Autor, { id, nome, tipo, contagem }: ImportRow) {
    await repo.update(trx, id, { fase: 'recusada', erro: 'Recusada por uma pessoa.' });
    await ensureSync(trx, jobs, autor);
    await audit(trx, autor, {
      acao: 'recusar',
      entidade: 'importacao',
      chave: String(id),
      detalhe: { nome, tipo, ...JSON.parse(contagem) },
    });
  }

  return {
    async receive(
      autor: Autor,
      conta: Asker,
      arquivo: Parameters<typeof receiveArquivo>[2],
    ): Promise<Importacao> {
      const id = await receiveArquivo({ db, jobs }, autor, arquivo);
      return toImportacao(await get(conta, id));
    },

    async list(conta: Asker): Promise<Importacao[]> {
      const rows = await repo.list(db, conta.admin ? undefined : conta.id);
      return Promise.all(rows.map(toImportacao));
    },

    find: async (conta: Asker, id: number): Promise<Importacao> =>
      toImportacao(await get(conta, id)),

    /** Chooses the columns, remembers them, and requests the preview. */
    chooseColunas: (autor: Autor, conta: Asker, id: number, pedido: PedidoColunas) =>
      act(conta, id, ['colunas', 'previa'], async (trx, row) => {
        const colunas: ColumnState[] = JSON.parse(row.colunas);
        const campos = colunas.map((_, i) => pedido.campos[i] ?? null);
        const conhecidos = CAMPOS_IMPORTACAO[row.tipo].map(({ campo }) => campo);
        const ditos = campos.filter((campo) => campo !== null);
        if (!ditos.every((campo) => conhecidos.includes(campo))) {
          throw invalid({ campos: 'Colunas: há um campo desconhecido.' });
        }
        if (new Set(ditos).size < ditos.length) {
          throw invalid({ campos: 'Duas colunas têm o mesmo campo. Deixe só uma delas.' });
        }
        const faltam = listMissing(row.tipo, campos);
        if (faltam.length > 0) {
          throw invalid({ campos: `Falta a coluna de ${faltam.join(' e de ')}.` });
        }
        const { tipo } = row;
        await repo.saveChoice(
          trx,
          { conta: conta.id, tipo, titulos: hashTitulos(colunas) },
          campos,
        );
        await request(trx, jobs, {
          id,
          fase: 'conferindo',
          autor: JSON.stringify(autor),
          colunas: JSON.stringify(
            colunas.map((dela, i) => ({ ...dela, campo: campos[i] ?? null })),
          ),
          apagar_vazias: pedido.apagar_vazias ? 1 : 0,
        });
      }),

    async listLinhas(
      conta: Asker,
      id: number,
      pagina: Parameters<typeof linhasRepo.listPage>[2],
    ): Promise<LinhaImportada[]> {
      const { fase } = await get(conta, id);
      if (fase === 'recebendo' || fase === 'lendo') return [];
      return (await linhasRepo.listPage(db, id, pagina)).map(toLinha);
    },

    /** Corrects cells of one row of the preview. */
    async correct(conta: Asker, id: number, numero: number, { celulas }: CorrecaoLinha) {
      const importacao = await act(conta, id, ['previa'], async (trx, row) => {
        const linha = await linhasRepo.findLine(trx, id, numero);
        if (!linha) throw notFound('Linha não encontrada.');
        await correctLinha(trx, alvos, row, linha, celulas);
        const contagem = await linhasRepo.countByVerdict(trx, id);
        await repo.update(trx, id, { contagem: JSON.stringify(contagem) });
      });
      const linha = await linhasRepo.findLine(db, id, numero);
      if (!linha) throw notFound('Linha não encontrada.');
      return { importacao, linha: toLinha(linha) };
    },

    /** Requests the writing; of an interrupted import, the rest of it. */
    write: (autor: Autor, conta: Asker, id: number, existentes: Existentes) =>
      act(conta, id, ['previa', 'interrompida'], async (trx, row) => {
        const { nome, tipo, ponto, feitos, contagem } = row;
        const resto = row.fase === 'interrompida' ? { ponto, feitos } : {};
        await request(trx, jobs, {
          ...{ id, fase: 'gravando', autor: JSON.stringify(autor) },
          ...(row.fase === 'previa' && { existentes }),
          ...resto,
        });
        const aprova = row.fase === 'previa' && row.espera !== null;
        if (aprova) await ensureSync(trx, jobs, autor);
        await audit(trx, autor, {
          acao: aprova ? 'aprovar' : 'importar',
          entidade: 'importacao',
          chave: String(id),
          detalhe: { nome, tipo, existentes, ...JSON.parse(contagem) },
        });
      }),

    /** Stops the work: a file is deleted, a preview goes back to its columns, what was written is undone. */
    async cancel(autor: Autor, conta: Asker, id: number): Promise<Importacao> {
      const fases: FaseImportacao[] = ['lendo', 'conferindo', 'gravando'];
      const depois = await act(conta, id, fases, async (trx, { fase }) => {
        const texto = JSON.stringify(autor);
        if (fase === 'gravando') {
          await request(trx, jobs, { id, fase: 'desfazendo', autor: texto });
        } else if (fase === 'conferindo') {
          await repo.update(trx, id, { fase: 'colunas', fase_desde: null });
        } else await repo.update(trx, id, { fase: 'recusada', erro: 'Leitura cancelada.' });
      });
      if (depois.fase === 'recusada') {
        await repo.removePedacos(db, id);
        await repo.removeLinhas(db, id);
      }
      return depois;
    },

    undo: (autor: Autor, conta: Asker, id: number) =>
      act(conta, id, ['concluida', 'interrompida'], (trx) =>
        request(trx, jobs, { id, fase: 'desfazendo', autor: JSON.stringify(autor) }),
      ),

    /** Deletes an import that wrote nothing; a synchronisation is refused, and its report stays. */
    async discard(autor: Autor, conta: Asker, id: number): Promise<void> {
      const { parte } = await get(conta, id);
      if (parte !== null) {
        await act(conta, id, ['previa'], (trx, row) => refuse(trx, autor, row));
        return;
      }
      await act(conta, id, ['colunas', 'previa', 'recusada'], (trx) =>
        repo.update(trx, id, { fase: 'recusada', erro: 'Descartada.' }),
      );
      await repo.remove(db, id);
    },

    /** The import and its rejected rows, for a file: of the preview, of the result, of undoing. */
    async listRejected(conta: Asker, id: number) {
      const row = await get(conta, id);
      return { row, colunas: JSON.parse(row.colunas) as ColumnState[] };
    },

    /** Deletes imports of a month ago and files that were read, and asks again for work that has no worker. Hourly. */
    async prune(): Promise<void> {
      if (!isLeader(db)) return;
      const antes = new Date(nowMs() - DIAS_IMPORTACAO * DIA_MS).toISOString();
      const quebradas = new Date(nowMs() - QUEBRADA_MS).toISOString();
      // The next file of owners is compared with the first two; one equal to another is not new.
      const ficam = [
        Number(await readSetting(db, COMPARADA)),
        (await findNewestWritten(db))?.id,
        (await findNewestFile(db, 'proprietarios'))?.id,
        (await findNewestFile(db, 'veiculos'))?.id,
      ];
      for (const id of await repo.listOld(db, antes, quebradas)) {
        if (!ficam.includes(id)) await repo.remove(db, id);
      }
      for (const id of await repo.listWithLeftovers(db)) await repo.removePedacos(db, id);
      await repo.removeChoices(db, new Date(nowMs() - 365 * DIA_MS).toISOString());
      await inTransaction(db, async (trx) => {
        for (const fase of ['lendo', 'gravando'] as const) {
          const parada = await repo.findPending(trx, queueOf(fase));
          if (parada) await ensureWorker(trx, jobs, parada.fase, JSON.parse(parada.autor));
        }
      });
    },
  };
}

export type Importacoes = ReturnType<typeof createImportacoes>;
