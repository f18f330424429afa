import { Gauge, type Registry } from 'prom-client';
import type { Copias } from './copias.ts';

/** The age of the newest backup, here and outside, for an alert of those who operate the server. */
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
  new Gauge({
    name: 'backup_external_age_seconds',
    help: 'Time since the newest encrypted copy outside, by place; absent before the first',
    labelNames: ['destino'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { destino, idade } of copias.agesOutside()) {
        if (idade !== undefined) this.set({ destino }, idade / 1_000);
      }
    },
  });
}
