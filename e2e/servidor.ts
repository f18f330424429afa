/** The product in its own process with a fresh data folder and a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type APIRequestContext, expect, type Page, request } from '@playwright/test';

export const raiz = fileURLToPath(new URL('..', import.meta.url));

export const CONTA = {
  name: 'Márcia Carvalho',
  email: 'marcia@unilavras.edu.br',
  password: 'cancela-azul-42',
};

/** The database in a data folder. */
export const BANCO = 'unipark.db';

/** Of a journey that promises a time of the machine's own: it runs after all others, by itself. */
export const ALONE = { tag: '@alone' };

export interface Servidor {
  url: string;
  readonly saida: string;
  /** A signed-in client of the API, for the data of a journey. */
  api: APIRequestContext;
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Ends it and removes its data; a SIGTERM waits for the announced end of a server. */
  stop(signal?: 'SIGTERM'): Promise<void>;
}

interface LaunchedServer {
  processo: ChildProcess;
  url: string;
  readOutput: () => string;
}

function launch(
  dataDir: string,
  porta: string,
  env: Record<string, string>,
  pasta: string,
): Promise<LaunchedServer> {
  const processo = spawn(process.execPath, ['start.mjs', 'server/src/main.ts'], {
    cwd: pasta,
    env: { ...process.env, DATA_DIR: dataDir, PORT: porta, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let saida = '';
    const hear = (parte: Buffer): void => {
      saida += parte;
      const url = /UNIPARK no ar: (\S+)/.exec(saida)?.[1];
      if (url) resolve({ processo, url, readOutput: () => saida });
    };
    processo.stdout?.on('data', hear);
    processo.stderr?.on('data', hear);
    processo.on('exit', () => reject(new Error(saida)));
  });
}

const ended = (processo: ChildProcess): Promise<unknown> =>
  processo.exitCode !== null || processo.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => processo.once('exit', resolve));

/** Writes the operator's file of cameras and answers the variable that names it. */
function withCameras(dataDir: string, cameras: readonly object[]): Record<string, string> {
  if (cameras.length === 0) return {};
  const CAMERAS_FILE = join(dataDir, 'cameras.json');
  writeFileSync(CAMERAS_FILE, JSON.stringify({ cameras }));
  return { CAMERAS_FILE };
}

/**
 * Copies the prepared database (`preparar.ts`), which has no account, into a new data folder. The
 * secret of an installation is not copied: each server makes its own.
 */
function copyBanco(dataDir: string): void {
  const { E2E_BANCO } = process.env;
  const banco = join(dataDir, BANCO);
  if (E2E_BANCO && !existsSync(banco)) copyFileSync(E2E_BANCO, banco);
}

interface ServidorOptions {
  conta?: boolean;
  /** Entries of the cameras file; without entries no camera is configured. */
  cameras?: readonly object[];
  /** Environment of the server; PORT is a free one unless it is given. */
  env?: Record<string, string>;
  /** The folder of the product. */
  pasta?: string;
}

/** A port that was free, for an address that is needed before the server starts. */
export async function freePort(): Promise<string> {
  const porteiro = createServer().listen(0, '127.0.0.1');
  await once(porteiro, 'listening');
  const { port } = porteiro.address() as AddressInfo;
  await new Promise((fechado) => porteiro.close(fechado));
  return String(port);
}

/** Starts the server; with `conta`, its first account exists and `api` is signed in. */
export async function startServer({
  conta = true,
  cameras = [],
  env: pedido = {},
  pasta = raiz,
}: ServidorOptions = {}): Promise<Servidor> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unipark-e2e-'));
  const env = { ...withCameras(dataDir, cameras), ...pedido };
  // Without an account it is a fresh installation, which makes its own; another version does too.
  if (conta && pasta === raiz) copyBanco(env.DATA_DIR ?? dataDir);
  let { processo, url, readOutput } = await launch(dataDir, '0', env, pasta);
  let api = await request.newContext({ baseURL: url });
  if (conta) {
    const resposta = await api.post('/api/auth/sign-up/email', { data: CONTA });
    expect(resposta.ok(), await resposta.text()).toBe(true);
    const { token } = (await resposta.json()) as { token: string };
    await api.dispose();
    api = await request.newContext({
      baseURL: url,
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
  }
  return {
    url,
    get saida() {
      return readOutput();
    },
    get api() {
      return api;
    },
    async kill() {
      processo.kill('SIGKILL');
      await ended(processo);
    },
    async restart() {
      ({ processo, url, readOutput } = await launch(dataDir, new URL(url).port, env, pasta));
    },
    async stop(signal) {
      await api.dispose();
      processo.kill(signal ?? 'SIGKILL');
      await ended(processo);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Signs in by the API in this page's browser, faster than the login screen, and opens the screen
 * that is named. Without one the page stays at a file of the server.
 */
export async function signIn(
  page: Page,
  url: string,
  caminho?: string,
  conta = CONTA,
): Promise<void> {
  const { email, password } = conta;
  const reply = await page.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { token, user } = (await reply.json()) as { token: string; user: { name: string } };
  const stored = { email, name: user.name, picture: null, access_token: token };
  // The page asks for a token at its start only when it has a stored user.
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate((kept) => localStorage.setItem('unipark.user', kept), JSON.stringify(stored));
  if (caminho === undefined) return;
  await page.goto(`${url}${caminho}`);
  await expect(page.locator('h1').first()).toBeVisible();
}

/** A message of the toast container. */
export const toast = (page: Page, texto: string | RegExp) =>
  page.locator('.Toastify__toast').filter({ hasText: texto }).first();

/** Chooses a car from the catalogue with model, year and colour. */
export async function chooseCarro(page: Page): Promise<void> {
  await page.getByText('Carros e utilitários pequenos').click();
  await page.getByLabel(/Marca/).fill('VW');
  await page.getByRole('option', { name: 'VW - VolksWagen' }).click();
  await page.getByLabel(/Modelo/).fill('Gol');
  await page.getByRole('option', { name: /^Gol/ }).first().click();
  await page.getByLabel(/Ano/).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Branca', { exact: true }).click();
}
