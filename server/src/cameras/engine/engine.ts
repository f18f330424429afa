/** Finds ffmpeg, and keeps what its processes learned about cameras. */
import { readProcess } from './process.ts';

export interface Ffmpeg {
  caminho: string;
  versao: string;
  maior: number;
}

export type FfmpegSearch =
  | ({ ok: true } & Ffmpeg)
  | {
      ok: false;
      /** A sentence for the operator. */
      texto: string;
    };

/** Older versions name the RTSP time-out `-stimeout`; their `-timeout` makes them listen. */
const MINIMO = 5;
const LIMITES = { maximo: 64 * 1024, prazoMs: 5_000 };
/** Half a minute, because ffmpeg may be installed while the server runs. */
const VALE_MS = 30_000;
const INSTALE = 'Instale com: sudo apt-get install -y ffmpeg';

const procuras = new Map<string, { em: number; achado: Promise<FfmpegSearch> }>();

async function look(caminho: string): Promise<FfmpegSearch> {
  const { faltou, saida } = await readProcess(caminho, ['-hide_banner', '-version'], '', LIMITES);
  if (faltou) return { ok: false, texto: `ffmpeg não encontrado (${caminho}). ${INSTALE}` };
  const versao = /^ffmpeg version (\S+)/.exec(saida?.toString('utf8') ?? '')?.[1];
  if (!versao) return { ok: false, texto: `${caminho} não respondeu como ffmpeg. ${INSTALE}` };
  // A source build's version is its commit, such as 'N-109542-g…': it counts as new.
  const maior = Number(/^n?(\d+)\./.exec(versao)?.[1] ?? (versao.startsWith('N-') ? 99 : 0));
  if (maior < MINIMO) {
    return { ok: false, texto: `ffmpeg ${versao} é antigo: é preciso o ${MINIMO} ou mais novo.` };
  }
  return { ok: true, caminho, versao, maior };
}

/** Looks for ffmpeg at `caminho`, or on the PATH; the result is kept for half a minute. */
export function examineFfmpeg(caminho: string | null): Promise<FfmpegSearch> {
  const nome = caminho ?? 'ffmpeg';
  const antes = procuras.get(nome);
  if (antes && performance.now() - antes.em < VALE_MS) return antes.achado;
  const achado = look(nome);
  procuras.set(nome, { em: performance.now(), achado });
  return achado;
}

/** The ffmpeg to use, or null when there is none of version 5 or newer. */
export async function findFfmpeg(caminho: string | null): Promise<Ffmpeg | null> {
  const { ok, ...achado } = await examineFfmpeg(caminho);
  return ok ? (achado as Ffmpeg) : null;
}

/** Shared by all engine processes: the number of transcodings, what is known of each address. */
export class EngineMemory {
  /** Limit of simultaneous transcodings. */
  transcodificacoesMax: number;
  readonly #transcodificar = new Set<string>();
  readonly #sondar = new Set<string>();
  #usadas = 0;

  constructor(transcodificacoesMax = 2) {
    this.transcodificacoesMax = transcodificacoesMax;
  }

  /** Reserves one transcoding; answers its release, or null when all are in use. */
  take(): (() => void) | null {
    if (this.#usadas >= this.transcodificacoesMax) return null;
    this.#usadas += 1;
    let minha = true;
    return () => {
      if (minha) this.#usadas -= 1;
      minha = false;
    };
  }

  needsTranscoding(url: string): boolean {
    return this.#transcodificar.has(url);
  }

  rememberTranscoding(url: string): void {
    this.#transcodificar.add(url);
  }

  needsLongProbe(url: string): boolean {
    return this.#sondar.has(url);
  }

  rememberLongProbe(url: string): void {
    this.#sondar.add(url);
  }
}
