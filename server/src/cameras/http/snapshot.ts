/** A camera's current picture as a JPEG: at most one picture a second for all requests. */
import { nowMs } from '../../platform/clock.ts';
import { CameraFault } from '../reasons.ts';
import type { CameraSession } from '../session/session.ts';
import type { Viewer } from '../viewers/viewer.ts';
import type { Upstream } from './upstream.ts';

const MAXIMO = 6 * 1024 * 1024;
const INTERVALO_MS = 1_000;
/** Time for an idle camera to send its first frames. */
const DESPERTAR_MS = 8_000;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

export interface Snapshot {
  jpeg: Buffer;
  recebidoEm: number;
}

/** Requests within a second get the last picture, or wait together for the one in progress. */
export function shared(make: () => Promise<Snapshot>): () => Promise<Snapshot> {
  let feitoEm = Number.NEGATIVE_INFINITY;
  let ultimo: Promise<Snapshot> | undefined;
  let fazendo = false;
  return () => {
    if (ultimo && (fazendo || performance.now() - feitoEm < INTERVALO_MS)) return ultimo;
    feitoEm = performance.now();
    fazendo = true;
    ultimo = make().finally(() => {
      fazendo = false;
    });
    return ultimo;
  };
}

/** Fetches the still picture of the camera itself. @throws {CameraFault} */
export async function fetchSnapshot(upstream: Upstream, url: string): Promise<Snapshot> {
  const jpeg = await upstream.get(new URL(url), MAXIMO);
  if (!jpeg.subarray(0, JPEG.length).equals(JPEG)) throw new CameraFault('codec_unsupported');
  return { jpeg, recebidoEm: nowMs() };
}

/** A viewer without output: it keeps the session running. */
const silentViewer = (): Viewer => ({
  bufferedAmount: () => 0,
  sendState: () => undefined,
  sendInit: () => undefined,
  sendVideo: () => undefined,
  close: () => undefined,
});

type FrameGroup = NonNullable<ReturnType<CameraSession['lastGroup']>>;

/** The frames since the last key; starts an idle session to get them. @throws {CameraFault} */
export async function groupOf(session: CameraSession): Promise<FrameGroup> {
  const leave = session.join(silentViewer());
  const prazo = performance.now() + DESPERTAR_MS;
  try {
    while (performance.now() < prazo) {
      const { estado, motivo } = session.state();
      const grupo = estado === 'ao_vivo' ? session.lastGroup() : null;
      if (grupo) return grupo;
      if (motivo) throw new CameraFault(motivo);
      await new Promise((pronto) => setTimeout(pronto, 50));
    }
    throw new CameraFault('unreachable');
  } finally {
    leave();
  }
}
