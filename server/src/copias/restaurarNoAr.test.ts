/** A restoration asked of a running server: its process starts again on the restored database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { CONTA } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { START } from '../../test/processo.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let filho: ChildProcess;
let pasta = '';
afterEach(() => {
  filho.kill('SIGKILL');
  rmSync(pasta, { recursive: true, force: true });
});

it.skipIf(process.platform === 'win32')(
  'brings back what was, ends every session, and keeps the process',
  async () => {
    pasta = mkdtempSync(join(tmpdir(), 'unipark-volta-'));
    const { PATH = '' } = process.env;
    filho = spawn(process.execPath, [START, MAIN], {
      env: { PATH, PORT: '0', DATA_DIR: pasta },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let dito = '';
    filho.stdout?.on('data', (parte) => {
      dito += parte;
    });
    const listUrls = (): string[] =>
      [...dito.matchAll(/UNIPARK no ar: (\S+)/g)].map(([, url = '']) => url);
    const untilStarted = (vezes: number): Promise<void> =>
      vi.waitFor(() => expect(listUrls()).toHaveLength(vezes), { timeout: 30_000, interval: 50 });
    await untilStarted(1);
    let [url = ''] = listUrls();

    const ask = async (method: string, caminho: string, corpo?: object, token?: string) => {
      const resposta = await fetch(url + caminho, {
        method,
        headers: {
          ...(corpo && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: corpo && JSON.stringify(corpo),
      });
      const texto = await resposta.text();
      return { status: resposta.status, body: texto && JSON.parse(texto) };
    };
    const signIn = async (): Promise<string> => {
      const { email, password } = CONTA;
      return (await ask('POST', '/api/auth/sign-in/email', { email, password })).body.token;
    };
    await ask('POST', '/api/auth/sign-up/email', CONTA);
    const token = await signIn();
    const dono = (matricula: string) => ({ nome: 'Rui Prado', matricula });
    const create = async (matricula: string) =>
      (await ask('POST', '/db/proprietarios', dono(matricula), token)).status;
    expect(await create('1001')).toBe(201);
    expect((await ask('POST', '/api/copias', undefined, token)).status).toBe(202);
    await until(async () => {
      const { body } = await ask('GET', '/api/copias', undefined, token);
      expect(body.copias).toHaveLength(1);
      expect(body.andamento).toBeNull();
    });
    const { body } = await ask('GET', '/api/copias', undefined, token);
    expect(await create('1002')).toBe(201);

    const { pid } = filho;
    const caminho = `/api/copias/${body.copias[0].nome}/restaurar`;
    expect((await ask('POST', caminho, { confirmacao: 'RESTAURAR' }, token)).status).toBe(202);
    await untilStarted(2);
    url = listUrls()[1] ?? '';
    expect(filho.pid).toBe(pid);
    expect(filho.exitCode).toBeNull();
    expect((await ask('GET', '/db/proprietarios/1001', undefined, token)).status).toBe(401);
    const novo = await signIn();
    expect((await ask('GET', '/db/proprietarios/1001', undefined, novo)).status).toBe(200);
    expect((await ask('GET', '/db/proprietarios/1002', undefined, novo)).status).toBe(404);
    expect(readdirSync(pasta).filter((nome) => nome.startsWith('antes-de-'))).toHaveLength(1);
    expect(readdirSync(pasta)).not.toContain('restaurando');

    // SIGTERM in the middle of a restoration ends the server: it does not start again.
    expect((await ask('POST', caminho, { confirmacao: 'RESTAURAR' }, novo)).status).toBe(202);
    await vi.waitFor(async () => expect((await ask('GET', '/readyz')).status).toBe(503), {
      timeout: 20_000,
      interval: 20,
    });
    const fim = once(filho, 'exit');
    filho.kill('SIGTERM');
    expect((await fim)[0]).toBe(0);
    expect(listUrls()).toHaveLength(2);
  },
);
