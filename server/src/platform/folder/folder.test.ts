import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPictureFolder, type PictureFolder } from './folder.ts';
import { findPlace, nameOf } from './names.ts';
import { createPatience, DiskSilent } from './patience.ts';

const FOTO = Buffer.from('ffd8ffe0 a picture');
const NOME = nameOf(FOTO);
const HORA_S = 3_600;
const CORRIDAS = 400;

let dir: string;
let pasta: PictureFolder;
let linhas: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'unipark-fotos-'));
  writeFileSync(join(dir, 'unipark-fotos'), 'id-1\n');
  linhas = [];
  const say = (...dito: unknown[]) => linhas.push(String(dito.at(-1)));
  pasta = createPictureFolder({ dir, id: 'id-1', log: { warn: say, error: say } as never });
});
afterEach(async () => {
  await pasta.stop();
  rmSync(dir, { recursive: true, force: true });
});

const pathOf = (nome: string): string => findPlace(dir, nome)?.path ?? '';
const listFiles = (): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entrada) => entrada.isFile() && entrada.name !== 'unipark-fotos')
    .map(({ name }) => name);
const makeOld = (path: string, horas = 2): void => {
  const antes = Date.now() / 1_000 - horas * HORA_S;
  utimesSync(path, antes, antes);
};
const none = async () => new Set<string>();

describe('a picture', () => {
  it('is one file for equal bytes, readable by this user only, and read as it was', async () => {
    expect(await pasta.keep(FOTO)).toBe(NOME);
    expect(await pasta.keep(Buffer.from(FOTO))).toBe(NOME);
    expect(listFiles()).toEqual([NOME]);
    expect(pathOf(NOME)).toBe(join(dir, NOME.slice(0, 2), NOME.slice(2, 4), NOME));
    expect(statSync(pathOf(NOME)).mode & 0o777).toBe(0o600);
    expect(statSync(join(dir, NOME.slice(0, 2))).mode & 0o777).toBe(0o700);
    const aberta = await pasta.open(NOME);
    expect(aberta?.tamanho).toBe(FOTO.length);
    expect(aberta && (await buffer(aberta.stream))).toEqual(FOTO);
    const grande = Buffer.alloc(300_000, 'abc');
    const lida = await pasta.open((await pasta.keep(grande)) ?? '');
    expect(lida && (await buffer(lida.stream)).equals(grande)).toBe(true);
  });

  it('that is not there is undefined, and the state stays', async () => {
    expect(await pasta.open(NOME)).toBeUndefined();
    expect(pasta.getNotice()).toBeNull();
    expect(linhas).toEqual([]);
  });

  it.each([
    '../../etc/passwd',
    '/etc/passwd',
    `${NOME}/../x`,
    `${NOME}\0`,
    NOME.toUpperCase(),
    'unipark-fotos',
    '',
    `../${NOME}`,
  ])('of the name %j is never looked for', async (nome) => {
    expect(findPlace(dir, nome)).toBeUndefined();
    expect(await pasta.open(nome)).toBeUndefined();
  });

  it('behind a link is not there', async () => {
    await pasta.keep(FOTO);
    const fora = join(dir, 'segredo');
    writeFileSync(fora, 'segredo');
    rmSync(pathOf(NOME));
    symlinkSync(fora, pathOf(NOME));
    expect(await pasta.open(NOME)).toBeUndefined();
  });
});

