/** The operator's commands for the catalogue, with or without a running server. */
import { inspect, parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { Autor } from '../platform/audit.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import type { JobRow } from '../platform/jobs/repo.ts';
import {
  createAtualizacao,
  INTERROMPIDA,
  type RefreshEnd,
  readFim,
} from './atualizacao/atualizacao.ts';
import type { RefreshPace } from './atualizacao/ritmo.ts';
import { catalogoKinds } from './catalogo.ts';
import { findAtiva } from './edicoesRepo.ts';
import { createOcorrencia } from './ocorrenciasRepo.ts';
import type { ProgressReport } from './progresso.ts';
import { createCadeia } from './provedores/cadeia.ts';
import { count, describeCounts, describeTabela } from './rotulos.ts';

export interface ComandosCatalogoDeps {
  db: Banco;
  config: Pick<Config, 'fipe' | 'dataDir'>;
  /** A server runs on this data folder: it does the work, and this process watches. */
  served: boolean;
  /** The operator at the terminal, as the audit names them. */
  autor: Autor;
  say: (linha: string) => void;
  /** A progress line with this unit ('marcas', 'linhas'). */
  openProgresso: (unidade: string) => ProgressReport;
  /** Aborted by Ctrl+C: ends cleanly and answers `INTERROMPIDO`. */
  sinal: AbortSignal;
  /** A shorter RITMO, for tests. */
  ritmo?: Partial<RefreshPace>;
}

/** A command; it answers the exit code, 0 when all was done. */
export type ComandoCatalogo = (deps: ComandosCatalogoDeps, args: string[]) => Promise<number>;

export const INTERROMPIDO = 130;

export const AJUDA_SYNC = [
  '  fipe sync [--anos] [--aceitar-menor]',
  '      Atualiza marcas e modelos a partir de FIPE_PROVEDORES; com --anos, busca também os anos',
  '      de cada modelo (milhares de consultas). Interrompido, continua de onde parou.',
  '      Uma resposta com menos da metade do catálogo só é aceita com --aceitar-menor.',
];

const relate = (dados: unknown): void => {
  process.stderr.write(`${inspect(dados)}\n`);
};

/** The work of this process, and its progress in the terminal. */
export function createTerminal({
  db,
  config,
  served,
  sinal,
  openProgresso,
  ritmo,
}: ComandosCatalogoDeps) {
  // Failures of providers are kept as occurrences; only unexpected errors go to this terminal.
  const log = { info() {}, warn() {}, error: relate };
  const onFailure = (falha: Parameters<typeof createOcorrencia>[1]) => createOcorrencia(db, falha);
  const cadeia = createCadeia({ config: config.fipe, log, onFailure });
  const jobs = createJobs({ db, log, kinds: catalogoKinds({ db, cadeia, log, ritmo }) });

  /** Queues work, and answers its row after it has ended; a progress line after `semLinhaMs`. */
  async function follow(
    unidade: string,
    put: () => Promise<number>,
    semLinhaMs = 0,
  ): Promise<JobRow> {
    const id = await put();
    const cancel = () => inTransaction(db, (trx) => jobs.cancel(trx, id, INTERROMPIDA));
    const onAbort = (): void => void cancel().catch(relate);
    if (sinal.aborted) await cancel();
    sinal.addEventListener('abort', onAbort, { once: true });
    const progresso = openProgresso(unidade);
    const inicio = performance.now();
    try {
      if (!served) await jobs.work(id);
      return await jobs.watch(id, {
        onProgress({ feitos, total }) {
          if (total === null || performance.now() - inicio < semLinhaMs) return;
          progresso.show(feitos, total);
        },
      });
    } finally {
      sinal.removeEventListener('abort', onAbort);
      progresso.end();
    }
  }
  return { cadeia, jobs, follow };
}

/** The sentence for work that did not finish. */
function explain({ como, motivo }: RefreshEnd): string {
  if (como === 'interrompida') return 'Interrompido. Rode de novo para continuar.';
  if (como === 'parada') return `${motivo} Rode de novo mais tarde para continuar.`;
  if (como === 'recusada') return `${motivo} Se estiver correta, use --aceitar-menor.`;
  return motivo;
}

async function describe({ db, say }: ComandosCatalogoDeps): Promise<void> {
  const ativa = await findAtiva(db);
  if (!ativa) return;
  say(`${describeTabela(ativa)} em uso: ${describeCounts(ativa)}.`);
}

/** `fipe sync`: the refresh of the catalogue, here and now. */
export const syncCatalogo: ComandoCatalogo = async (deps, args) => {
  const { values } = parseArgs({
    args,
    options: {
      anos: { type: 'boolean', default: false },
      'aceitar-menor': { type: 'boolean', default: false },
    },
  });
  const { db, autor, say } = deps;
  const { cadeia, jobs, follow } = createTerminal(deps);
  const atualizacao = createAtualizacao({ db, cadeia, jobs });
  const leave = (fim: RefreshEnd): number => {
    say(explain(fim));
    return fim.como === 'interrompida' ? INTERROMPIDO : 1;
  };

  const pedido = { autor, aceitarMenor: values['aceitar-menor'] };
  const fim = readFim(await follow('consultas', () => atualizacao.start(pedido)));
  if (fim.como !== 'pronta' && fim.como !== 'em-dia') return leave(fim);
  if (fim.como === 'em-dia') say('O catálogo já está em dia.');
  if (values.anos) {
    const dosAnos = readFim(await follow('modelos', () => atualizacao.startAnos({ autor })));
    if (dosAnos.como !== 'pronta') return leave(dosAnos);
    if (dosAnos.semResposta) {
      say(`Sem resposta: os anos de ${count(dosAnos.semResposta, 'modelos')}. Rode de novo.`);
      return 1;
    }
  }
  await describe(deps);
  return 0;
};
