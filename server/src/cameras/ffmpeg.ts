/** A camera read by ffmpeg, which copies its H.264 or makes H.264 of what it sends. */
import { lookup } from 'node:dns/promises';
import type { MotivoCamera } from '@unipark/contract/camera';
import type { EngineMemory, Ffmpeg } from './engine.ts';
import { cameraUrl, type Endereco, ffconcat } from './ffconcat.ts';
import { ffmpegArgs, inputOptions, type Receita } from './ffmpegArgs.ts';
import { FragmentReader, findSps } from './fmp4.ts';
import { type Processo, startProcess } from './process.ts';
import { CameraFault, motivoOf, motivoOfStderr } from './reasons.ts';
import type { Fragment, Init, Source, SourceListener } from './source.ts';

export interface FfmpegOptions extends Endereco {
  ffmpeg: Pick<Ffmpeg, 'caminho' | 'maior'>;
  memoria: EngineMemory;
  tipo: 'rtsp' | 'mjpeg';
  transporte: 'tcp' | 'udp';
  /** `auto` transcodes what turns out not to be H.264. */
  codec: 'auto' | 'h264' | 'transcodificar';
  timeoutMs: number;
}

/** The header could not be written: the announcement lacks what only the stream tells. */
const FALTA_SONDA = /dimensions not set|unspecified size|incorrect codec parameters/i;

/** A name is resolved once per start; where a certificate names it, it stays a name. */
async function resolve({ url }: Endereco): Promise<string | undefined> {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'rtsps:' || protocol === 'https:') return undefined;
  const nome = hostname.replace(/^\[|\]$/g, '');
  try {
    return (await lookup(nome, { order: 'ipv4first' })).address;
  } catch (cause) {
    throw new CameraFault('unreachable', { cause });
  }
}

/** One try at a camera through ffmpeg. */
export function ffmpegSource(opcoes: FfmpegOptions): Source {
  const { ffmpeg, memoria, url, codec } = opcoes;
  let parada = false;
  let processo: Processo | undefined;
  let release: (() => void) | null = null;
  let rodando: Promise<void> = Promise.resolve();

  function recipe(): Receita {
    const { tipo, transporte, timeoutMs } = opcoes;
    const achado = codec === 'auto' && memoria.needsTranscoding(url);
    const transcodificar = tipo === 'mjpeg' || codec === 'transcodificar' || achado;
    const sondaLonga = transcodificar || memoria.needsLongProbe(url);
    return { tipo, transporte, timeoutMs, transcodificar, sondaLonga };
  }

  /** Runs one process to its end: the reason, or null where a second look is called for. */
  async function play(receita: Receita, ouvinte: SourceListener): Promise<MotivoCamera | null> {
    const endereco = cameraUrl(opcoes, await resolve(opcoes));
    if (parada) return 'closed';
    const args = ffmpegArgs(receita, new URL(url).protocol, ffmpeg.maior);
    const filho = startProcess(ffmpeg.caminho, args, ffconcat(endereco, inputOptions(receita)));
    processo = filho;
    const inicio = performance.now();
    let motivo: MotivoCamera | undefined;
    let houveInit = false;
    let sps: Buffer | undefined;
    const leitor = new FragmentReader({
      onInit(init: Init) {
        houveInit = true;
        if (!init.codec.startsWith('avc1')) throw new CameraFault('codec_unsupported');
        ouvinte.onInit(init);
      },
      onFragment(fragment: Fragment) {
        const novo = fragment.key ? findSps(fragment.bytes) : undefined;
        // Another picture under the old init would be garbled: a new try reads a new one.
        if (novo && sps && !novo.equals(sps)) throw new CameraFault('closed');
        sps ??= novo;
        ouvinte.onFragment(fragment);
      },
    });
    filho.child.stdout.on('data', (pedaco: Buffer) => {
      if (motivo || parada) return;
      try {
        leitor.push(pedaco);
      } catch (error) {
        motivo = motivoOf(error);
        void filho.stop();
      }
    });
    const { faltou } = await filho.ended;
    if (faltou) return 'ffmpeg_missing';
    const palavras = filho.lastWords();
    if (!houveInit && !receita.sondaLonga && FALTA_SONDA.test(palavras)) return null;
    if (motivo) return motivo;
    const dito = motivoOfStderr(palavras);
    // ffmpeg calls a camera that let its whole time pass 'invalid data'.
    const calada = !houveInit && performance.now() - inicio >= receita.timeoutMs;
    return dito === 'closed' && calada ? 'unreachable' : dito;
  }

  async function run(ouvinte: SourceListener): Promise<MotivoCamera> {
    let receita = recipe();
    if (receita.transcodificar) {
      release = memoria.take();
      if (!release) return 'server_busy';
    }
    let motivo = await play(receita, ouvinte);
    if (motivo === null && !parada) {
      memoria.rememberLongProbe(url);
      receita = recipe();
      motivo = await play(receita, ouvinte);
    }
    if (motivo === 'codec_unsupported' && codec === 'auto') memoria.rememberTranscoding(url);
    return motivo ?? 'closed';
  }

  return {
    start(ouvinte) {
      rodando = run(ouvinte)
        .catch(motivoOf)
        .then((motivo) => {
          release?.();
          if (!parada) ouvinte.onEnd(motivo);
        });
    },
    async stop() {
      parada = true;
      await processo?.stop();
      // A name still being resolved starts nothing any more; it is not waited for.
      if (processo) await rodando;
    },
  };
}
