import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MotivoCamera } from '@unipark/contract/camera';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeCamera, startFakeCamera } from '../../../test/rtsp.ts';
import { clipe, requireFfmpeg, startGStreamer } from '../../../test/video.ts';
import { readClip } from '../session/loop.ts';
import { createSession } from '../session/session.ts';
import type { Init } from '../session/source.ts';
import { renderStill } from '../session/still.ts';
import { EngineMemory, type Ffmpeg } from './engine.ts';
import { type FfmpegOptions, ffmpegSource } from './ffmpeg.ts';

const CONTA = { usuario: 'unipark', senha: 'p@ss/1-CANARIO' };

let ffmpeg: Ffmpeg;
beforeAll(async () => {
  ffmpeg = await requireFfmpeg();
});

let pasta: string;
beforeAll(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-video-'));
});
afterAll(() => rmSync(pasta, { recursive: true }));

/** A clip of another size: two seconds of a test picture. */
async function buildClip(): Promise<string> {
  const clip = join(pasta, `${randomUUID()}.mp4`);
  const fonte = 'testsrc2=size=320x180:rate=15:duration=2';
  const saida = ['-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-g', '15', '-movflags'];
  await promisify(execFile)(ffmpeg.caminho, [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', fonte, '-c:v', 'libx264', ...saida],
    ...['+frag_every_frame+empty_moov+default_base_moof', clip],
  ]);
  return clip;
}

/** Found by their arguments: other tests may run ffmpeg at the same time. */
function engines(): { pid: number; comando: string }[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const comando = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const pai = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return comando.includes('ffmpeg') && Number(pai) === process.pid
          ? [{ pid: Number(pid), comando }]
          : [];
      } catch {
        return [];
      }
    });
}

const optionsOf = (url: string, mais: Partial<FfmpegOptions> = {}): FfmpegOptions => ({
  ffmpeg,
  memoria: new EngineMemory(),
  tipo: 'rtsp',
  transporte: 'tcp',
  codec: 'auto',
  timeoutMs: 5_000,
  url,
  ...CONTA,
  ...mais,
});

function watch(opcoes: FfmpegOptions) {
  const visto = { estados: [] as string[], inits: [] as Init[], epocas: [] as number[], frames: 0 };
  const escrito: string[] = [];
  const write = (dados: object, texto: string) => escrito.push(JSON.stringify(dados) + texto);
  const log = { debug: write, info: write, warn: write };
  const session = createSession({
    id: '1',
    createSource: async () => ffmpegSource(opcoes),
    sempreLigada: false,
    log,
  });
  const mudancas = new Set<() => void>();
  const changed = (): void => {
    for (const look of mudancas) look();
  };
  session.join({
    bufferedAmount: () => 0,
    sendState({ estado, motivo }) {
      visto.estados.push(motivo ? `${estado} ${motivo}` : estado);
      changed();
    },
    sendInit(init, epoca) {
      visto.inits.push(init);
      visto.epocas.push(epoca);
      changed();
    },
    sendVideo() {
      visto.frames += 1;
      changed();
    },
    close: () => undefined,
  });
  async function until(isReady: () => boolean, ms = 12_000): Promise<number> {
    const inicio = performance.now();
    await new Promise<void>((resolve, reject) => {
      const limite = setTimeout(() => reject(new Error(`${visto.estados}`)), ms);
      const look = (): void => {
        if (!isReady()) return;
        clearTimeout(limite);
        mudancas.delete(look);
        resolve();
      };
      mudancas.add(look);
      look();
    });
    return performance.now() - inicio;
  }
  const is = (estado: string) => () => visto.estados.at(-1) === estado;
  return { session, visto, escrito, until, is };
}

async function withCamera(
  act: (camera: FakeCamera, tela: ReturnType<typeof watch>) => Promise<void>,
  mais: Partial<FfmpegOptions> = {},
): Promise<void> {
  const camera = await startFakeCamera({ clip: clipe(1), ...CONTA });
  const tela = watch(optionsOf(camera.url, mais));
  try {
    await act(camera, tela);
  } finally {
    await tela.session.close();
    await camera.close();
  }
}

