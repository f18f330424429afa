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

it.each([
  ['whole', 'RA;Nome\n1;Ana\n', 0, true],
  ['without its last line break', 'RA;Nome\n1;Ana', 0, false],
  ['cut in the middle of it', 'RA;Nome\n1;Ana\n', 1, false],
])('a file of two bytes a letter is read %s: %j less %i', async (_, texto, falta, inteiro) => {
  const bytes = Buffer.from(`\uFEFF${texto}`, 'utf16le');
  // A byte at a time: neither the mark nor the line break is in one piece.
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const byte of bytes.subarray(0, bytes.length - falta)) yield Buffer.from([byte]);
  }
  const lendo = (async () => {
    const lidos: Uint8Array[] = [];
    const inteira = readWhole(pieces(), { nome: 'a.csv', antes: 'a', look: lookAt('a') });
    for await (const byte of inteira) lidos.push(byte);
    return Buffer.concat(lidos);
  })();
  if (inteiro) expect(await lendo).toEqual(bytes);
  else await expect(lendo).rejects.toThrow('parece cortado');
});
