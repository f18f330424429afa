/** What keeps the catalogue fresh: its refresh and the schedule of it. */
import type { FastifyBaseLogger } from 'fastify';
import type { ConfigFipe } from '../config/fipe.ts';
import type { Banco } from '../platform/db/banco.ts';
import { createAgenda, type Prazos } from './atualizacao/agenda.ts';
import { createAtualizacao } from './atualizacao/atualizacao.ts';
import type { Ritmo } from './atualizacao/ritmo.ts';
import { createOcorrencia } from './ocorrenciasRepo.ts';
import type { Cadeia } from './provedores/provedor.ts';

/** How patiently the providers are asked, and how soon by itself. */
export interface Compasso {
  ritmo?: Partial<Ritmo>;
  prazos?: Partial<Prazos>;
}

interface CatalogoDeps {
  db: Banco;
  cadeia: Cadeia;
  config: Pick<ConfigFipe, 'agendada'>;
  log: FastifyBaseLogger;
  compasso?: Compasso | undefined;
}

export type Catalogo = ReturnType<typeof createCatalogo>;

/** The catalogue of an installation, as something that lives beside the server. */
export function createCatalogo({ db, cadeia, config, log, compasso = {} }: CatalogoDeps) {
  const note = (motivo: string) => createOcorrencia(db, { provedor: null, motivo });
  const { ritmo, prazos } = compasso;
  const atualizacao = createAtualizacao({ db, cadeia, log, note, ritmo });
  const agenda = createAgenda({ db, cadeia, atualizacao, log, ligada: config.agendada, prazos });
  return {
    cadeia,
    atualizacao,
    agenda,
    start: () => agenda.start(),
    /** Clears what an older catalogue left. For the hourly housekeeping. */
    prune: () => atualizacao.prune(),
    /** Ends what is under way: promptly, and without loss. */
    async stop(): Promise<void> {
      await atualizacao.stop();
      await agenda.stop();
    },
  };
}
