import { PreparedDatabase } from './prepared.ts';

/**
 * The connection that only reads. The reads of one turn of the event loop share a transaction:
 * its locks cost twice as much as a keyed read. It ends with the turn, and before a transaction of
 * this process begins or commits: a read sees all that was written here, and holds no log back.
 */
export class ReadDatabase extends PreparedDatabase {
  #aberta = false;

  /** Runs a statement that changes nothing. */
  read: PreparedDatabase['run'] = (sql, parameters) => {
    if (!this.#aberta && !this.sqlite.inTransaction) {
      this.run('begin');
      this.#aberta = true;
      setImmediate(this.endTurn);
    }
    return this.run(sql, parameters);
  };

  /** Ends the shared transaction; does nothing when there is none. */
  endTurn = (): void => {
    if (!this.#aberta) return;
    this.#aberta = false;
    // An error of the disk may have ended it. It changed nothing, so either end is as good.
    if (!this.sqlite.inTransaction) return;
    try {
      this.run('commit');
    } catch {
      this.abandon();
    }
  };
}
