/**
 * The backups of a running server: one each hour, and those that administrators ask for. One work
 * at a time, in a process of its own.
 */
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import type { PerdasCopia, SituacaoCopias } from '@unipark/contract/copia';
import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '../config/leitor.ts';
import type { Config } from '../config.ts';
import { type Autor, audit } from '../platform/audit.ts';
import { nowIso, nowMs } from '../platform/clock.ts';
import { type Banco, filesOf, inTransaction, isLeader } from '../platform/db/banco.ts';
import { freeBytes } from '../platform/db/sqlite/files.ts';
import { conflict, notFound, type Problem } from '../platform/errors.ts';
import { createAgenda } from './agenda.ts';
import { findUltima, noteUltima, readAjustes } from './ajustes.ts';
import { type Copia, instantOf, listCopias, refuseNewer, removeUnfinished } from './copia.ts';
import { describeCopia } from './descricao.ts';
import { createDestino } from './destino.ts';
import { createExternas } from './externas/externas.ts';
import { FOTOS } from './fotos.ts';
import { markOf, readManifesto } from './manifesto.ts';
import { ownerOf } from './mark.ts';
import {
  countsOf,
  noteFailure,
  placeStaged,
  removeStaged,
  stageCopia,
  takeFailure,
} from './restauracao.ts';
import { findNewest, removeOld } from './rodizio.ts';
import { runApart } from './trabalho.ts';

interface IdadeCopia {
  idadeSegundos: number | null;
  atrasada: boolean;
}
type Acao = NonNullable<SituacaoCopias['andamento']>;

const INESPERADA = 'O trabalho com as cópias falhou. O registro do servidor diz por quê.';
const EXTERNA_ATRASADA =
  'Não há cópia externa das últimas horas. Veja o motivo em Configurações › Cópias.';
const COM_POSTGRES =
  'Com PostgreSQL, pare todos os servidores e execute neste: unipark restore PASTA.';
const SEM_REINICIO =
  'Este servidor não pode reiniciar sozinho. Pare-o e use no servidor: unipark restore PASTA.';

interface CopiasServiceDeps {
  config: Pick<
    Config,
    'dataDir' | 'databaseUrl' | 'versao' | 'copiasDir' | 'copiasExternas' | 'arquivosDir'
  >;
  db: Banco;
  segredo: string;
  /** Brings a copied database up to date, and writes the restoration into its audit. */
  prepare: (pasta: string, autor: Autor, copia: string) => Promise<void>;
  /** The migrations that this program knows. */
  listPassos: () => Promise<string[]>;
  /** Stops the server, runs the work, and starts it again; without it nothing is restored here. */
  restart?: ((work: () => Promise<void>) => void) | undefined;
  log: Pick<FastifyBaseLogger, 'error'>;
}

export type Copias = ReturnType<typeof createCopias>;

/** Runs each in its turn; the first failure is thrown after the last. */
async function runEach(works: (() => Promise<unknown>)[]): Promise<void> {
  const falhas: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => falhas.push(error));
  if (falhas.length > 0) throw falhas[0];
}

const missing = (): Problem =>
  notFound('Cópia não encontrada. Ela pode ter sido apagada pelo rodízio.');

