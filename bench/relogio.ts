/** A camera that films the clock: each frame has its millisecond as 32 black and white blocks. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Feed } from '../server/test/rtsp.ts';

export const LARGURA = 640;
export const ALTURA = 360;
const BLOCO = 20;
const QUADROS = 25;

export interface BenchClock {
  feed: Feed;
  stop(): Promise<void>;
}

/** Writes the time into the first two rows of blocks of a grey frame: plain and inverted. */
function drawTime(quadro: Buffer, agora: number): void {
  const valor = agora >>> 0;
  for (let bit = 0; bit < 32; bit += 1) {
    const claro = (valor >>> (31 - bit)) & 1;
    for (let y = 0; y < BLOCO; y += 1) {
      const em = y * LARGURA + bit * BLOCO;
      quadro.fill(claro ? 235 : 16, em, em + BLOCO);
      quadro.fill(claro ? 16 : 235, em + BLOCO * LARGURA, em + BLOCO * LARGURA + BLOCO);
    }
  }
}

const CODECS = {
  h264: ['-c:v', 'libx264', '-profile:v', 'baseline', '-bf', '0'],
  h265: ['-c:v', 'libx265', '-x265-params', 'log-level=none:bframes=0'],
};

/** Starts the encoder; `h265` needs an ffmpeg with libx265. */
export async function startRelogio(codec: keyof typeof CODECS = 'h264'): Promise<BenchClock> {
  const recebe = createSocket('udp4');
  recebe.bind(0, '127.0.0.1');
  await once(recebe, 'listening');
  const { port } = recebe.address() as AddressInfo;
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'gray'],
      ...['-s', `${LARGURA}x${ALTURA}`, '-r', `${QUADROS}`, '-i', 'pipe:0'],
      ...CODECS[codec],
      ...['-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
      ...['-g', `${QUADROS * 2}`, '-payload_type', '96', '-f', 'rtp'],
      `rtp://127.0.0.1:${port}?pkt_size=1300`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  let sdp = '';
  ffmpeg.stdout.on('data', (parte) => {
    sdp += parte;
  });
  ffmpeg.stdin.on('error', () => undefined);
  const quadro = Buffer.alloc(LARGURA * ALTURA, 128);
  const timer = setInterval(() => {
    drawTime(quadro, Date.now());
    ffmpeg.stdin.write(quadro);
  }, 1_000 / QUADROS);
  await once(recebe, 'message');
  const corpo = sdp
    .replace(/^SDP:\s*/, '')
    .replace(/m=video \d+/, 'm=video 0')
    .trimEnd();
  return {
    feed: {
      sdp: `${corpo}\r\na=control:trackID=0\r\n`,
      onPacket: (ouvinte) => recebe.on('message', ouvinte),
    },
    async stop() {
      clearInterval(timer);
      ffmpeg.kill('SIGKILL');
      recebe.close();
    },
  };
}
