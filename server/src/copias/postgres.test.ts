/** Backups of a PostgreSQL, by the programs of its own: Debian's, which come with their server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Cluster, createCluster } from '../../test/cluster.ts';
import { runCopias } from '../../test/copias.ts';
import { until } from '../../test/espera.ts';
import { fillInstalacao } from '../../test/instalacao.ts';
import { databaseUrl, runOnce } from '../../test/postgres.ts';
import { findDebian } from '../../test/postgresBinaries.ts';
import { START } from '../../test/processo.ts';
import { listPassos, upgrade } from '../atualizacao.ts';
import { StartError } from '../config/leitor.ts';
import { readConfig } from '../config.ts';
import { migrations } from '../migrations/all.ts';
import { AGENDA } from '../platform/audit.ts';
import { moveCut, removeCutEntries } from '../platform/auditCut.ts';
import { listValues } from '../platform/db/backup/values.ts';
import { hearNodes, inTransaction, isLeader, openBanco, ping } from '../platform/db/banco.ts';
import { examineDump } from '../platform/db/dump/examine.ts';
import { toProgramAddress } from '../platform/db/dump/programs.ts';
import { moveInstallation } from '../transferencia.ts';
import { noteUltima } from './ajustes.ts';
import { backup, restore, verifyBackup } from './comandos.ts';
import { listCopias } from './copia.ts';
import { createCopias } from './copias.ts';
import { examineCopias } from './exame.ts';
import { createChave } from './externas/abertura.ts';
import { sendCopia } from './externas/envio.ts';
import { ownerOf } from './mark.ts';
import { DEIXADAS, IMAGENS } from './original.ts';

const ferramenta = fileURLToPath(new URL('../unipark.ts', import.meta.url));
const segredo = 'um segredo de quarenta e tantas letras, para provas';
const TOKENS: readonly string[] = DEIXADAS;

let cluster: Cluster;
let dataDir: string;
let copias: string;
/** An installation with rows in every table, which no test changes. */
let cheia: string;
let url: string;

/** A new database of the role `app`, which is no superuser; `modelo` is copied. */
async function createDatabase(nome: string, modelo = 'template0'): Promise<string> {
  await runOnce(cluster.url, `drop database if exists ${nome} with (force)`);
  await runOnce(cluster.url, `create database ${nome} owner app template ${modelo}`);
  const endereco = new URL(databaseUrl(cluster.url, nome));
  if (modelo === 'template0') await runOnce(endereco.href, 'create extension pg_trgm');
  endereco.username = 'app';
  return endereco.href;
}

beforeAll(async () => {
  const debian = findDebian();
  if (!debian) throw new Error('Falta o PostgreSQL do Debian: apt-get install -y postgresql');
  cluster = await createCluster({ duravel: false, debian });
  await runOnce(cluster.url, 'create role app login');
  dataDir = mkdtempSync(join(tmpdir(), 'unipark-pgcopia-'));
  copias = join(dataDir, 'copias');
  writeFileSync(join(dataDir, 'identidade.segredo'), segredo);
  await fillInstalacao(dataDir);
  cheia = await createDatabase('cheia');
  const config = readConfig({ ...envOf(cheia), DATABASE_UNSAFE: '1' }, '1.0.0');
  const openProgresso = () => ({ show: () => undefined, end: () => undefined });
  await moveInstallation({
    ...{ config, say: () => undefined, sinal: new AbortController().signal },
    openProgresso: openProgresso as never,
  });
});
afterAll(() => {
  cluster?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  rmSync(copias, { recursive: true, force: true });
  url = await createDatabase('usada', 'cheia');
});

const envOf = (endereco: string): Record<string, string> => ({
  ...{ DATA_DIR: dataDir, DATABASE_URL: endereco },
  SECRET_FILE: join(dataDir, 'identidade.segredo'),
});

const run = (
  comando: Parameters<typeof runCopias>[0],
  args: string[] = [],
  endereco = url,
): Promise<string> => runCopias(comando, args, envOf(endereco));

async function ask(endereco: string, comando: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: endereco });
  await client.connect();
  return client
    .query(comando)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const TABELAS = `select relname as nome from pg_class where relkind = 'r'
  and relnamespace = 'public'::regnamespace and relname not like 'kysely%' order by 1`;

