import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Passagem } from '@unipark/contract/passagem';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { buildTestApp, type TestApp, type TestOptions } from '../../test/app.ts';
import { bearerHeaders, buildDispositivo, sendMensagem } from '../../test/dispositivo.ts';
import { testOfSqlite } from '../../test/planos.ts';
import {
  createDiskWatch,
  type DiskReader,
  formatSpace,
  judgeDisk,
  levelOf,
  measureDisk,
} from './disk.ts';

const GB = 1024 ** 3;

/** A disk of 10,000 blocks of 1 MB, used to a part; nothing is kept for the system's own user. */
const readUsed =
  (usado: number): DiskReader =>
  async () => {
    const bavail = Math.round(10_000 * (1 - usado));
    return { blocks: 10_000, bfree: bavail, bavail, bsize: 1024 ** 2 };
  };

const log = { warn: vi.fn(), info: vi.fn() };
afterEach(() => {
  vi.useRealTimers();
  log.warn.mockClear();
  log.info.mockClear();
});

test('what is kept for the system is neither used nor free', async () => {
  const read: DiskReader = async () => ({ blocks: 1_000, bfree: 150, bavail: 100, bsize: 4_096 });
  expect(await measureDisk('/x', read)).toEqual({ livres: 409_600, usado: 850 / 950 });
  const vazio: DiskReader = async () => ({ blocks: 0, bfree: 0, bavail: 0, bsize: 4_096 });
  expect((await measureDisk('/x', vazio)).usado).toBe(0);
});

test.each([
  [0.899, undefined, 'bom'],
  [0.9, undefined, 'aviso'],
  [0.9699, 'aviso', 'aviso'],
  [0.97, 'aviso', 'cheio'],
  [0.965, 'cheio', 'cheio'],
  [0.9599, 'cheio', 'aviso'],
  [0.5, 'cheio', 'bom'],
] as const)('%s used, after %s, is %s', (usado, antes, nivel) => {
  expect(levelOf(usado, antes)).toBe(nivel);
});

test.each([
  [{ usado: 0.916, livres: 4.25 * GB }, '91 % cheio, 4,3 GB livres'],
  [{ usado: 0.998, livres: 0.5 * GB }, '99 % cheio, 512 MB livres'],
  [{ usado: 0.4, livres: 1_234 * GB }, '40 % cheio, 1.234 GB livres'],
])('%j is %s', (espaco, texto) => {
  expect(formatSpace(espaco)).toBe(texto);
});

test.each([
  [0.5, 900, 'bom: Disco: 50 % cheio, 900 MB livres'],
  [0.9, 900, 'aviso: Disco: 90 % cheio, 900 MB livres. Libere espaço no disco.'],
  [0.5, 199, 'falha: Disco: 50 % cheio, 199 MB livres. Libere espaço no disco.'],
  [
    0.97,
    900,
    'falha: Disco: 97 % cheio, 900 MB livres. Fotos novas não são guardadas: libere espaço.',
  ],
])('the doctor on %s used and %s MB free', (usado, megas, frase) => {
  const { nivel, texto } = judgeDisk('Disco', { usado, livres: megas * 1024 ** 2 });
  expect(`${nivel}: ${texto}`).toBe(frase);
});

describe('the watch', () => {
  it('measures every ten seconds, and logs a change of the level once', async () => {
    vi.useFakeTimers();
    let usado = 0.5;
    const read = vi.fn((pasta: string) => readUsed(usado)(pasta));
    const discos = createDiskWatch({ config: { dataDir: '/d', arquivosDir: null }, log, read });
    await discos.start();
    expect(discos.list()).toMatchObject([{ disco: 'dados', nivel: 'bom', usado: 0.5 }]);
    expect(discos.getNotice()).toBeNull();
    usado = 0.92;
    for (let i = 0; i < 50; i += 1) discos.getNotice();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(read).toHaveBeenCalledTimes(4);
    expect(discos.getNotice()).toMatch(/^O disco do servidor está 92 % cheio, 800 MB livres\. /);
    expect(log.warn).toHaveBeenCalledTimes(1);
    usado = 0.5;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(discos.getNotice()).toBeNull();
    expect(log.info).toHaveBeenCalledTimes(1);
    discos.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(5);
  });

  it('knows nothing of a disk that is away, and of the other disk goes on', async () => {
    const config = { dataDir: '/d', arquivosDir: '/f' };
    const read: DiskReader = async (pasta) => {
      if (pasta === '/f') throw new Error('ESTALE');
      return readUsed(0.98)(pasta);
    };
    const discos = createDiskWatch({ config, log, read });
    await discos.start();
    discos.stop();
    expect(discos.list().map(({ disco }) => disco)).toEqual(['dados']);
    expect(discos.find('fotos')).toBeUndefined();
  });
});

