/** How long data is kept: read, previewed and changed by administrators, applied every night. */
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import {
  Apagados,
  type EdicaoPrazos,
  type PrazosRetencao,
  type Retencao,
} from '@unipark/contract/retencao';
import { type ConfigRetencao, variableOf } from '../config/retencao.ts';
import { countHeld } from '../passagens/retida.ts';
import { AGENDA, type Autor, audit } from '../platform/audit.ts';
import { listOldEntries } from '../platform/auditCut.ts';
import { nowDate } from '../platform/clock.ts';
import { type Banco, inTransaction, isLeader } from '../platform/db/banco.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { findLast, findOutcome } from '../platform/jobs/repo.ts';
import { isDue } from './agenda.ts';
import { type CleaningTimes, LIMPEZA } from './limpeza.ts';
import { changePrazos, cutOf, findDesde, readPrazos, writePrazos } from './prazos.ts';
import { countIds, listFotos, listPassagens } from './repo.ts';

const cortesOf = (prazos: PrazosRetencao): CleaningTimes => ({
  passagens: prazos.passagens_dias === null ? null : cutOf(prazos.passagens_dias),
  nao_cadastradas: cutOf(prazos.nao_cadastradas_dias),
  fotos: cutOf(prazos.fotos_dias),
  auditoria: cutOf(prazos.auditoria_dias),
});

interface RetencaoDeps {
  db: Banco;
  jobs: Pick<Jobs, 'put' | 'cancel'>;
  fixos: ConfigRetencao;
}

export function createRetencao({ db, jobs, fixos }: RetencaoDeps) {
  const variaveis = Object.fromEntries(
    (Object.keys(fixos) as (keyof PrazosRetencao)[]).map((campo) => [campo, variableOf(campo)]),
  );

  return {
    readPrazos: (): Promise<PrazosRetencao> => readPrazos(db, fixos),

    async getEstado(): Promise<Retencao> {
      const { aberta, feita, falhou } = await findOutcome(db, LIMPEZA);
      return {
        prazos: await readPrazos(db, fixos),
        fixos: variaveis,
        ultima: feita
          ? {
              ...Apagados.parse(JSON.parse(feita.resultado ?? '')),
              em: feita.terminado_em ?? feita.criado_em,
            }
          : null,
        falhou,
        retidas: await countHeld(db),
        apagando: aberta !== undefined,
        desde: await findDesde(db),
      };
    },

    /** What these periods would delete now, each counted up to one more than the limit of counts. */
    async preview(edicao: EdicaoPrazos): Promise<Apagados> {
      const cortes = cortesOf(changePrazos(await readPrazos(db, fixos), { ...edicao, ...fixos }));
      return {
        passagens: await countIds(listPassagens(db, cortes), TETO_CONTAGEM + 1),
        fotos: await countIds(listFotos(db, cortes), TETO_CONTAGEM + 1),
        auditoria: await countIds(listOldEntries(db, cortes.auditoria), TETO_CONTAGEM + 1),
      };
    },

    /** Changes the periods. A cleaning that runs by the old ones ends; the next hour begins another. */
    change: (autor: Autor, edicao: EdicaoPrazos): Promise<PrazosRetencao> =>
      inTransaction(db, async (trx) => {
        const antes = await readPrazos(trx, fixos);
        const depois = await writePrazos(trx, edicao, fixos);
        const ultima = await findLast(trx, 'tipo', LIMPEZA);
        if (ultima && ultima.terminado_em === null) await jobs.cancel(trx, ultima.id, null);
        await audit(trx, autor, {
          acao: 'editar',
          entidade: 'ajustes',
          chave: LIMPEZA,
          detalhe: { antes, depois },
        });
        return depois;
      }),

    /** Requests the nightly cleaning when it is due. For the hourly housekeeping of one node. */
    async prune(): Promise<void> {
      if (!isLeader(db) || (await findDesde(db))) return;
      if (!isDue(await findLast(db, 'tipo', LIMPEZA), nowDate())) return;
      await inTransaction(db, async (trx) => {
        // Read again: another process may have requested it in between.
        if (!isDue(await findLast(trx, 'tipo', LIMPEZA), nowDate())) return;
        const parametros = cortesOf(await readPrazos(trx, fixos));
        await jobs.put(trx, { tipo: LIMPEZA, parametros, autor: AGENDA });
      });
    },
  };
}

export type RetencaoService = ReturnType<typeof createRetencao>;
