/** What the server reports of its database, embedded or not. */
import type { StorageFault } from './errors.ts';

export interface StorageState {
  /** Why ordinary writes are refused or uncertain; null when the database works. */
  falha: StorageFault | null;
  /** Audit rows that are only in memory. */
  pendentes: number;
  /** Whether sessions and the audit are in memory now. */
  emMemoria: boolean;
}

/** A change of the state, for the log. */
export interface StorageEvent {
  nivel: 'info' | 'warn' | 'error';
  mensagem: string;
  dados: Record<string, unknown>;
}