describe('a camera by RTSP', { concurrent: true }, () => {
  it('is live, copied without transcoding, by one connection, and its password appears nowhere', () =>
    withCamera(async (camera, { session, visto, escrito, until, is }) => {
      await until(() => visto.frames >= 30);
      expect(visto.inits[0]).toMatchObject({ codec: 'avc1.42C01F', largura: 640, altura: 360 });
      expect([camera.clients(), camera.accepts()]).toEqual([1, 1]);
      const nossos = engines();
      expect(nossos.some(({ comando }) => comando.includes('libx264'))).toBe(false);
      expect(nossos.length).toBeGreaterThan(0);
      const { init, fragments } = session.lastGroup() ?? expect.fail('no group');
      expect(fragments[0]?.key).toBe(true);
      const jpeg = await renderStill(ffmpeg.caminho, init, fragments);
      expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      const tudo = [
        JSON.stringify([session.state(), session.counters(), visto.estados]),
        ...nossos.map(({ comando }) => comando),
        ...escrito,
      ].join('\n');
      expect(tudo).not.toContain('CANARIO');
      expect(is('ao_vivo')()).toBe(true);
    }));

  it('reports at once a hang-up and a refusal, and comes back', () =>
    withCamera(async (camera, { visto, until, is }) => {
      await until(is('ao_vivo'));
      await camera.down();
      expect(await until(is('offline closed'))).toBeLessThan(1_000);
      await until(is('offline refused'));
      await camera.up();
      expect(await until(is('ao_vivo'))).toBeLessThan(5_000 + 2_000 + 1_000);
      expect(visto.epocas).toEqual([1, 2]);
    }));

  it('is stalled five seconds after its last picture, and comes back', () =>
    withCamera(async (camera, { until, is }) => {
      await until(is('ao_vivo'));
      camera.hang();
      const ms = await until(is('offline stalled'));
      expect(ms).toBeGreaterThan(2_500);
      expect(ms).toBeLessThan(5_000);
      await camera.up();
      await until(is('ao_vivo'));
    }));

  it.each([
    ['and hangs up', 'play'],
    ['while it goes on sending', 'swap'],
  ] as const)('that changes its picture %s begins a new epoch with the new size', (_nome, como) =>
    withCamera(async (camera, { visto, until }) => {
      await until(() => visto.frames > 30);
      await camera[como](await buildClip());
      await until(() => visto.epocas.length === 2);
      expect(visto.epocas).toEqual([1, 2]);
      expect(visto.estados).toEqual(['conectando', 'ao_vivo', 'offline closed']);
      expect(visto.inits.map(({ largura, altura }) => `${largura}x${altura}`)).toEqual([
        '640x360',
        '320x180',
      ]);
    }),
  );

  it.each([
    ['401', 'auth_failed'],
    ['404', 'not_found'],
    ['garbage', 'closed'],
  ] as const)('that answers %s is %s', (humor, motivo) =>
    withCamera(async (camera, { visto, until, is }) => {
      camera.humor(humor);
      await camera.play(clipe(1));
      await until(is(`offline ${motivo}`));
      expect(visto.frames).toBe(0);
    }),
  );

  it('with a wrong password is tried once', () =>
    withCamera(
      async (camera, { session, until, is }) => {
        await until(is('offline auth_failed'));
        const antes = camera.accepts();
        session.retry();
        await new Promise((pronto) => setTimeout(pronto, 1_500));
        expect(camera.accepts()).toBe(antes);
      },
      { senha: 'errada' },
    ));

  it('that accepts the connection and sends nothing is unreachable', () =>
    withCamera(
      async (camera, { until, is }) => {
        camera.humor('mudo');
        await camera.play(clipe(1));
        await until(is('offline unreachable'));
      },
      { timeoutMs: 1_000 },
    ));

  it('that announces too little is probed longer, at once and in later tries', async () => {
    const camera = await startFakeCamera({ clip: clipe(1), calada: true, ...CONTA });
    const memoria = new EngineMemory();
    const tela = watch(optionsOf(camera.url, { memoria }));
    await tela.until(() => tela.visto.frames >= 5);
    expect(tela.visto.estados).toEqual(['conectando', 'ao_vivo']);
    expect(tela.visto.inits[0]).toMatchObject({ largura: 640, altura: 360 });
    expect([camera.accepts(), memoria.needsLongProbe(camera.url)]).toEqual([2, true]);
    await tela.session.close();
    await camera.close();
  });

  it('without UDP gives the reason of the transport', () =>
    withCamera(
      async (_camera, { until, is }) => {
        await until(is('offline transport_unsupported'));
      },
      { transporte: 'udp' },
    ));
});

it('a camera comes back after its engine is killed', () =>
  withCamera(async (_camera, { until, is }) => {
    await until(is('ao_vivo'));
    const [nosso] = engines();
    process.kill(nosso!.pid, 'SIGKILL');
    expect(await until(is('offline closed'))).toBeLessThan(1_000);
    await until(is('ao_vivo'));
  }));

async function ending(opcoes: FfmpegOptions): Promise<MotivoCamera> {
  const source = ffmpegSource(opcoes);
  const motivo = await new Promise<MotivoCamera>((onEnd) =>
    source.start({ onInit: () => undefined, onFragment: () => undefined, onEnd }),
  );
  await source.stop();
  return motivo;
}

