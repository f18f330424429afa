import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction } from './banco.ts';

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
  await teste.db.updateTable('contagens').set({ total: 0 }).execute();
});

async function timed<T>(act: () => Promise<T>): Promise<{ resposta: T; ms: number }> {
  const inicio = performance.now();
  const resposta = await act();
  return { resposta, ms: performance.now() - inicio };
}
const criar = (matricula: string) =>
  timed(() =>
    teste.request({
      method: 'POST',
      url: '/db/proprietarios',
      payload: { matricula, nome: 'Ana' },
    }),
  );
const listar = () => timed(() => teste.request({ method: 'GET', url: '/db/proprietarios' }));
const pausa = (ms: number) => new Promise((pronto) => setTimeout(pronto, ms));

describe('while another process holds the write lock', () => {
  it('every write answers 503 within 2.5 s of its arrival, and reads stay quick', async () => {
    await criar('1');
    outro.exec('begin immediate');
    try {
      const escritas = ['2', '3', '4'].map(criar);
      const limpeza = timed(() =>
        teste.db
          .deleteFrom('idempotencia')
          .execute()
          .then(
            () => 'feito',
            (error: Error) => error.message,
          ),
      );
      await pausa(300);
      const tardia = criar('5');
      for (let i = 0; i < 10; i += 1) {
        const { resposta, ms } = await listar();
        expect(resposta.json()).toHaveLength(1);
        expect(ms).toBeLessThan(500);
        await pausa(100);
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
    expect((await criar('6')).resposta.statusCode).toBe(201);
    expect((await listar()).resposta.json()).toHaveLength(2);
  });

  it('a write waits for a lock that is soon let go', async () => {
    outro.exec('begin immediate');
    const escritas = Promise.all(['2', '3'].map(criar));
    await pausa(400);
    outro.exec('rollback');
    for (const { resposta } of await escritas) expect(resposta.statusCode).toBe(201);
  });
});

describe('the two connections', () => {
  const total = (db: Pick<TestApp['db'], 'selectFrom'>) =>
    db.selectFrom('contagens').select('total').where('tabela', '=', 'veiculos').executeTakeFirst();
  const somar = (db: Pick<TestApp['db'], 'updateTable'>) =>
    db.updateTable('contagens').set({ total: 7 }).where('tabela', '=', 'veiculos').execute();

  it('a reader outside sees a transaction only once it is on disk', async () => {
    await inTransaction(teste.db, async (trx) => {
      await somar(trx);
      expect(await total(trx)).toEqual({ total: 7 });
      expect(await total(teste.db)).toEqual({ total: 0 });
    });
    expect(await total(teste.db)).toEqual({ total: 7 });
  });

  it('a transaction that fails leaves nothing and lets the next one in', async () => {
    const falha = inTransaction(teste.db, async (trx) => {
      await somar(trx);
      throw new Error('quebrou');
    });
    await expect(falha).rejects.toThrow('quebrou');
    expect(await total(teste.db)).toEqual({ total: 0 });
    await inTransaction(teste.db, somar);
    expect(await total(teste.db)).toEqual({ total: 7 });
  });

  it('a transaction that the database itself took back keeps its reason', async () => {
    const falha = inTransaction(teste.db, async (trx) => {
      await somar(trx);
      await sql`rollback`.execute(trx);
      throw new Error('disco cheio');
    });
    await expect(falha).rejects.toThrow('disco cheio');
    expect(await total(teste.db)).toEqual({ total: 0 });
  });

  it('a write outside a transaction stays out of the one that is open', async () => {
    let solta: Promise<unknown> = Promise.resolve();
    const falha = inTransaction(teste.db, async (trx) => {
      solta = somar(teste.db);
      await total(trx);
      throw new Error('quebrou');
    });
    await expect(falha).rejects.toThrow('quebrou');
    await solta;
    expect(await total(teste.db)).toEqual({ total: 7 });
  });
});

describe('transactions that stand in line together', () => {
  const inserir = (matricula: string, nome = 'Ana') =>
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
  const noDisco = (matricula: string) =>
    outro.prepare('select 1 from proprietarios where matricula = ?').get(matricula) !== undefined;
  const numeros = Array.from({ length: 60 }, (_, i) => String(i));

  it('none is told that it is done before it is on disk', async () => {
    await Promise.all(
      numeros.map(async (matricula) => {
        await inserir(matricula);
        expect(noDisco(matricula)).toBe(true);
      }),
    );
  });

  it('share their commits: far fewer than there are of them', async () => {
    const versao = () => Number(outro.pragma('data_version', { simple: true }));
    const vistas = new Set<number>();
    await Promise.all(
      numeros.map(async (matricula) => {
        await inserir(matricula);
        vistas.add(versao());
      }),
    );
    expect(vistas.size).toBeLessThan(numeros.length / 2);
  });

  it('one that fails takes nobody along', async () => {
    const feitas = await Promise.allSettled(
      numeros.map((matricula) =>
        inserir(matricula, Number(matricula) % 7 === 3 ? 'quebra' : 'Ana'),
      ),
    );
    for (const [i, { status }] of feitas.entries()) {
      const quebrou = i % 7 === 3;
      expect([status, noDisco(String(i))]).toEqual(
        quebrou ? ['rejected', false] : ['fulfilled', true],
      );
    }
  });

  it('what the database takes back, it takes from all that were not told yet', async () => {
    const tomar = inTransaction(teste.db, async (trx) => {
      await sql`rollback`.execute(trx);
      throw new Error('tomada');
    });
    const antes = numeros.slice(0, 5).map((matricula) => inserir(matricula));
    const outra = inTransaction(teste.db, async (trx) => {
      await sql`rollback`.execute(trx);
      throw new Error('tomada');
    });
    const depois = numeros.slice(5, 9).map((matricula) => inserir(matricula));
    await expect(tomar).rejects.toThrow('tomada');
    await expect(outra).rejects.toThrow('tomada');
    const feitas = await Promise.allSettled([...antes, ...depois]);
    expect(feitas.map(({ status }) => status)).toContain('rejected');
    for (const [i, { status }] of feitas.entries()) {
      expect(noDisco(String(i))).toBe(status === 'fulfilled');
    }
  });

  it('a full disk refuses whom it cannot hold, and says so', async () => {
    const paginas = Number(outro.pragma('page_count', { simple: true }));
    const limit = (total: number) =>
      inTransaction(teste.db, (trx) => sql.raw(`pragma max_page_count = ${total}`).execute(trx));
    await limit(paginas + 20);
    const feitas = await Promise.allSettled(
      numeros.map((matricula) => inserir(matricula, 'x'.repeat(20_000))),
    );
    await limit(1_000_000_000);
    expect(feitas.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    for (const [i, feita] of feitas.entries()) {
      expect(noDisco(String(i))).toBe(feita.status === 'fulfilled');
      if (feita.status === 'rejected') expect(feita.reason.code).toBe('SQLITE_FULL');
    }
    await inserir('depois');
    expect(noDisco('depois')).toBe(true);
  });
});
