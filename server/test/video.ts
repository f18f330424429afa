/** What the tests of video need from the system, or the one line that installs it. */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Ffmpeg, findFfmpeg } from '../src/cameras/engine/engine.ts';

const DEMO = new URL('../../demo/', import.meta.url);
const GST = fileURLToPath(new URL('gst-rtsp.py', import.meta.url));
const PYTHON = '/usr/bin/python3';

/** A committed clip: four scenes of ten seconds. */
export const clipe = (numero: 1 | 2 | 3 | 4): string =>
  fileURLToPath(new URL(`cam${numero}.mp4`, DEMO));

export async function requireFfmpeg(): Promise<Ffmpeg> {
  const achado = await findFfmpeg(process.env.FFMPEG_PATH ?? null);
  if (!achado) throw new Error('Instale o ffmpeg: apt-get install -y ffmpeg');
  return achado;
}

function requireGStreamer(): void {
  const pede = 'import gi; gi.require_version("GstRtspServer", "1.0")';
  if (spawnSync(PYTHON, ['-c', pede]).status === 0) return;
  throw new Error(
    'Instale o GStreamer: apt-get install -y gstreamer1.0-tools gstreamer1.0-plugins-good ' +
      'gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly gir1.2-gst-rtsp-server-1.0 python3-gi',
  );
}

/** GStreamer's RTSP server with /h264 and /h265, user `unipark`; `close` ends it. */
export async function startGStreamer(senha: string): Promise<{ url: string; close(): void }> {
  requireGStreamer();
  const processo = spawn(PYTHON, [GST, senha], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const porta of createInterface(processo.stdout)) {
    return { url: `rtsp://127.0.0.1:${porta}`, close: () => processo.kill() };
  }
  throw new Error('GStreamer did not start');
}
