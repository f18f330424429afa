import { describe, expect, it } from 'vitest';
import { CameraFault } from '../reasons.ts';
import { cameraUrl, ffconcat } from './ffconcat.ts';

describe("a camera's address", () => {
  it.each([
    ['p@ss/1-CANARIO', 'p%40ss%2F1-CANARIO'],
    ["d'água", 'd%27%C3%A1gua'],
    ['50%41', '50%2541'],
    ['%0Aoption x y', '%250Aoption%20x%20y'],
    ['a:b?c#d\\e', 'a%3Ab%3Fc%23d%5Ce'],
  ])('carries the password %s percent-encoded', (senha, escrita) => {
    const url = cameraUrl({ url: 'rtsp://10.0.0.1:554/c/102', usuario: 'unipark', senha });
    expect(url).toBe(`rtsp://unipark:${escrita}@10.0.0.1:554/c/102`);
  });

  it('keeps its text, apart from the quote', () => {
    expect(cameraUrl({ url: "rtsp://h/a'b%0Ac?x='1'#frag" })).toBe('rtsp://h/a%27b%0Ac?x=%271%27');
  });

  it.each([
    ['10.0.0.7', 'rtsp://10.0.0.7:8554/c'],
    ['fe80::1', 'rtsp://[fe80::1]:8554/c'],
  ])('has the host %s after its name was resolved', (ip, esperado) => {
    expect(cameraUrl({ url: 'rtsp://camera.local:8554/c' }, ip)).toBe(esperado);
  });

  it.each([
    { url: "rtsp://h/a'\noption x y" },
    { url: 'rtsp://h/a\r\n' },
    { url: 'rtsp://h/a\tb' },
    { url: 'rtsp://h/a\u0085b' },
    { url: 'rtsp://h/', usuario: 'a\nb' },
    { url: 'rtsp://h/', usuario: 'a', senha: 'b\r\nX: y' },
    { url: 'rtsp://h/', usuario: 'a', senha: 'b\u0000' },
    { url: 'isto não é endereço' },
    { url: 'rtsp:///c' },
  ])('is refused: %j', (endereco) => {
    expect(() => cameraUrl(endereco)).toThrow(CameraFault);
  });
});

it('is a script with one file and its options', () => {
  expect(ffconcat('rtsp://h/c', { rtsp_transport: 'tcp', timeout: 5_000_000 })).toBe(
    "ffconcat version 1.0\nfile 'rtsp://h/c'\noption rtsp_transport tcp\noption timeout 5000000\n",
  );
});
