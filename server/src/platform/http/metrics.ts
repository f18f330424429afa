import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DiskState, DiskWatch } from '../disk.ts';
import { Problem, sendNotFound } from '../errors.ts';
import type { EventLog } from '../events.ts';
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

/** Whether somebody may read /metrics at all. */
const isOpen = ({ local, metricsToken }: MetricsOptions): boolean => local || metricsToken !== null;

/** Limits of the buckets in seconds, up to the longest answer that the server promises. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * Traffic, errors and latency of each route: also what is refused (401, 403, 429). Registered before
 * the routes. A stream without end counts when it ends, and has no duration.
 */
export function registerRequestMetrics(
  app: FastifyInstance,
  register: Registry,
  options: MetricsOptions,
): void {
  if (!isOpen(options)) return;
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answers by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode };
    if (!reply.getHeader('content-type')?.toString().startsWith('text/event-stream')) {
      requests.observe(labels, reply.elapsedTime / 1_000);
    }
    done();
  });
}

/** Counts the live events, and those who listen: each node sees the events of all nodes. */
export function registerEventMetrics(register: Registry, eventos: EventLog): void {
  const events = new Counter({
    name: 'live_events_total',
    help: 'Live events of all nodes, by type',
    labelNames: ['type'],
    registers: [register],
  });
  eventos.subscribe(({ tipo }) => events.inc({ type: tipo }));
  new Gauge({
    name: 'live_listeners',
    help: 'Event streams that are open on this node, and the parts of the server that listen',
    registers: [register],
    collect() {
      this.set(eventos.listeners);
    },
  });
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
