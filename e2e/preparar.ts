/**
 * Prepares a database once for all journeys: each start of a server would spend a quarter of a
 * second on tables, cities and catalogue.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BANCO, startServer } from './servidor.ts';

export default async function prepare(): Promise<() => void> {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-e2e-banco-'));
  const servidor = await startServer({ conta: false, env: { DATA_DIR: pasta } });
  // All of it is in the database's own file then.
  await servidor.stop('SIGTERM');
  // The workers inherit the environment.
  process.env.E2E_BANCO = join(pasta, BANCO);
  return () => rmSync(pasta, { recursive: true, force: true });
}
