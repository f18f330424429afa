import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../config/leitor.ts';
import { CamerasFileError, readCameras, readCamerasFile } from './file.ts';

let pasta: string;
beforeAll(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-cameras-'));
  writeFileSync(join(pasta, 'senha1'), 'p@ss/1\n');
});
afterAll(() => rmSync(pasta, { recursive: true }));

const findSegredo = (nome: string) => (nome === 'CAM1_SENHA' ? 'p@ss/1' : undefined);
const read = (camera: object, resto: object = {}) =>
  readCameras(JSON.stringify({ cameras: [camera], ...resto }), pasta, findSegredo);
const rtsp = (campos: object = {}) => ({
  id: '1',
  nome: 'Câmera 1',
  tipo: 'rtsp',
  url: 'rtsp://10.0.8.21:554/Streaming/Channels/102',
  ...campos,
});
const http = (tipo: string, url = 'http://10.0.8.21/a.jpg', campos: object = {}) => ({
  id: '2',
  nome: 'Câmera 2',
  tipo,
  url,
  ...campos,
});

describe('a cameras file', () => {
  it('is read with its defaults', () => {
    expect(read(rtsp())).toEqual({
      transcodificacoesMax: 2,
      cameras: [
        {
          id: '1',
          nome: 'Câmera 1',
          tipo: 'rtsp',
          url: 'rtsp://10.0.8.21:554/Streaming/Channels/102',
          usuario: null,
          senha: null,
          transporte: 'tcp',
          codec: 'auto',
          snapshotUrl: null,
          sempreLigada: false,
          ativa: true,
          timeoutMs: 5_000,
          permitirSenhaEmArgumentos: false,
          clipe: null,
        },
      ],
    });
  });

  it.each([{ senhaEnv: 'CAM1_SENHA' }, { senhaArquivo: 'senha1' }])(
    'takes the password from %j',
    (campos) => {
      expect(read(rtsp({ usuario: 'unipark', ...campos })).cameras[0]?.senha).toBe('p@ss/1');
    },
  );

  it('gives a demo camera the clip of its id, or the named clip', () => {
    const clipe = (campos: object) =>
      read({ nome: 'D', tipo: 'demo', ...campos }).cameras[0]?.clipe;
    expect([clipe({ id: '3' }), clipe({ id: 'portaria', clipe: 2 })]).toEqual([3, 2]);
  });

  it('accepts a byte order mark, as Windows editors write it', () => {
    expect(readCameras('\uFEFF{"cameras":[]}', pasta, findSegredo).cameras).toEqual([]);
  });
});

