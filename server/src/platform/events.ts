/**
 * What is happening now: a stored, numbered log and the listeners on it.
 * An event is written in the transaction of its change and told after the commit, in the order of
 * the log, so a listener that comes back can ask for what it missed.
 */
import type { FastifyBaseLogger } from 'fastify';
import { afterCommit, type Banco, type Transacao } from './db/banco.ts';
import { inSlices } from './db/slices.ts';

export interface Evento {
  id: number;
  tipo: string;
  /** JSON text, ready to send. */
  dados: string;
}

/** Events read in one go; a listener further behind starts anew. */
const LOTE = 500;

/** Hours an event stays in the log. */
const HORAS = 24;

/** The log of one process: it writes events, and tells its listeners of all that are written. */
export class EventLog {
  readonly #db: Banco;
  readonly #log: FastifyBaseLogger;
  readonly #ouvintes = new Set<(evento: Evento) => void>();
  #ultimo = 0;
  #leitura: Promise<void> = Promise.resolve();

  constructor(db: Banco, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Begins after the newest event on record. */
  async start(): Promise<void> {
    const { id } = await this.#db
      .selectFrom('eventos')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    this.#ultimo = Number(id ?? 0);
  }

  /** Writes an event; listeners hear of it once `trx` is on disk. */
  async append(trx: Transacao, tipo: string, dados: unknown): Promise<void> {
    await trx
      .insertInto('eventos')
      .values({ tipo, dados: JSON.stringify(dados), criado_em: new Date().toISOString() })
      .execute();
    afterCommit(trx, this.#tell);
  }

  /** Calls `ouvinte` for each event from now on; answers how to stop. */
  subscribe(ouvinte: (evento: Evento) => void): () => void {
    this.#ouvintes.add(ouvinte);
    return () => this.#ouvintes.delete(ouvinte);
  }

  /** The events after `id`, or undefined when the log no longer reaches back that far. */
  async since(id: number): Promise<Evento[] | undefined> {
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

  /** The number of the newest event told so far. */
  get last(): number {
    return this.#ultimo;
  }

  /** Forgets events older than a day. The newest stays: it says where the numbering stands. */
  async prune(): Promise<void> {
    const limite = new Date(Date.now() - HORAS * 3_600_000).toISOString();
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

  #after(id: number): Promise<Evento[]> {
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
        for (const evento of await this.#after(this.#ultimo)) {
          this.#ultimo = evento.id;
          for (const ouvinte of this.#ouvintes) ouvinte(evento);
        }
      })
      .catch((error: unknown) => this.#log.error({ err: error }, 'events not told'));
  };
}
