/** The PostgreSQL server: its connections, how long they are waited for, and its state. */
import type { Client, Pool, PoolClient, QueryResult } from 'pg';
import { nowIso } from '../../clock.ts';
import { DatabaseBusy, DatabaseUnreachable, type StorageFault, storageFaultOf } from '../errors.ts';
import type { StorageEvent, StorageState } from '../state.ts';
import { NodeMessages } from './nodes.ts';
import { PreparedNames } from './preparedNames.ts';

const CONEXOES = 10;
/** The wait of a request for a connection, and for its turn to write; the address may say more. */
const ESPERA_MS = 2_000;
/** After this silence another connection asks, for the rest of the wait, whether the server lives. */
const SILENCIO_MS = 1_400;
/** After an unanswered proof, further requests fail at once for this long. */
const PAUSA_MS = 300;
/** The server ends a longer statement itself. */
const COMANDO_MS = 10_000;
/** An answer later than this is lost: the connection is broken without a sign. */
const RESPOSTA_MS = COMANDO_MS + 2_000;
/** A commit waits for a synchronous standby without limit; its caller, until the first silence. */
const COMMIT_MS = 1_000;
/** The server ends a transaction whose node is frozen or gone, and frees the writers' lock. */
const PARADA_MS = 5_000;
/** All writers of the installation take turns by this lock, held until the commit. */
const TRAVA = 7_241_963;

/** The write that proves that the database takes writes. */
const PROVA = `insert into ajustes (nome, valor) values ('gravacao.prova', $1)
  on conflict (nome) do update set valor = excluded.valor`;

/** int8 and numeric as numbers, as SQLite answers them. */
const NUMEROS = [20, 1_700];

/** The error of a statement; anything but PostgreSQL's own means a broken connection. */
export const asUnreachable = (error: unknown): Error => {
  const { code = '', routine = '' } = error as { code?: string; routine?: string };
  // A newer release changed a table: the statement is prepared again on another connection.
  if (routine === 'RevalidateCachedQuery') return new DatabaseUnreachable('a table has changed');
  // A parameter that cannot be sent is our own fault.
  if (error instanceof TypeError || error instanceof DatabaseBusy) return error;
  // PostgreSQL's own errors have a five-character state; all others mean a broken connection.
  return error instanceof Error && /^[0-9A-Z]{5}$/.test(code)
    ? error
    : new DatabaseUnreachable(error instanceof Error ? error.message : String(error));
};

/** PostgreSQL text holds no NUL. */
const toParameter = (valor: unknown): unknown =>
  typeof valor === 'string' && valor.includes('\0') ? valor.replaceAll('\0', '\ufffd') : valor;

const noop = (): void => undefined;

/** libpq's `connect_timeout` of the address, in seconds: for a database behind a slow network. */
function readEspera(url: string): number {
  const segundos = Number(/[?&]connect_timeout=(\d{1,3})(?=&|$)/.exec(url)?.[1] ?? 0);
  return Math.max(segundos * 1_000, ESPERA_MS);
}

export class PostgresServer {
  /** Messages of the other nodes. */
  readonly nodes = new NodeMessages(() => this.connect());
  readonly #url: string;
  readonly #espera: number;
  readonly #comandos = new PreparedNames();
  #aberto: Promise<Pool> | undefined;
  #vez: Promise<void> = Promise.resolve();
  #prova: Promise<boolean> | undefined;
  #caladoAte = 0;
  #paciente = 0;
  #fechado = false;
  #falha: StorageFault | null = null;
  #ouvir: (evento: StorageEvent) => void = noop;

  constructor(url: string) {
    this.#url = url;
    this.#espera = readEspera(url);
  }

  get state(): StorageState {
    return { falha: this.#falha, pendentes: 0, emMemoria: false };
  }

  /** Calls `hear` for each change from now on, instead of the previous listener. */
  listen(hear: (evento: StorageEvent) => void): void {
    this.#ouvir = hear;
  }

  /** Proves that the database takes writes. Never throws. */
  async check(): Promise<void> {
    try {
      const { client, leave } = await this.acquireWriter();
      try {
        await this.run(client, PROVA, [nowIso()]);
        await this.run(client, 'commit', []);
        this.#note(null);
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      } finally {
        leave();
      }
    } catch {
      // The fault is stored where it happened.
    }
  }

  /** Runs `work` without the limits of a request: migrations build indexes. */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    this.#paciente += 1;
    try {
      return await work();
    } finally {
      this.#paciente -= 1;
    }
  }

