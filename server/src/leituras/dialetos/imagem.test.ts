import { expect, it, test } from 'vitest';
import { readArquivo } from '../../../test/dialetos/exemplos/exemplos.ts';
import { decodeJpeg, jpeg, pickEnderecos, pickImagens, readTamanho } from './imagem.ts';

const cena = readArquivo('cena.jpg');
const base64 = cena.toString('base64');

it('accepts a JPEG and nothing else', () => {
  expect(jpeg(cena)).toBe(cena);
  expect(jpeg(Buffer.from('GIF89a'.padEnd(300, 'x')))).toBeNull();
  expect(jpeg(cena.subarray(0, 50))).toBeNull();
  expect(jpeg(Buffer.alloc(0))).toBeNull();
  const grande = Buffer.concat([cena, Buffer.alloc(6 * 1024 * 1024)]);
  expect(jpeg(grande)).toBeNull();
});

it('accepts strict base64, with or without the prefix of a data address', () => {
  expect(decodeJpeg(base64)?.equals(cena)).toBe(true);
  expect(decodeJpeg(`data:image/jpeg;base64,${base64}`)?.equals(cena)).toBe(true);
});

test.each([
  ['a break', `${base64.slice(0, 76)}\n${base64.slice(76)}`],
  ['the other alphabet', base64.replace('/9j/', '_9j_')],
  ['a sign in the middle', `${base64.slice(0, 100)}=${base64.slice(101)}`],
  ['a length that cannot be', `${base64}A`],
  ['another format', Buffer.from('GIF89a'.padEnd(300, 'x')).toString('base64')],
  ['too much', `/9j/${'A'.repeat(8_400_000)}`],
  ['a number', 12],
  ['nothing', ''],
])('refuses base64 with %s', (_titulo, valor) => {
  expect(decodeJpeg(valor)).toBeNull();
});

it('refuses megabytes quickly', () => {
  const inicio = performance.now();
  expect(decodeJpeg(`/9j/${'A'.repeat(8_000_000)}!AAA`)).toBeNull();
  expect(performance.now() - inicio).toBeLessThan(2_000);
});

it('keeps four, the first of each role before a second of any', () => {
  const papeis = ['cena', 'cena', 'cena', 'cena', 'placa', 'veiculo'] as const;
  const mantidas = pickImagens(papeis.map((papel) => ({ papel, jpeg: cena })));
  expect(mantidas.map(({ papel }) => papel)).toEqual(['cena', 'placa', 'veiculo', 'cena']);
  expect(pickImagens([{ papel: 'cena', jpeg: null }])).toEqual([]);
});

test.each([
  ['cena.jpg', { largura: 1280, altura: 720 }],
  ['placa.jpg', { largura: 160, altura: 64 }],
])('reads the size of %s', (nome, tamanho) => {
  expect(readTamanho(readArquivo(nome))).toEqual(tamanho);
});

test.each([
  ['cut off', cena.subarray(0, 20)],
  ['a segment of no length', Buffer.from('ffd8ffe00000ffffffffffffffffffff', 'hex')],
  ['nothing but markers', Buffer.alloc(1_000_000, 0xff)],
  ['no frame', Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(300)])],
])('answers no size for %s', (_titulo, bytes) => {
  expect(readTamanho(bytes)).toBeNull();
});

it('keeps http addresses without user and password', () => {
  const lista = [
    'https://imagens.example.com/1.jpg?a=b',
    'HTTP://192.0.2.1/2.jpg',
    'https://user:pass@example.com/3.jpg',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '/local/fflprapp/tools.cgi',
    'https://',
    `https://example.com/${'a'.repeat(3_000)}`,
    7,
  ];
  expect(pickEnderecos(lista.map((url) => ({ papel: 'cena', url }))).map(({ url }) => url)).toEqual(
    ['https://imagens.example.com/1.jpg?a=b', 'http://192.0.2.1/2.jpg'],
  );
});
