/** Prometheus metrics of the outbox, counted at each scrape; they contain no address. */
import { Gauge, type Registry } from 'prom-client';
import { setWhileRead } from '../http/gauges.ts';
import type { Correio } from './correio.ts';

const GAUGES = [
  ['mail_pending', 'Messages that wait for the mail server', 'pendentes'],
  ['mail_given_up', 'Messages of the last seven days that were given up', 'desistidos'],
] as const;

export function registerCorreioMetrics(registry: Registry, correio: Correio): void {
  for (const [name, help, campo] of GAUGES) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        await setWhileRead(this, async () => (await correio.getEstado())[campo]);
      },
    });
  }
}
