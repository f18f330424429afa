import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BancadaImportacao, buildImportacao, CABECALHO } from '../../../test/importacao.ts';

let bancada: BancadaImportacao;
beforeAll(async () => {
  bancada = await buildImportacao();
});
afterAll(() => bancada.close());

const importLinhas = async (conteudo: string) => (await bancada.importText(conteudo)).linhas;

test('the name of a column cannot control the terminal', async () => {
  const [frase] = await importLinhas('tipo,\u001b]0;x\u0007marca,\u202emodelo\n1,2,3\n');
  expect(frase).toContain('Encontradas: tipo, \ufffd]0;x\ufffdmarca, \ufffdmodelo.');
});

test('nor can a key of JSON in a path', async () => {
  const [fundo] = await importLinhas(`${'{"\\u001b[2J":'.repeat(30)}1`);
  expect(fundo).toContain('\ufffd[2J.\ufffd[2J');
  expect(fundo).not.toContain('\u001b');
});

test('a link to itself is one sentence', async () => {
  const volta = join(bancada.dataDir, 'volta.csv');
  symlinkSync(volta, volta);
  expect((await bancada.run([volta])).linhas).toEqual([`Não foi possível ler ${volta} (ELOOP).`]);
});

const MB = 1024 * 1024;

test.each([
  ['a JSON', `["${'x'.repeat(33 * MB)}"]`, 'O arquivo tem uma linha de mais de 32 MB.'],
  [
    'a JSON in lines',
    `[\n${`"${'x'.repeat(MB)}",\n`.repeat(33)}1]`,
    'O JSON tem mais de 32 MB: importe um CSV.',
  ],
  ['a CSV without lines', 'x,'.repeat(17 * MB), 'O arquivo tem uma linha de mais de 32 MB.'],
])('%s larger than the memory limit is refused', async (_nome, conteudo, frase) => {
  expect(await importLinhas(conteudo)).toEqual([frase, 'Nada foi importado.']);
});

test('nested lists up to the size of a file are refused', async () => {
  const [frase] = await importLinhas(`${'['.repeat(5 * MB)}${']'.repeat(5 * MB)}`);
  expect(frase).toBe('Linha 1: está aninhado demais.');
});

test('a code of millions of characters is refused in a short sentence', async () => {
  const [frase] = await importLinhas(`[{"codigo":"${'9'.repeat(5 * MB)}","nome":"VW","tipo":1}]`);
  expect(frase).toBe('Linha 1, [0].codigo: tem um texto de mais de 4000 caracteres.');
});

test('an invalid byte after many replacement characters has its place', async () => {
  const linha = Buffer.from(`1,59,${'\ufffd'.repeat(100_000)}`);
  const bytes = Buffer.concat([Buffer.from(`${CABECALHO}`), linha, Buffer.from([0xff, 10])]);
  expect((await bancada.importText(bytes)).linhas[0]).toMatch(
    /^Linha 2, caractere 100\.006: o byte 0xFF não é UTF-8/,
  );
});

test('no copy of these files stays in the data folder', () => {
  const copias = readdirSync(bancada.dataDir).filter((nome) => nome.startsWith('importacao-'));
  expect(copias).toEqual([]);
});
