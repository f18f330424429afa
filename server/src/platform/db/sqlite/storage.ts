/**
 * The database's files and their disk: which writes are possible now, and the reaction when none
 * is. Ordinary writes are refused. Essential ones (sessions, guesses, the audit of views) use the
 * reserved space of a full disk, and memory when the disk refuses them.
 */
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { nowIso } from '../../clock.ts';
import { type StorageFault, storageFaultOf } from '../errors.ts';
import type { StorageEvent, StorageState } from '../state.ts';
import { FaultRecord } from './faults.ts';
import { DatabaseFiles, fillHoles, isReadOnlyDisk } from './files.ts';
import { Overlay } from './overlay.ts';
import { PreparedDatabase } from './prepared.ts';
import { ReadDatabase } from './reader.ts';
import { Reserve } from './reserve.ts';
import { Writer } from './writer.ts';

/** How long an essential write waits for another process's lock before it goes to memory. */
const ESPERA_ESSENCIAL_MS = 250;
/** A commit within this time proves that the disk accepts writes. */
const PROVA_MS = 4_000;
/** Events that are kept for the first listener. A program of the operator has none. */
const EARLY_MAX = 20;

interface StorageParts {
  arquivo: string;
  openWriter: (arquivo: string) => Database.Database;
  openReader: (arquivo: string) => Database.Database;
}

const full = (): Error => new Database.SqliteError('database or disk is full', 'SQLITE_FULL');

export class Storage {
  readonly #leitura: ReadDatabase;
  readonly #parts: StorageParts;
  readonly #closing = new AbortController();
  readonly #escrita: PreparedDatabase;
  readonly #disco: Writer;
  readonly #memoria: Writer;
  readonly #overlay: Overlay;
  readonly #reserve: Reserve;
  readonly #files: DatabaseFiles;
  readonly #faults: FaultRecord;
  readonly #pasta: string;
  /** Events before the first listener. */
  readonly #early: StorageEvent[] = [];
  #ouvir = (evento: StorageEvent): void => {
    if (this.#early.length < EARLY_MAX) this.#early.push(evento);
  };
  #escritaEm = 0;
  /** Whether the writing connection was opened on a read-only disk. */
  #soLeitura = false;

