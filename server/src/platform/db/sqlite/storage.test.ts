import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '../../../migrations/all.ts';
import { type AuditEntry, audit } from '../../audit.ts';
import { type ChainRow, findChainBreak } from '../../chain.ts';
import { type Banco, filesOf, inEssential, inTransaction, openBanco, storageOf } from '../banco.ts';
import { migrate } from '../migrate.ts';
import type { StorageEvent } from '../state.ts';
import { ReadDatabase } from './reader.ts';

const NINGUEM = { id: null, endereco: null, pedido: null };
const buildAto = (chave: string): AuditEntry => ({
  acao: 'consultar',
  entidade: 'passagem',
  chave,
});

let pasta: string;
let db: Banco;
let outro: Database.Database;
let eventos: StorageEvent[];

beforeEach(async () => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-'));
  db = openBanco(pasta);
  await migrate(db, migrations);
  outro = new Database(join(pasta, 'unipark.db'));
  eventos = [];
  storageOf(db).listen((evento) => eventos.push(evento));
});
afterEach(async () => {
  outro.close();
  await db.destroy();
  rmSync(pasta, { recursive: true, force: true });
});

const note = (chave: string, detalhe?: unknown) =>
  inEssential(db, (trx) => audit(trx, NINGUEM, { ...buildAto(chave), detalhe }));

const count = (chave: string, total: number) =>
  inEssential(db, (trx) =>
    trx
      .insertInto('tentativas')
      .values({ chave, total, ate: 1 })
      .onConflict((oc) => oc.column('chave').doUpdateSet({ total }))
      .execute(),
  );

const onDisk = (sql: string) => outro.prepare(sql).all();

async function expectChain(): Promise<void> {
  const linhas = onDisk('select * from auditoria order by id') as ChainRow[];
  const [cabeca] = onDisk('select hash from auditoria_cabeca') as { hash: string }[];
  expect(await findChainBreak(linhas, cabeca?.hash)).toBeUndefined();
}

it('closing the database commits what waits for the end of the turn', async () => {
  const escrita = note('no fim');
  await new Promise((fim) => process.nextTick(fim));
  await db.destroy();
  await escrita;
  expect(onDisk('select chave from auditoria')).toEqual([{ chave: 'no fim' }]);
});

describe('while another process holds the write lock', () => {
  beforeEach(async () => {
    await note('antes');
    await count('fica', 1);
    outro.exec('begin immediate');
  });

  it('an essential write is done in memory, seen by reads, and written after the lock', async () => {
    const inicio = performance.now();
    await note('na memória', { filtro: 'x' });
    expect(performance.now() - inicio).toBeLessThan(1_000);
    await count('fica', 5);
    await count('fica', 2);
    await count('nova', 6);
    await count('nova', 7);
    expect(storageOf(db).state).toEqual({ falha: 'ocupado', emMemoria: true, pendentes: 1 });
    const lidas = await db.selectFrom('tentativas').select(['chave', 'total']).execute();
    expect(lidas).toEqual([
      { chave: 'fica', total: 2 },
      { chave: 'nova', total: 7 },
    ]);
    expect(onDisk('select chave from auditoria')).toEqual([{ chave: 'antes' }]);
    expect(eventos.filter(({ mensagem }) => mensagem === 'audit kept in memory')).toMatchObject([
      { dados: { chave: 'na memória' } },
    ]);

    outro.exec('rollback');
    await storageOf(db).check();
    expect(storageOf(db).state).toEqual({ falha: null, emMemoria: false, pendentes: 0 });
    expect(onDisk('select chave from auditoria order by id')).toEqual([
      { chave: 'antes' },
      { chave: 'na memória' },
    ]);
    expect(onDisk('select detalhe from auditoria_detalhes')).toEqual([
      { detalhe: '{"filtro":"x"}' },
    ]);
    expect(onDisk('select chave, total from tentativas order by chave')).toEqual([
      { chave: 'fica', total: 2 },
      { chave: 'nova', total: 7 },
    ]);
    await expectChain();
    await note('depois');
    await expectChain();
  });

  it('an essential write succeeds with a read at each of its steps', async () => {
    await note('primeira');
    const escrita = note('segunda');
    for (let passo = 0; passo < 300; passo += 1) {
      await undefined;
      filesOf(db)?.read('select 1');
    }
    await escrita;
    expect(storageOf(db).state.pendentes).toBe(2);
    outro.exec('rollback');
  });

  it("the other process's writes stay: its audit rows, and its removals", async () => {
    await note('na memória');
    await count('fica', 2);
    outro.exec("delete from tentativas where chave = 'fica'; commit");
    await storageOf(db).check();
    expect(onDisk('select chave from tentativas')).toEqual([]);
    await expectChain();
  });

  it('a transaction that fails leaves nothing in memory', async () => {
    await note('primeira');
    const falha = inEssential(db, async (trx) => {
      await audit(trx, NINGUEM, buildAto('desfeita'));
      throw new Error('não');
    });
    await expect(falha).rejects.toThrow('não');
    expect(storageOf(db).state.pendentes).toBe(1);
    outro.exec('rollback');
  });

  it('an ordinary write is refused, and memory accepts no row of other tables', async () => {
    await note('na memória');
    const ordinaria = inTransaction(db, (trx) =>
      trx.insertInto('ajustes').values({ nome: 'a', valor: 'b' }).execute(),
    );
    await expect(ordinaria).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    const outraTabela = inEssential(db, (trx) =>
      trx.insertInto('ajustes').values({ nome: 'a', valor: 'b' }).execute(),
    );
    await expect(outraTabela).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    outro.exec('rollback');
    await inTransaction(db, (trx) =>
      trx.insertInto('ajustes').values({ nome: 'a', valor: 'b' }).execute(),
    );
    expect(storageOf(db).state).toEqual({ falha: null, emMemoria: false, pendentes: 0 });
    await expectChain();
  });
});

