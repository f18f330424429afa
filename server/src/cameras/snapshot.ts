/** A camera's picture of now as a JPEG: at most one a second is made, however many ask. */
import { CameraFault } from './reasons.ts';
import type { CameraSession } from './session.ts';
import type { Upstream } from './upstream.ts';
import type { Viewer } from './viewer.ts';

const MAXIMO = 6 * 1024 * 1024;
const INTERVALO_MS = 1_000;
/** Time for a sleeping camera to send its first frames. */
const DESPERTAR_MS = 8_000;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

export interface Snapshot {
  jpeg: Buffer;
  /** When its frame came. */
  recebidoEm: number;
}

/** Whoever asks within a second of the last picture gets that one, or waits for it together. */
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

/** Fetches the picture that the camera itself makes. @throws {CameraFault} */
export async function fetchSnapshot(upstream: Upstream, url: string): Promise<Snapshot> {
  const jpeg = await upstream.get(new URL(url), MAXIMO);
  if (!jpeg.subarray(0, JPEG.length).equals(JPEG)) throw new CameraFault('codec_unsupported');
  return { jpeg, recebidoEm: Date.now() };
}

/** Watches without looking: it keeps the session awake. */
const calado = (): Viewer => ({
  bufferedAmount: () => 0,
  sendState: () => undefined,
  sendInit: () => undefined,
  sendVideo: () => undefined,
  close: () => undefined,
});

type Grupo = NonNullable<ReturnType<CameraSession['lastGroup']>>;

/** The frames since the last key; a session at rest is woken for them. @throws {CameraFault} */
export async function groupOf(session: CameraSession): Promise<Grupo> {
  const leave = session.join(calado());
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