export function createCopias(deps: CopiasServiceDeps) {
  const { config, db, segredo, log, prepare, listPassos, restart } = deps;
  const { dataDir, databaseUrl, versao, copiasDir: destino, arquivosDir } = config;
  const copias = join(dataDir, 'copias');
  /** A PostgreSQL may have several servers, each with a folder of its own. */
  const embutido = filesOf(db) !== undefined;
  const leads = (): boolean => isLeader(db);
  let andamento: Acao | null = null;
  let trabalho: Promise<unknown> = Promise.resolve();
  /** The server is ending for a restoration: other work would replace or delay it. */
  let reinicia = false;
  let falha: SituacaoCopias['falha'] = null;
  const parada = new AbortController();
  const sinal = parada.signal;
  const comum = { copias, owner: ownerOf(dataDir, segredo), arquivosDir, sinal };
  const outra = destino === null ? undefined : createDestino({ pasta: destino, ...comum });
  const fora = createExternas({ config: config.copiasExternas, ...comum, leads, log });

  /** Runs alone; what fails is kept for the administration. @throws 409 while other work runs */
  function begin(acao: Acao, work: () => Promise<void>): void {
    if (andamento !== null) {
      throw conflict('em-andamento', 'Já há um trabalho com as cópias em andamento.');
    }
    andamento = acao;
    trabalho = work()
      .then(() => {
        falha = null;
      })
      .catch((error: unknown) => {
        // The server is ending, and ended the work.
        if (sinal.aborted) return;
        const motivo = error instanceof StartError ? error.message : INESPERADA;
        falha = { quando: nowIso(), motivo };
        log.error({ err: error, acao }, 'a backup failed');
      })
      .finally(() => {
        if (!reinicia) andamento = null;
      });
  }

  async function createHere(): Promise<Copia> {
    const comSegredo = (await readAjustes(db)).com_segredo === true;
    const deps = {
      ...{ dataDir, databaseUrl, copias, versao, segredo, comSegredo },
      criada_em: nowIso(),
    };
    let pid = 0;
    const onStart = (filho: number): void => {
      pid = filho;
    };
    return runApart({ acao: 'criar', ...deps }, { sinal, onStart }).catch(
      async (error: unknown) => {
        await removeUnfinished(copias, pid);
        throw error;
      },
    );
  }

  /** `autor`: the person who asked; the schedule's backups leave no row in the audit. */
  function make(autor?: Autor): void {
    begin('criar', async () => {
      const copia = await createHere();
      const ato = { acao: 'criar', entidade: 'copia', chave: copia.manifesto.criada_em } as const;
      if (autor) await inTransaction(db, (trx) => audit(trx, autor, ato));
      // Before the other folder: while that is away, a backup here each hour is enough.
      agenda.noteMade();
      fora.wake();
      await runEach([() => takeAway(copia), () => removeOld(copias)]);
    });
  }

  /** Takes a backup to the other folder. What fails after it has arrived leaves it there. */
  async function takeAway(copia: Copia): Promise<void> {
    await outra?.carry(copia);
    const ultima = { nome: basename(copia.pasta), maquina: hostname() };
    if (!embutido) await noteUltima(db, ultima);
    if (outra) await runEach([() => outra.carryFotos(copia), outra.removeOld]);
  }

  /**
   * Milliseconds since the newest backup; undefined without one. With another folder, since the
   * newest that arrived there: one that stays on this disk does not protect from this disk. With
   * several servers, since the newest of any of them.
   */
  async function ageOfNewest(): Promise<number | undefined> {
    const daqui = outra ? outra.getNewest() : await findNewest(copias);
    const nome = embutido ? daqui : (await findUltima(db))?.nome;
    return nome === undefined ? undefined : nowMs() - instantOf(nome).getTime();
  }

  const isScheduled = async () => (await readAjustes(db)).automaticas;
  const agenda = createAgenda({
    isOn: isScheduled,
    isBusy: () => andamento !== null,
    leads,
    ageOfNewest,
    beforeFirst: async () => outra?.look(),
    make: () => make(),
    log,
  });
  /** The oldest of the newest copies outside; null without a place outside. */
  function describeExterna(): IdadeCopia | null {
    const idades = fora.ages().map(({ idade }) => idade);
    if (idades.length === 0) return null;
    const pior = idades.includes(undefined) ? undefined : Math.max(...(idades as number[]));
    return {
      idadeSegundos: pior === undefined ? null : Math.round(pior / 1_000),
      atrasada: fora.isLate(),
    };
  }

  /** @throws 404 */
  async function findPasta(nome: string): Promise<string> {
    if ((await listCopias(copias)).includes(nome)) return join(copias, nome);
    throw missing();
  }

  return {
    make,
    ageOfNewest,
    isScheduled,

    async getSituacao(): Promise<SituacaoCopias> {
      const ajustes = await readAjustes(db);
      const nomes = await listCopias(copias);
      const lidas = await Promise.all(nomes.map((nome) => describeCopia(copias, nome)));
      return {
        ...ajustes,
        ...{ pasta: copias, destino, restaura: embutido, andamento, falha },
        atrasada: await agenda.isLate(),
        externas: fora.list(),
        bytes_livres: freeBytes(dataDir),
        copias: lidas.filter((copia) => copia !== undefined),
      };
    },

    /** What a restoration takes away. @throws 404 */
    async getPerdas(nome: string): Promise<PerdasCopia> {
      const manifesto = await readManifesto(await findPasta(nome));
      if (!manifesto) throw missing();
      return {
        agora: (await runApart({ acao: 'contar', dataDir, databaseUrl }, { sinal })) ?? null,
        copia: countsOf(manifesto),
        segredo_confere: markOf(segredo) === manifesto.segredo,
      };
    },

    /**
     * Verifies a backup and makes its database ready; the server then ends, puts it in place, and
     * starts again. @throws 404; 409
     */
    async restore(nome: string, autor: Autor): Promise<void> {
      const pasta = await findPasta(nome);
      if (!embutido) throw conflict('sem-reinicio', COM_POSTGRES);
      if (!restart) throw conflict('sem-reinicio', SEM_REINICIO);
      begin('restaurar', async () => {
        const copia = await runApart({ acao: 'conferir', pasta, segredo }, { sinal });
        refuseNewer(copia, await listPassos());
        const { criada_em } = copia.manifesto;
        await stageCopia({ dataDir, copia, prepare: (nova) => prepare(nova, autor, criada_em) });
        if (destino !== null && arquivosDir !== null) {
          const fotos = { pasta, de: join(destino, FOTOS), arquivosDir };
          // Pictures that stay away stop no restoration of the register.
          await runApart({ acao: 'trazer-fotos', ...fotos }, { sinal }).catch((err: unknown) =>
            log.error({ err }, 'pictures did not come back from COPIAS_DIR'),
          );
        }
        // The way back. Without it a damaged or full disk can still be restored.
        await createHere().catch((err: unknown) =>
          log.error({ err }, 'no backup before a restoration'),
        );
        // The server is ending, and ended that backup: it is no time for a restoration.
        sinal.throwIfAborted();
        reinicia = true;
        restart(async () => {
          await placeStaged(dataDir, copia).catch(async (error: unknown) => {
            await noteFailure(dataDir);
            throw error;
          });
        });
      });
    },

    /** Reads a backup whole. @throws 404; 409 */
    async verify(nome: string): Promise<void> {
      const pasta = await findPasta(nome);
      begin('conferir', async () => {
        await runApart({ acao: 'conferir', pasta, segredo }, { sinal });
      });
    },

    /** A sentence for administrators; null while backups are made in time, here and outside. */
    getNotice: (): string | null => agenda.getNotice() ?? (fora.isLate() ? EXTERNA_ATRASADA : null),

    /** The newest backup, for those who operate the server. */
    async describeNewest(): Promise<IdadeCopia & { externa: IdadeCopia | null }> {
      const idade = await ageOfNewest();
      const idadeSegundos = idade === undefined ? null : Math.max(0, Math.round(idade / 1_000));
      return { idadeSegundos, atrasada: await agenda.isLate(), externa: describeExterna() };
    },

    /** The age of the newest copy of each place outside. */
    agesOutside: fora.ages,

    start(): void {
      void outra?.look();
      takeFailure(dataDir)
        .then((achada) => {
          falha ??= achada;
        })
        .catch((err: unknown) => log.error({ err }, 'no look at the last restoration'));
      removeStaged(dataDir).catch((err: unknown) => log.error({ err }, 'a restoration stays'));
      agenda.start();
      fora.start();
    },

    async stop(): Promise<void> {
      agenda.stop();
      parada.abort();
      await Promise.all([trabalho, fora.stop()]);
    },
  };
}
