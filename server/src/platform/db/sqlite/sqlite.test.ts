import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { inTransaction } from '../banco.ts';
import { foldLog } from '../erase.ts';

let teste: TestApp;
let outro: Database.Database;
beforeAll(async () => {
  teste = await buildTestApp();
  outro = new Database(join(teste.dataDir, 'unipark.db'));
});
afterAll(async () => {
  outro.close();
  await teste.close();
});
beforeEach(async () => {
  await teste.db.deleteFrom('proprietarios').execute();
  await teste.db.deleteFrom('ajustes').where('nome', '=', 'teste.nota').execute();
  await teste.db.updateTable('contagens').set({ total: 0 }).execute();
});

async function timed<T>(act: () => Promise<T>): Promise<{ resposta: T; ms: number }> {
  const inicio = performance.now();
  const resposta = await act();
  return { resposta, ms: performance.now() - inicio };
}
const create = (matricula: string) =>
  timed(() =>
    teste.request({
      method: 'POST',
      url: '/db/proprietarios',
      payload: { matricula, nome: 'Ana' },
    }),
  );
const list = () => timed(() => teste.request({ method: 'GET', url: '/db/proprietarios' }));
const pause = (ms: number) => new Promise((pronto) => setTimeout(pronto, ms));

const NOTA = "insert into ajustes (nome, valor) values ('teste.nota', '1')";
const countNotas = async (): Promise<number> =>
  (await teste.db.selectFrom('ajustes').select('nome').where('nome', '=', 'teste.nota').execute())
    .length;

describe('the reads of one turn of the event loop', () => {
  it('see a commit of this process that came between them', async () => {
    const antes = new Promise<number>((resolve) => {
      setImmediate(() => resolve(countNotas()));
    });
    // Its commit is at the end of this turn too, after that read.
    await sql.raw(NOTA).execute(teste.db);
    expect(await countNotas()).toBe(1);
    expect(await antes).toBe(0);
  });

  it('show one moment, and the next turn shows what another process wrote', async () => {
    expect(await countNotas()).toBe(0);
    outro.exec(NOTA);
    expect(await countNotas()).toBe(0);
    await new Promise((fim) => setImmediate(fim));
    expect(await countNotas()).toBe(1);
  });

  it('keep no part of the log', async () => {
    await countNotas();
    outro.exec(NOTA);
    await countNotas();
    await foldLog(teste.db);
    expect(statSync(join(teste.dataDir, 'unipark.db-wal')).size).toBe(0);
  });
});

describe('while another process holds the write lock', () => {
  it('every write answers 503 within 2.5 s of its arrival, and reads stay fast', async () => {
    await create('1');
    outro.exec('begin immediate');
    try {
      const escritas = ['2', '3', '4'].map(create);
      const limpeza = timed(() =>
        teste.db
          .deleteFrom('idempotencia')
          .execute()
          .then(
            () => 'feito',
            (error: Error) => error.message,
          ),
      );
      await pause(300);
      const tardia = create('5');
      for (let i = 0; i < 10; i += 1) {
        const { resposta, ms } = await list();
        expect(resposta.json()).toHaveLength(1);
        expect(ms).toBeLessThan(500);
        await pause(100);
      }
      for (const { resposta, ms } of await Promise.all([...escritas, tardia])) {
        expect(resposta.statusCode).toBe(503);
        expect(resposta.headers['retry-after']).toBe('2');
        expect(ms).toBeLessThan(2_500);
      }
      expect(await limpeza).toMatchObject({ resposta: 'database is locked' });
    } finally {
      outro.exec('rollback');
    }
    expect((await create('6')).resposta.statusCode).toBe(201);
    expect((await list()).resposta.json()).toHaveLength(2);
  });

  it('a write waits for a lock that is released soon', async () => {
    outro.exec('begin immediate');
    const escritas = Promise.all(['2', '3'].map(create));
    await pause(400);
    outro.exec('rollback');
    for (const { resposta } of await escritas) expect(resposta.statusCode).toBe(201);
  });
});

describe('the two connections', () => {
  const total = (db: Pick<TestApp['db'], 'selectFrom'>) =>
    db.selectFrom('contagens').select('total').where('tabela', '=', 'veiculos').executeTakeFirst();
  const setTotal = (db: Pick<TestApp['db'], 'updateTable'>) =>
    db.updateTable('contagens').set({ total: 7 }).where('tabela', '=', 'veiculos').execute();

  it('an outside reader sees a transaction only after its commit', async () => {
    await inTransaction(teste.db, async (trx) => {
      await setTotal(trx);
      expect(await total(trx)).toEqual({ total: 7 });
      expect(await total(teste.db)).toEqual({ total: 0 });
    });
    expect(await total(teste.db)).toEqual({ total: 7 });
  });

  it('a transaction that fails leaves nothing and lets the next one begin', async () => {
    const falha = inTransaction(teste.db, async (trx) => {
      await setTotal(trx);
      throw new Error('quebrou');
    });
    await expect(falha).rejects.toThrow('quebrou');
    expect(await total(teste.db)).toEqual({ total: 0 });
    await inTransaction(teste.db, setTotal);
    expect(await total(teste.db)).toEqual({ total: 7 });
  });

  it('a transaction that the database rolled back keeps its reason', async () => {
    const falha = inTransaction(teste.db, async (trx) => {
      await setTotal(trx);
      await sql`rollback`.execute(trx);
      throw new Error('disco cheio');
    });
    await expect(falha).rejects.toThrow('disco cheio');
    expect(await total(teste.db)).toEqual({ total: 0 });
  });

  it('a write outside a transaction stays out of the open one', async () => {
    let solta: Promise<unknown> = Promise.resolve();
    const falha = inTransaction(teste.db, async (trx) => {
      solta = setTotal(teste.db);
      await total(trx);
      throw new Error('quebrou');
    });
    await expect(falha).rejects.toThrow('quebrou');
    await solta;
    expect(await total(teste.db)).toEqual({ total: 7 });
  });
});