describe('a server', () => {
  let teste: TestApp;
  let dir: string;
  afterEach(async () => {
    await teste.close();
    rmSync(dir, { recursive: true, force: true });
  });

  async function open(usado: number, options: TestOptions = {}): Promise<TestApp> {
    dir = mkdtempSync(join(tmpdir(), 'unipark-fotos-'));
    const env = { ARQUIVOS_DIR: dir };
    teste = await buildTestApp({ env, dubles: { statfs: readUsed(usado) }, ...options });
    return teste;
  }

  const ask = async (url: string) => (await teste.request({ url, as: null })).json();

  /** A reading of a PROIBIDO with a picture; answers its passage. */
  async function send(): Promise<Passagem> {
    const payload = { placa: 'FTO1A23', status: 'PROIBIDO' };
    const criado = await teste.request({ method: 'POST', url: '/db/veiculos', payload });
    expect(criado.statusCode).toBe(201);
    const { token } = await buildDispositivo(teste);
    const imagem = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.alloc(200)]).toString('base64');
    const corpo = { placa: 'FTO1A23', imagem };
    const headers = bearerHeaders(token);
    const resposta = await sendMensagem(teste, '/api/leituras/unipark', corpo, headers);
    expect(resposta.statusCode).toBe(201);
    return (await teste.request({ url: `/api/passagens/${resposta.json().id}` })).json();
  }

  it('warns administrators from 90 % on, and stores pictures', async () => {
    await open(0.9);
    const saude = await ask('/healthz');
    expect(saude.aviso).toBeNull();
    expect(saude.avisoAdministracao).toBe(
      'O disco do servidor está 90 % cheio, 1.000 MB livres. Libere espaço, ou encurte os prazos em Configurações › Retenção.',
    );
    const pronto = await teste.request({ url: '/readyz', as: null });
    expect(pronto.statusCode).toBe(200);
    expect(pronto.json().discos).toEqual([
      { disco: 'dados', nivel: 'aviso', usado: 0.9, livres: 1_000 * 1024 ** 2 },
      { disco: 'fotos', nivel: 'aviso', usado: 0.9, livres: 1_000 * 1024 ** 2 },
    ]);
    const { body } = await teste.request({ url: '/metrics', as: null });
    expect(body).toContain('disk_used_ratio{disk="dados"} 0.9');
    expect(body).toContain(`disk_free_bytes{disk="fotos"} ${1_000 * 1024 ** 2}`);
    expect((await send()).imagens).toHaveLength(1);
  });

  const expectWithoutPictures = async (): Promise<void> => {
    const passagem = await send();
    expect([passagem.imagens, passagem.alerta?.tipo]).toEqual([[], 'proibido']);
    const { aviso } = await ask('/healthz');
    const frase = 'O disco das fotos está cheio: leituras e alertas continuam, sem fotos novas.';
    expect(aviso).toBe(frase);
    const pronto = await teste.request({ url: '/readyz', as: null });
    expect([pronto.statusCode, pronto.json().aviso]).toEqual([200, frase]);
  };

  it('writes no picture from 97 % on; register, reading and alarm go on', async () => {
    await open(0.97);
    await expectWithoutPictures();
  });

  testOfSqlite('writes no picture into the database either', async () => {
    await open(0.97, { env: {} });
    await expectWithoutPictures();
  });

  it('stores pictures in a folder of another disk while that of the data is full', async () => {
    const statfs: DiskReader = (pasta) => readUsed(pasta === dir ? 0.2 : 0.98)(pasta);
    await open(0, { dubles: { statfs } });
    expect((await send()).imagens).toHaveLength(1);
    expect((await ask('/healthz')).aviso).toBeNull();
  });

  it('is not ready below 50 MB', async () => {
    await open(0.996);
    const pronto = await teste.request({ url: '/readyz', as: null });
    expect([pronto.statusCode, pronto.json().disco]).toEqual([503, false]);
  });
});
