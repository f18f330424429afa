/** Pictures in files: carried beside the backups, brought back, and removed with the last one. */
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCopias } from '../../test/copias.ts';
import { fillInstalacao } from '../../test/instalacao.ts';
import { writePicture } from '../platform/folder/files.ts';
import { adoptFolder } from '../platform/folder/mark.ts';
import { findPlace, nameOf } from '../platform/folder/names.ts';
import { backup, restore, verifyBackup } from './comandos.ts';
import { createCopia, listCopias } from './copia.ts';
import { carryFotos, countFotos, FOTOS, readLevadas, sweepFotos } from './fotos.ts';

const ID = 'a-pasta-desta-instalacao';
const VELHA = new Date(Date.now() - 100 * 86_400_000);

let raiz: string;
let dataDir: string;
let arquivos: string;
let copias: string;
beforeEach(async () => {
  raiz = mkdtempSync(join(tmpdir(), 'unipark-fotos-'));
  [dataDir, arquivos, copias] = ['dados', 'fotos', 'outro-disco'].map((nome) =>
    join(raiz, nome),
  ) as [string, string, string];
  for (const pasta of [dataDir, arquivos]) mkdirSync(pasta);
  writeFileSync(join(dataDir, 'identidade.segredo'), 'um segredo comprido o bastante para provas');
  await fillInstalacao(dataDir);
  await adoptFolder(arquivos, ID);
  write('delete from imagens');
  write(`insert into ajustes (nome, valor) values ('arquivos_id', '${ID}')`);
});
afterEach(() => rmSync(raiz, { recursive: true, force: true }));

function write(texto: string): void {
  const sqlite = new Database(join(dataDir, 'unipark.db'));
  sqlite.exec(texto);
  sqlite.close();
}

const jpegOf = (texto: string): Buffer => Buffer.from(`a picture: ${texto}`);

/** A picture in a file that a row names; answers its name. */
async function keep(texto: string): Promise<string> {
  const nome = nameOf(jpegOf(texto));
  await writePicture(arquivos, nome, jpegOf(texto));
  write(
    `insert into imagens (leitura_id, papel, jpeg, arquivo, criado_em) select min(id), 'cena', x'', '${nome}', recebido_em from leituras`,
  );
  return nome;
}

const pathOf = (dir: string, nome: string): string => findPlace(dir, nome)?.path ?? '';
const isThere = (dir: string, nome: string): boolean => existsSync(pathOf(dir, nome));
const carried = (nome: string): boolean => isThere(join(copias, FOTOS), nome);

/** Makes a backup in the other folder, with its pictures. */
async function createWithFotos(prazoMs?: number) {
  const segredo = 'um segredo comprido o bastante para provas';
  const deps = { dataDir, databaseUrl: null, copias, versao: '1', segredo, comSegredo: false };
  const { pasta } = await createCopia(deps);
  const prazo = prazoMs === undefined ? {} : { prazoMs };
  const nome = basename(pasta);
  const carry = () => carryFotos({ copias, nome, arquivosDir: arquivos, ...prazo });
  return { pasta, carry, levadas: await carry() };
}

/** Runs a command on this installation; answers what it says. */
const run = (
  comando: Parameters<typeof runCopias>[0],
  args: string[],
  env: Record<string, string> = {},
) => runCopias(comando, args, { DATA_DIR: dataDir, ARQUIVOS_DIR: arquivos, ...env });

