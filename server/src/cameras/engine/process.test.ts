import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readProcess, startProcess } from './process.ts';

/** Processes whose command line contains `marca`. */
const running = (marca: string): string[] =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((linha) => linha === `yes ${marca}`);

describe('a script that runs the program and waits for it', () => {
  it('ends when it is stopped, and so does the program', async () => {
    const marca = `marca-${process.pid}-${Date.now()}`;
    const processo = startProcess('/bin/sh', ['-c', `yes ${marca}; true`], '');
    await new Promise((pronto) => processo.child.stdout.once('data', pronto));
    expect(running(marca)).toHaveLength(1);
    const inicio = performance.now();
    await processo.stop();
    expect(performance.now() - inicio).toBeLessThan(5_000);
    await expect.poll(() => running(marca)).toEqual([]);
  });
});

describe('the output of a program', () => {
  const LIMITES = { maximo: 1_000, prazoMs: 2_000 };
  const run = (comando: string) => readProcess('/bin/sh', ['-c', comando], '', LIMITES);

  it('is answered whole after its end', async () => {
    expect((await run('echo sim')).saida?.toString()).toBe('sim\n');
  });

  it.each([
    ['writes for ever', 'exec cat /dev/zero'],
    ['ends after too many bytes', 'head -c 1001 /dev/zero'],
    ['writes and then waits', 'echo sim; exec sleep 20'],
  ])('is null where it %s', async (_nome, comando) => {
    const inicio = performance.now();
    expect(await run(comando)).toEqual({ faltou: false, saida: null });
    expect(performance.now() - inicio).toBeLessThan(8_000);
  });
});
