/** A configured camera in operation: its session or proxy, its picture, its state. */
import { type Camera, hlsPathOf, type ModoCamera, type TipoCamera } from '@unipark/contract/camera';
import { nowIso } from '../platform/clock.ts';
import type { Ajustes } from './ajustes.ts';
import { hlsProxy, type PedacoHls } from './http/hls.ts';
import { fetchSnapshot, groupOf, type Snapshot, shared } from './http/snapshot.ts';
import { createUpstream, type Upstream } from './http/upstream.ts';
import { CameraFault } from './reasons.ts';
import { type CameraSession, createSession, type SessionOptions } from './session/session.ts';
import type { Sources } from './sources.ts';
import { createStanding, type Standing } from './standing.ts';
import type { SessionState } from './viewers/viewer.ts';

export type CameraLog = SessionOptions['log'];

const MODOS: Record<TipoCamera, ModoCamera> = {
  rtsp: 'video',
  mjpeg: 'video',
  demo: 'video',
  hls: 'hls',
  snapshot: 'imagem',
  embed: 'embed',
};

export interface OpenCamera {
  ajustes: Ajustes;
  /** null when the picture comes in another way, or not at all. */
  session: CameraSession | null;
  describe(): Camera;
  /** @throws {CameraFault} */
  snapshot(): Promise<Snapshot>;
  /** A file of the camera's HLS; undefined when the path does not exist. @throws {CameraFault} */
  hls(caminho: string): Promise<PedacoHls | undefined>;
  counters(): ReturnType<CameraSession['counters']>;
  retry(): void;
  close(): Promise<void>;
}

const upstreamOf = ({ usuario, senha, timeoutMs }: Ajustes): Upstream =>
  createUpstream(usuario === null ? null : { usuario, senha: senha ?? '' }, timeoutMs);

/** From the session's own frames, otherwise from the camera's still address. */
async function sessionSnapshot(
  session: CameraSession,
  ajustes: Ajustes,
  upstream: Upstream,
  sources: Sources,
): Promise<Snapshot> {
  const { snapshotUrl } = ajustes;
  if (snapshotUrl && session.state().estado !== 'ao_vivo') {
    return fetchSnapshot(upstream, snapshotUrl);
  }
  const { init, fragments, receivedAt } = await groupOf(session);
  const jpeg = await sources.renderStill(ajustes, init, fragments);
  return { jpeg, recebidoEm: receivedAt };
}

function snapshotter(
  ajustes: Ajustes,
  {
    session,
    standing,
    sources,
  }: { session: CameraSession | null; standing: Standing; sources: Sources },
): () => Promise<Snapshot> {
  const upstream = upstreamOf(ajustes);
  const endereco = ajustes.tipo === 'snapshot' ? ajustes.url : ajustes.snapshotUrl;
  if (session) return shared(() => sessionSnapshot(session, ajustes, upstream, sources));
  if (!endereco) return async () => Promise.reject(new CameraFault('not_found'));
  const askCamera = () => fetchSnapshot(upstream, endereco);
  return shared(ajustes.tipo === 'snapshot' ? () => standing.watch(askCamera) : askCamera);
}

const disabledState = (desde: string): SessionState => ({
  estado: 'offline',
  motivo: 'disabled',
  desde,
  codec: null,
  largura: null,
  altura: null,
});

/** Sets a camera up. Its video starts with the first viewer, unless it is always on. */
export function openCamera(ajustes: Ajustes, sources: Sources, log: CameraLog): OpenCamera {
  const { id, nome, tipo, url, ativa, sempreLigada } = ajustes;
  const abertaEm = nowIso();
  const standing = createStanding();
  const session =
    ativa && MODOS[tipo] === 'video'
      ? createSession({ id, createSource: () => sources.sourceOf(ajustes), sempreLigada, log })
      : null;
  const snapshot = snapshotter(ajustes, { session, standing, sources });
  const hls = tipo === 'hls' && url ? hlsProxy(url, upstreamOf(ajustes), hlsPathOf(id)) : null;

  const state = (): SessionState =>
    ativa ? (session?.state() ?? standing.state()) : disabledState(abertaEm);

  function refuseInactive(): void {
    if (!ativa) throw new CameraFault('disabled');
  }

  return {
    ajustes,
    session,
    describe: () => ({
      id,
      nome,
      tipo,
      modo: MODOS[tipo],
      ...state(),
      ...(tipo === 'embed' && ativa && url ? { embedUrl: url } : {}),
    }),
    async snapshot() {
      refuseInactive();
      return snapshot();
    },
    async hls(caminho) {
      refuseInactive();
      const ask = hls?.(caminho);
      return ask && standing.watch(ask);
    },
    counters: () =>
      session?.counters() ?? {
        viewers: 0,
        connects: 0,
        dropped: 0,
        bytesOut: 0,
        lastFrameAt: standing.lastFrameAt(),
      },
    retry: () => session?.retry(),
    close: async () => session?.close(),
  };
}
