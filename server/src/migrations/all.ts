/** The migrations in order: one visible list. */
import type { Migration } from 'kysely/migration';
import * as cadastro from './0001_cadastro.ts';
import * as conta from './0002_conta.ts';

export const migrations: Record<string, Migration> = {
  '0001_cadastro': cadastro,
  '0002_conta': conta,
};
