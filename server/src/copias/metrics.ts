import { Gauge, type Registry } from 'prom-client';
import { setWhileRead } from '../platform/http/gauges.ts';
import type { Copias } from './copias.ts';

/** An alert compares it: without a backup it must not be absent or small. */
const secondsOf = (idade = Number.POSITIVE_INFINITY): number => Math.max(0, idade) / 1_000;

/** The age of the newest backup, here and outside, for an alert of those who operate the server. */
export function registerCopiasMetrics(registry: Registry, copias: Copias): void {
  new Gauge({
    name: 'backup_age_seconds',
    help: 'Time since the newest backup that is known; +Inf while one is due',
    registers: [registry],
    async collect() {
      await setWhileRead(this, async () => {
        const idade = await copias.ageOfNewest();
        // Without a schedule the operator makes them in a way of their own.
        return idade === undefined && !(await copias.isScheduled()) ? undefined : secondsOf(idade);
      });
    },
  });
  new Gauge({
    name: 'backup_external_age_seconds',
    help: 'Time since the newest encrypted copy outside that is known, by place; +Inf without one',
    labelNames: ['destino'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { destino, idade } of copias.agesOutside()) {
        this.set({ destino }, secondsOf(idade));
      }
    },
  });
}
