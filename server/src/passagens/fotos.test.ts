import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Passagem } from '@unipark/contract/passagem';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { bearerHeaders, buildDispositivo, sendMensagem } from '../../test/dispositivo.ts';
import { until } from '../../test/espera.ts';
import { plansOf, testOfSqlite } from '../../test/planos.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Banco, openBanco } from '../platform/db/banco.ts';
import { findPlace, nameOf } from '../platform/folder/names.ts';
import { stopGracefully } from '../platform/process/stop.ts';
import { examineFotos } from './fotosExame.ts';
import { findNamed, listSample } from './fotosRepo.ts';

const buildFoto = (texto: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, texto)]);

const BASE = { LOG_LEVEL: 'silent', PORT: '0' };

let teste: TestApp;
let dir: string;
let token: string;
let contador = 0;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'unipark-fotos-'));
  teste = await buildTestApp({ env: { ARQUIVOS_DIR: dir } });
  ({ token } = await buildDispositivo(teste));
});
afterAll(async () => {
  await teste.close();
  rmSync(dir, { recursive: true, force: true });
});

function nextPlaca(): string {
  contador += 1;
  return `FOT${contador % 10}A${10 + contador}`;
}
const pathOf = (foto: Buffer): string => findPlace(dir, nameOf(foto))?.path ?? '';
const listFiles = (): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entrada) => entrada.isFile() && entrada.name !== 'unipark-fotos')
    .map(({ name }) => name);

async function sendFoto(foto: Buffer, placa = nextPlaca()) {
  const corpo = { placa, imagem: foto.toString('base64') };
  const resposta = await sendMensagem(teste, '/api/leituras/unipark', corpo, bearerHeaders(token));
  expect(resposta.statusCode).toBe(201);
  return resposta.json<{ id: string }>().id;
}
/** A person's registration, which can be undone. */
async function registerFoto(foto: Buffer): Promise<string> {
  const payload = { placa: nextPlaca(), conferida: true, imagem: foto.toString('base64') };
  const resposta = await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
  return resposta.json<{ id: string }>().id;
}
async function undo(id: string | undefined): Promise<void> {
  const url = `/api/passagens/${id}/desfazer`;
  const resposta = await teste.request({ method: 'POST', url, payload: {} });
  expect([resposta.statusCode, resposta.body]).toEqual([204, '']);
}
function makeOld(foto: Buffer): void {
  const antes = Date.now() / 1_000 - 7_200;
  utimesSync(pathOf(foto), antes, antes);
}
/** Another application on this database, with its own settings. */
async function withSecond<T>(
  env: Record<string, string>,
  act: (outro: { app: FastifyInstance }) => Promise<T>,
  db: Banco = teste.db,
): Promise<T> {
  const config = readConfig({ ...BASE, DATA_DIR: teste.dataDir, ...env }, '0.0.0-teste');
  const siteRoot = join(teste.dataDir, 'site');
  const app = await buildApp({ config, db, siteRoot, dubles: { maxDelay: 0 } });
  await app.ready();
  try {
    return await act({ app });
  } finally {
    await stopGracefully(app);
  }
}
async function findUrl(passagem: string): Promise<string | undefined> {
  const { imagens } = (await teste.request({ url: `/api/passagens/${passagem}` })).json<Passagem>();
  return imagens[0] && `/api/passagens/${passagem}/imagens/${imagens[0].id}`;
}
const listRows = () =>
  teste.db.selectFrom('imagens').select(['arquivo', 'jpeg']).orderBy('id', 'desc').execute();

