import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { START } from '../test/processo.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let pasta: string;
beforeEach(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-serve-'));
});
afterEach(() => rmSync(pasta, { recursive: true, force: true }));

/** Starts the server, waits for `espera` in its output, and stops it; answers the output. */
async function runUntil(espera: RegExp, env: Record<string, string>): Promise<string> {
  const { PATH = '' } = process.env;
  const filho = spawn(process.execPath, [START, MAIN], {
    env: { PATH, PORT: '0', DATA_DIR: pasta, ...env },
  });
  let dito = '';
  await new Promise<void>((pronto, falhou) => {
    const hear = (parte: Buffer) => {
      dito += parte;
      if (espera.test(dito)) pronto();
    };
    filho.stdout.on('data', hear);
    filho.stderr.on('data', hear);
    filho.on('exit', () => falhou(new Error(dito)));
  });
  filho.removeAllListeners('exit');
  filho.kill('SIGTERM');
  await once(filho, 'exit');
  return dito;
}

const LINK = /^https:\/\/park\.exemplo\.br\/signup#convite=([\w-]{43})$/m;
const EXPOSTO = {
  PUBLIC_URL: 'https://park.exemplo.br',
  TRUST_PROXY: '192.0.2.1',
  SIGNUP_MODE: 'fechado',
};

test('an exposed server prints the link to its first account, at any log level', async () => {
  const calado = await runUntil(LINK, { ...EXPOSTO, LOG_LEVEL: 'silent' });
  const falante = await runUntil(LINK, { ...EXPOSTO, LOG_LEVEL: 'trace' });
  const [velho, novo] = [calado, falante].map((dito) => LINK.exec(dito)?.[1] ?? '');
  expect(velho).not.toBe(novo);
  // Only on the terminal: no line of the log contains it, and only its hash is on disk.
  const log = falante.split('\n').filter((linha) => linha.startsWith('{'));
  expect(log.join('\n')).not.toContain(novo);
  for (const nome of readdirSync(pasta)) {
    const arquivo = join(pasta, nome);
    if (statSync(arquivo).isFile()) expect(readFileSync(arquivo, 'latin1')).not.toContain(novo);
  }
});

test('a local one prints none', async () => {
  expect(await runUntil(/no ar/, {})).not.toContain('convite');
});

test('without a mail server the start says so in one line; with one it does not', async () => {
  const calado = await runUntil(/^Sem SMTP_URL, nenhum e-mail é enviado: .+\.$/m, {});
  expect(calado.match(/SMTP_URL/g)).toHaveLength(1);
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'unipark@exemplo.br' };
  expect(await runUntil(/no ar/, env)).not.toContain('SMTP_URL');
});

test('an invalid cameras file does not stop the start, which reports it', async () => {
  const dito = await runUntil(/^Sem câmeras .+$/m, { CAMERAS_FILE: join(pasta, 'nada.json') });
  expect(dito).toContain('UNIPARK no ar');
  expect(dito).toContain('CAMERAS_FILE: não foi possível ler o arquivo.');
});
