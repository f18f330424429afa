/** Each row in its quick form: it holds, and its planted fault is found. */
import { describe, expect, test } from 'vitest';
import { LINHAS } from './linhas.ts';
import { createContagem } from './medida.ts';

const LIMITE = 120_000;

const contar = () => {
  const falhas: string[] = [];
  const say = (linha: string) => {
    if (linha.includes('✕')) falhas.push(linha.trim());
  };
  return { falhas, contagem: createContagem({ semente: 42, completa: false, say }) };
};

describe.each(LINHAS.map((linha) => [linha.id, linha] as const))('%s', (_id, linha) => {
  test('the planted fault is found', { timeout: LIMITE }, async () => {
    const { contagem } = contar();
    await linha.canary(contagem);
    expect(contagem.failed).toBeGreaterThan(0);
  });

  test(linha.promessa, { timeout: LIMITE }, async () => {
    const { contagem, falhas } = contar();
    await linha.run(contagem);
    expect(falhas).toEqual([]);
    expect(contagem.passed).toBeGreaterThan(0);
  });
});
