/**
 * Live events: a stored, numbered log and its listeners. An event is written in the transaction of
 * its change and sent after the commit, in the order of the log, so that a returning listener can
 * read the events it missed.
 */
import type { FastifyBaseLogger } from 'fastify';
import { nowIso, nowMs } from './clock.ts';
import { afterCommit, type Banco, hearNodes, type Transacao, tellNodes } from './db/banco.ts';
import { inSlices } from './db/slices.ts';

export interface LoggedEvent {
  /**
   * Its number in the log. An unstored event has a number with '-', which no event follows, so that
   * a returning listener reloads.
   */
  id: number | `${number}-`;
  tipo: string;
  /** JSON text, ready to send. */
  dados: string;
}

/** Events read at once; a listener that missed more must reload. */
const LOTE = 500;

/** Hours an event stays in the log. */
const HORAS = 24;

/** The log in one process: it writes events, and sends those of all nodes to its listeners. */
export class EventLog {
  readonly #db: Banco;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  readonly #ouvintes = new Set<(evento: LoggedEvent) => void>();
  #ultimo = 0;
  /** The newest event before the last unstored one. */
  #avisado = -1;
  #leitura: Promise<void> = Promise.resolve();

  constructor(db: Banco, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#db = db;
    this.#log = log;
  }

  /** Begins after the newest stored event. */
  async start(): Promise<void> {
    const { id } = await this.#db
      .selectFrom('eventos')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    this.#ultimo = Number(id ?? 0);
    hearNodes(this.#db, 'eventos', this.#tell);
  }

  /** Writes an event; listeners receive it after `trx` is committed. */
  async append(trx: Transacao, tipo: string, dados: unknown): Promise<void> {
    await trx
      .insertInto('eventos')
      .values({ tipo, dados: JSON.stringify(dados), criado_em: nowIso() })
      .execute();
    afterCommit(trx, this.#tell);
    tellNodes(trx, 'eventos');
  }

  /** Sends an unstored event, for data that the disk refuses. A listener that misses it reloads. */
  announce(tipo: string, dados: unknown): void {
    this.#avisado = this.#ultimo;
    const evento: LoggedEvent = { id: `${this.#ultimo}-`, tipo, dados: JSON.stringify(dados) };
    for (const listener of this.#ouvintes) listener(evento);
  }

  /** Calls `listener` for each event from now on; answers the function that stops it. */
  subscribe(listener: (evento: LoggedEvent) => void): () => void {
    this.#ouvintes.add(listener);
    return () => this.#ouvintes.delete(listener);
  }

  /** How many are called for each event. */
  get listeners(): number {
    return this.#ouvintes.size;
  }

  /** The events after `id`, or undefined when the log no longer has all of them. */
  async since(id: number): Promise<LoggedEvent[] | undefined> {
    if (id <= this.#avisado) return undefined;
    if (id === this.#ultimo) return [];
    const primeiro = await this.#db
      .selectFrom('eventos')
      .select('id')
      .where('id', '>=', id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (primeiro?.id !== id) return undefined;
    const perdidos = await this.#after(id);
    return perdidos.length < LOTE ? perdidos : undefined;
  }

  /** The number of the newest event sent so far. */
  get last(): number {
    return this.#ultimo;
  }

  /** Removes events older than a day. The newest stays, because the numbering continues from it. */
  async prune(): Promise<void> {
    const limite = new Date(nowMs() - HORAS * 3_600_000).toISOString();
    await inSlices(async (lote) => {
      const { numDeletedRows } = await this.#db
        .deleteFrom('eventos')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('eventos as velhos')
            .select('id')
            .where('criado_em', '<', limite)
            .where('id', '<', this.#ultimo)
            .limit(lote),
        )
        .executeTakeFirstOrThrow();
      return numDeletedRows;
    });
  }

  #after(id: number): Promise<(LoggedEvent & { id: number })[]> {
    return this.#db
      .selectFrom('eventos')
      .select(['id', 'tipo', 'dados'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(LOTE)
      .execute();
  }

  readonly #tell = (): void => {
    this.#leitura = this.#leitura
      .then(async () => {
        // Another node may have written more than one read returns.
        for (;;) {
          const novos = await this.#after(this.#ultimo);
          for (const evento of novos) {
            this.#ultimo = evento.id;
            for (const listener of this.#ouvintes) listener(evento);
          }
          if (novos.length < LOTE) return;
        }
      })
      .catch((error: unknown) => this.#log.error({ err: error }, 'events not told'));
  };
}
