/**
 * The one connection that writes, and the line in front of it. Transactions that stand in line
 * together share one commit: each is a savepoint of its own, undone alone when it fails, and none is
 * told that it is done before the commit of all is on disk. A disk that takes a millisecond to be
 * sure then serves many, not one.
 */
import { isBusy } from './errors.ts';
import type { Preparada } from './preparada.ts';

/** Another process may hold the lock this long, from a write's arrival, before it answers 503. */
const ESPERA_TRAVA_MS = 2_000;
const NOVA_TENTATIVA_MS = 25;

/** A shared commit waits for no more members than this, nor longer. */
const MEMBROS_MAXIMO = 32;
const JUNTOS_MS = 10;

const pausa = (ms: number): Promise<void> => new Promise((pronto) => setTimeout(pronto, ms));

/** Tries again while another process holds the lock, until `prazo`; everybody else runs meanwhile. */
async function insist(act: () => unknown, prazo: number): Promise<void> {
  for (;;) {
    try {
      act();
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > prazo) throw error;
    }
    await pausa(NOVA_TENTATIVA_MS);
  }
}

interface Grupo {
  desde: number;
  /** Members that are through and wait for the commit. */
  prontos: PromiseWithResolvers<void>[];
}

export class Escritor {
  readonly #conexao: Preparada;
  #ultima: Promise<void> = Promise.resolve();
  #naFila = 0;
  #leave: () => void = () => undefined;
  #grupo: Grupo | undefined;

  constructor(conexao: Preparada) {
    this.#conexao = conexao;
  }

  /**
   * Waits for the turn and begins. The deadline runs from arrival: whoever stood in line past it
   * tries once and gives way. What follows is this member's alone, until `commit` or `rollback`.
   */
  async begin(): Promise<void> {
    const prazo = Date.now() + ESPERA_TRAVA_MS;
    await this.#enter();
    try {
      if (!this.#grupo) {
        // The write lock is taken at the start: a transaction never fails half-way for it.
        await insist(() => this.#conexao.run('begin immediate'), prazo);
        this.#grupo = { desde: performance.now(), prontos: [] };
      }
      this.#conexao.run('savepoint membro');
    } catch (error) {
      this.#settle();
      throw error;
    }
  }

  run: Preparada['run'] = (sql, parameters) => {
    try {
      return this.#conexao.run(sql, parameters);
    } catch (error) {
      // A full disk takes everything back at once, the other members' work too.
      if (!this.#conexao.sqlite.inTransaction) this.#fail(error);
      throw error;
    }
  };

  /** Resolves once this member's work is on disk. */
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

  /** Undoes this member's work and no other's. */
  rollback(): void {
    this.#undo(new Error('the database took the transaction back'));
    this.#settle();
  }

  #undo(motivo: unknown): void {
    if (this.#conexao.sqlite.inTransaction) {
      this.#conexao.run('rollback to membro');
      this.#conexao.run('release membro');
    } else this.#fail(motivo);
  }

  async #enter(): Promise<void> {
    const anterior = this.#ultima;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ultima = promise;
    this.#naFila += 1;
    await anterior;
    this.#naFila -= 1;
    this.#leave = resolve;
  }

  /** Commits, unless somebody in line may still join; then the turn is theirs. */
  #settle(): void {
    const grupo = this.#grupo;
    const lota = grupo && grupo.prontos.length >= MEMBROS_MAXIMO;
    const demora = grupo && performance.now() - grupo.desde > JUNTOS_MS;
    if (grupo && (this.#naFila === 0 || lota || demora)) this.#commitGroup(grupo);
    this.#leave();
  }

  #commitGroup({ prontos }: Grupo): void {
    try {
      this.#conexao.run('commit');
      this.#grupo = undefined;
      for (const { resolve } of prontos) resolve();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const prontos = this.#grupo?.prontos ?? [];
    this.#grupo = undefined;
    for (const { reject } of prontos) reject(error);
    if (this.#conexao.sqlite.inTransaction) this.#conexao.run('rollback');
  }
}
