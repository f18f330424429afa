/**
 * The one connection that writes, and its queue. The transactions of one turn of the event loop
 * share a commit: each is a savepoint of its own, rolled back separately when it fails, and none
 * succeeds before the common commit is on disk. A disk that needs a millisecond for a commit then
 * serves many transactions, not one; and a page that all of them change is written once.
 */
import { isTransient } from '../errors.ts';
import type { PreparedDatabase } from './prepared.ts';

/** How long a write waits for another process's lock, from its arrival, before it answers 503. */
const ESPERA_TRAVA_MS = 2_000;
const NOVA_TENTATIVA_MS = 25;

/** Limits of a shared commit: its members, and its time. */
const MEMBROS_MAXIMO = 32;
const JUNTOS_MS = 10;

const pause = (ms: number): Promise<void> => new Promise((pronto) => setTimeout(pronto, ms));

/** Tries again while another process holds the lock, until `prazo`; other work runs meanwhile. */
async function insist(act: () => Promise<void>, prazo: number): Promise<void> {
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      if (!isTransient(error) || performance.now() > prazo) throw error;
    }
    await pause(NOVA_TENTATIVA_MS);
  }
}

interface WriterHooks {
  /** Before the transaction begins. Throws when writing is not allowed. */
  before(): Promise<void>;
  /** Right before its begin and its commit: ends the transaction of the reads. */
  endReads(): void;
  /** After its commit, before its members continue. Throws when the commit is not durable. */
  after(): void;
  /** A statement or a commit failed. */
  fault(error: unknown): void;
}

interface WriteGroup {
  desde: number;
  /** Members that are done and wait for the commit. */
  prontos: PromiseWithResolvers<void>[];
  /** The turn ended with a member inside: no other joins. */
  fechado: boolean;
}

export class Writer {
  readonly #conexao: PreparedDatabase;
  readonly #hooks: WriterHooks;
  #ultima: Promise<void> = Promise.resolve();
  /** Whether a member is between its `begin` and its end. */
  #ocupado = false;
  #leave: () => void = () => undefined;
  #grupo: WriteGroup | undefined;

  constructor(conexao: PreparedDatabase, hooks: WriterHooks) {
    this.#conexao = conexao;
    this.#hooks = hooks;
  }

  /**
   * Waits for the turn and begins. The deadline runs from arrival: a write that waited longer tries
   * once and fails. Until `commit` or `rollback` the connection belongs to this member.
   */
  async begin(espera = ESPERA_TRAVA_MS): Promise<void> {
    const prazo = performance.now() + espera;
    await this.#enter();
    this.#ocupado = true;
    try {
      if (!this.#grupo) {
        // The write lock is taken at the start: a transaction never fails later because of it.
        await insist(async () => {
          await this.#hooks.before();
          this.#hooks.endReads();
          this.#conexao.run('begin immediate');
        }, prazo);
        this.#grupo = { desde: performance.now(), prontos: [], fechado: false };
      }
      this.#conexao.run('savepoint membro');
    } catch (error) {
      this.#hooks.fault(error);
      this.#settle();
      throw error;
    }
  }

  /** Runs `act` in its own turn, without an open transaction. */
  async alone(act: () => void): Promise<void> {
    await this.#enter();
    try {
      this.finish();
      act();
    } finally {
      this.#leave();
    }
  }

  run: PreparedDatabase['run'] = (sql, parameters) => {
    try {
      return this.#conexao.run(sql, parameters);
    } catch (error) {
      this.#hooks.fault(error);
      // A full disk rolls the whole transaction back, with the work of all members.
      if (!this.#conexao.sqlite.inTransaction) this.#fail(error);
      throw error;
    }
  };

  /** Commits what waits for the end of the turn. Call it before the connection is closed. */
  finish(): void {
    if (this.#grupo && !this.#ocupado) this.#commitGroup(this.#grupo);
  }

  /** Resolves when this member's work is on disk. */
  commit(): Promise<void> {
    const pronto = Promise.withResolvers<void>();
    try {
      this.#conexao.run('release membro');
      this.#grupo?.prontos.push(pronto);
    } catch (error) {
      this.#undo(error);
      pronto.reject(error);
    }
    this.#settle();
    return pronto.promise;
  }

  /** Rolls back this member's work only. */
  rollback(): void {
    this.#undo(new Error('the database took the transaction back'));
    this.#settle();
  }

  #undo(motivo: unknown): void {
    try {
      if (!this.#conexao.sqlite.inTransaction) throw motivo;
      this.#conexao.run('rollback to membro');
      this.#conexao.run('release membro');
    } catch (error) {
      // Without this member's part nothing of the transaction can be kept.
      this.#fail(error);
    }
  }

  async #enter(): Promise<void> {
    const anterior = this.#ultima;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ultima = promise;
    await anterior;
    this.#leave = resolve;
  }

  /** Commits when the turn of the event loop ends: until then others may join. */
  #settle(): void {
    const grupo = this.#grupo;
    this.#ocupado = false;
    if (grupo) {
      const { prontos, desde } = grupo;
      const lota = prontos.length >= MEMBROS_MAXIMO;
      const demora = performance.now() - desde > JUNTOS_MS;
      if (lota || demora || grupo.fechado || prontos.length === 0) this.#commitGroup(grupo);
      else if (prontos.length === 1) setImmediate(() => this.#endTurn(grupo));
    }
    this.#leave();
  }

  #endTurn(grupo: WriteGroup): void {
    if (this.#grupo !== grupo) return;
    // A member that waits for something else than the database commits at its own end.
    if (this.#ocupado) grupo.fechado = true;
    else this.#commitGroup(grupo);
  }

  #commitGroup({ prontos }: WriteGroup): void {
    try {
      this.#hooks.endReads();
      this.#conexao.run('commit');
      this.#hooks.after();
      this.#grupo = undefined;
      for (const { resolve } of prontos) resolve();
    } catch (error) {
      // First, so that a reaction to the fault finds no open transaction.
      this.#fail(error);
      this.#hooks.fault(error);
    }
  }

  #fail(error: unknown): void {
    const prontos = this.#grupo?.prontos ?? [];
    this.#grupo = undefined;
    for (const { reject } of prontos) reject(error);
    this.#conexao.abandon();
  }
}