  /** A connection of its own, outside the pool, that the caller ends. */
  async connect(): Promise<Client> {
    const { Client } = (await import('pg')).default;
    const connectionTimeoutMillis = this.#espera - SILENCIO_MS;
    const client = new Client({ ...this.#options(), connectionTimeoutMillis });
    client.on('error', noop);
    await client.connect();
    return client;
  }

  /** @throws {DatabaseUnreachable | DatabaseBusy} within two seconds, or the address's time */
  acquire(espera = this.#espera): Promise<PoolClient> {
    if (performance.now() < this.#caladoAte) {
      return Promise.reject(new DatabaseUnreachable('the database does not answer'));
    }
    let pool: Pool | undefined;
    const pedido = this.#open().then((aberto) => {
      pool = aberto;
      return aberto.connect();
    });
    return this.#within(pedido, espera, {
      undo: (client) => client.release(),
      isBusy: () => (pool?.totalCount ?? 0) >= CONEXOES,
    });
  }

  /** A connection with an open transaction that holds the writers' lock. */
  async acquireWriter(): Promise<{ client: PoolClient; leave: () => void }> {
    const espera = this.#paciente > 0 ? 600_000 : this.#espera;
    const prazo = performance.now() + espera;
    const { promise, resolve: leave } = Promise.withResolvers<void>();
    const anterior = this.#vez;
    this.#vez = anterior.then(() => promise);
    let client: PoolClient | undefined;
    try {
      await this.#within(anterior, espera, { undo: noop, isBusy: () => true });
      client = await this.acquire(Math.max(prazo - performance.now(), 1));
      const resto = Math.ceil(Math.max(prazo - performance.now(), 1));
      const limite = this.#paciente > 0 ? 0 : COMANDO_MS;
      await this.run(
        client,
        `begin; set local lock_timeout = ${resto}; select pg_advisory_xact_lock(${TRAVA});
         set local lock_timeout = ${ESPERA_MS}; set local statement_timeout = ${limite};
         set local idle_in_transaction_session_timeout = ${PARADA_MS}`,
        [],
      );
      return { client, leave };
    } catch (error) {
      client?.release(error instanceof Error ? error : true);
      leave();
      throw error;
    }
  }

  /**
   * Runs a statement. A server that stays silent is proved on another connection: a slow statement
   * goes on, a dead server is given up.
   * @throws {DatabaseUnreachable} when the connection must not be used again
   */
  async run(client: PoolClient, sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
    const values = parameters.map(toParameter);
    // A text without parameters may hold several commands, which cannot be prepared.
    const name = values.length > 0 ? this.#comandos.nameOf(sql) : undefined;
    const resposta = client.query({ text: sql, values, ...(name && { name }) }).then(
      (feito) => ({ feito }),
      (error: unknown) => ({ error: asUnreachable(error) }),
    );
    const limite = sql === 'commit' ? COMMIT_MS : RESPOSTA_MS;
    const prazo = this.#paciente > 0 ? Number.POSITIVE_INFINITY : performance.now() + limite;
    for (;;) {
      let relogio: NodeJS.Timeout | undefined;
      const silencio = new Promise<null>((pronto) => {
        relogio = setTimeout(pronto, SILENCIO_MS, null);
      });
      const dito = await Promise.race([resposta, silencio]);
      clearTimeout(relogio);
      if (dito && 'error' in dito) throw this.#noted(dito.error);
      if (dito) {
        if (this.#falha === 'fora-do-ar') this.#note(null);
        return dito.feito;
      }
      const vive = await this.#lives();
      if (vive && performance.now() < prazo) continue;
      if (!vive) this.#caladoAte = performance.now() + PAUSA_MS;
      throw this.#noted(new DatabaseUnreachable('the database does not answer'));
    }
  }

  async close(): Promise<void> {
    if (this.#fechado) return;
    this.#fechado = true;
    await this.nodes.close();
    const pool = await this.#aberto?.catch(() => undefined);
    await pool?.end().catch(noop);
  }

  #options() {
    return {
      connectionString: this.#url,
      application_name: 'unipark',
      statement_timeout: COMANDO_MS,
      keepAlive: true,
    };
  }

  #open(): Promise<Pool> {
    this.#aberto ??= this.#createPool();
    return this.#aberto;
  }

  async #createPool(): Promise<Pool> {
    const { Pool, types } = (await import('pg')).default;
    const pool = new Pool({
      ...this.#options(),
      max: CONEXOES,
      connectionTimeoutMillis: this.#espera,
      idleTimeoutMillis: 30_000,
      types: {
        getTypeParser: (oid: number, formato?: 'text' | 'binary') =>
          NUMEROS.includes(oid) ? Number : types.getTypeParser(oid, formato as 'text'),
      },
    });
    // A connection that breaks while it is idle, or between two statements, ends nothing else.
    pool.on('error', noop);
    pool.on('connect', (client) => void client.on('error', noop));
    return pool;
  }

  /** One proof at a time, shared by all who wait. An error of the server is an answer too. */
  #lives(): Promise<boolean> {
    this.#prova ??= this.#prove().finally(() => {
      this.#prova = undefined;
    });
    return this.#prova;
  }

  async #prove(): Promise<boolean> {
    try {
      const client = await this.connect();
      void client.end().catch(noop);
      return true;
    } catch (error) {
      return !(asUnreachable(error) instanceof DatabaseUnreachable);
    }
  }

  /**
   * `undo` gets a result that came too late.
   * @throws {DatabaseBusy} too late, with `isBusy`: others have what is waited for
   */
  async #within<T>(
    pedido: Promise<T>,
    ms: number,
    { undo, isBusy }: { undo: (tarde: T) => void; isBusy: () => boolean },
  ): Promise<T> {
    const tarde = Symbol('too late');
    let relogio: NodeJS.Timeout | undefined;
    const fim = new Promise<typeof tarde>((pronto) => {
      relogio = setTimeout(pronto, ms, tarde);
    });
    try {
      const feito = await Promise.race([pedido, fim]);
      if (feito !== tarde) return feito as T;
      throw new DatabaseUnreachable('no connection in time');
    } catch (error) {
      pedido.then(undo, noop);
      throw this.#noted(isBusy() ? new DatabaseBusy('no turn in time') : asUnreachable(error));
    } finally {
      clearTimeout(relogio);
    }
  }

  #noted(error: Error): Error {
    const falha = storageFaultOf(error);
    if (falha !== undefined && falha !== 'ocupado') this.#note(falha);
    return error;
  }

  #note(falha: StorageFault | null): void {
    if (falha === this.#falha) return;
    this.#falha = falha;
    if (falha) this.#ouvir({ nivel: 'error', mensagem: 'storage fault', dados: { falha } });
    else this.#ouvir({ nivel: 'info', mensagem: 'the database takes writes again', dados: {} });
  }
}