/** Every row of every table, as one sum a table. */
async function sumOf(endereco: string): Promise<Record<string, unknown>> {
  const somas: Record<string, unknown> = {};
  const client = new Client({ connectionString: endereco });
  await client.connect();
  for (const { nome } of (await client.query(TABELAS)).rows) {
    const texto = `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as soma, count(*)::int as linhas from "${nome}" t`;
    const [{ soma, linhas }] = (await client.query(texto)).rows;
    somas[String(nome)] = TOKENS.includes(String(nome)) ? linhas : `${linhas} ${soma}`;
  }
  await client.end();
  return somas;
}

/** Makes a backup; answers its folder. */
async function make(args: string[] = []): Promise<string> {
  const dito = await run(backup, args);
  expect(dito).toContain('Cópia conferida: ');
  return join(copias, (await listCopias(copias))[0] ?? '');
}

describe('a backup', () => {
  it('restored into an empty database has every row, but none that would open something', async () => {
    const pasta = await make();
    expect(readdirSync(pasta).sort()).toEqual(['imagens.db', 'manifesto.json', 'unipark.dump']);
    for (const arquivo of readdirSync(pasta)) {
      expect([arquivo, statSync(join(pasta, arquivo)).mode & 0o077]).toEqual([arquivo, 0]);
    }
    expect(await run(verifyBackup)).toMatch(
      /^Cópia íntegra: .*\nFotos em arquivos: 5; fora da cópia: 5\.$/,
    );
    const nomes = await ask(url, 'select distinct arquivo from imagens where arquivo is not null');
    expect([...listValues(join(pasta, 'imagens.db'), IMAGENS)].flat().sort()).toEqual(
      nomes.map(({ arquivo }) => arquivo).sort(),
    );
    const vazia = await createDatabase('vazia');
    expect(await run(restore, [pasta, '--sim'], vazia)).toContain(
      'Restaurada. O banco estava vazio.',
    );
    // Until the audit has it.
    await ask(vazia, `delete from ajustes where nome = 'copias.restaurada'`);
    const antes = await sumOf(url);
    const voltou = await sumOf(vazia);
    expect(Object.keys(antes).length).toBeGreaterThan(40);
    for (const tabela of TOKENS) {
      expect([tabela, antes[tabela]]).toEqual([tabela, 7]);
      expect([tabela, voltou[tabela]]).toEqual([tabela, 0]);
    }
    const semTokens = (somas: Record<string, unknown>) =>
      Object.entries(somas).filter(([tabela]) => !TOKENS.includes(tabela));
    expect(semTokens(voltou)).toEqual(semTokens(antes));
    // Indexes, constraints, triggers and numbering are there too.
    const objetos = `select (select count(*)::int from pg_indexes where schemaname = 'public') as indices,
      (select count(*)::int from pg_constraint where connamespace = 'public'::regnamespace) as regras,
      (select count(*)::int from pg_trigger where not tgisinternal) as gatilhos,
      (select json_agg(last_value order by sequencename) from pg_sequences where schemaname = 'public') as numeros`;
    expect(await ask(vazia, objetos)).toEqual(await ask(url, objetos));
  });

  it('shows one moment while another program writes', async () => {
    await ask(url, 'create table pares (n int); create table outros (n int)');
    let fim = false;
    const client = new Client({ connectionString: url });
    await client.connect();
    const escritor = (async () => {
      for (let n = 0; !fim; n += 1) {
        await client.query(
          `begin; insert into pares values (${n}); insert into outros values (${n}); commit`,
        );
      }
    })();
    try {
      for (let vez = 0; vez < 3; vez += 1) {
        const [{ n } = {}] = await ask(url, 'select count(*)::int as n from pares');
        const pasta = await make();
        const { linhas } = JSON.parse(readFileSync(join(pasta, 'manifesto.json'), 'utf8'));
        expect(linhas.pares).toBe(linhas.outros);
        expect(linhas.pares).toBeGreaterThanOrEqual(Number(n));
      }
    } finally {
      fim = true;
      await escritor;
      await client.end();
    }
  });

  it.each([
    ['a changed byte', (bytes: Buffer) => bytes.fill(0x5a, 9_000, 9_010)],
    ['no end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5_000)],
  ])('with %s is refused, and nothing is touched', async (_, damage) => {
    const pasta = await make();
    const arquivo = join(pasta, 'unipark.dump');
    writeFileSync(arquivo, damage(readFileSync(arquivo)));
    const recusa = `A cópia ${pasta} não serve: o banco de dados não é o que foi copiado.`;
    expect(await run(verifyBackup)).toBe(recusa);
    const antes = await sumOf(url);
    expect(await run(restore, [pasta, '--sim'])).toBe(recusa);
    expect(await sumOf(url)).toEqual(antes);
  });

  it('whose audit was changed in the database is refused as it is verified', async () => {
    await ask(url, 'alter table auditoria disable trigger user');
    await ask(url, `update auditoria set quem = 'outra' where id = 2`);
    const pasta = await make();
    expect(await run(verifyBackup)).toBe(
      `A cópia ${pasta} não serve: a cadeia da auditoria não confere.`,
    );
  });

  it('made after retention cut the audit is verified and restored', async () => {
    const db = openBanco(url);
    const [meio] = await ask(url, 'select id, hash, quando from auditoria order by id offset 1');
    const { id: ate, hash, quando: em } = meio as { id: number; hash: string; quando: string };
    await inTransaction(db, async (trx) => {
      await moveCut(trx, AGENDA, { ate: Number(ate), hash, linhas: 2, em });
      await removeCutEntries(trx, 2);
    });
    await db.destroy();
    const pasta = await make();
    expect(await run(verifyBackup)).toContain('Cópia íntegra: ');
    const antes = await sumOf(url);
    await ask(url, 'delete from veiculos');
    expect(await run(restore, [pasta, '--sim'])).toContain('Restaurada.');
    expect((await sumOf(url)).veiculos).toBe(antes.veiculos);
  });

  it('leaves the tables of extensions out, also with rows that they mark for archives', async () => {
    const alheia = `create table alheia (n int); insert into alheia values (1)`;
    await ask(url, alheia);
    const dono = new URL(url);
    dono.username = new URL(cluster.url).username;
    await runOnce(
      dono.href,
      `alter extension pg_trgm add table alheia; update pg_extension
       set extconfig = array['alheia'::regclass::oid], extcondition = array['']
       where extname = 'pg_trgm'`,
    );
    const pasta = await make();
    const { linhas } = JSON.parse(readFileSync(join(pasta, 'manifesto.json'), 'utf8'));
    expect(linhas).not.toHaveProperty('alheia');
    expect(await run(restore, [pasta, '--sim'])).toContain('Restaurada. As tabelas de antes');
    expect(await ask(url, 'select n from alheia')).toEqual([{ n: 1 }]);
  });

  it('is read back beside the archive: a temporary folder may be memory', async () => {
    const pasta = await make();
    const lidos = new Set<string>();
    const olhar = setInterval(() => {
      for (const fd of readdirSync('/proc/self/fd')) {
        try {
          lidos.add(readlinkSync(`/proc/self/fd/${fd}`));
        } catch {
          // It was closed meanwhile.
        }
      }
    }, 1);
    await examineDump(join(pasta, 'unipark.dump'));
    clearInterval(olhar);
    expect([...lidos]).toContain(`${join(pasta, 'unipark.dump')}.trilha`);
    expect(readdirSync(pasta).sort()).toEqual(['imagens.db', 'manifesto.json', 'unipark.dump']);
  });

  it('without a fitting pg_dump is refused in one sentence', async () => {
    const { PATH } = process.env;
    const bin = mkdtempSync(join(tmpdir(), 'unipark-bin-'));
    try {
      process.env.PATH = bin;
      expect(await run(backup)).toMatch(/^As cópias do PostgreSQL precisam do pg_dump/);
      writeFileSync(join(bin, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.1"\n', {
        mode: 0o755,
      });
      expect(await run(backup)).toMatch(/^O pg_dump desta máquina é o 9 e o PostgreSQL é o \d+\./);
    } finally {
      process.env.PATH = PATH;
      rmSync(bin, { recursive: true });
    }
    expect(readdirSync(copias)).toEqual([]);
  });

  it('of a database that is away is refused in one sentence', async () => {
    const fora = new URL(url);
    fora.port = '1';
    expect(await run(backup, [], fora.href)).toBe(
      'O PostgreSQL não respondeu, e a cópia não foi feita.',
    );
  });
});

it('a program trusts the authorities of the system, as our own connection does, unless others are told', () => {
  const raizOf = (mais: string): string | null =>
    new URL(toProgramAddress(`postgres://app@banco/unipark?sslmode=${mais}`).uri).searchParams.get(
      'sslrootcert',
    );
  expect(['require', 'verify-full', 'verify-full&sslrootcert=/a.pem'].map(raizOf)).toEqual([
    ...[null, '/etc/ssl/certs/ca-certificates.crt', '/a.pem'],
  ]);
});

it('the address of a program has no password, and only words that it knows', () => {
  const de = 'postgres://app:s%40nha@banco:5433/unipark?sslmode=no-verify&max=3&password=x';
  expect(toProgramAddress(de)).toEqual({
    uri: 'postgres://app@banco:5433/unipark?sslmode=require',
    env: { PGPASSWORD: 's@nha' },
  });
});

describe('a restoration', () => {
  it('says what is lost and changes nothing, until it is confirmed; keeps what was before', async () => {
    const pasta = await make();
    await ask(
      url,
      `insert into passagens (placa, chave, status, instante, ultima_leitura_em, recebido_em,
      na_lista, teste, versao) values ('', '', '', '', '', '', 1, 0, 1)`,
    );
    const dito = await run(restore, [pasta]);
    expect(dito).toContain('passagens: 8 agora, 7 na cópia');
    expect(dito).toContain('Nada foi mudado. Para restaurar, repita o comando com --sim.');
    expect(await ask(url, 'select count(*)::int as n from passagens')).toEqual([{ n: 8 }]);
    const feito = await run(restore, [pasta, '--sim']);
    const [, antes = ''] = /estão no esquema (\w+)\./.exec(feito) ?? [];
    expect(await ask(url, 'select count(*)::int as n from passagens')).toEqual([{ n: 7 }]);
    expect(await ask(url, `select count(*)::int as n from ${antes}.passagens`)).toEqual([{ n: 8 }]);
    expect(await ask(url, 'select count(*)::int as n from sessoes')).toEqual([{ n: 0 }]);
    // The next backup is of the present tables alone.
    const { linhas } = JSON.parse(readFileSync(join(await make(), 'manifesto.json'), 'utf8'));
    expect(linhas.passagens).toBe(7);
    expect(await run(restore, [pasta, '--sim'])).toContain('Restaurada. As tabelas de antes');
  });

  it('by the tool is in the audit, whose chain holds, and a server starts on it', async () => {
    const pasta = await make();
    const vazia = await createDatabase('vazia');
    const { codigo, dito } = await runTool(['restore', pasta, '--sim'], vazia);
    expect([codigo, dito]).toEqual([0, expect.stringContaining('Restaurada.')]);
    expect(
      await ask(
        vazia,
        `select acao from auditoria where entidade = 'copia' order by id desc limit 1`,
      ),
    ).toEqual([{ acao: 'restaurar' }]);
    expect((await runTool(['audit', 'verify'], vazia)).codigo).toBe(0);
  });

  it('of an encrypted copy from outside brings every vehicle back', async () => {
    const pasta = await make();
    const fora = join(dataDir, 'fora');
    const chave = join(dataDir, 'chave.txt');
    rmSync(chave, { force: true });
    const owner = ownerOf(dataDir, segredo);
    const chaves = [await createChave(chave)];
    await sendCopia({ deposito: { tipo: 'pasta', pasta: fora }, chaves, owner, pasta });
    const arquivo = join(fora, `${basename(pasta)}.tar.gz.age`);
    const vazia = await createDatabase('vazia');
    expect(await run(restore, [arquivo, '--chave', chave, '--sim'], vazia)).toContain('Restaurada');
    expect((await sumOf(vazia)).veiculos).toBe((await sumOf(url)).veiculos);
  });

  it('is refused while a server uses the database, and for a backup of the other kind', async () => {
    const pasta = await make();
    const db = openBanco(url);
    await ping(db);
    const parar = hearNodes(db, 'eventos', () => undefined);
    for (; !isLeader(db); ) await sleep(20);
    expect(await run(restore, [pasta, '--sim'])).toMatch(/^Há um servidor UNIPARK usando o Post/);
    // The one that leads ends; another one has not taken its place yet.
    const outro = openBanco(url);
    await ping(outro);
    hearNodes(outro, 'eventos', () => undefined);
    const outros = `select 1 from pg_stat_activity where query like '%pg_try_advisory_lock%'
      and datname = current_database() and pid <> pg_backend_pid()`;
    await until(async () => expect(await ask(url, outros)).toHaveLength(1));
    parar();
    await db.destroy();
    expect(await run(restore, [pasta, '--sim'])).toMatch(/^Há um servidor UNIPARK usando o Post/);
    await outro.destroy();
    const daqui = { DATA_DIR: dataDir };
    expect(await runCopias(restore, [pasta], daqui)).toMatch(/^A cópia é de um PostgreSQL: defina/);
    await runCopias(backup, [], daqui);
    const [outra = ''] = await listCopias(copias);
    expect(await run(restore, [join(copias, outra)])).toMatch(/^A cópia é do banco embutido/);
  });

  it('whose last step fails says where the tables of before are; the next start tells the audit', async () => {
    const pasta = await make();
    const config = readConfig(envOf(url), '1.0.0');
    const prepare = () => Promise.reject(new StartError('Falta espaço.'));
    const deps = { config, listPassos, prepare, say: () => undefined };
    await expect(restore(deps, [pasta, '--sim'])).rejects.toThrow(
      /^A cópia está no banco, e a atualização dela para esta versão falhou: Falta espaço\. As tabelas de antes estão no esquema antes_/,
    );
    const db = openBanco(url);
    for (const _ of [1, 2]) await upgrade(db, config);
    await db.destroy();
    const { criada_em } = JSON.parse(readFileSync(join(pasta, 'manifesto.json'), 'utf8'));
    const atos = `select quem, chave from auditoria where acao = 'restaurar' and entidade = 'copia'`;
    expect(await ask(url, atos)).toEqual([{ quem: 'operador', chave: criada_em }]);
  });

  it('that PostgreSQL refuses in the middle changes nothing', async () => {
    await ask(url, 'create table zebra (n int)');
    const pasta = await make();
    // A name that the archive gives to a table is taken by something that is no table.
    await ask(url, 'drop table zebra; create domain zebra as text');
    const antes = await sumOf(url);
    expect(await run(restore, [pasta, '--sim'])).toMatch(
      /A restauração falhou e nada foi mudado. O PostgreSQL disse: ERROR: .*type "zebra" already exists/,
    );
    expect(await sumOf(url)).toEqual(antes);
  });

  it('killed at any moment leaves the whole old database or the whole new one', async () => {
    await ask(url, 'create table marca (n int); insert into marca values (1)');
    const pasta = await make();
    const cheias = await ask(url, 'select count(*)::int as n from veiculos');
    const inicio = performance.now();
    const { codigo, dito } = await runTool(['restore', pasta, '--sim'], url);
    expect([codigo, dito]).toEqual([0, expect.stringContaining('Restaurada')]);
    const inteira = performance.now() - inicio;
    const vistas = new Set<unknown>();
    for (const parte of [0.1, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 30]) {
      await ask(url, 'update marca set n = 2');
      await runTool(['restore', pasta, '--sim'], url, parte * inteira);
      // The database ends what the killed tool began.
      const [{ n } = {}] = await ask(url, 'select n from marca');
      vistas.add(n);
      expect(await ask(url, 'select count(*)::int as n from veiculos')).toEqual(cheias);
    }
    expect([...vistas].sort()).toEqual([1, 2]);
  });
});

/** Runs the tool in its own process, and kills it after `ms`. */
async function runTool(args: string[], endereco: string, ms = 60_000) {
  const { PATH } = process.env;
  const env = { PATH, ...envOf(endereco), DATABASE_UNSAFE: '1' };
  const filho: ChildProcess = spawn(process.execPath, [START, ferramenta, ...args], { env });
  let dito = '';
  for (const fluxo of [filho.stdout, filho.stderr]) {
    fluxo?.on('data', (parte) => {
      dito += parte;
    });
  }
  const relogio = setTimeout(() => filho.kill('SIGKILL'), ms);
  const [codigo] = await once(filho, 'close');
  clearTimeout(relogio);
  return { codigo, dito };
}

describe('the servers of one database', () => {
  /** A server with a folder of its own, whose clock of the schedule is the test's. */
  async function open(nome: string) {
    const db = openBanco(url);
    await ping(db);
    hearNodes(db, 'eventos', () => undefined);
    const pasta = join(dataDir, nome);
    mkdirSync(pasta, { recursive: true });
    const config = readConfig({ ...envOf(url), DATA_DIR: pasta }, '1.0.0');
    const copias = createCopias({
      ...{ config, db, segredo, log: { error: () => undefined } },
      ...{ listPassos, prepare: async () => undefined },
    });
    const close = async () => {
      await copias.stop();
      await db.destroy();
    };
    return { db, copias, close, listNomes: () => listCopias(join(pasta, 'copias')) };
  }

  it('make one backup an hour: the one that leads, and all know its age', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const lider = await open('lider');
    await until(() => expect(isLeader(lider.db)).toBe(true));
    const outro = await open('outro');
    try {
      for (const { copias } of [lider, outro]) copias.start();
      expect(await outro.copias.ageOfNewest()).toBeUndefined();
      await vi.advanceTimersByTimeAsync(60_000);
      await until(async () => expect(await lider.listNomes()).toHaveLength(1));
      await until(async () => expect(await outro.copias.ageOfNewest()).toBeLessThan(60_000));
      expect(await outro.listNomes()).toEqual([]);
      expect(await outro.copias.describeNewest()).toMatchObject({ atrasada: false, externa: null });
      const [{ texto, nivel } = { texto: '', nivel: '' }] = await examineCopias(
        readConfig(envOf(url), '1.0.0'),
        outro.db,
      );
      expect([nivel, texto]).toEqual([
        'bom',
        expect.stringMatching(/^Cópia de segurança mais nova/),
      ]);
      // By hand any of them makes one, and shows its own; none is restored while servers run.
      const ana = { id: 'ana', endereco: null, pedido: null };
      outro.copias.make(ana);
      await until(async () => expect((await outro.copias.getSituacao()).andamento).toBeNull());
      const { copias, falha, restaura } = await outro.copias.getSituacao();
      expect([copias.length, falha, restaura]).toEqual([1, null, false]);
      const { nome = '' } = copias[0] ?? {};
      expect((await outro.copias.getPerdas(nome)).agora?.veiculos).toBe(7);
      await expect(outro.copias.restore(nome, ana)).rejects.toThrow('pare todos os servidores');
    } finally {
      vi.useRealTimers();
      for (const { close } of [lider, outro]) await close();
    }
  });

  it('one that a clock ahead dated in the future stops none, and hides no lack of one', async () => {
    const um = await open('um');
    const futura = { nome: '2099-01-01T00-00-00-000Z', maquina: 'x' };
    await noteUltima(um.db, futura);
    try {
      expect(await um.copias.ageOfNewest()).toBeUndefined();
      const [achado] = await examineCopias(readConfig(envOf(url), '1.0.0'), um.db);
      expect(achado?.nivel).toBe('aviso');
    } finally {
      await um.close();
    }
  });

  it('an upgrade makes one first, and goes on without one when pg_dump fails', async () => {
    const db = openBanco(url);
    const ultima = (await listPassos()).sort().at(-1) ?? '';
    await ask(url, `delete from kysely_migration where name = '${ultima}'`);
    const config = readConfig({ ...envOf(url), DATA_DIR: dataDir }, '1.0.0');
    const ditas: string[] = [];
    const report = () => ({
      ...{ say: (linha: string) => ditas.push(linha), tell: () => undefined },
      close: async () => undefined,
    });
    const failing = {
      getMigrations: async () => ({
        ...(await migrations.getMigrations()),
        [ultima]: { up: () => Promise.reject(new Error('planted')) },
      }),
    };
    for (const _ of [1, 2])
      await expect(upgrade(db, config, report, failing)).rejects.toThrow('pl');
    expect(ditas[1]).toMatch(/^Cópia de antes: .*Z$/);
    // A start that fails is repeated: the copy of the same rows is not.
    expect(await listCopias(copias)).toHaveLength(1);
    rmSync(copias, { recursive: true });
    const { PATH } = process.env;
    const bin = mkdtempSync(join(tmpdir(), 'unipark-bin-'));
    const roteiro = `#!/bin/sh\n[ "$1" = --version ] && exec /usr/bin/pg_dump --version\necho "pg_dump: error: planted" >&2; exit 1\n`;
    writeFileSync(join(bin, 'pg_dump'), roteiro, { mode: 0o755 });
    process.env.PATH = `${bin}:${PATH}`;
    await expect(upgrade(db, config, report, failing)).rejects.toThrow('planted');
    process.env.PATH = PATH;
    rmSync(bin, { recursive: true });
    await db.destroy();
    expect(ditas.at(-1)).toBe(
      'Sem cópia de antes. O PostgreSQL não foi copiado: pg_dump: error: planted',
    );
  });
});
