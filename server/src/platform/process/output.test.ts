import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/espera.ts';
import { openOutput } from './output.ts';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
const linux = process.platform === 'linux';

let pasta: string;
const abertos: number[] = [];
beforeEach(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-output-'));
});
afterEach(() => {
  for (const fd of abertos.splice(0)) closeSync(fd);
  rmSync(pasta, { recursive: true });
});

function open(caminho: string, modo: string | number): number {
  const fd = openSync(caminho, modo);
  abertos.push(fd);
  return fd;
}

/** A named pipe, whose reader can close and open again. */
function createPipe() {
  const caminho = join(pasta, 'cano');
  spawnSync('mkfifo', [caminho]);
  const leitor = openSync(caminho, O_RDONLY | O_NONBLOCK);
  return { caminho, leitor, escrita: open(caminho, O_WRONLY | O_NONBLOCK) };
}

/** Everything in a pipe. */
function readAll(fd: number): string {
  const partes: string[] = [];
  const parte = Buffer.alloc(64 * 1024);
  try {
    for (let n = readSync(fd, parte); n > 0; n = readSync(fd, parte)) {
      partes.push(parte.toString('latin1', 0, n));
    }
  } catch {
    // Nothing more to read for now.
  }
  return partes.join('');
}

it('writes lines to a file in their order', () => {
  const arquivo = join(pasta, 'log');
  const output = openOutput(open(arquivo, 'a'));
  output.write('um\n');
  output.write('dois\ntres\n');
  expect(readFileSync(arquivo, 'utf8')).toBe('um\ndois\ntres\n');
  expect(output.dropped()).toBe(0);
});

it.runIf(linux)('drops and counts each line when the destination is full', () => {
  const output = openOutput(open('/dev/full', 'w'));
  for (let i = 0; i < 50; i += 1) output.write(`linha ${i}\n`);
  output.write('duas\nde uma vez\n');
  expect(output.dropped()).toBe(52);
});

describe.runIf(linux)('a pipe', () => {
  it('drops lines while its reader is away, and logs how many after one is back', async () => {
    const { caminho, leitor, escrita } = createPipe();
    const output = openOutput(escrita);
    output.write('antes\n');
    expect(readAll(leitor)).toBe('antes\n');
    closeSync(leitor);
    for (let i = 0; i < 3; i += 1) output.write('ninguem le\n');
    expect(output.dropped()).toBe(3);
    const outro = open(caminho, O_RDONLY | O_NONBLOCK);
    let lido = '';
    // Without another log line the report comes by itself.
    await until(() => {
      lido += readAll(outro);
      expect(lido).toContain('\n');
    });
    expect(JSON.parse(lido)).toMatchObject({ level: 40, perdidas: 3, pid: process.pid });
    output.write('depois\n');
    expect(readAll(outro)).toBe('depois\n');
    expect(output.dropped()).toBe(3);
  });

  it('buffers some lines for a slow reader, drops the rest, and never waits', async () => {
    const { leitor, escrita } = createPipe();
    abertos.push(leitor);
    const output = openOutput(escrita);
    const linha = `${'x'.repeat(999)}\n`;
    const inicio = performance.now();
    for (let i = 0; i < 1_000; i += 1) output.write(linha);
    expect(performance.now() - inicio).toBeLessThan(1_000);
    const perdidas = output.dropped();
    expect(perdidas).toBeGreaterThan(500);
    expect(perdidas).toBeLessThan(1_000);
    let lido = '';
    await until(() => {
      lido += readAll(leitor);
      expect(lido).toContain('perdidas');
    });
    const linhas = lido.split('\n').slice(0, -1);
    // Whole lines, then the report of the missing ones.
    expect(new Set(linhas.slice(0, -1).map((uma) => uma.length))).toEqual(new Set([999]));
    expect(linhas.length - 1 + perdidas).toBe(1_000);
    expect(JSON.parse(linhas.at(-1) ?? '').perdidas).toBe(perdidas);
  });
});