describe('a reading with ARQUIVOS_DIR', () => {
  it('has its picture in a file, without bytes in the row, and shows it as before', async () => {
    const foto = buildFoto('um');
    const url = (await findUrl(await sendFoto(foto))) ?? '';
    expect(readFileSync(pathOf(foto))).toEqual(foto);
    const [linha] = await listRows();
    expect(linha?.arquivo).toBe(nameOf(foto));
    expect(linha?.jpeg.length).toBe(0);
    const resposta = await teste.request({ url });
    expect(resposta.statusCode).toBe(200);
    expect(resposta.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'content-length': String(foto.length),
    });
    expect(resposta.rawPayload).toEqual(foto);
    rmSync(pathOf(foto));
    const falta = await teste.request({ url });
    expect([falta.statusCode, falta.json().mensagem]).toEqual([404, 'Imagem não encontrada.']);
    const miniatura = await teste.request({ url: `${url}?miniatura=1` });
    expect(miniatura.statusCode).toBe(404);
  });

  it('has a thumbnail made of the file', async () => {
    const foto = await sharp({
      create: { width: 640, height: 360, channels: 3, background: 'teal' },
    })
      .jpeg()
      .toBuffer();
    const url = await findUrl(await sendFoto(foto));
    const { headers, rawPayload } = await teste.request({ url: `${url}?miniatura=1` });
    expect(headers['content-type']).toBe('image/webp');
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 320, height: 180 });
  });

  it('shares the file of an equal picture, and the last row takes it along', async () => {
    const foto = buildFoto('dois');
    const ids = [await registerFoto(foto), await registerFoto(foto)];
    makeOld(foto);
    await undo(ids[0]);
    await sleep(50);
    const url = (await findUrl(ids[1] ?? '')) ?? '';
    expect((await teste.request({ url })).rawPayload).toEqual(foto);
    await undo(ids[1]);
    await until(() => expect(listFiles()).not.toContain(nameOf(foto)));
  });

  it('that is refused leaves no row, and a file that the next sweep removes after an hour', async () => {
    const foto = buildFoto('tres');
    const instante = new Date(Date.now() + 86_400_000).toISOString();
    const payload = { placa: nextPlaca(), instante, imagem: foto.toString('base64') };
    const { statusCode } = await teste.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload,
    });
    expect(statusCode).toBe(400);
    expect(await findNamed(teste.db, [nameOf(foto)])).toEqual(new Set());
    expect(listFiles()).toContain(nameOf(foto));
    const usada = buildFoto('usada');
    await sendFoto(usada);
    for (const velha of [foto, usada]) makeOld(velha);
    await withSecond({ ARQUIVOS_DIR: dir }, () =>
      until(() => expect(listFiles()).not.toContain(nameOf(foto))),
    );
    expect(listFiles()).toContain(nameOf(usada));
  });

  it('stands beside pictures in the database, which stay readable there', async () => {
    const [antes, depois] = [buildFoto('no banco'), buildFoto('na pasta')];
    const request = { method: 'POST', url: '/db/ultimosveiculos' } as const;
    const id = await withSecond({}, async ({ app }) => {
      const payload = { placa: nextPlaca(), imagem: antes.toString('base64') };
      const headers = { authorization: `Bearer ${teste.token}` };
      return (await app.inject({ ...request, payload, headers })).json<{ id: string }>().id;
    });
    expect(listFiles()).not.toContain(nameOf(antes));
    const url = (await findUrl(id)) ?? '';
    expect((await teste.request({ url })).rawPayload).toEqual(antes);
    const nova = (await findUrl(await sendFoto(depois))) ?? '';
    await withSecond({}, async ({ app }) => {
      const headers = { authorization: `Bearer ${teste.token}` };
      expect((await app.inject({ url, headers })).rawPayload).toEqual(antes);
      const falta = await app.inject({ url: nova, headers });
      expect([falta.statusCode, falta.json().mensagem]).toEqual([404, 'Imagem não encontrada.']);
    });
  });

  it('is stored without its picture while the folder is away, and its alarm is raised', async () => {
    const payload = { placa: 'PRB1A23', status: 'PROIBIDO' };
    await teste.request({ method: 'POST', url: '/db/veiculos', payload });
    const longe = `${dir}-longe`;
    renameSync(dir, longe);
    try {
      const id = await sendFoto(buildFoto('quatro'), 'PRB1A23');
      const passagem = (await teste.request({ url: `/api/passagens/${id}` })).json<Passagem>();
      expect(passagem).toMatchObject({ imagens: [], alerta: { tipo: 'proibido' } });
      const { aviso } = (await teste.request({ url: '/healthz' })).json();
      expect(aviso).toMatch(/^A pasta das fotos não está montada/);
      await until(async () => {
        const pronto = await teste.request({ url: '/readyz' });
        expect(pronto.statusCode).toBe(200);
        expect(pronto.json()).toMatchObject({ ok: true, aviso });
      });
    } finally {
      renameSync(longe, dir);
    }
    await until(async () =>
      expect((await teste.request({ url: '/healthz' })).json().aviso).toBeNull(),
    );
    const foto = buildFoto('cinco');
    await sendFoto(foto);
    expect(listFiles()).toContain(nameOf(foto));
  });
});

const NO_POSTGRES = process.env.UNIPARK_TESTE_BANCO === 'postgres';

