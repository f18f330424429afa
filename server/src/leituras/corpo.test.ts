import { describe, expect, it } from 'vitest';
import { readMessage } from './corpo.ts';

const fundo = `${'['.repeat(40)}${']'.repeat(40)}`;
const read = (texto: string) => readMessage('application/json', Buffer.from(texto), '');

describe('the depth of a JSON is counted outside its texts', () => {
  it.each([
    ['in a text', `{"a":"${fundo}"}`],
    ['behind a quote that is escaped', `{"a":"\\"${fundo}"}`],
    ['behind a backslash and a quote that is escaped', `{"a":"\\\\\\"${fundo}"}`],
    ['in a text that is never closed', `{"a":"${fundo}`],
    ['in a name', `{"${fundo}":1}`],
  ])('%s is not counted', async (_onde, texto) => {
    expect((await read(texto)).partes).toHaveLength(1);
  });

  it.each([
    ['behind a text', `{"a":"x","b":${fundo}}`],
    ['behind an empty text', `{"a":"","b":${fundo}}`],
    ['behind a text that ends with a backslash', `{"a":"\\\\","b":${fundo}}`],
    ['behind many quotes that are escaped', `{"a":"${'\\"'.repeat(9)}","b":${fundo}}`],
  ])('%s is counted', async (_onde, texto) => {
    await expect(read(texto)).rejects.toThrow('O JSON da mensagem tem níveis demais.');
  });
});

it('values after a picture are counted', async () => {
  const corpo = `{"image":"${'A'.repeat(6_000_000)}","values":[${'1,'.repeat(50_000)}1]}`;
  await expect(read(corpo)).rejects.toMatchObject({ status: 413 });
});