describe('CAMERAS_FILE is refused with the camera and the field', () => {
  it.each<[object, string]>([
    [rtsp({ url: 'rtsp://u:p@10.0.8.21/x' }), '1, campo url: tire usuário e senha do endereço'],
    [rtsp({ url: 'rtsp://u:p@ss/1@10.0.8.21/x' }), '1, campo url: tire usuário e senha'],
    [rtsp({ url: 'rtsp://u@10.0.8.21/x' }), '1, campo url: tire usuário e senha'],
    [rtsp({ url: 'rtsp://10.0.8.21/x\ny' }), '1, campo url: tem espaço ou caractere invisível.'],
    [rtsp({ nome: 'Portão\n2' }), '1, campo nome: retire quebras de linha'],
    [rtsp({ url: '10.0.8.21' }), '1, campo url: não é um endereço completo.'],
    [rtsp({ url: 'file:///etc/passwd' }), '1, campo url: use rtsp:// ou rtsps://.'],
    [rtsp({ url: 'rtsp:///x' }), '1, campo url: falta o nome ou o IP'],
    [rtsp({ url: undefined }), '1, campo url: falta o endereço da câmera.'],
    [rtsp({ url: 7 }), '1, campo url: escreva um texto.'],
    [rtsp({ snapshotUrl: 'http://u:p@10.0.8.21/s' }), '1, campo snapshotUrl: tire usuário'],
    [rtsp({ senha: 'x' }), '1, campo senha: não escreva a senha aqui'],
    [rtsp({ tranporte: 'tcp' }), '1, campo tranporte: não existe.'],
    [rtsp({ transporte: 'http' }), '1, campo transporte: use tcp, udp.'],
    [rtsp({ codec: 'vp9' }), '1, campo codec: use auto, h264, transcodificar.'],
    [rtsp({ timeoutMs: 10 }), '1, campo timeoutMs: use um número inteiro de 1000 a 30000.'],
    [rtsp({ ativa: 'sim' }), '1, campo ativa: use true ou false.'],
    [rtsp({ clipe: 1 }), '1, campo clipe: só se usa em câmera demo.'],
    [rtsp({ senhaEnv: 'CAM1_SENHA' }), '1, campo senhaEnv: falta o campo usuario.'],
    [rtsp({ usuario: 'u', senhaEnv: 'CAM9' }), '1, campo senhaEnv: a variável CAM9 não está'],
    [rtsp({ usuario: 'u', senhaEnv: 'a b' }), '1, campo senhaEnv: não é nome de variável.'],
    [rtsp({ usuario: 'u', senhaArquivo: 'nada' }), '1, campo senhaArquivo: não foi possível ler'],
    [
      rtsp({ usuario: 'u', senhaArquivo: 'a', senhaEnv: 'CAM1_SENHA' }),
      '1, campo senhaArquivo: use senhaEnv ou senhaArquivo, não os dois.',
    ],
    [rtsp({ usuario: 'u:v' }), '1, campo usuario: tem espaço, dois-pontos'],
    [rtsp({ id: undefined }), 'nº 1, campo id: escreva um texto.'],
    [rtsp({ id: '../1' }), 'nº 1, campo id: use letras, números e hífen'],
    [rtsp({ nome: ' ' }), '1, campo nome: não pode ficar em branco.'],
    [rtsp({ tipo: 'webrtc' }), '1, campo tipo: use rtsp, hls, mjpeg, embed, snapshot, demo.'],
    [http('hls', 'rtsp://10.0.8.21/'), '2, campo url: use http:// ou https://.'],
    [http('embed'), '2, campo url: use https://.'],
    [http('embed', 'https://a:b@cam.exemplo/'), '2, campo url: tire usuário e senha'],
    [http('embed', 'https://cam.exemplo/?access_token=1'), '2, campo url: parece conter uma senha'],
    [http('embed', 'https://cam.exemplo/#apiKey=1'), '2, campo url: parece conter uma senha'],
    [http('embed', 'https://cam.exemplo/', { usuario: 'u' }), '2, campo usuario: não se usa'],
    [{ id: 'a', nome: 'A', tipo: 'demo' }, 'a, campo clipe: escolha de 1 a 4.'],
    [{ id: '1', nome: 'A', tipo: 'demo', url: 'http://a/' }, '1, campo url: não se usa'],
  ])('%j', (camera, frase) => {
    expect(() => read(camera)).toThrow(CamerasFileError);
    expect(() => read(camera)).toThrow(`CAMERAS_FILE: câmera ${frase}`);
  });

  it.each<[string, string]>([
    ['{"cameras":[{"url":"rtsp://u:CANARIO@a/"', 'não é um JSON válido'],
    ['[]', 'campo cameras: escreva um objeto JSON'],
    ['{}', 'campo cameras: escreva uma lista de câmeras.'],
    ['{"cameras":[],"camera":1}', 'campo camera: não existe.'],
    ['{"cameras":[],"transcodificacoesMax":-1}', 'campo transcodificacoesMax: use um número'],
    ['{"cameras":["x"]}', 'câmera nº 1: escreva um objeto JSON'],
    [JSON.stringify({ cameras: [rtsp(), rtsp()] }), 'câmera 1, campo id: aparece mais de uma vez.'],
  ])('%s', (texto, frase) => {
    expect(() => readCameras(texto, pasta, findSegredo)).toThrow(`CAMERAS_FILE: ${frase}`);
  });

  it('never repeats the address or a part of it', () => {
    for (const url of ['rtsp://u:CANARIO@a/', 'CANARIO', 'ftp://CANARIO/', 'rtsp://a/ CANARIO']) {
      expect(() => read(rtsp({ url }))).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('CANARIO') }),
      );
    }
  });

  it('ends the start with one line when it cannot be read', () => {
    expect(() => readCamerasFile(join(pasta, 'nada.json'), findSegredo)).toThrow(StartError);
    expect(() => readCamerasFile(pasta, findSegredo)).toThrow(
      /^CAMERAS_FILE: não foi possível ler/,
    );
  });
});
