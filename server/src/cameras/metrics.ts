/** Prometheus metrics of the cameras, read at each scrape; they contain no name or address. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { nowMs } from '../platform/clock.ts';
import type { OpenCamera } from './open.ts';
import type { CamerasService } from './service.ts';

type CameraGauge = (camera: OpenCamera) => number | null;

const GAUGES: [nome: string, help: string, ler: CameraGauge][] = [
  ['camera_up', '1 while frames arrive', (c) => Number(c.describe().estado === 'ao_vivo')],
  ['camera_viewers', 'Viewers of our stream', (c) => c.counters().viewers],
  [
    'camera_last_frame_age_seconds',
    'Time since the last frame; absent before the first',
    (c) => {
      const { lastFrameAt } = c.counters();
      return lastFrameAt === null ? null : Math.max(0, nowMs() - lastFrameAt) / 1_000;
    },
  ],
];
const COUNTERS: [nome: string, help: string, ler: CameraGauge][] = [
  ['camera_upstream_connects_total', 'Connections to the camera', (c) => c.counters().connects],
  ['camera_dropped_fragments_total', 'Frames slow viewers missed', (c) => c.counters().dropped],
  ['camera_bytes_out_total', 'Bytes sent to viewers', (c) => c.counters().bytesOut],
];

export function registerCameraMetrics(registry: Registry, cameras: CamerasService): void {
  const registers = [registry];
  const labelNames = ['camera'];
  const each = (
    ler: CameraGauge,
    tell: (labels: { camera: string }, valor: number) => void,
  ): void => {
    for (const camera of cameras.all()) {
      const valor = ler(camera);
      if (valor !== null) tell({ camera: camera.ajustes.id }, valor);
    }
  };
  for (const [name, help, ler] of GAUGES) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        each(ler, (labels, valor) => this.set(labels, valor));
      },
    });
  }
  for (const [name, help, ler] of COUNTERS) {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        each(ler, (labels, valor) => this.inc(labels, valor));
      },
    });
  }
}
