/** A configured camera at work: its session or its pass-through, its picture, how it stands. */
import {
  type Camera,
  enderecoHls,
  type ModoCamera,
  type TipoCamera,
} from '@unipark/contract/camera';
import type { Ajustes } from './ajustes.ts';
import { hlsProxy, type PedacoHls } from './hls.ts';
import { CameraFault } from './reasons.ts';
import { type CameraSession, createSession, type SessionOptions } from './session.ts';
import { fetchSnapshot, groupOf, type Snapshot, shared } from './snapshot.ts';
import type { Sources } from './sources.ts';
import { createStanding, type Standing } from './standing.ts';
import { createUpstream, type Upstream } from './upstream.ts';
import type { SessionState } from './viewer.ts';

export type Log = SessionOptions['log'];

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
  /** The video that we carry; null where the picture comes another way, or not at all. */
  session: CameraSession | null;
  describe(): Camera;
  /** @throws {CameraFault} */
  snapshot(): Promise<Snapshot>;
  /** A piece of the camera's HLS; undefined where there is none by that path. @throws {CameraFault} */
  hls(caminho: string): Promise<PedacoHls | undefined>;
  counters(): ReturnType<CameraSession['counters']>;
  retry(): void;
  close(): Promise<void>;
}

const upstreamOf = ({ usuario, senha, timeoutMs }: Ajustes): Upstream =>
  createUpstream(usuario === null ? null : { usuario, senha: senha ?? '' }, timeoutMs);

/** The still of a session, made of its own frames; what the camera offers is the second choice. */
async function sessionSnapshot(
  session: CameraSession,
  { snapshotUrl }: Ajustes,
  upstream: Upstream,
  sources: Sources,
): Promise<Snapshot> {
  if (snapshotUrl && session.state().estado !== 'ao_vivo') {
    return fetchSnapshot(upstream, snapshotUrl);
  }
  const { init, fragments, receivedAt } = await groupOf(session);
  const jpeg = await sources.renderStill(init, fragments);
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
  const pedir = () => fetchSnapshot(upstream, endereco);
  return shared(ajustes.tipo === 'snapshot' ? () => standing.watch(pedir) : pedir);
}

const desativada = (desde: string): SessionState => ({
  estado: 'offline',
  motivo: 'disabled',
  desde,
  codec: null,
  largura: null,
  altura: null,
});

/** Sets a camera up. What it shows starts with the first who watches, unless it is always on. */
export function openCamera(ajustes: Ajustes, sources: Sources, log: Log): OpenCamera {
  const { id, nome, tipo, url, ativa, sempreLigada } = ajustes;
  const abertaEm = new Date().toISOString();
  const standing = createStanding();
  const session =
    ativa && MODOS[tipo] === 'video'
      ? createSession({ id, createSource: () => sources.sourceOf(ajustes), sempreLigada, log })
      : null;
  const snapshot = snapshotter(ajustes, { session, standing, sources });
  const hls = tipo === 'hls' && url ? hlsProxy(url, upstreamOf(ajustes), enderecoHls(id)) : null;

  const state = (): SessionState =>
    ativa ? (session?.state() ?? standing.state()) : desativada(abertaEm);

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
