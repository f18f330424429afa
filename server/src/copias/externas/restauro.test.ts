/** A downloaded copy and its pictures are restored with the private key. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCopias } from '../../../test/copias.ts';
import { createInstalacaoExterna, type Externa, SEGREDO_EXTERNO } from '../../../test/externas.ts';
import { startS3, type TestS3 } from '../../../test/s3.ts';
import { findPlace } from '../../platform/folder/names.ts';
import { createChaves, restore } from '../comandos.ts';
import { ownerOf } from '../mark.ts';
import { findEnviada, openDeposito, SUFIXO_FOTOS, sendCopia } from './envio.ts';
import { sendFotos } from './fotosExternas.ts';
import { SUFIXO } from './pacote.ts';

let s3: TestS3;
let aqui: Externa;
let chave: string;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  aqui = await createInstalacaoExterna(s3);
  chave = join(aqui.raiz, 'chave.txt');
  writeFileSync(chave, `# a comment, as age-keygen writes it\n${aqui.identidade}\n`);
});
afterEach(() => aqui.close());

/** Runs a command on another machine; answers what it says. */
function run(comando: Parameters<typeof runCopias>[0], args: string[]): Promise<string> {
  const [DATA_DIR, ARQUIVOS_DIR] = ['outra', 'outros-arquivos'].map((nome) =>
    join(aqui.raiz, nome),
  ) as [string, string];
  for (const pasta of [DATA_DIR, ARQUIVOS_DIR]) mkdirSync(pasta, { recursive: true });
  return runCopias(comando, args, { DATA_DIR, ARQUIVOS_DIR });
}

/** Sends a backup with its pictures. */
async function send(tipo: 's3' | 'pasta', { varrer = false, prazoMs = 60_000 } = {}) {
  const { pasta } = await aqui.createCopia();
  const deposito = aqui.depositoOf(tipo);
  const envio = { deposito, chaves: [aqui.chave], owner: aqui.owner };
  await sendCopia({ ...envio, pasta });
  const { copias, arquivosDir } = aqui;
  const nome = basename(pasta);
  const levadas = await sendFotos({ ...envio, copias, nome, arquivosDir, prazoMs, varrer });
  return { deposito, nome, levadas };
}

it.each(['s3', 'pasta'] as const)('from %s, with its pictures', async (tipo) => {
  const foto = await aqui.createFoto('one');
  const { deposito, nome, levadas } = await send(tipo);
  expect(levadas).toEqual({ fotos: 1, faltam: 0 });
  const baixada = await aqui.download(deposito);
  const arquivo = join(baixada, nome + SUFIXO);
  expect(await run(restore, [arquivo])).toMatch(/^A cópia é cifrada/);
  expect(await run(restore, [arquivo, '--chave', join(aqui.raiz, 'none')])).toMatch(
    /^Não foi possível ler a chave/,
  );
  expect(await run(restore, [arquivo, '--chave', chave])).toContain('Nada foi mudado.');
  const outra = join(aqui.raiz, 'outra');
  expect(existsSync(join(outra, 'copia-aberta'))).toBe(false);
  const dito = await run(restore, [arquivo, '--chave', chave, '--sim']);
  expect(dito).toContain('Fotos trazidas para');
  expect(dito).toContain('Restaurada.');
  const trazida = findPlace(join(aqui.raiz, 'outros-arquivos'), foto)?.path ?? '';
  expect(readFileSync(trazida, 'utf8')).toBe('a picture: one');
  // The opened register is the database in place, and nothing else.
  expect(readdirSync(outra).filter((item) => item.startsWith('copia-'))).toEqual([]);
});

