import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';

const FFMPEG = ['ffmpeg'];
const GSTREAMER = [
  'gstreamer1.0-tools',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-plugins-ugly',
  'gir1.2-gst-rtsp-server-1.0',
  'python3-gi',
];
/** The server and `pg_dump` of one package have the same version. */
const POSTGRES = '/usr/lib/postgresql/*/bin/{postgres,pg_dump}';
/** Each with its package. */
const PROXIES = { '/usr/sbin/nginx': 'nginx-light', '/usr/bin/caddy': 'caddy' };

const rodar = (comando, argumentos, stdio) =>
  spawnSync(comando, argumentos, {
    stdio,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const responde = (comando, argumentos) => rodar(comando, argumentos, 'ignore');
/** Keeps the package from creating a cluster, which no test uses. */
function preparePostgres() {
  const pasta = '/etc/postgresql-common';
  if (existsSync(`${pasta}/createcluster.conf`)) return;
  mkdirSync(pasta, { recursive: true });
  writeFileSync(`${pasta}/createcluster.conf`, 'create_main_cluster = false\n');
}

const apt = (...argumentos) => rodar('apt-get', argumentos, 'inherit');

/** Installs the programs that the tests need; where it cannot, prints the command. */
export function ensureTools() {
  const gst = 'import gi; gi.require_version("GstRtspServer", "1.0")';
  const faltam = [
    ...(responde(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-version']) ? [] : FFMPEG),
    ...(responde('/usr/bin/python3', ['-c', gst]) && responde('gst-inspect-1.0', ['x264enc'])
      ? []
      : GSTREAMER),
    // For the tests of a full and of a broken disk.
    ...(responde('mkfs.ext4', ['-V']) ? [] : ['e2fsprogs']),
    ...(globSync(POSTGRES).length >= 2 ? [] : ['postgresql']),
  ];
  const semProxy = Object.entries(PROXIES).flatMap(([programa, pacote]) =>
    existsSync(programa) ? [] : [pacote],
  );
  if (semProxy.length > 0) {
    // Not installed here: each package starts a web server.
    console.log(
      `Sem ${semProxy.join(' e ')}, o teste atrás do proxy não roda. Para rodá-lo: apt-get install -y ${semProxy.join(' ')}`,
    );
  }
  if (faltam.length === 0) return;
  if (process.getuid?.() === 0 && responde('apt-get', ['--version'])) {
    console.log(`Instalando: ${faltam.join(' ')}`);
    if (faltam.includes('postgresql')) preparePostgres();
    if (apt('update', '-qq') && apt('install', '-y', '-qq', ...faltam)) return;
  }
  console.error(`Os testes precisam de: sudo apt-get install -y ${faltam.join(' ')}`);
}