describe('a source that cannot start', () => {
  it.each([
    [{ ffmpeg: { caminho: '/nao/ha/ffmpeg', maior: 5 } }, 'ffmpeg_missing'],
    [{ url: 'rtsp://camera.invalid/canal1' }, 'unreachable'],
    [{ senha: 'a\nb' }, 'not_configured'],
    [{ codec: 'transcodificar', memoria: new EngineMemory(0) }, 'server_busy'],
  ] as [Partial<FfmpegOptions>, MotivoCamera][])('%j is %s', async (mais, motivo) => {
    expect(await ending(optionsOf('rtsp://127.0.0.1:9/canal1', mais))).toBe(motivo);
  });

  it('stops at once while its camera sends nothing', async () => {
    const camera = await startFakeCamera({ clip: clipe(1), ...CONTA });
    camera.humor('mudo');
    const source = ffmpegSource(optionsOf(camera.url));
    source.start({ onInit: () => undefined, onFragment: () => undefined, onEnd: expect.fail });
    await new Promise((pronto) => setTimeout(pronto, 400));
    const inicio = performance.now();
    await source.stop();
    expect(performance.now() - inicio).toBeLessThan(2_500);
    await camera.close();
  });
});

describe('a camera without H.264', () => {
  it('with MJPEG over HTTP and a password is shown at its own pace', async () => {
    const { init, frames } = await readClip(clipe(3));
    const jpegs = await Promise.all(
      [0, 50].map((i) => renderStill(ffmpeg.caminho, init, frames.slice(i, i + 2))),
    );
    const servidor = createServer((pedido, resposta) => {
      const basic = Buffer.from(`${CONTA.usuario}:${CONTA.senha}`).toString('base64');
      if (pedido.headers.authorization !== `Basic ${basic}`) {
        resposta.writeHead(401, { 'WWW-Authenticate': 'Basic realm="camera"' }).end();
        return;
      }
      resposta.writeHead(200, { 'Content-Type': 'multipart/x-mixed-replace; boundary=quadro' });
      let i = 0;
      const relogio = setInterval(() => {
        const jpeg = jpegs[i++ % 2]!;
        resposta.write(
          `--quadro\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`,
        );
        resposta.write(jpeg);
        resposta.write('\r\n');
      }, 100);
      resposta.on('close', () => clearInterval(relogio));
    });
    await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto));
    const { port } = servidor.address() as AddressInfo;
    const tela = watch(optionsOf(`http://127.0.0.1:${port}/mjpg?tela=1`, { tipo: 'mjpeg' }));
    await tela.until(() => tela.visto.frames >= 3);
    const antes = tela.visto.frames;
    await new Promise((pronto) => setTimeout(pronto, 2_000));
    expect(tela.visto.frames - antes).toBeGreaterThan(14);
    expect(tela.visto.frames - antes).toBeLessThan(26);
    expect(
      engines()
        .map(({ comando }) => comando)
        .join(),
    ).not.toContain('CANARIO');
    await tela.session.close();
    servidor.closeAllConnections();
    servidor.close();
  });

  it('is not followed when it redirects', async () => {
    const pedidos: string[] = [];
    const servidor = createServer((pedido, resposta) => {
      pedidos.push(pedido.url ?? '');
      resposta.writeHead(302, { Location: '/interno' }).end();
    });
    await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto));
    const { port } = servidor.address() as AddressInfo;
    const motivo = await ending(optionsOf(`http://127.0.0.1:${port}/mjpg`, { tipo: 'mjpeg' }));
    expect(motivo).toBe('closed');
    expect(pedidos).toEqual(['/mjpg']);
    servidor.close();
  });

  describe('against a third-party server', () => {
    let peer: Awaited<ReturnType<typeof startGStreamer>>;
    beforeAll(async () => {
      peer = await startGStreamer(CONTA.senha);
    });
    afterAll(() => peer?.close());

    it('H.264 is copied', async () => {
      const tela = watch(optionsOf(`${peer.url}/h264`));
      await tela.until(() => tela.visto.frames >= 15);
      expect(tela.visto.inits[0]).toMatchObject({ largura: 320, altura: 180 });
      expect(
        engines()
          .map(({ comando }) => comando)
          .join(),
      ).not.toContain('libx264');
      await tela.session.close();
    });

    it('H.265 is detected once, transcoded from then on, and counts as a transcoding', async () => {
      const memoria = new EngineMemory(1);
      const opcoes = optionsOf(`${peer.url}/h265`, { memoria });
      const tela = watch(opcoes);
      await tela.until(() => tela.visto.frames >= 5);
      expect(tela.visto.estados).toEqual(['conectando', 'offline codec_unsupported', 'ao_vivo']);
      expect(tela.visto.inits.map(({ codec }) => codec.slice(0, 5))).toEqual(['avc1.']);
      expect(await ending(optionsOf(opcoes.url, { memoria }))).toBe('server_busy');
      await tela.session.close();
      expect(memoria.take()).not.toBeNull();
    });

    it('H.265 is refused where only H.264 is accepted', async () => {
      const memoria = new EngineMemory();
      const opcoes = optionsOf(`${peer.url}/h265`, { memoria, codec: 'h264' });
      expect(await ending(opcoes)).toBe('codec_unsupported');
      expect(memoria.needsTranscoding(opcoes.url)).toBe(false);
    });

    it('a wrong password gives the reason of the password', async () => {
      expect(await ending(optionsOf(`${peer.url}/h264`, { senha: 'errada' }))).toBe('auth_failed');
    });
  });
});

it('ends every process it started', () => {
  expect(engines()).toEqual([]);
});
