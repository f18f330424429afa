/** Finds ffmpeg and GStreamer for the tests of video, or installs them; the tests say what lacks. */
import { spawnSync } from 'node:child_process';

const FFMPEG = ['ffmpeg'];
const GSTREAMER = [
  'gstreamer1.0-tools',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-plugins-ugly',
  'gir1.2-gst-rtsp-server-1.0',
  'python3-gi',
];

const rodar = (comando, argumentos, stdio) =>
  spawnSync(comando, argumentos, {
    stdio,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const responde = (comando, argumentos) => rodar(comando, argumentos, 'ignore');
const apt = (...argumentos) => rodar('apt-get', argumentos, 'inherit');

/** Installs what is missing where that can be done; elsewhere the tests fail with the line to run. */
export function ensureVideo() {
  const gst = 'import gi; gi.require_version("GstRtspServer", "1.0")';
  const faltam = [
    ...(responde(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-version']) ? [] : FFMPEG),
    ...(responde('/usr/bin/python3', ['-c', gst]) && responde('gst-inspect-1.0', ['x264enc'])
      ? []
      : GSTREAMER),
  ];
  if (faltam.length === 0) return;
  if (process.getuid?.() === 0 && responde('apt-get', ['--version'])) {
    console.log(`Instalando: ${faltam.join(' ')}`);
    if (apt('update', '-qq') && apt('install', '-y', '-qq', ...faltam)) return;
  }
  console.error(`Os testes de vídeo precisam de: sudo apt-get install -y ${faltam.join(' ')}`);
}
