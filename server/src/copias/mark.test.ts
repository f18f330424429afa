/** COPIAS_DIR on an unmounted disk, on a new one, and of another installation. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SituacaoCopias } from '@unipark/contract/copia';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { runCopias } from '../../test/copias.ts';
import { until } from '../../test/espera.ts';
import { readConfig } from '../config.ts';
import { backup } from './comandos.ts';
import { examineCopias } from './exame.ts';

const MARCA = 'unipark-copias';
const DESMONTADA = /^A pasta .* não é a que recebeu as cópias anteriores: o disco está montado\?/;
const DE_OUTRA = /^A pasta .* recebe as cópias de outra instalação do UNIPARK/;

let raiz: string;
let disco: string;
const abertas: TestApp[] = [];
beforeEach(() => {
  raiz = mkdtempSync(join(tmpdir(), 'unipark-marca-'));
  disco = join(raiz, 'disco');
});
afterEach(async () => {
  await Promise.all(abertas.splice(0).map((teste) => teste.close()));
  rmSync(raiz, { recursive: true, force: true });
});

async function open(env: Record<string, string>): Promise<TestApp> {
  const teste = await buildTestApp({ env });
  abertas.push(teste);
  return teste;
}

const getSituacao = async (teste: TestApp): Promise<SituacaoCopias> =>
  SituacaoCopias.parse((await teste.request({ method: 'GET', url: '/api/copias' })).json());

/** Makes a backup; answers the failure's sentence, or undefined. */
async function make(teste: TestApp): Promise<string | undefined> {
  expect((await teste.request({ method: 'POST', url: '/api/copias' })).statusCode).toBe(202);
  await until(async () => expect((await getSituacao(teste)).andamento).toBeNull());
  return (await getSituacao(teste)).falha?.motivo;
}

/** What the doctor says of the folder. */
async function examine(teste: TestApp, env: Record<string, string>): Promise<string | undefined> {
  const exame = await examineCopias(
    readConfig({ DATA_DIR: teste.dataDir, ...env }, '1.0.0'),
    teste.db,
  );
  return exame.at(-1)?.texto;
}

/** An unmounted disk leaves an empty folder in its place. */
function unmount(): () => void {
  renameSync(disco, `${disco}-fora`);
  mkdirSync(disco);
  return () => {
    rmSync(disco, { recursive: true });
    renameSync(`${disco}-fora`, disco);
  };
}

const listDisco = (): string[] => readdirSync(disco).sort();

const env = () => ({ COPIAS_DIR: disco });

it('on an unmounted disk takes no copy, says why, and takes the next one when it is back', async () => {
  const teste = await open(env());
  expect(await make(teste)).toBeUndefined();
  expect(listDisco()).toHaveLength(2);
  expect(listDisco()).toContain(MARCA);
  const mount = unmount();
  expect(await make(teste)).toMatch(DESMONTADA);
  expect(listDisco()).toEqual([]);
  expect((await getSituacao(teste)).copias.length).toBeGreaterThan(0);
  expect(await examine(teste, env())).toMatch(DESMONTADA);
  mount();
  expect(await make(teste)).toBeUndefined();
  expect(await examine(teste, env())).toMatch(/^Cópia de segurança mais nova/);
});

it('that vanished with its disk is not made again', async () => {
  const teste = await open(env());
  expect(await make(teste)).toBeUndefined();
  rmSync(disco, { recursive: true });
  expect(await make(teste)).toMatch(DESMONTADA);
  expect(readdirSync(raiz)).toEqual([]);
});

it('on a new disk takes copies after the operator made an empty mark there', async () => {
  const teste = await open(env());
  expect(await make(teste)).toBeUndefined();
  const marca = readFileSync(join(disco, MARCA), 'utf8');
  unmount();
  writeFileSync(join(disco, MARCA), '');
  expect(await make(teste)).toBeUndefined();
  expect(readFileSync(join(disco, MARCA), 'utf8')).toBe(marca);
});

it('with copies from before the mark gets it at the next copy', async () => {
  const velha = '2020-01-06T10-00-00-000Z';
  mkdirSync(join(disco, velha), { recursive: true });
  const teste = await open(env());
  expect(await make(teste)).toBeUndefined();
  expect(listDisco()).toEqual([velha, expect.stringMatching(/Z$/), MARCA]);
  unmount();
  expect(await make(teste)).toMatch(DESMONTADA);
});

it('of another installation loses no copy to backup --para --manter', async () => {
  const [uma, outra] = [await open(env()), await open(env())];
  expect(await make(uma)).toBeUndefined();
  const antes = listDisco();
  const dados = { DATA_DIR: outra.dataDir };
  const args = ['--para', disco, '--manter'];
  expect(await runCopias(backup, args, dados)).toMatch(DE_OUTRA);
  expect(listDisco()).toEqual(antes);
});

it('of another installation is refused, until its mark is emptied', async () => {
  const [uma, outra] = [await open(env()), await open(env())];
  expect(await make(uma)).toBeUndefined();
  const antes = listDisco();
  expect(await make(outra)).toMatch(DE_OUTRA);
  expect(await examine(outra, env())).toMatch(DE_OUTRA);
  expect(listDisco()).toEqual(antes);
  writeFileSync(join(disco, MARCA), '');
  expect(await make(outra)).toBeUndefined();
  expect(await make(uma)).toMatch(DE_OUTRA);
});
