import { Gauge, type Registry } from 'prom-client';
import type { Copias } from './copias.ts';

/** The age of the newest backup, for an alert of those who operate the server. */
export function registerCopiasMetrics(registry: Registry, copias: Copias): void {
  new Gauge({
    name: 'backup_age_seconds',
    help: 'Time since the newest backup; absent before the first',
    registers: [registry],
    async collect() {
      this.reset();
      const idade = await copias.ageOfNewest();
      if (idade !== undefined) this.set(Math.max(0, idade) / 1_000);
    },
  });
}
