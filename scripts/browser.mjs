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

/** The path of a Chromium; undefined means Playwright's own. */
export function ensureBrowser() {
  const achado = procurar();
  if (achado) return achado;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Instalando o Chromium do Debian…');
    if (
      rodar('apt-get', ['update', '-qq']) &&
      rodar('apt-get', ['install', '-y', '-qq', 'chromium'])
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
