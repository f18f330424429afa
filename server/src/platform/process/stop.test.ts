/** The end of the process, seen from outside. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type ProcessoOptions, type ServerProcess, startProcesso } from '../../../test/processo.ts';

let processo: ServerProcess | undefined;
afterEach(() => {
  processo?.remove();
  processo = undefined;
});

async function start(options: ProcessoOptions = {}): Promise<ServerProcess> {
  processo = await startProcesso(options);
  return processo;
}

/** The status of an answer and whether it closes its connection; 0 when the port is closed. */
async function ask(
  { url }: ServerProcess,
  caminho: string,
): Promise<[status: number, conexao: string]> {
  try {
    const resposta = await fetch(url + caminho, { headers: { connection: 'close' } });
    return [resposta.status, resposta.headers.get('connection') ?? ''];
  } catch {
    return [0, ''];
  }
}

describe('SIGTERM', () => {
  it('probes see it while the port is open; new work is 503, running work is finished', async () => {
    const servidor = await start();
    const emCurso = fetch(`${servidor.url}/teste/lento`);
    await sleep(200);
    const fim = servidor.end('SIGTERM');
    await sleep(100);
    expect(await ask(servidor, '/api/instalacao')).toEqual([503, 'close']);
    expect(await ask(servidor, '/healthz')).toEqual([200, 'close']);
    const vistos = new Set<number>();
    for (let status = 1; status !== 0; await sleep(20)) {
      [status] = await ask(servidor, '/readyz');
      vistos.add(status);
    }
    expect([...vistos]).toEqual([503, 0]);
    // The connection was keep-alive; its answer closes it.
    const feita = await emCurso;
    expect([feita.status, feita.headers.get('connection')]).toEqual([200, 'close']);
    const { codigo, ms } = await fim;
    expect(codigo).toBe(0);
    expect(ms).toBeLessThan(5_000);
  });
});

it.skipIf(process.platform === 'win32')(
  "SIGHUP of another's terminal ends nothing: Node overrides what nohup sets",
  async () => {
    const servidor = await start();
    const { codigo } = await servidor.end('SIGHUP', 1_000);
    expect(codigo).toBe(-1);
    expect((await ask(servidor, '/healthz'))[0]).toBe(200);
    expect((await servidor.end('SIGTERM')).codigo).toBe(0);
  },
);

describe('an uncaught error', () => {
  it.each([
    ['/teste/excecao', 3],
    ['/teste/rejeicao', 1],
  ])('ends the process in order, once, with code 1: %s', async (caminho, vezes) => {
    const servidor = await start();
    const emCurso = ask(servidor, '/teste/lento');
    await sleep(200);
    expect((await ask(servidor, caminho))[0]).toBe(200);
    const { codigo, ms } = await servidor.end();
    expect(codigo).toBe(1);
    expect(ms).toBeLessThan(6_000);
    expect(await emCurso).toEqual([200, 'close']);
    expect(servidor.escapados).toHaveLength(vezes);
  });

  it.runIf(process.platform === 'linux')('ends it also when nothing can be logged', async () => {
    const cheio = openSync('/dev/full', 'w');
    const servidor = await start({ stdout: cheio });
    closeSync(cheio);
    expect((await ask(servidor, '/teste/excecao'))[0]).toBe(200);
    const { codigo, ms } = await servidor.end();
    expect(codigo).toBe(1);
    expect(ms).toBeLessThan(6_000);
  });
});

it.runIf(process.platform === 'linux')(
  'a reader that stops reading the log does not stop the server',
  async () => {
    const pasta = mkdtempSync(join(tmpdir(), 'unipark-cano-'));
    const cano = join(pasta, 'cano');
    spawnSync('mkfifo', [cano]);
    const leitor = openSync(cano, 'r+');
    const escrita = openSync(cano, 'w');
    const servidor = await start({ stdout: escrita });
    closeSync(escrita);
    expect((await ask(servidor, '/teste/log'))[0]).toBe(200);
    const medidas = await (await fetch(`${servidor.url}/metrics`)).text();
    const [, perdidas] = /^log_lines_dropped_total (\d+)$/m.exec(medidas) ?? [];
    expect(Number(perdidas)).toBeGreaterThan(50);
    expect((await servidor.end('SIGTERM')).codigo).toBe(0);
    closeSync(leitor);
    rmSync(pasta, { recursive: true });
  },
);
