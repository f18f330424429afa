import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BancadaImportacao, buildImportacao } from '../../../test/importacao.ts';

let bancada: BancadaImportacao;
beforeAll(async () => {
  bancada = await buildImportacao();
});
afterAll(() => bancada.close());

const linhasDe = async (conteudo: string) => (await bancada.importText(conteudo)).linhas;

test('the name of a column commands no terminal', async () => {
  const [frase] = await linhasDe('tipo,\u001b]0;x\u0007marca,\u202emodelo\n1,2,3\n');
  expect(frase).toContain('Encontradas: tipo, \ufffd]0;x\ufffdmarca, \ufffdmodelo.');
});

test('nor does a key of JSON on the way to a place', async () => {
  const [fundo] = await linhasDe(`${'{"\\u001b[2J":'.repeat(30)}1`);
  expect(fundo).toContain('\ufffd[2J.\ufffd[2J');
  expect(fundo).not.toContain('\u001b');
});

test('a link that leads to itself is one sentence', async () => {
  const volta = join(bancada.dataDir, 'volta.csv');
  symlinkSync(volta, volta);
  expect((await bancada.run([volta])).linhas).toEqual([`Não foi possível ler ${volta} (ELOOP).`]);
});
