/** The check of the audit's chain: long work, read in slices while the register is used. */
import type { ConferenciaAuditoria, EstadoAuditoria } from '@unipark/contract/auditoria';
import { type Autor, audit } from '../platform/audit.ts';
import { type AuditCut, readCut } from '../platform/auditCut.ts';
import { type ChainRow, FORMA, hashTexts, linkHash, sealOf, sha256 } from '../platform/chain.ts';
import { type Banco, inTransaction, type Queryable } from '../platform/db/banco.ts';
import { breathe } from '../platform/db/slices.ts';
import type { JobKind, Jobs } from '../platform/jobs/jobs.ts';
import { findOutcome } from '../platform/jobs/repo.ts';
import { countChain, type DetailedRow, readChain, readErased, readHead } from './repo.ts';

/** The kind of the work, and its group. */
export const CONFERENCIA = 'auditoria';

/** Rows hashed at once: about 5 ms. */
const FATIA = 500;
/** Slices between two reports of progress. */
const RELATO = 20;

/** A place in the chain that follows from its beginning. */
interface ChainPoint {
  id: number;
  linhas: number;
  hash: string;
  /** Erased rows whose seal comes in a later act. */
  semSelo: Map<number, ChainRow>;
  /** Where the chain begins, and what the newest act of a cut says of it. */
  corte: AuditCut;
  dito: AuditCut | undefined;
}

const beginAfter = (corte: AuditCut): ChainPoint => ({
  ...{ id: corte.ate, linhas: 0, hash: corte.hash },
  ...{ semSelo: new Map(), corte, dito: undefined },
});

/** Whether the texts of a row are those that its digests were made of. */
function hasItsTexts(linha: DetailedRow): boolean {
  const { detalhe, detalhe_hash, sal_detalhe, sal, chave_hash } = linha;
  if (Number(linha.apagada) === 1) return detalhe === null && sal === null;
  if (detalhe_hash !== (detalhe === null ? null : sha256(`${sal_detalhe}${detalhe}`))) return false;
  return Number(linha.forma) !== FORMA || chave_hash === hashTexts(linha);
}

/**
 * Takes the rows that this act erased out of those without a seal; false when it is not theirs. They
 * are read again: they may have been erased after the check had passed them. A seal of rows that
 * retention has taken in part says nothing of the others; their links are checked as any row's.
 */
async function seals(
  db: Queryable,
  { acao, entidade, detalhe }: DetailedRow,
  { semSelo, corte }: ChainPoint,
): Promise<boolean> {
  if (acao !== 'anonimizar' || entidade !== 'auditoria' || detalhe === null) return true;
  const { ids, selo }: { ids: number[]; selo: string } = JSON.parse(detalhe);
  for (const id of ids) semSelo.delete(id);
  const ficam = ids.filter((id) => id > corte.ate);
  const linhas = await readErased(db, ficam);
  if (linhas.length !== ficam.length) return false;
  return ficam.length < ids.length || sealOf(linhas) === selo;
}

/** The cut that an act tells of. */
const cutOfAct = ({ acao, entidade, detalhe }: DetailedRow): AuditCut | undefined =>
  acao === 'excluir' && entidade === 'auditoria' && detalhe !== null
    ? JSON.parse(detalhe)
    : undefined;

/** Whether the head names the cut of the newest act of a cut. */
const isTold = ({ corte, dito }: ChainPoint): boolean =>
  corte.ate === (dito?.ate ?? 0) &&
  corte.hash === (dito?.hash ?? '') &&
  corte.linhas === (dito?.linhas ?? 0);

/** Follows the rows after a place; `quebra` is the first that does not follow. */
async function follow(db: Queryable, ponto: ChainPoint) {
  const linhas = await readChain(db, ponto.id, FATIA);
  for (const linha of linhas) {
    const { semSelo } = ponto;
    const hash = linkHash(ponto.hash, linha);
    if (linha.hash !== hash || !hasItsTexts(linha) || !(await seals(db, linha, ponto))) {
      return { ponto, quebra: String(linha.id), fim: true };
    }
    if (Number(linha.apagada) === 1) semSelo.set(Number(linha.id), linha);
    const dito = cutOfAct(linha) ?? ponto.dito;
    ponto = { ...ponto, id: Number(linha.id), linhas: ponto.linhas + 1, hash, dito };
  }
  return { ponto, quebra: null, fim: linhas.length < FATIA };
}

/**
 * Checks every row from the first that retention left. Rows that are written meanwhile are checked
 * too; the last slice and the head are read in one transaction, so that a concurrent row is not a
 * break. A cut that comes meanwhile makes the check begin again after it.
 */
export async function verifyChain(
  db: Banco,
  onProgress: (feitas: number) => Promise<void> | void,
): Promise<ConferenciaAuditoria> {
  let ponto = beginAfter(await readCut(db));
  for (let fatias = 1; ; fatias += 1) {
    const lida = await follow(db, ponto);
    const corte = await readCut(db);
    if (corte.ate !== ponto.corte.ate) {
      ponto = beginAfter(corte);
      continue;
    }
    ponto = lida.ponto;
    if (lida.quebra) return { linhas: ponto.linhas, quebra: lida.quebra };
    if (lida.fim) break;
    if (fatias % RELATO === 0) await onProgress(ponto.linhas);
    await breathe();
  }
  return inTransaction(db, async (trx) => {
    const corte = await readCut(trx);
    if (corte.ate !== ponto.corte.ate) ponto = beginAfter(corte);
    for (;;) {
      const lida = await follow(trx, ponto);
      ponto = lida.ponto;
      if (lida.quebra) return { linhas: ponto.linhas, quebra: lida.quebra };
      if (lida.fim) break;
    }
    const [semSelo] = ponto.semSelo.keys();
    if (semSelo !== undefined) return { linhas: ponto.linhas, quebra: String(semSelo) };
    if ((await readHead(trx)) !== ponto.hash) return { linhas: ponto.linhas, quebra: 'fim' };
    return { linhas: ponto.linhas, quebra: isTold(ponto) ? null : 'inicio' };
  });
}

/** The work of the server: a check that a person asked for, with its result in the audit. */
export const conferenciaKinds = (db: Banco): Record<string, JobKind> => ({
  [CONFERENCIA]: {
    grupo: CONFERENCIA,
    async run(job) {
      const feita = await verifyChain(db, async (feitos) => void (await job.step({ feitos })));
      await job.finish(feita, (trx) =>
        audit(trx, job.autor, {
          acao: 'conferir',
          entidade: 'auditoria',
          chave: '',
          detalhe: feita,
        }),
      );
    },
  },
});

export function createConferencia({ db, jobs }: { db: Banco; jobs: Pick<Jobs, 'put'> }) {
  return {
    async getEstado(): Promise<EstadoAuditoria> {
      const { aberta, feita, falhou } = await findOutcome(db, CONFERENCIA);
      return {
        conferindo: aberta ? { feitas: aberta.feitos, total: await countChain(db) } : null,
        ultima: feita
          ? {
              ...(JSON.parse(feita.resultado ?? '') as ConferenciaAuditoria),
              em: feita.terminado_em ?? feita.criado_em,
            }
          : null,
        falhou,
      };
    },

    /** @throws 409 while a check runs */
    begin: (autor: Autor): Promise<number> =>
      inTransaction(db, (trx) => jobs.put(trx, { tipo: CONFERENCIA, parametros: {}, autor })),
  };
}

export type Conferencia = ReturnType<typeof createConferencia>;
