/** The places outside of a running server: what is sent, what fails, and what is told of it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../test/espera.ts';
import { createInstalacaoExterna, type Externa } from '../../../test/externas.ts';
import { startS3, type TestS3 } from '../../../test/s3.ts';
import { systemClock } from '../../platform/clock.ts';
import { instantOf } from '../copia.ts';
import { createExternas, type ExternasDeps } from './externas.ts';

let s3: TestS3;
let aqui: Externa;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const parada = { atual: new AbortController() };
const log = { error: vi.fn() };
const abertas: ReturnType<typeof createExternas>[] = [];
beforeEach(async () => {
  aqui = await createInstalacaoExterna(s3);
  parada.atual = new AbortController();
  log.error.mockClear();
});
afterEach(async () => {
  parada.atual.abort();
  await Promise.all(abertas.splice(0).map((externas) => externas.stop()));
  vi.restoreAllMocks();
  aqui.close();
});

/** The places of a server, looked at often; after a failure it waits a moment. */
function open(env: Record<string, string> = {}, mais: Partial<ExternasDeps> = {}) {
  const { copiasExternas: config } = aqui.configOf(env);
  const { copias, owner } = aqui;
  const externas = createExternas({
    ...{ config, copias, owner, arquivosDir: null, leads: () => true, log },
    sinal: parada.atual.signal,
    ...{ olharMs: 50, waitOf: () => 50, ...mais },
  });
  abertas.push(externas);
  return externas;
}

/** Waits for the sentence of a failure at the only place. */
async function failureOf(externas: ReturnType<typeof open>): Promise<string> {
  await until(() => expect(externas.list()[0]?.falha).not.toBeNull());
  return externas.list()[0]?.falha?.motivo ?? '';
}

it('sends the newest backup to every place, once, and says its age', async () => {
  const { pasta } = await aqui.createCopia();
  const S3 = aqui.configOf().copiasExternas?.depositos[0];
  const COPIAS_EXTERNAS = `s3://unipark-copias/${basename(aqui.raiz)},${aqui.fora}`;
  const externas = open({ COPIAS_EXTERNAS });
  expect(S3?.tipo).toBe('s3');
  expect(externas.list().map(({ criada_em }) => criada_em)).toEqual([null, null]);
  externas.start();
  const criada_em = instantOf(basename(pasta)).toISOString();
  await until(() =>
    expect(externas.list()).toMatchObject([
      { criada_em, apaga: true, falha: null, enviando: false },
      { destino: aqui.fora, criada_em, apaga: true, falha: null, enviando: false },
    ]),
  );
  expect(externas.ages().every(({ idade = -1 }) => idade >= 0)).toBe(true);
  expect(externas.isLate()).toBe(false);
  // A start of the server sends nothing that is there already.
  const depois = open({ COPIAS_EXTERNAS });
  depois.start();
  await until(() => expect(depois.list().every((uma) => uma.criada_em === criada_em)).toBe(true));
  await depois.stop();
  expect(depois.list().map(({ apaga }) => apaga)).toEqual([null, null]);
});

it('a server that does not lead sends nothing, and knows what the one that leads sent', async () => {
  const { pasta } = await aqui.createCopia();
  const criada_em = instantOf(basename(pasta)).toISOString();
  const COPIAS_EXTERNAS = aqui.fora;
  let lidera = false;
  const outro = open({ COPIAS_EXTERNAS }, { leads: () => lidera, olharMs: 10 });
  outro.start();
  const lider = open({ COPIAS_EXTERNAS });
  await lider.stop();
  expect(existsSync(aqui.fora)).toBe(false);
  lider.start();
  await until(() => expect(outro.list()[0]).toMatchObject({ criada_em, apaga: null }));
  // It leads for a while, and then another one that sends newer copies.
  lidera = true;
  await until(() => expect(outro.isLate()).toBe(false));
  lidera = false;
  const nova = await aqui.createCopia();
  const depois = instantOf(basename(nova.pasta)).toISOString();
  await until(() => expect(lider.list()[0]).toMatchObject({ criada_em: depois }));
  await until(() => expect(outro.list()[0]).toMatchObject({ criada_em: depois, apaga: null }));
});

