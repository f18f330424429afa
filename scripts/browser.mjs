/** Finds the browser of the tests or installs it; otherwise prints the command that installs it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const CONHECIDOS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const procurar = () => CONHECIDOS.find((caminho) => caminho && existsSync(caminho));

const rodar = (comando, argumentos) =>
  spawnSync(comando, argumentos, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** Debian's Chromium without windows, in which most journeys run faster. Without it they run too. */
function ensureShell() {
  if (existsSync('/usr/bin/chromium-headless-shell')) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Instalando o Chromium sem janelas…');
  const install = () => rodar('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']);
  if (!install() && rodar('apt-get', ['update', '-qq'])) install();
}

/** The path of a Chromium; undefined means Playwright's own. */
export function ensureBrowser() {
  const achado = procurar();
  if (achado) {
    if (achado === '/usr/bin/chromium') ensureShell();
    return achado;
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Instalando o Chromium do Debian…');
    if (
      rodar('apt-get', ['update', '-qq']) &&
      rodar('apt-get', ['install', '-y', '-qq', 'chromium', 'chromium-headless-shell'])
    ) {
      return procurar();
    }
  } else if (rodar('npx', ['playwright', 'install', 'chromium'])) {
    return undefined;
  }
  console.error(
    'Os testes precisam de um navegador. Instale com: sudo apt-get install -y chromium',
  );
  process.exit(1);
}