describe('a fault of the folder', () => {
  it('leaves the picture out, is logged once, and ends by itself', async () => {
    const longe = `${dir}-longe`;
    renameSync(dir, longe);
    mkdirSync(dir);
    expect(await pasta.keep(FOTO)).toBeUndefined();
    expect(await pasta.keep(FOTO)).toBeUndefined();
    expect(pasta.getNotice()).toMatch(/^A pasta das fotos não está montada: leituras e alertas/);
    expect(linhas).toEqual(['pictures are not stored']);
    expect(readdirSync(dir)).toEqual([]);
    rmSync(dir, { recursive: true });
    renameSync(longe, dir);
    await pasta.check();
    expect(pasta.getNotice()).toBeNull();
    expect(linhas).toEqual(['pictures are not stored', 'pictures are stored again']);
    expect(await pasta.keep(FOTO)).toBe(NOME);
  });

  it('that takes the folder of another installation writes nothing there', async () => {
    writeFileSync(join(dir, 'unipark-fotos'), 'id-2\n');
    expect(await pasta.keep(FOTO)).toBeUndefined();
    expect(listFiles()).toEqual([]);
  });

  it('by a disk that does not answer delays one call, and no later one', async () => {
    const run = createPatience(20)(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    await expect(run(() => promise)).rejects.toThrow(DiskSilent);
    let chamadas = 0;
    const call = () =>
      run(async () => {
        chamadas += 1;
      });
    await expect(call()).rejects.toThrow(DiskSilent);
    expect(chamadas).toBe(0);
    resolve();
    await promise;
    await new Promise((pronto) => setImmediate(pronto));
    await call();
    expect(chamadas).toBe(1);
  });
});

describe('the sweep', () => {
  it('removes old files that no row names, and nothing else', async () => {
    const [usada, solta, nova] = ['usada', 'solta', 'nova'].map((texto) => Buffer.from(texto));
    const nomes: string[] = [];
    for (const foto of [usada, solta, nova]) nomes.push((await pasta.keep(foto as Buffer)) ?? '');
    const [nomeUsada = '', nomeSolta = '', nomeNova = ''] = nomes;
    for (const nome of [nomeUsada, nomeSolta]) makeOld(pathOf(nome));
    const parcial = `${pathOf(nomeUsada)}.0123456789ab.parcial`;
    const recente = `${pathOf(nomeUsada)}.0123456789ac.parcial`;
    const alheios = [
      join(dir, 'leia-me.txt'),
      join(dir, nomeSolta.slice(0, 2), 'outro.jpg'),
      join(dir, nomeSolta.slice(0, 2), nomeSolta.slice(2, 4), 'foto.jpg'),
      join(dir, 'outra', 'pasta', nomeSolta),
      join(dir, nomeSolta),
    ];
    mkdirSync(join(dir, 'outra', 'pasta'), { recursive: true });
    for (const path of [parcial, recente, ...alheios]) writeFileSync(path, 'x');
    for (const path of [parcial, ...alheios]) makeOld(path);
    await pasta.sweep(async (pedidos) => new Set(pedidos.filter((nome) => nome === nomeUsada)));
    expect(listFiles().sort()).toEqual(
      [nomeUsada, nomeNova, `${nomeUsada}.0123456789ac.parcial`]
        .concat(alheios.map((path) => path.split('/').at(-1) ?? ''))
        .sort(),
    );
    expect(readFileSync(pathOf(nomeUsada), 'utf8')).toBe('usada');
  });

  it('gives a picture its name back when a row names it', async () => {
    await pasta.keep(FOTO);
    renameSync(pathOf(NOME), `${pathOf(NOME)}.0123456789ab.fora`);
    await pasta.sweep(async (pedidos) => new Set(pedidos));
    expect(listFiles()).toEqual([NOME]);
  });

  it('keeps a picture that is written again while it is removed', async () => {
    await pasta.keep(FOTO);
    makeOld(pathOf(NOME));
    await pasta.sweep(async () => {
      await pasta.keep(FOTO);
      return new Set();
    });
    expect(listFiles()).toEqual([NOME]);
  });

  it('and a writer of the same picture at once leave the picture there', async () => {
    await pasta.keep(FOTO);
    for (let vez = 0; vez < CORRIDAS; vez += 1) {
      makeOld(pathOf(NOME));
      await Promise.all([
        sleep(Math.random() * 2).then(() => pasta.keep(FOTO)),
        pasta.release([NOME], none),
      ]);
      // The regular check may have its own file there.
      const dela = listFiles().filter((nome) => nome.startsWith(NOME));
      expect(dela, `${vez}`).toEqual([NOME]);
    }
  });

  it('removes nothing when the database does not answer, or in a folder without the mark', async () => {
    await pasta.keep(FOTO);
    makeOld(pathOf(NOME));
    await pasta.sweep(async () => {
      throw new Error('no database');
    });
    rmSync(join(dir, 'unipark-fotos'));
    await pasta.sweep(none);
    expect(listFiles()).toEqual([NOME]);
    expect(linhas).toEqual(['sweep of the pictures', 'sweep of the pictures']);
  });

  it('of some names leaves a young file, and removes it an hour later', async () => {
    await pasta.keep(FOTO);
    await pasta.release([NOME], none);
    expect(listFiles()).toEqual([NOME]);
    makeOld(pathOf(NOME));
    await pasta.release([NOME], async (nomes) => new Set(nomes));
    expect(listFiles()).toEqual([NOME]);
    await pasta.release([NOME], none);
    expect(listFiles()).toEqual([]);
  });
});
