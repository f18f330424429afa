import { Gauge, type Registry } from 'prom-client';
import type { Banco } from '../db/banco.ts';
import { setWhileRead } from '../http/gauges.ts';
import { listOpen } from './repo.ts';

/** The length of the queue of long work, of all nodes. */
export function registerJobMetrics(registry: Registry, db: Banco): void {
  new Gauge({
    name: 'jobs_open',
    help: 'Long work (imports, bulk acts, the catalogue) that waits or runs',
    registers: [registry],
    async collect() {
      await setWhileRead(this, async () => (await listOpen(db)).length);
    },
  });
}
