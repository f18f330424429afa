/** The cameras of the operator's file, kept as the file is: what changes in it changes here. */
import type { Camera, SituacaoCameras } from '@unipark/contract/camera';
import type { Config } from '../config.ts';
import { CamerasFileError, type Configuradas, readCamerasFile } from './file.ts';
import { type Log, type OpenCamera, openCamera } from './open.ts';
import { createSources } from './sources.ts';

const REVISAO_MS = 2_000;
const NENHUMA: Configuradas = { transcodificacoesMax: 0, cameras: [] };

export interface CamerasService {
  all(): OpenCamera[];
  find(id: string): OpenCamera | undefined;
  list(): Camera[];
  situacao(): Promise<SituacaoCameras>;
  /** Origins that a page of ours may show in a frame. */
  frameOrigins(): string[];
  close(): Promise<void>;
}

interface Deps {
  config: Pick<Config, 'camerasFile' | 'ffmpegPath' | 'segredoDoAmbiente'>;
  log: Log;
}

/** Opens the configured cameras. @throws {CamerasFileError} */
export function camerasService({ config, log }: Deps): CamerasService {
  const { camerasFile, ffmpegPath, segredoDoAmbiente } = config;
  const read = (): Configuradas =>
    camerasFile ? readCamerasFile(camerasFile, segredoDoAmbiente) : NENHUMA;

  const sources = createSources(ffmpegPath);
  let abertas = new Map<string, OpenCamera>();
  let emUso = '';
  let lidoEm: string | null = null;
  let erro: string | null = null;
  let mudando = Promise.resolve();

  /** A camera whose settings are the same goes on undisturbed. */
  async function apply({ cameras, transcodificacoesMax }: Configuradas): Promise<void> {
    sources.limitTranscoding(transcodificacoesMax);
    const novas = new Map(cameras.map((ajustes) => [ajustes.id, ajustes]));
    const igual = ({ ajustes }: OpenCamera): boolean =>
      JSON.stringify(ajustes) === JSON.stringify(novas.get(ajustes.id));
    const antigas = [...abertas.values()].filter((camera) => !igual(camera));
    for (const { ajustes } of antigas) abertas.delete(ajustes.id);
    await Promise.all(antigas.map((camera) => camera.close()));
    const abrir = (ajustes: Configuradas['cameras'][number]): OpenCamera =>
      abertas.get(ajustes.id) ?? openCamera(ajustes, sources, log);
    abertas = new Map(cameras.map((ajustes) => [ajustes.id, abrir(ajustes)]));
  }

  /** A file that cannot be used leaves the cameras as they are, and says so once. */
  async function review(): Promise<void> {
    try {
      const lidas = read();
      const texto = JSON.stringify(lidas);
      erro = null;
      if (texto === emUso) return;
      emUso = texto;
      lidoEm = camerasFile ? new Date().toISOString() : null;
      await apply(lidas);
    } catch (error) {
      if (!(error instanceof CamerasFileError)) throw error;
      if (erro !== error.message) log.warn({ erro: error.message }, 'cameras file refused');
      erro = error.message;
    }
  }

  // The first reading ends the start where it fails; there is nothing to fall back on.
  function open(lidas: Configuradas): void {
    emUso = JSON.stringify(lidas);
    lidoEm = camerasFile ? new Date().toISOString() : null;
    sources.limitTranscoding(lidas.transcodificacoesMax);
    for (const ajustes of lidas.cameras) abertas.set(ajustes.id, openCamera(ajustes, sources, log));
  }
  open(read());

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
    list: () => all().map((camera) => camera.describe()),
    async situacao() {
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
