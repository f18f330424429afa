/** The cameras of the operator's file; a change of the file changes them while the server runs. */
import { type Camera, LUGARES_CAMERA, type SituacaoCameras } from '@unipark/contract/camera';
import type { Config } from '../config.ts';
import { nowIso } from '../platform/clock.ts';
import { type CamerasFile, CamerasFileError, readCamerasFile } from './file.ts';
import { type CameraLog, type OpenCamera, openCamera } from './open.ts';
import { createSources } from './sources.ts';

const REVISAO_MS = 2_000;
const NENHUMA: CamerasFile = { transcodificacoesMax: 0, cameras: [] };

export interface CamerasService {
  all(): OpenCamera[];
  find(id: string): OpenCamera | undefined;
  list(): Camera[];
  getSituacao(): Promise<SituacaoCameras>;
  /** Origins that our pages may frame. */
  frameOrigins(): string[];
  close(): Promise<void>;
}

interface Deps {
  config: Pick<Config, 'camerasFile' | 'ffmpegPath' | 'findSegredo'>;
  log: CameraLog;
}

/** The four places when no valid file was read since the start: each shows the reason. */
const camerasWithoutFile = (desde: string): Camera[] =>
  LUGARES_CAMERA.map((id) => ({
    id,
    nome: `Câmera ${id}`,
    tipo: 'demo',
    modo: 'video',
    estado: 'offline',
    motivo: 'file_refused',
    desde,
    codec: null,
    largura: null,
    altura: null,
  }));

/**
 * Opens the configured cameras, and follows the file. An invalid file never ends the server: at the
 * start there are no cameras until it is corrected; later the cameras of the last valid file
 * remain.
 */
export function camerasService({ config, log }: Deps): CamerasService {
  const { camerasFile, ffmpegPath, findSegredo } = config;
  const read = (): CamerasFile =>
    camerasFile ? readCamerasFile(camerasFile, findSegredo) : NENHUMA;

  const sources = createSources(ffmpegPath);
  let abertas = new Map<string, OpenCamera>();
  let emUso = '';
  let lidoEm: string | null = null;
  let erro: string | null = null;
  let mudando = Promise.resolve();

  /** A camera whose settings did not change keeps its session. */
  async function apply({ cameras, transcodificacoesMax }: CamerasFile): Promise<void> {
    sources.limitTranscoding(transcodificacoesMax);
    const novas = new Map(cameras.map((ajustes) => [ajustes.id, ajustes]));
    const isUnchanged = ({ ajustes }: OpenCamera): boolean =>
      JSON.stringify(ajustes) === JSON.stringify(novas.get(ajustes.id));
    const antigas = [...abertas.values()].filter((camera) => !isUnchanged(camera));
    for (const { ajustes } of antigas) abertas.delete(ajustes.id);
    await Promise.all(antigas.map((camera) => camera.close()));
    const open = (ajustes: CamerasFile['cameras'][number]): OpenCamera =>
      abertas.get(ajustes.id) ?? openCamera(ajustes, sources, log);
    abertas = new Map(cameras.map((ajustes) => [ajustes.id, open(ajustes)]));
  }

  /** The file's settings when they changed. The log reports an invalid file once. */
  function readChange(): CamerasFile | undefined {
    try {
      const lidas = read();
      erro = null;
      if (JSON.stringify(lidas) === emUso) return undefined;
      emUso = JSON.stringify(lidas);
      lidoEm = camerasFile ? nowIso() : null;
      return lidas;
    } catch (error) {
      if (!(error instanceof CamerasFileError)) throw error;
      if (erro !== error.message) log.warn({ erro: error.message }, 'cameras file refused');
      erro = error.message;
      return undefined;
    }
  }

  async function review(): Promise<void> {
    const lidas = readChange();
    if (lidas) await apply(lidas);
  }

  const primeiras = readChange() ?? NENHUMA;
  const partida = nowIso();
  sources.limitTranscoding(primeiras.transcodificacoesMax);
  for (const ajustes of primeiras.cameras) {
    abertas.set(ajustes.id, openCamera(ajustes, sources, log));
  }

  const relogio = setInterval(() => {
    mudando = mudando
      .then(review)
      .catch((error: unknown) => log.warn({ err: error }, 'cameras not reloaded'));
  }, REVISAO_MS);
  relogio.unref();
  if (!camerasFile) clearInterval(relogio);

  const all = (): OpenCamera[] => [...abertas.values()];
  const iso = (instante: number | null): string | null =>
    instante === null ? null : new Date(instante).toISOString();

  return {
    all,
    find: (id) => abertas.get(id),
    list() {
      if (erro !== null && lidoEm === null) return camerasWithoutFile(partida);
      return all().map((camera) => camera.describe());
    },
    async getSituacao() {
      const achado = await sources.ffmpeg();
      return {
        ffmpeg: achado && { caminho: achado.caminho, versao: achado.versao },
        arquivo: { configurado: camerasFile !== null, erro, lidoEm },
        cameras: all().map((camera) => {
          const { viewers, lastFrameAt } = camera.counters();
          return {
            ...camera.describe(),
            espectadores: viewers,
            ultimoQuadroEm: iso(lastFrameAt),
          };
        }),
      };
    },
    frameOrigins() {
      const paginas = all().flatMap((camera) => camera.describe().embedUrl ?? []);
      return [...new Set(paginas.map((url) => new URL(url).origin))];
    },
    async close() {
      clearInterval(relogio);
      await mudando;
      await Promise.all(all().map((camera) => camera.close()));
    },
  };
}
