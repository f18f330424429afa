/** `npm run dev`: the server with reload, and the page by Vite with reload, both on 127.0.0.1. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const raiz = fileURLToPath(new URL('..', import.meta.url));
// The demonstration's cameras, unless CAMERAS_FILE is set.
const env = { CAMERAS_FILE: `${raiz}demo/cameras.json`, ...process.env };
const filhos = [
  spawn(process.execPath, ['--watch', 'server/src/main.ts'], { cwd: raiz, stdio: 'inherit', env }),
  spawn(process.execPath, ['../node_modules/vite/bin/vite.js'], {
    cwd: `${raiz}web`,
    stdio: 'inherit',
  }),
];
const encerrar = () => {
  for (const filho of filhos) filho.kill('SIGTERM');
};
for (const filho of filhos) filho.on('exit', encerrar);
process.on('SIGINT', encerrar);
process.on('SIGTERM', encerrar);
