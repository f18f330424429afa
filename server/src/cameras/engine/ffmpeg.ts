/** Reads a camera with ffmpeg, which copies H.264 and transcodes other formats to H.264. */
import { lookup } from 'node:dns/promises';
import type { MotivoCamera } from '@unipark/contract/camera';
import { CameraFault, parseStderr, toMotivo } from '../reasons.ts';
import type { Fragment, Init, Source, SourceListener } from '../session/source.ts';
import type { EngineMemory, Ffmpeg } from './engine.ts';
import { type CameraSource, cameraUrl, ffconcat } from './ffconcat.ts';
import { type FfmpegRecipe, ffmpegArgs, inputOptions } from './ffmpegArgs.ts';
import { FragmentReader, findSps } from './fmp4.ts';
import { type EngineProcess, startProcess } from './process.ts';

export interface FfmpegOptions extends CameraSource {
  ffmpeg: Pick<Ffmpeg, 'caminho' | 'maior'>;
  memoria: EngineMemory;
  tipo: 'rtsp' | 'mjpeg';
  transporte: 'tcp' | 'udp';
  /** `auto` transcodes a stream that is not H.264. */
  codec: 'auto' | 'h264' | 'transcodificar';
  timeoutMs: number;
}

/** ffmpeg could not write the header: the announcement lacks data that only the stream contains. */
const FALTA_SONDA = /dimensions not set|unspecified size|incorrect codec parameters/i;

/** A name is resolved once per start; for TLS the name stays, because the certificate names it. */
async function resolve({ url }: CameraSource): Promise<string | undefined> {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'rtsps:' || protocol === 'https:') return undefined;
  const nome = hostname.replace(/^\[|\]$/g, '');
  try {
    return (await lookup(nome, { order: 'ipv4first' })).address;
  } catch (cause) {
    throw new CameraFault('unreachable', { cause });
  }
}

export function ffmpegSource(opcoes: FfmpegOptions): Source {
  const { ffmpeg, memoria, url, codec } = opcoes;
  let parada = false;
  let processo: EngineProcess | undefined;
  let release: (() => void) | null = null;
  let rodando: Promise<void> = Promise.resolve();

  function recipe(): FfmpegRecipe {
    const { tipo, transporte, timeoutMs } = opcoes;
    const achado = codec === 'auto' && memoria.needsTranscoding(url);
    const transcodificar = tipo === 'mjpeg' || codec === 'transcodificar' || achado;
    const sondaLonga = transcodificar || memoria.needsLongProbe(url);
    return { tipo, transporte, timeoutMs, transcodificar, sondaLonga };
  }

  /** Answers why the process ended, or null when a second, longer probe is needed. */
  async function play(
    receita: FfmpegRecipe,
    ouvinte: SourceListener,
  ): Promise<MotivoCamera | null> {
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
        // A new picture size under the old init shows garbage: a new try reads a new init.
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
        motivo = toMotivo(error);
        void filho.stop();
      }
    });
    const { faltou } = await filho.ended;
    if (faltou) return 'ffmpeg_missing';
    const palavras = filho.lastWords();
    if (!houveInit && !receita.sondaLonga && FALTA_SONDA.test(palavras)) return null;
    if (motivo) return motivo;
    const dito = parseStderr(palavras);
    // ffmpeg reports 'invalid data' for a camera that sent nothing until the time-out.
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
        .catch(toMotivo)
        .then((motivo) => {
          release?.();
          if (!parada) ouvinte.onEnd(motivo);
        });
    },
    async stop() {
      parada = true;
      await processo?.stop();
      // A name that is still being resolved will start no process, so stop does not wait for it.
      if (processo) await rodando;
    },
  };
}