describe.runIf(NO_POSTGRES)('two nodes with one folder', () => {
  it('show the pictures of each other, and share those that both received at once', async () => {
    const outro = openBanco(teste.installation.DATABASE_URL ?? '');
    await withSecond(
      { ARQUIVOS_DIR: dir },
      async ({ app }) => {
        const foto = buildFoto('dois nos');
        const headers = { authorization: `Bearer ${teste.token}` };
        const post = (placa: string) => {
          const payload = { placa, conferida: true, imagem: foto.toString('base64') };
          return { method: 'POST', url: '/db/ultimosveiculos', payload, headers } as const;
        };
        const respostas = await Promise.all([
          app.inject(post(nextPlaca())),
          teste.app.inject(post(nextPlaca())),
        ]);
        const ids = respostas.map((resposta) => resposta.json<{ id: string }>().id);
        makeOld(foto);
        await undo(ids[0]);
        await sleep(50);
        const url = (await findUrl(ids[1] ?? '')) ?? '';
        for (const node of [app, teste.app]) {
          expect((await node.inject({ url, headers })).rawPayload).toEqual(foto);
        }
      },
      outro,
    );
    await outro.destroy();
  });
});

describe('the start', () => {
  const open = (ARQUIVOS_DIR: string) => withSecond({ ARQUIVOS_DIR }, async () => undefined);

  it('refuses a folder that cannot hold the pictures, in one sentence', async () => {
    const site = join(teste.dataDir, 'site', 'assets');
    mkdirSync(site, { recursive: true });
    const arquivo = join(dir, 'arquivo.txt');
    writeFileSync(arquivo, '');
    const frases = {
      '/nao/existe': /^ARQUIVOS_DIR: a pasta \/nao\/existe não existe\./,
      [arquivo]: /^ARQUIVOS_DIR: \S+ não é uma pasta\./,
      [teste.dataDir]: /é a pasta de dados \(DATA_DIR\)\./,
      [site]: /fica dentro da pasta das páginas/,
    };
    for (const [pasta, frase] of Object.entries(frases)) {
      await expect(open(pasta), pasta).rejects.toThrow(frase);
    }
  });

  // The administrator of a machine may write everywhere.
  it.runIf(process.getuid?.() !== 0)('refuses a folder that this user cannot write', async () => {
    const fechada = mkdtempSync(join(tmpdir(), 'unipark-fechada-'));
    chmodSync(fechada, 0o500);
    await expect(open(fechada)).rejects.toThrow(/^ARQUIVOS_DIR: sem permissão para gravar em/);
    rmSync(fechada, { recursive: true });
  });

  it('refuses the folder of another installation, and an empty one in the place of ours', async () => {
    const alheia = mkdtempSync(join(tmpdir(), 'unipark-alheia-'));
    await expect(open(alheia)).rejects.toThrow(/não tem as fotos desta instalação\. Monte o disco/);
    writeFileSync(join(alheia, 'unipark-fotos'), 'outra\n');
    await expect(open(alheia)).rejects.toThrow(/é de outra instalação do UNIPARK/);
    rmSync(alheia, { recursive: true });
  });
});

describe('the doctor', () => {
  const examine = async (env: Record<string, string>) => {
    const config = readConfig({ DATA_DIR: teste.dataDir, ...env }, '1');
    const achados = await examineFotos(teste.db, config, join(teste.dataDir, 'site'));
    return achados.map(({ nivel, texto }) => `${nivel}: ${texto}`);
  };

  it('says that files exist without the variable, and which folder it cannot use', async () => {
    await sendFoto(buildFoto('exame'));
    expect(await examine({})).toEqual([
      expect.stringMatching(/^falha: Há fotos em arquivos, mas ARQUIVOS_DIR não está definida/),
    ]);
    expect(await examine({ ARQUIVOS_DIR: '/nao/existe' })).toEqual([
      expect.stringMatching(/^falha: ARQUIVOS_DIR: a pasta \/nao\/existe não existe/),
    ]);
  });

  it('counts the files of a sample, and those that are missing', async () => {
    const antes = await examine({ ARQUIVOS_DIR: dir });
    expect(antes[0]).toMatch(/^(bom|falha): Pasta de fotos \S+: \d+ % cheio, [\d.,]+ [MG]B livres/);
    const nomes = await listSample(teste.db, 50);
    renameSync(join(dir, nomes[0]?.slice(0, 2) ?? ''), join(dir, 'longe'));
    const [, amostra] = await examine({ ARQUIVOS_DIR: dir });
    expect(amostra).toMatch(/^falha: Fotos que faltam em ARQUIVOS_DIR: \d+ de \d+ conferidas/);
    renameSync(join(dir, 'longe'), join(dir, nomes[0]?.slice(0, 2) ?? ''));
  });
});

testOfSqlite('names are found by their index', async () => {
  const planos = await plansOf(teste.db, async (trx) => {
    await findNamed(trx, ['a']);
    await listSample(trx, 5);
  });
  const daTabela = planos.filter((plano) => /\bimagens\b/.test(plano));
  expect(daTabela).toHaveLength(3);
  for (const plano of daTabela) expect(plano).toMatch(/^SEARCH .* imagens_arquivo_idx \(arquivo/);
});
