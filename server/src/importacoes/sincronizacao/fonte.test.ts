import { expect, it } from 'vitest';
import { readWhole, waitUntilStill } from './fonte.ts';

const calmly = { quietoMs: 1, sinal: new AbortController().signal };
const lookAt =
  (...estados: string[]) =>
  async (): Promise<string> =>
    (estados.length > 1 ? estados.shift() : estados[0]) ?? '';

async function* bytesOf(texto: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(texto);
}
async function read(nome: string, texto: string, look: () => Promise<string>): Promise<string> {
  let lido = '';
  for await (const bytes of readWhole(bytesOf(texto), { nome, antes: 'a', look })) {
    lido += Buffer.from(bytes);
  }
  return lido;
}

it('a file is read after two equal looks', async () => {
  expect(await waitUntilStill(lookAt('a', 'b', 'c', 'c'), calmly)).toBe('c');
});

it('a file that keeps growing is left for the next time', async () => {
  let tamanho = 0;
  await expect(waitUntilStill(async () => String(tamanho++), calmly)).rejects.toThrow(
    'O arquivo ainda está sendo gravado.',
  );
});

it('a file that changes while it is read, or has no end, is refused', async () => {
  expect(await read('a.csv', 'x\n', lookAt('a'))).toBe('x\n');
  expect(await read('a.xlsx', 'PK', lookAt('a'))).toBe('PK');
  await expect(read('a.csv', 'x\n', lookAt('b'))).rejects.toThrow('mudou durante a leitura');
  await expect(read('a.csv', 'x', lookAt('a'))).rejects.toThrow('parece cortado');
});
