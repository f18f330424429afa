/** Finds ffmpeg, and remembers what its processes have learnt about cameras. */
import { startProcess } from './process.ts';

export interface Ffmpeg {
  caminho: string;
  versao: string;
  maior: number;
}

export type Procura =
  | ({ ok: true } & Ffmpeg)
  | {
      ok: false;
      /** A sentence for the operator. */
      texto: string;
    };

/** Older ones call the time-out of RTSP `-stimeout`, and by `-timeout` they mean to listen. */
const MINIMO = 5;
const ESPERA_MS = 5_000;
/** A program may be installed while the server runs. */
const VALE_MS = 30_000;
const INSTALE = 'Instale com: sudo apt-get install -y ffmpeg';

const procuras = new Map<string, { em: number; achado: Promise<Procura> }>();

async function look(caminho: string): Promise<Procura> {
  const processo = startProcess(caminho, ['-hide_banner', '-version'], '');
  const pedacos: Buffer[] = [];
  processo.child.stdout.on('data', (pedaco: Buffer) => pedacos.push(pedaco));
  const limite = setTimeout(() => processo.stop(), ESPERA_MS);
  const { faltou } = await processo.ended;
  clearTimeout(limite);
  if (faltou) return { ok: false, texto: `ffmpeg não encontrado (${caminho}). ${INSTALE}` };
  const versao = /^ffmpeg version (\S+)/.exec(Buffer.concat(pedacos).toString('utf8'))?.[1];
  if (!versao) return { ok: false, texto: `${caminho} não respondeu como ffmpeg. ${INSTALE}` };
  // A build from the source tree is named by its commit, such as 'N-109542-g…': it is a new one.
  const maior = Number(/^n?(\d+)\./.exec(versao)?.[1] ?? (versao.startsWith('N-') ? 99 : 0));
  if (maior < MINIMO) {
    return { ok: false, texto: `ffmpeg ${versao} é antigo: é preciso o ${MINIMO} ou mais novo.` };
  }
  return { ok: true, caminho, versao, maior };
}

/** Looks for ffmpeg at `caminho`, or on the PATH; what it found holds for half a minute. */
export function examineFfmpeg(caminho: string | null): Promise<Procura> {
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

/** What all engine processes share: how many transcode, and what is known of each address. */
export class EngineMemory {
  /** Transcodings at once. */
  transcodificacoesMax: number;
  readonly #transcodificar = new Set<string>();
  readonly #sondar = new Set<string>();
  #usadas = 0;

  constructor(transcodificacoesMax = 2) {
    this.transcodificacoesMax = transcodificacoesMax;
  }

  /** Takes one of the transcodings; answers how to give it back, or null when all are taken. */
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