describe('transactions of one turn', () => {
  const insert = (matricula: string, nome = 'Ana') =>
    inTransaction(teste.db, async (trx) => {
      await trx
        .insertInto('proprietarios')
        .values({
          matricula,
          nome,
          nome_ordem: nome,
          busca: ` ${nome}`,
          versao: 1,
          criado_em: '',
          atualizado_em: '',
        })
        .execute();
      if (nome === 'quebra') throw new Error('quebrou');
    });
  const isOnDisk = (matricula: string) =>
    outro.prepare('select 1 from proprietarios where matricula = ?').get(matricula) !== undefined;
  const numeros = Array.from({ length: 60 }, (_, i) => String(i));

  it('none succeeds before it is on disk', async () => {
    await Promise.all(
      numeros.map(async (matricula) => {
        await insert(matricula);
        expect(isOnDisk(matricula)).toBe(true);
      }),
    );
  });

  it.each([
    ['queued together', (act: () => void) => act()],
    ['after each other, as requests come', (act: () => void) => setImmediate(act)],
  ])('share their commits: %s', async (_nome, arrive) => {
    const dataVersion = () => Number(outro.pragma('data_version', { simple: true }));
    const vistas = new Set<number>();
    const add = async (matricula: string) => {
      await insert(matricula);
      vistas.add(dataVersion());
    };
    await Promise.all(
      numeros.map((matricula) => new Promise((resolve) => arrive(() => resolve(add(matricula))))),
    );
    expect(vistas.size).toBeLessThan(numeros.length / 4);
  });

  it('one that waits for something else is never committed in part', async () => {
    const pronta = insert('1');
    const demorada = inTransaction(teste.db, async () => {
      for (let vez = 0; vez < 3; vez += 1) await new Promise((fim) => setImmediate(fim));
      return [isOnDisk('1'), isOnDisk('2')];
    });
    const todas = Promise.all([pronta, demorada, insert('2')]);
    expect(await Promise.race([todas, pause(1_000)])).toEqual([
      undefined,
      [false, false],
      undefined,
    ]);
  });

  it('one that fails does not affect the others', async () => {
    const feitas = await Promise.allSettled(
      numeros.map((matricula) => insert(matricula, Number(matricula) % 7 === 3 ? 'quebra' : 'Ana')),
    );
    for (const [i, { status }] of feitas.entries()) {
      const quebrou = i % 7 === 3;
      expect([status, isOnDisk(String(i))]).toEqual(
        quebrou ? ['rejected', false] : ['fulfilled', true],
      );
    }
  });

  it('a rollback by the database fails all that did not succeed yet', async () => {
    const tomar = inTransaction(teste.db, async (trx) => {
      await sql`rollback`.execute(trx);
      throw new Error('tomada');
    });
    const antes = numeros.slice(0, 5).map((matricula) => insert(matricula));
    const outra = inTransaction(teste.db, async (trx) => {
      await sql`rollback`.execute(trx);
      throw new Error('tomada');
    });
    const depois = numeros.slice(5, 9).map((matricula) => insert(matricula));
    await expect(tomar).rejects.toThrow('tomada');
    await expect(outra).rejects.toThrow('tomada');
    const feitas = await Promise.allSettled([...antes, ...depois]);
    expect(feitas.map(({ status }) => status)).toContain('rejected');
    for (const [i, { status }] of feitas.entries()) {
      expect(isOnDisk(String(i))).toBe(status === 'fulfilled');
    }
  });

  it('a full disk refuses writes without space, with the reason', async () => {
    const paginas = Number(outro.pragma('page_count', { simple: true }));
    const limit = (total: number) =>
      inTransaction(teste.db, (trx) => sql.raw(`pragma max_page_count = ${total}`).execute(trx));
    await limit(paginas + 20);
    const feitas = await Promise.allSettled(
      numeros.map((matricula) => insert(matricula, 'x'.repeat(20_000))),
    );
    await limit(1_000_000_000);
    expect(feitas.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    for (const [i, feita] of feitas.entries()) {
      expect(isOnDisk(String(i))).toBe(feita.status === 'fulfilled');
      if (feita.status === 'rejected') expect(feita.reason.code).toBe('SQLITE_FULL');
    }
    await insert('depois');
    expect(isOnDisk('depois')).toBe(true);
  });
});
