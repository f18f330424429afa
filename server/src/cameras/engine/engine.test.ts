import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireFfmpeg } from '../../../test/video.ts';
import { EngineMemory, examineFfmpeg, findFfmpeg } from './engine.ts';

let pasta: string;
beforeAll(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-engine-'));
});
afterAll(() => rmSync(pasta, { recursive: true }));

/** A program that prints the version line of some ffmpeg and records each call. */
function buildProgram(nome: string, primeiraLinha: string): string {
  const caminho = join(pasta, nome);
  writeFileSync(caminho, `#!/bin/sh\necho "${primeiraLinha}"\nenv > ${caminho}.env\n`, {
    mode: 0o755,
  });
  return caminho;
}

describe('looking for ffmpeg', () => {
  it('finds the one of the system and its version', async () => {
    const { versao, maior } = await requireFfmpeg();
    expect(maior).toBeGreaterThanOrEqual(5);
    expect(versao).toContain(String(maior));
  });

  it.each([
    ['ffmpeg version 4.4.2-0ubuntu1 Copyright', null],
    ['ffmpeg version 5.0 Copyright', 5],
    ['ffmpeg version n7.1.1 Copyright', 7],
    ['ffmpeg version 10.2 Copyright', 10],
    ['ffmpeg version N-109542-g3b1214e8f9 Copyright', 99],
    ['avconv version 12.3', null],
    ['', null],
  ])('%j is version %s', async (linha, maior) => {
    const caminho = buildProgram(`ffmpeg-${linha.replace(/\W/g, '_')}`, linha);
    expect((await findFfmpeg(caminho))?.maior ?? null).toBe(maior);
  });

  it.each([
    ['ffmpeg version 4.4', 'ffmpeg 4.4 é antigo: é preciso o 5 ou mais novo.'],
    ['outro programa', 'não respondeu como ffmpeg. Instale com: sudo apt-get install -y ffmpeg'],
  ])('describes the fault of %j to the operator', async (linha, texto) => {
    const achado = await examineFfmpeg(buildProgram(`texto-${linha.length}`, linha));
    expect(achado.ok ? '' : achado.texto).toContain(texto);
  });

  it('answers a sentence for the operator where there is none', async () => {
    const achado = await examineFfmpeg(join(pasta, 'nada'));
    expect(achado).toEqual({
      ok: false,
      texto: `ffmpeg não encontrado (${join(pasta, 'nada')}). Instale com: sudo apt-get install -y ffmpeg`,
    });
  });

  it('starts the program once and passes no secret of ours', async () => {
    process.env.UNIPARK_SEGREDO = 'CANARIO';
    const caminho = buildProgram('curioso', 'ffmpeg version 6.0');
    expect(examineFfmpeg(caminho)).toBe(examineFfmpeg(caminho));
    await examineFfmpeg(caminho);
    delete process.env.UNIPARK_SEGREDO;
    const nomes = readFileSync(`${caminho}.env`, 'utf8').match(/^\w+(?==)/gm) ?? [];
    expect(nomes).toContain('PATH');
    // The shell adds the last two.
    expect(nomes.filter((nome) => !['PATH', 'LANG', 'PWD', '_'].includes(nome))).toEqual([]);
  });
});

it('the transcodings are shared, released once, and follow their limit', () => {
  const memoria = new EngineMemory(2);
  const [uma, outra] = [memoria.take(), memoria.take()];
  expect(memoria.take()).toBeNull();
  uma?.();
  uma?.();
  expect(memoria.take()).not.toBeNull();
  expect(memoria.take()).toBeNull();
  memoria.transcodificacoesMax = 3;
  expect(memoria.take()).not.toBeNull();
  outra?.();
});
