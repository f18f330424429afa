/** The product as it runs: its own process, a fresh data folder, a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type APIRequestContext, expect, type Page, request } from '@playwright/test';

const raiz = fileURLToPath(new URL('..', import.meta.url));

export const CONTA = {
  name: 'Márcia Carvalho',
  email: 'marcia@unilavras.edu.br',
  password: 'cancela-azul-42',
};

export interface Servidor {
  url: string;
  /** What it has printed so far. */
  readonly saida: string;
  /** A signed-in caller of the API, for data that a journey needs. */
  api: APIRequestContext;
  /** Ends the process the hard way, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Processo {
  processo: ChildProcess;
  url: string;
  saida: () => string;
}

function launch(dataDir: string, porta: string, env: Record<string, string>): Promise<Processo> {
  const processo = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: raiz,
    env: { ...process.env, DATA_DIR: dataDir, PORT: porta, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let saida = '';
    const ouvir = (parte: Buffer): void => {
      saida += parte;
      const url = /UNIPARK no ar: (\S+)/.exec(saida)?.[1];
      if (url) resolve({ processo, url, saida: () => saida });
    };
    processo.stdout?.on('data', ouvir);
    processo.stderr?.on('data', ouvir);
    processo.on('exit', () => reject(new Error(saida)));
  });
}

const ended = (processo: ChildProcess): Promise<unknown> =>
  processo.exitCode !== null || processo.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => processo.once('exit', resolve));

/** The operator's file of cameras, and where it is told of. */
function withCameras(dataDir: string, cameras: readonly object[]): Record<string, string> {
  if (cameras.length === 0) return {};
  const CAMERAS_FILE = join(dataDir, 'cameras.json');
  writeFileSync(CAMERAS_FILE, JSON.stringify({ cameras }));
  return { CAMERAS_FILE };
}

interface ServidorOptions {
  conta?: boolean;
  /** Entries of the cameras file; none: no camera is configured. */
  cameras?: readonly object[];
  /** How the server is configured; PORT is any that is free, unless it is here. */
  env?: Record<string, string>;
}

/** A port that was free a moment ago, for what has to be known before the server is there. */
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
}: ServidorOptions = {}): Promise<Servidor> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unipark-e2e-'));
  const env = { ...withCameras(dataDir, cameras), ...pedido };
  let { processo, url, saida } = await launch(dataDir, '0', env);
  let api = await request.newContext({ baseURL: url });
  if (conta) {
    const resposta = await api.post('/api/auth/sign-up/email', { data: CONTA });
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
      return saida();
    },
    get api() {
      return api;
    },
    async kill() {
      processo.kill('SIGKILL');
      await ended(processo);
    },
    async restart() {
      ({ processo, url, saida } = await launch(dataDir, new URL(url).port, env));
    },
    async stop() {
      await api.dispose();
      processo.kill('SIGTERM');
      await ended(processo);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs in by the login screen and waits for the home page. */
export async function signIn(page: Page, url: string, conta = CONTA): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByLabel('E-mail').fill(conta.email);
  await page.getByLabel('Senha', { exact: true }).fill(conta.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(`${url}/home`);
}

/** A message of the toast container. */
export const toast = (page: Page, texto: string | RegExp) =>
  page.locator('.Toastify__toast').filter({ hasText: texto }).first();

/** Chooses a car of the catalogue, down to its year, and its colour. */
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
