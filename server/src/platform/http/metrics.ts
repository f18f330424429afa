import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { DiskState, DiskWatch } from '../disk.ts';
import { Problem, sendNotFound } from '../errors.ts';
import type { Output } from '../process/output.ts';
import { isSameSecret } from '../random.ts';
import { bearerOf } from './guard.ts';

interface MetricsOptions {
  local: boolean;
  metricsToken: string | null;
}

/** Our own registry, with Node's metrics of the process. */
export function createRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/** Counts the log lines that could not be written. */
export function registerOutputMetrics(register: Registry, output: Output | undefined): void {
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that could not be written.',
    registers: [register],
    collect() {
      this.reset();
      this.inc(output?.dropped() ?? 0);
    },
  });
}

const DISK_GAUGES: [name: string, help: string, read: (disk: DiskState) => number][] = [
  ['disk_used_ratio', 'Used part of the disk, 0 to 1', ({ usado }) => usado],
  ['disk_free_bytes', 'Bytes that the server may still write', ({ livres }) => livres],
];

/** How full the disks are, by their role: `dados` and `fotos`. */
export function registerDiskMetrics(register: Registry, discos: Pick<DiskWatch, 'list'>): void {
  for (const [name, help, read] of DISK_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['disk'],
      registers: [register],
      collect() {
        this.reset();
        for (const disk of discos.list()) this.set({ disk: disk.disco }, read(disk));
      },
    });
  }
}

/**
 * Opens /metrics: in a local installation for this machine; otherwise only with METRICS_TOKEN, and
 * without that variable not at all.
 */
export function registerMetrics(
  app: FastifyInstance,
  registry: Registry,
  { local, metricsToken }: MetricsOptions,
): void {
  app.addHook('onClose', async () => registry.clear());
  app.get(
    '/metrics',
    {
      config: { publica: true, qualquerNome: true },
      schema: { tags: ['Servidor'], summary: 'Mostra as métricas para o Prometheus' },
    },
    async (request, reply) => {
      if (!local && metricsToken === null) return sendNotFound(request, reply);
      if (!local && metricsToken !== null && !isSameSecret(bearerOf(request) ?? '', metricsToken)) {
        throw new Problem(401, 'nao-autenticado', 'Envie o METRICS_TOKEN como bearer.', {
          headers: { 'WWW-Authenticate': 'Bearer' },
        });
      }
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}
