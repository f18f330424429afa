import type { FastifyBaseLogger } from 'fastify';
import type { ConfigFipe } from '../config/fipe.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import type { JobKind, Jobs } from '../platform/jobs/jobs.ts';
import { clearAntigas } from './antigasRepo.ts';
import { createAgenda, type SchedulePace } from './atualizacao/agenda.ts';
import { atualizacaoKinds, createAtualizacao } from './atualizacao/atualizacao.ts';
import type { RefreshPace } from './atualizacao/ritmo.ts';
import { discardMontando } from './edicoesRepo.ts';
import { removeOldCopies } from './importacao/arquivo.ts';
import { importacaoKinds } from './importacao/importar.ts';
import { createOcorrencia } from './ocorrenciasRepo.ts';
import type { Cadeia } from './provedores/provedor.ts';
import { findAlive } from './trabalhos.ts';

export interface CatalogoPace {
  ritmo?: Partial<RefreshPace>;
  prazos?: Partial<SchedulePace>;
}

interface CatalogoKindsDeps {
  db: Banco;
  cadeia: Cadeia;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  ritmo?: Partial<RefreshPace> | undefined;
}

/** The long work of the catalogue, for the server's worker and for the operator's tool. */
export const catalogoKinds = ({ db, ...deps }: CatalogoKindsDeps): Record<string, JobKind> => ({
  ...atualizacaoKinds({
    db,
    note: (motivo) => createOcorrencia(db, { provedor: null, motivo }),
    ...deps,
  }),
  ...importacaoKinds({ db }),
});

interface CatalogoDeps extends Omit<CatalogoKindsDeps, 'ritmo'> {
  jobs: Jobs;
  config: Pick<ConfigFipe, 'agendada'>;
  dataDir: string;
  prazos?: Partial<SchedulePace> | undefined;
}

export type Catalogo = ReturnType<typeof createCatalogo>;

/** The catalogue of an installation, which starts and stops with the server. */
export function createCatalogo({ config, dataDir, ...deps }: CatalogoDeps) {
  const { db } = deps;
  const atualizacao = createAtualizacao(deps);
  const agenda = createAgenda({ ...deps, atualizacao, ligada: config.agendada });
  return {
    cadeia: deps.cadeia,
    atualizacao,
    agenda,
    start: () => agenda.start(),
    /** Rows of an older catalogue, and what an import that died left. For the hourly housekeeping. */
    async prune(): Promise<void> {
      await inTransaction(db, async (trx) => {
        if (!(await findAlive(trx))) await discardMontando(trx, 'arquivo');
      });
      await clearAntigas(db);
      await removeOldCopies(dataDir);
    },
    stop: () => agenda.stop(),
  };
}