  constructor(parts: StorageParts) {
    const { arquivo } = parts;
    this.#parts = parts;
    this.#pasta = dirname(arquivo);
    this.#reserve = new Reserve(join(this.#pasta, 'reserva.disco'), (mensagem, dados) =>
      this.#tell('warn', mensagem, dados),
    );
    this.#reserve.makeRoom();
    this.#faults = new FaultRecord(this.#reserve);
    this.#soLeitura = isReadOnlyDisk(this.#pasta);
    this.#escrita = new PreparedDatabase(this.#openWithRoom(parts.openWriter));
    try {
      this.#leitura = new ReadDatabase(this.#openWithRoom(parts.openReader));
    } catch (error) {
      this.#escrita.sqlite.close();
      throw error;
    }
    this.#files = new DatabaseFiles(arquivo);
    this.#overlay = new Overlay(this.#leitura);
    this.#disco = new Writer(this.#escrita, {
      before: () => this.#before(),
      endReads: this.#leitura.endTurn,
      after: () => this.#after(),
      fault: (error) => this.noteFault(error),
    });
    this.#memoria = new Writer(this.#leitura, {
      before: async () => undefined,
      endReads: this.#leitura.endTurn,
      after: () => undefined,
      fault: () => undefined,
    });
    this.#files.note();
    if (!this.#soLeitura) fillHoles(arquivo);
  }

  get state(): StorageState {
    const { current: falha } = this.#faults;
    return { falha, pendentes: this.#overlay.pending, emMemoria: this.#overlay.isOpen };
  }

  /** Aborts when the file is closed: other processes that read it end. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get arquivo(): string {
    return this.#parts.arquivo;
  }

  /**
   * Calls `hear` for each change from now on, instead of the previous listener. The first listener
   * also gets the changes before it, at most 20.
   */
  listen(hear: (evento: StorageEvent) => void): void {
    this.#ouvir = hear;
    for (const evento of this.#early.splice(0)) hear(evento);
  }

  /** Whether a statement changes nothing. */
  isRead(sql: string): boolean {
    return this.#leitura.prepare(sql).readonly;
  }

  /** Runs a statement that changes nothing, on the connection that never waits for a writer. */
  read: PreparedDatabase['run'] = (sql, parameters) => {
    try {
      return this.#leitura.read(sql, parameters);
    } catch (error) {
      this.noteFault(error, true);
      throw error;
    }
  };

  /** Answers the writer after its turn: of the disk, or of memory for essential writes. */
  async begin(essencial: boolean): Promise<Writer> {
    for (;;) {
      if (!essencial) {
        this.#refuseFull();
        await this.#disco.begin();
        return this.#disco;
      }
      if (!this.#overlay.isOpen) {
        await this.#disco.begin(ESPERA_ESSENCIAL_MS);
        return this.#disco;
      }
      await this.#memoria.begin();
      if (this.#overlay.isOpen) return this.#memoria;
      this.#memoria.rollback();
    }
  }

  /** Whether a failed essential write may be repeated now. `vez` is the number of its tries. */
  makeWay(error: unknown, vez: number): boolean {
    const falha = storageFaultOf(error);
    if (falha === undefined || vez > 2) return false;
    if (falha === 'cheio') {
      if (this.#reserve.release()) return true;
      // Several writes fail together, and the first of them released the space for all.
      if (vez === 1 && this.#reserve.isJustReleased) return true;
    }
    if (!this.#overlay.isOpen) this.#enterMemory(falha);
    return true;
  }

  /** Stores a failed write, or with `lendo` a failed read. */
  noteFault(error: unknown, lendo = false): void {
    const falha = storageFaultOf(error);
    if (falha === undefined || (lendo && falha === 'ocupado')) return;
    const { current: antes, isMoved } = this.#faults;
    this.#faults.note(falha, lendo);
    if (this.#faults.isMoved && !isMoved) this.#salvage();
    if (antes !== this.#faults.current) this.#tell('error', 'storage fault', { falha });
  }

  /** A check of the whole file found damage. */
  noteDamage(): void {
    this.#faults.note('danificado', true);
    this.#tell('error', 'storage fault', { falha: 'danificado' });
  }

  /** The check of the whole file could not read it; the server goes on without a finding. */
  noteUnchecked(err: unknown): void {
    if (this.#closing.signal.aborted) return;
    this.#tell('warn', 'the database file was not checked for damage', { err: String(err) });
  }

  /**
   * Checks files and disk, proves a write unless one has just succeeded, and writes the memory to
   * the disk. Call it every few seconds. Never throws.
   */
  async check(): Promise<void> {
    try {
      this.#files.check();
      this.#reserve.measure();
      const recente = performance.now() - this.#escritaEm < PROVA_MS;
      if (recente && !this.#faults.isWriteFailing && !this.#overlay.isOpen) return;
      await this.#disco.begin();
      try {
        this.#disco.run(
          `insert into ajustes (nome, valor) values ('gravacao.prova', ?)
           on conflict (nome) do update set valor = excluded.valor`,
          [nowIso()],
        );
      } catch (error) {
        this.#disco.rollback();
        throw error;
      }
      await this.#disco.commit();
    } catch (error) {
      this.noteFault(error);
    }
  }

  /** Empties the log into the file, unless another program reads it: the log has old values. */
  foldLog = (): Promise<void> => this.#disco.alone(() => void this.#mergeLog());

  /** Closes the writer first: the log is merged; its files stay for a read-only start. */
  close(): void {
    this.#closing.abort();
    this.#disco.finish();
    this.#memoria.finish();
    try {
      if (!this.#faults.isMoved) this.#leaveMemory();
    } catch (err) {
      this.#tell('error', 'what was kept in memory is lost', { ...this.state, err: String(err) });
    }
    try {
      this.#mergeLog();
    } catch {
      // The content of the log stays there, for the next start.
    }
    this.#escrita.sqlite.close();
    this.#leitura.sqlite.close();
  }

  #tell(nivel: StorageEvent['nivel'], mensagem: string, dados: Record<string, unknown>): void {
    this.#ouvir({ nivel, mensagem, dados });
  }

  #openWithRoom(open: (arquivo: string) => Database.Database): Database.Database {
    try {
      return open(this.#parts.arquivo);
    } catch (error) {
      const falha = storageFaultOf(error);
      // Opening makes two small files: on a full disk the reserve has space for them.
      if ((falha !== 'cheio' && falha !== 'com-erro') || !this.#reserve.release()) throw error;
      return open(this.#parts.arquivo);
    }
  }

  /** Measures a full disk at each refusal, so that freed space is used at once. */
  #refuseFull(): void {
    if (!this.#reserve.isFull) return;
    this.#reserve.measure();
    if (this.#reserve.isFull) throw full();
  }

  async #before(): Promise<void> {
    if (this.#faults.isMoved) {
      throw new Database.SqliteError('the database was replaced', 'SQLITE_READONLY_DBMOVED');
    }
    this.#files.check();
    this.#reopen();
    if (this.#overlay.isOpen) await this.#memoria.alone(() => this.#leaveMemory());
  }

  #after(): void {
    this.#files.check();
    this.#escritaEm = performance.now();
    if (this.#faults.isWriteFailing) this.#tell('info', 'the disk takes writes again', {});
    this.#faults.endWriteFault();
  }

  /** A read-only connection stays so: it is opened again to check the disk. */
  #reopen(): void {
    if (!this.#soLeitura) return;
    // Such a connection accepts a transaction without writes, which proves nothing.
    if (isReadOnlyDisk(this.#pasta)) {
      throw new Database.SqliteError('the disk is read-only', 'SQLITE_READONLY');
    }
    const nova = this.#parts.openWriter(this.#parts.arquivo);
    this.#escrita.sqlite.close();
    this.#escrita.renew(nova);
    this.#files.note();
    this.#soLeitura = false;
  }

  #enterMemory(falha: StorageFault): void {
    // What is done but not committed would be missing in memory.
    this.#disco.finish();
    this.#leitura.endTurn();
    this.#overlay.open((linha) => {
      const { acao, entidade, chave, quem, pedido } = linha;
      this.#tell('warn', 'audit kept in memory', { acao, entidade, chave, quem, pedido });
    });
    this.#tell('error', 'sessions and audit are kept in memory', { falha });
  }

  #leaveMemory(): void {
    if (!this.#overlay.isOpen) return;
    this.#leitura.endTurn();
    this.#escrita.run('begin immediate');
    try {
      const feito = this.#overlay.flush(this.#escrita);
      this.#escrita.run('commit');
      this.#files.check();
      this.#overlay.close();
      this.#tell('warn', 'what was kept in memory is on the disk', { ...feito });
    } catch (error) {
      this.#escrita.abandon();
      throw error;
    }
  }

  /** Writes the log into the file and empties it, and answers how much of it. */
  #mergeLog(): Record<string, unknown> {
    this.#leitura.endTurn();
    const [feito] = this.#escrita.sqlite.pragma('wal_checkpoint(TRUNCATE)') as object[];
    return { ...feito };
  }

  /** Only the log was deleted: its content is merged into the file while it is still open. */
  #salvage(): void {
    this.#disco.finish();
    try {
      this.#tell('warn', 'the deleted log was folded into the database', this.#mergeLog());
    } catch (err) {
      this.#tell('error', 'the deleted log could not be saved', { err: String(err) });
    }
  }
}
