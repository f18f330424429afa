/** `npm run test:firebase`: the journeys with firebase accounts, against its official emulator. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { buildSite } from './site.mjs';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const pasta = join(raiz, 'firebase-emulator');
const programa = join(pasta, 'node_modules/firebase-tools/lib/bin/firebase.js');
const PRAZO_MS = 60_000;

/** Installs from its own lockfile and runs no package script. */
function install() {
  if (existsSync(programa)) return;
  console.log('Instalando o emulador em firebase-emulator/ (uma vez; minutos e centenas de MB)…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: pasta,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error('O emulador não foi instalado. Use: npm ci em firebase-emulator/');
}

const freePort = () =>
  new Promise((resolve) => {
    const porteiro = createServer().listen(0, '127.0.0.1', () => {
      const { port } = porteiro.address();
      porteiro.close(() => resolve(port));
    });
  });

/** Everything listens on 127.0.0.1, on ports that were free. */
async function writeConfig(trabalho) {
  const host = '127.0.0.1';
  const [auth, hub, logging] = [await freePort(), await freePort(), await freePort()];
  const emulators = {
    auth: { host, port: auth },
    hub: { host, port: hub },
    logging: { host, port: logging },
    ui: { enabled: false },
    singleProjectMode: true,
  };
  const arquivo = join(trabalho, 'firebase.json');
  writeFileSync(arquivo, JSON.stringify({ emulators }));
  return { arquivo, url: `http://${host}:${auth}` };
}

function startEmulator(arquivo, trabalho) {
  const argumentos = ['emulators:start', '--only', 'auth', '--project', 'demo-unipark'];
  return spawn(process.execPath, [programa, ...argumentos, '--config', arquivo], {
    cwd: trabalho,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: '1', NO_UPDATE_NOTIFIER: '1', XDG_CONFIG_HOME: trabalho },
  });
}

async function waitFor(url, emulador) {
  let saida = '';
  for (const fluxo of [emulador.stdout, emulador.stderr]) fluxo.on('data', (t) => (saida += t));
  const fim = Date.now() + PRAZO_MS;
  while (Date.now() < fim && emulador.exitCode === null) {
    const resposta = await fetch(url).catch(() => undefined);
    if (resposta?.ok) return;
    await new Promise((pronto) => setTimeout(pronto, 200));
  }
  throw new Error(`O emulador não começou.\n${saida}`);
}

const ended = (processo) =>
  processo.exitCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => processo.once('exit', resolve));

install();
await buildSite(raiz);
const CHROMIUM_PATH = ensureBrowser() ?? '';
const trabalho = mkdtempSync(join(tmpdir(), 'unipark-firebase-'));
const { arquivo, url } = await writeConfig(trabalho);
const emulador = startEmulator(arquivo, trabalho);
try {
  await waitFor(url, emulador);
  console.log(`Emulador no ar: ${url}`);
  const jornadas = spawn(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'e2e/firebase/playwright.config.ts',
      ...process.argv.slice(2),
    ],
    {
      cwd: raiz,
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM_PATH, FIREBASE_EMULADOR: url, PW_DISABLE_TS_ESM: '1' },
    },
  );
  await ended(jornadas);
  process.exitCode = jornadas.exitCode ?? 1;
} finally {
  emulador.kill('SIGINT');
  const relogio = setTimeout(() => emulador.kill('SIGKILL'), 10_000);
  await ended(emulador);
  clearTimeout(relogio);
  rmSync(trabalho, { recursive: true, force: true });
}