describe('the pictures of a backup', () => {
  it('are carried once; the next backup carries the new ones alone', async () => {
    const uma = await keep('one');
    const { pasta, levadas } = await createWithFotos();
    expect(levadas).toEqual({ fotos: 1, faltam: 0 });
    expect(readFileSync(pathOf(join(copias, FOTOS), uma))).toEqual(jpegOf('one'));
    expect(statSync(pathOf(join(copias, FOTOS), uma)).mode & 0o077).toBe(0);
    await sweepFotos(copias);
    // Within a day of the sweep the one before is not looked for again.
    rmSync(pathOf(join(copias, FOTOS), uma));
    const outra = await keep('two');
    expect((await createWithFotos()).levadas).toEqual({ fotos: 1, faltam: 0 });
    expect([carried(uma), carried(outra)]).toEqual([false, true]);
    expect(await countFotos(pasta, join(copias, FOTOS))).toEqual({ fotos: 1, faltam: 1 });
    utimesSync(join(copias, FOTOS, 'varrida'), VELHA, VELHA);
    expect((await createWithFotos()).levadas).toEqual({ fotos: 1, faltam: 0 });
    expect(carried(uma)).toBe(true);
  });

  it('that are gone or damaged are counted, and looked for again by the next backup', async () => {
    const [sumida, danificada] = [await keep('gone'), await keep('damaged')];
    rmSync(pathOf(arquivos, sumida));
    writeFileSync(pathOf(arquivos, danificada), 'other bytes');
    expect((await createWithFotos()).levadas).toEqual({ fotos: 0, faltam: 2 });
    expect(carried(danificada)).toBe(false);
    await writePicture(arquivos, sumida, jpegOf('gone'));
    expect((await createWithFotos()).levadas).toEqual({ fotos: 1, faltam: 1 });
  });

  it('whose note was cut by a full disk are carried again', async () => {
    await keep('one');
    const { pasta } = await createWithFotos();
    writeFileSync(join(pasta, 'fotos.json'), '');
    expect(await readLevadas(pasta)).toBeUndefined();
    expect((await createWithFotos()).levadas).toEqual({ fotos: 0, faltam: 0 });
  });

  it('that did not fit into the time are carried by the next call', async () => {
    await keep('late');
    const { pasta, levadas, carry } = await createWithFotos(0);
    expect(levadas).toBeUndefined();
    expect(await readLevadas(pasta)).toBeUndefined();
    expect(await carry()).toBeUndefined();
    const nome = basename(pasta);
    expect(await carryFotos({ copias, nome, arquivosDir: arquivos })).toEqual({
      fotos: 1,
      faltam: 0,
    });
  });

  it('fail in one sentence, and the backup stays', async () => {
    await keep('one');
    mkdirSync(copias);
    writeFileSync(join(copias, FOTOS), 'a file in the place of the folder');
    await expect(createWithFotos()).rejects.toThrow(/mas nem todas as fotos: EEXIST/);
    expect(await listCopias(copias)).toHaveLength(1);
  });

  it('are removed, when they are old, with the last backup that names them', async () => {
    const [velha, nova, solta] = [await keep('old'), await keep('new'), nameOf(jpegOf('loose'))];
    const { pasta } = await createWithFotos();
    write(`delete from imagens where arquivo = '${velha}'`);
    await createWithFotos();
    await writePicture(join(copias, FOTOS), solta, jpegOf('loose'));
    for (const nome of [velha, nova, solta]) {
      utimesSync(pathOf(join(copias, FOTOS), nome), VELHA, VELHA);
    }
    expect(await sweepFotos(copias)).toBe(1);
    expect([velha, nova, solta].map(carried)).toEqual([true, true, false]);
    rmSync(pasta, { recursive: true });
    // Once a day.
    expect(await sweepFotos(copias)).toBe(0);
    utimesSync(join(copias, FOTOS, 'varrida'), VELHA, VELHA);
    expect(await sweepFotos(copias)).toBe(1);
    expect([velha, nova].map(carried)).toEqual([false, true]);
    for (const nome of await listCopias(copias)) rmSync(join(copias, nome), { recursive: true });
    utimesSync(join(copias, FOTOS, 'varrida'), VELHA, VELHA);
    expect(await sweepFotos(copias)).toBe(0);
    expect(carried(nova)).toBe(true);
  });
});

describe('the commands', () => {
  it('bring every picture back on an empty machine', async () => {
    const nomes = [await keep('one'), await keep('two')];
    expect(await run(backup, ['--para', copias])).toContain('2 que ainda não estavam lá.');
    const [nome = ''] = await listCopias(copias);
    const pasta = join(copias, nome);
    expect(await run(verifyBackup, [pasta])).toContain('Fotos em arquivos: 2; fora da cópia: 0.');
    for (const velha of [dataDir, arquivos]) rmSync(velha, { recursive: true });
    for (const vazia of [dataDir, arquivos]) mkdirSync(vazia);
    expect(await run(restore, [pasta])).not.toContain('Fotos trazidas');
    expect(globSync('*', { cwd: arquivos })).toEqual([]);
    expect(await run(restore, [pasta, '--sim'])).toContain(`Fotos trazidas para ${arquivos}: 2.`);
    for (const foto of nomes) expect(isThere(arquivos, foto)).toBe(true);
    expect(readFileSync(join(arquivos, 'unipark-fotos'), 'utf8').trim()).toBe(ID);
  });

  it('say what is left out, and where the pictures belong', async () => {
    await keep('one');
    expect(await run(backup, [])).toContain(`As fotos de ${arquivos} não foram copiadas`);
    expect(await run(backup, ['--para', copias, '--sem-fotos'])).toContain('não foram copiadas');
    expect(existsSync(join(copias, FOTOS))).toBe(false);
    const pasta = join(copias, (await listCopias(copias))[0] ?? '');
    expect(await run(verifyBackup, [pasta])).toContain('fora da cópia: 1.');
    expect(await run(restore, [pasta], { ARQUIVOS_DIR: '' })).toContain(
      'A cópia cita 1 fotos em arquivos: defina ARQUIVOS_DIR',
    );
  });

  it('refuse the folder of another installation, and change nothing', async () => {
    await keep('one');
    await run(backup, ['--para', copias]);
    const pasta = join(copias, (await listCopias(copias))[0] ?? '');
    writeFileSync(join(arquivos, 'unipark-fotos'), 'outra\n');
    write(`delete from imagens`);
    expect(await run(restore, [pasta, '--sim'])).toContain('é de outra instalação do UNIPARK');
    const sqlite = new Database(join(dataDir, 'unipark.db'), { readonly: true });
    expect(sqlite.prepare('select count(*) from imagens').pluck().get()).toBe(0);
    sqlite.close();
  });
});
