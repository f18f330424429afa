import { Counter, type Registry } from 'prom-client';
import type { Movimento, MovimentoCase } from '../dispositivos/movimento.ts';

const RESULTADOS: Record<MovimentoCase, string> = {
  leituras: 'read',
  ignoradas: 'ignored',
  recusadas: 'refused',
};

/** What devices sent to this node: readings, messages without one, and refused ones. */
export function registerLeiturasMetrics(
  registry: Registry,
  { totais }: Pick<Movimento, 'totais'>,
): void {
  new Counter({
    name: 'device_messages_total',
    help: 'Messages of plate cameras and recognisers to this node, by result',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [caso, result] of Object.entries(RESULTADOS)) {
        this.inc({ result }, totais[caso as MovimentoCase]);
      }
    },
  });
}
