/** The migrations: the numbered files of this folder, in the order of their numbers. */
import { readdir } from 'node:fs/promises';
import type { Migration, MigrationProvider } from 'kysely/migration';

const STEP = /^(\d{4}_\w+)\.ts$/;

export const migrations: MigrationProvider = {
  async getMigrations() {
    const steps: Record<string, Migration> = {};
    for (const file of (await readdir(import.meta.dirname)).sort()) {
      const [, name] = STEP.exec(file) ?? [];
      if (name) steps[name] = await import(new URL(file, import.meta.url).href);
    }
    return steps;
  },
};