describe('when the file of the log is deleted', () => {
  it('writes are refused, and no acknowledged one is lost', async () => {
    for (let i = 0; i < 20; i += 1) await note(String(i));
    rmSync(join(pasta, 'unipark.db-wal'));
    const ordinaria = inTransaction(db, (trx) => audit(trx, NINGUEM, buildAto('recusada')));
    await expect(ordinaria).rejects.toMatchObject({ code: 'SQLITE_READONLY_DBMOVED' });
    expect(storageOf(db).state.falha).toBe('trocado');
    await note('na memória');
    expect(storageOf(db).state).toMatchObject({ falha: 'trocado', pendentes: 1 });
    await storageOf(db).check();
    expect(storageOf(db).state).toMatchObject({ falha: 'trocado', pendentes: 1 });
    const novo = new Database(join(pasta, 'unipark.db'), { readonly: true });
    expect(novo.prepare('select count(*) as n from auditoria').all()).toEqual([{ n: 20 }]);
    novo.close();
  });

  it('a database that replaced the open one gets no write either', async () => {
    rmSync(join(pasta, 'unipark.db'));
    writeFileSync(join(pasta, 'unipark.db'), '');
    await storageOf(db).check();
    expect(storageOf(db).state.falha).toBe('trocado');
  });
});

it('a disk that refuses to end the reads of a turn stops nothing', () => {
  const leitura = new ReadDatabase(new Database(join(pasta, 'unipark.db')));
  leitura.read('select 1');
  const { sqlite } = leitura;
  const prepare = sqlite.prepare.bind(sqlite);
  vi.spyOn(sqlite, 'prepare').mockImplementation((sql: string) => {
    if (sql !== 'commit') return prepare(sql);
    // As SQLite does when the disk fails.
    sqlite.exec('rollback');
    throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
  });
  leitura.endTurn();
  vi.restoreAllMocks();
  expect(leitura.read('select 1 as n').rows).toEqual([{ n: 1 }]);
  leitura.endTurn();
  sqlite.close();
});

it('the files of the log stay after a stop, so that a read-only disk can be opened', async () => {
  await db.destroy();
  const leitura = new Database(join(pasta, 'unipark.db'), { readonly: true });
  expect(leitura.pragma('journal_mode', { simple: true })).toBe('wal');
  leitura.close();
  db = openBanco(pasta);
});