describe('a place that fails is told, tried again, and loses nothing', () => {
  it('with a wrong secret', async () => {
    await aqui.createCopia();
    const externas = open({ COPIAS_S3_SEGREDO: 'not the secret' });
    externas.start();
    expect(await failureOf(externas)).toMatch(/recusou a chave \(SignatureDoesNotMatch\)/);
    expect(JSON.stringify(log.error.mock.calls)).not.toContain('not the secret');
    expect(await failureOf(externas)).not.toContain('not the secret');
  });

  it('with a bucket that does not exist', async () => {
    await aqui.createCopia();
    const externas = open({ COPIAS_EXTERNAS: 's3://outro-bucket/x' });
    externas.start();
    expect(await failureOf(externas)).toMatch(/^O bucket de s3:\/\/outro-bucket\/x não existe/);
  });

  it('with a port that refuses, and goes on when the store is back', async () => {
    await aqui.createCopia();
    const porta: Server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => porta.once('listening', resolve));
    const { port } = porta.address() as AddressInfo;
    await new Promise((resolve) => porta.close(resolve));
    const COPIAS_S3_ENDPOINT = `http://127.0.0.1:${port}`;
    const waitOf = vi.fn(() => 50);
    const externas = open({ COPIAS_S3_ENDPOINT }, { waitOf });
    externas.start();
    expect(await failureOf(externas)).toMatch(/não responde \(ECONNREFUSED\)/);
    await until(() => expect(waitOf).toHaveBeenCalledTimes(2));
    // The same failure is one line of the log.
    expect(log.error).toHaveBeenCalledOnce();
    const volta = open();
    volta.start();
    await until(() => expect(volta.list()[0]?.criada_em).not.toBeNull());
  });

  it('with a key that is none of age', async () => {
    await aqui.createCopia();
    const { copiasExternas } = aqui.configOf({ COPIAS_EXTERNAS: aqui.fora });
    // Its last letters are a checksum.
    const chaves = [`${aqui.chave.slice(0, -1)}${aqui.chave.endsWith('q') ? 'p' : 'q'}`];
    const config = { depositos: copiasExternas?.depositos ?? [], chaves };
    const externas = open({}, { config });
    externas.start();
    expect(await failureOf(externas)).toMatch(/^COPIAS_CHAVE não é uma chave pública do age/);
    expect(existsSync(aqui.fora)).toBe(false);
  });

  it('with a folder that takes no files, until it does', async () => {
    const { pasta } = await aqui.createCopia();
    writeFileSync(aqui.fora, 'a file');
    const externas = open({ COPIAS_EXTERNAS: aqui.fora });
    externas.start();
    expect(await failureOf(externas)).toMatch(/não aceita arquivos \(ENOTDIR\)/);
    expect(existsSync(pasta)).toBe(true);
    rmSync(aqui.fora);
    await until(() => expect(externas.list()[0]).toMatchObject({ falha: null }));
    expect(externas.list()[0]?.criada_em).toBe(instantOf(basename(pasta)).toISOString());
  });

  it('with a folder that takes no pictures: they go later, without another copy', async () => {
    const foto = await aqui.createFoto('one');
    const { pasta } = await aqui.createCopia();
    mkdirSync(aqui.fora);
    writeFileSync(join(aqui.fora, 'fotos'), 'a file');
    const { arquivosDir } = aqui;
    const externas = open({ COPIAS_EXTERNAS: aqui.fora }, { arquivosDir });
    externas.start();
    expect(await failureOf(externas)).toMatch(/não aceita arquivos/);
    expect(externas.list()[0]?.criada_em).toBe(instantOf(basename(pasta)).toISOString());
    rmSync(join(aqui.fora, 'fotos'));
    await until(() =>
      expect(readdirSync(aqui.fora, { recursive: true }).join()).toContain(`${foto}.age`),
    );
    await until(() => expect(externas.list()[0]?.falha).toBeNull());
  });

  it('with a folder on an unmounted disk: nothing is written there, until it is back', async () => {
    const primeira = await aqui.createCopia();
    const foto = await aqui.createFoto('one');
    const externas = open({ COPIAS_EXTERNAS: aqui.fora }, { arquivosDir: aqui.arquivosDir });
    externas.start();
    await until(() => expect(readdirSync(aqui.fora)).toContain('unipark-copias'));
    await until(() => expect(externas.list()[0]).toMatchObject({ apaga: true, enviando: false }));
    renameSync(aqui.fora, `${aqui.fora}-disco`);
    mkdirSync(aqui.fora);
    const { pasta } = await aqui.createCopia();
    expect(await failureOf(externas)).toMatch(
      /^A pasta .* não é a que recebeu as cópias anteriores: o disco está montado\?/,
    );
    expect(readdirSync(aqui.fora)).toEqual([]);
    expect(existsSync(primeira.pasta)).toBe(true);
    rmSync(aqui.fora, { recursive: true });
    renameSync(`${aqui.fora}-disco`, aqui.fora);
    await until(() => expect(externas.list()[0]?.falha).toBeNull());
    await until(() =>
      expect(readdirSync(aqui.fora, { recursive: true }).join()).toContain(`${foto}.age`),
    );
    expect(readdirSync(aqui.fora)).toContain(`${basename(pasta)}.tar.gz.age`);
  });

  it('with a folder of another installation', async () => {
    await aqui.createCopia();
    mkdirSync(aqui.fora);
    writeFileSync(join(aqui.fora, 'unipark-copias'), 'another\n');
    const externas = open({ COPIAS_EXTERNAS: aqui.fora });
    externas.start();
    expect(await failureOf(externas)).toMatch(/recebe as cópias de outra instalação do UNIPARK/);
    expect(readdirSync(aqui.fora)).toEqual(['unipark-copias']);
  });

  it('with a full disk: the copy before stays', async ({ skip }) => {
    mkdirSync(aqui.fora);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', aqui.fora], {
        stdio: 'ignore',
      });
    } catch {
      skip('a small disk takes root');
    }
    try {
      const primeira = await aqui.createCopia();
      const externas = open({ COPIAS_EXTERNAS: aqui.fora });
      externas.start();
      await until(() => expect(externas.list()[0]?.criada_em).not.toBeNull());
      aqui.grow(3);
      await aqui.createCopia();
      externas.wake();
      expect(await failureOf(externas)).toMatch(/^Não há espaço em .*já estavam lá continuam\.$/);
      const criada_em = instantOf(basename(primeira.pasta)).toISOString();
      expect(externas.list()[0]?.criada_em).toBe(criada_em);
      parada.atual.abort();
      await externas.stop();
    } finally {
      execFileSync('umount', [aqui.fora]);
    }
  });

  it('and waits longer after each failure', async () => {
    await aqui.createCopia();
    writeFileSync(aqui.fora, 'a file');
    const vezes: number[] = [];
    const waitOf = (falhas: number): number => vezes.push(falhas);
    const externas = open({ COPIAS_EXTERNAS: aqui.fora }, { waitOf });
    externas.start();
    await until(() => expect(vezes.slice(0, 3)).toEqual([1, 2, 3]));
  });
});

it('is late when a place has none for hours, and not before the server had the time', async () => {
  const externas = open({ COPIAS_EXTERNAS: aqui.fora });
  expect(externas.isLate()).toBe(false);
  const agora = systemClock.elapsed();
  vi.spyOn(systemClock, 'elapsed').mockReturnValue(agora + 11 * 60_000);
  expect(externas.isLate()).toBe(true);
});