it('restored on another machine, a folder takes its copies: a new one, and the one of before', async () => {
  const { deposito, nome } = await send('pasta');
  const envio = { deposito, chaves: [aqui.chave], pasta: join(aqui.copias, nome) };
  const arquivo = join(await aqui.download(deposito), nome + SUFIXO);
  renameSync(aqui.fora, `${aqui.fora}-antes`);
  const { copias, arquivosDir } = aqui;
  const fotos = { copias, nome, arquivosDir, prazoMs: 60_000, varrer: false };
  const dono = { ...envio, owner: aqui.owner };
  for (const work of [findEnviada, sendCopia, sendFotos]) {
    await expect(work({ ...dono, ...fotos })).rejects.toThrow(
      /não é a que recebeu as cópias anteriores/,
    );
  }
  expect(existsSync(aqui.fora)).toBe(false);
  expect(await run(restore, [arquivo, '--chave', chave, '--sim'])).toContain('Restaurada.');
  const owner = ownerOf(join(aqui.raiz, 'outra'), SEGREDO_EXTERNO);
  await sendCopia({ ...envio, owner });
  rmSync(aqui.fora, { recursive: true });
  renameSync(`${aqui.fora}-antes`, aqui.fora);
  await sendCopia({ ...envio, owner });
});

it('pictures go once; a time that is too short is gone on with', async () => {
  await aqui.createFoto('one');
  expect((await send('s3')).levadas).toEqual({ fotos: 1, faltam: 0 });
  await aqui.createFoto('two');
  expect((await send('s3', { prazoMs: 0 })).levadas).toBeUndefined();
  expect((await send('s3')).levadas).toEqual({ fotos: 1, faltam: 0 });
  // A look at every name finds both there.
  expect((await send('s3', { varrer: true })).levadas).toEqual({ fotos: 0, faltam: 0 });
});

it('a picture that was away here goes when it is back', async () => {
  const foto = await aqui.createFoto('one');
  const lugar = findPlace(aqui.arquivosDir, foto)?.path ?? '';
  renameSync(lugar, join(aqui.raiz, 'away'));
  const { deposito, levadas } = await send('s3');
  expect(levadas).toEqual({ fotos: 0, faltam: 1 });
  // Without the mark of a whole copy, the next one looks at all pictures.
  const nomes = await (await openDeposito(deposito)).list('');
  expect(nomes.filter((nome) => nome.endsWith(SUFIXO_FOTOS))).toEqual([]);
  renameSync(join(aqui.raiz, 'away'), lugar);
  expect((await send('s3')).levadas).toEqual({ fotos: 1, faltam: 0 });
});

it('a picture that no backup names is removed there', async () => {
  const velha = await aqui.createFoto('old');
  const { deposito } = await send('s3');
  const aberto = await openDeposito(deposito);
  const list = () => aberto.list(`fotos/${velha.slice(0, 2)}/`);
  expect(await list()).toHaveLength(1);
  aqui.run('delete from imagens');
  await send('s3', { varrer: true });
  // The backup before it still names the picture.
  expect(await list()).toHaveLength(1);
  for (const nome of readdirSync(aqui.copias).sort().slice(0, -1)) {
    rmSync(join(aqui.copias, nome), { recursive: true });
  }
  for (const nome of await aberto.list('')) await aberto.remove(nome);
  await send('s3', { varrer: true });
  expect(await list()).toEqual([]);
});

it('none is removed there while a copy outside is not here: only that one knows what it names', async () => {
  const { pasta: primeira } = await aqui.createCopia();
  renameSync(primeira, join(aqui.copias, '2026-01-05T00-00-00-000Z'));
  const velha = await aqui.createFoto('old');
  const { deposito, nome } = await send('s3');
  const aberto = await openDeposito(deposito);
  // Another server made the copy that names the picture.
  await aberto.put(`2026-02-02T00-00-00-000Z${SUFIXO}`, [Buffer.from('x')]);
  rmSync(join(aqui.copias, nome), { recursive: true });
  aqui.run('delete from imagens');
  await send('s3', { varrer: true });
  expect(await aberto.list(`fotos/${velha.slice(0, 2)}/`)).toHaveLength(1);
});

it('the keys are made once, the private one for its owner alone', async () => {
  const arquivo = join(aqui.raiz, 'nova.txt');
  const dito = await run(createChaves, [arquivo]);
  expect(dito).toMatch(/^COPIAS_CHAVE=age1[0-9a-z]{58}$/m);
  expect(dito).not.toContain('AGE-SECRET-KEY');
  expect(readFileSync(arquivo, 'utf8')).toMatch(/^AGE-SECRET-KEY-1/m);
  if (process.platform !== 'win32') expect(statSync(arquivo).mode & 0o077).toBe(0);
  expect(await run(createChaves, [arquivo])).toMatch(/já existe/);
});
