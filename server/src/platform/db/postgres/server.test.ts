/** Only on PostgreSQL: what its driver promises besides the tests that both databases share. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Expression, type SqlBool, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createTestDatabase, runOnce, type TestDatabase } from '../../../../test/postgres.ts';
import { query } from '../../../../test/query.ts';
import { migrations } from '../../../migrations/all.ts';
import { explainStartFailure } from '../../process/startup.ts';
import {
  type Banco,
  hearNodes,
  inTransaction,
  isLeader,
  openBanco,
  postgresOf,
  storageOf,
} from '../banco.ts';
import { DatabaseUnreachable } from '../errors.ts';
import { migrate } from '../migrate.ts';
import { indexCondition, parseTerms, rowCondition, unwalked } from '../search.ts';
import { checkServer } from './requirements.ts';
import type { PostgresServer } from './server.ts';

let teste: TestApp;
let outro: Banco;
let vazio: TestDatabase | undefined;
beforeAll(async () => {
  teste = await buildTestApp({ paciente: false });
  outro = openBanco(teste.installation.DATABASE_URL ?? '');
  vazio = await createTestDatabase('template0', false);
});
afterAll(async () => {
  await outro.destroy();
  await teste.close();
  await vazio?.drop();
});

const serverOf = (db: Banco): PostgresServer => {
  const server = postgresOf(db);
  if (!server) throw new Error('not on PostgreSQL');
  return server;
};
interface MutedWire {
  url: string;
  /** The connections of now stay open and carry nothing more; later ones work. */
  mute(): void;
  close(): void;
}

/** A wire to the database, as through a firewall. */
async function startWire(direto: string): Promise<MutedWire> {
  const { hostname, port } = new URL(direto);
  const pares: Socket[] = [];
  const servidor = createServer((cliente) => {
    const banco = connect(Number(port), hostname);
    for (const ponta of [cliente, banco]) {
      ponta.on('error', () => undefined);
      pares.push(ponta);
    }
    cliente.pipe(banco).pipe(cliente);
  }).listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  const url = new URL(direto);
  url.port = String((servidor.address() as AddressInfo).port);
  return {
    url: url.href,
    mute: () => {
      for (const ponta of pares) ponta.unpipe().pause();
    },
    close: () => {
      for (const ponta of pares) ponta.destroy();
      servidor.close();
    },
  };
}
const write = (db: Banco, nome: string, valor: string) =>
  inTransaction(db, (trx) => trx.insertInto('ajustes').values({ nome, valor }).execute());
const readAjuste = async (db: Banco, nome: string) =>
  (await query<{ valor: string }>(db, 'select valor from ajustes where nome = $1', [nome]))[0]
    ?.valor;

describe('transactions', () => {
  it('a failed statement whose error is swallowed never commits', async () => {
    const feita = inTransaction(teste.db, async (trx) => {
      await trx.insertInto('ajustes').values({ nome: 'antes', valor: '1' }).execute();
      await trx
        .insertInto('ajustes')
        .values({ nome: 'antes', valor: '2' })
        .execute()
        .catch(() => undefined);
    });
    await expect(feita).rejects.toThrow('took the transaction back');
    expect(await readAjuste(teste.db, 'antes')).toBeUndefined();
  });

  it('those of two nodes take turns, and a reader sees only what is committed', async () => {
    const ordem: string[] = [];
    const entrou = Promise.withResolvers<void>();
    const primeira = inTransaction(teste.db, async (trx) => {
      await trx.insertInto('ajustes').values({ nome: 'vez', valor: 'um' }).execute();
      entrou.resolve();
      await new Promise((pronto) => setTimeout(pronto, 300));
      ordem.push('primeira');
    });
    await entrou.promise;
    const segunda = inTransaction(outro, async (trx) => {
      ordem.push('segunda');
      return trx.selectFrom('ajustes').select('valor').where('nome', '=', 'vez').execute();
    });
    expect(await readAjuste(outro, 'vez')).toBeUndefined();
    await primeira;
    expect(await segunda).toEqual([{ valor: 'um' }]);
    expect(ordem).toEqual(['primeira', 'segunda']);
  });

  it('waiting for the other node ends with 503 within 2.5 s, and leaves nothing', async () => {
    const solta = Promise.withResolvers<void>();
    const entrou = Promise.withResolvers<void>();
    const longa = inTransaction(outro, async () => {
      entrou.resolve();
      await solta.promise;
    });
    onTestFinished(async () => {
      solta.resolve();
      await longa;
    });
    await entrou.promise;
    const inicio = performance.now();
    const respostas = await Promise.all(
      ['4001', '4002', '4003'].map((matricula) =>
        teste.request({
          method: 'POST',
          url: '/db/proprietarios',
          payload: { matricula, nome: 'Eva' },
        }),
      ),
    );
    expect(performance.now() - inicio).toBeLessThan(2_500);
    for (const { statusCode, headers } of respostas) {
      expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
    }
    expect(storageOf(teste.db).state.falha).toBeNull();
    solta.resolve();
    await longa;
    const lista = await teste.request({ url: '/db/proprietarios' });
    expect(lista.json()).toEqual([]);
  });

  it('an address with a connect_timeout waits for so long', async () => {
    const paciente = openBanco(`${teste.installation.DATABASE_URL}?connect_timeout=9`);
    onTestFinished(() => paciente.destroy());
    const entrou = Promise.withResolvers<void>();
    const longa = inTransaction(outro, async () => {
      entrou.resolve();
      await new Promise((pronto) => setTimeout(pronto, 2_500));
    });
    await entrou.promise;
    await Promise.all([longa, write(paciente, 'paciente', '1')]);
    expect(await readAjuste(teste.db, 'paciente')).toBe('1');
  });
});

describe('a node that is gone', () => {
  it('loses its transaction within seconds, and the others write', async () => {
    const presa = Promise.withResolvers<void>();
    const entrou = Promise.withResolvers<void>();
    const longa = inTransaction(outro, () => {
      entrou.resolve();
      return presa.promise;
    }).catch((error: unknown) => error);
    await entrou.promise;
    await expect(write(teste.db, 'presa', '1')).rejects.toMatchObject({ code: '55P03' });
    await expect
      .poll(() => write(teste.db, 'presa', '1').then(() => 'written', String))
      .toBe('written');
    presa.resolve();
    expect(await longa).toBeInstanceOf(DatabaseUnreachable);
  });

  it('a connection that is dead without a sign is given up, and a new one works', async () => {
    const fio = await startWire(teste.installation.DATABASE_URL ?? '');
    const db = openBanco(fio.url);
    onTestFinished(async () => {
      await db.destroy();
      fio.close();
    });
    expect(await readAjuste(db, 'nenhum')).toBeUndefined();
    fio.mute();
    await expect(readAjuste(db, 'nenhum')).rejects.toBeInstanceOf(DatabaseUnreachable);
    await expect.poll(() => readAjuste(db, 'nenhum').then(() => 'read', String)).toBe('read');
  });
});

describe('messages between nodes', () => {
  const send = (texto: string) => query(teste.db, 'select pg_notify($1, $2)', ['unipark', texto]);
  const tell = (assunto: string, item: string) =>
    send(JSON.stringify({ de: 'outro servidor', assunto, itens: [item] }));

  it('one listener of two subjects hears both, until it stops', async () => {
    const ouvidos: string[] = [];
    const hear = (itens: string[]) => void ouvidos.push(...itens);
    const stops = [hearNodes(teste.db, 'correio', hear), hearNodes(teste.db, 'dispositivos', hear)];
    await tell('correio', 'carta');
    await tell('dispositivos', 'câmera');
    await tell('sessoes', 'sessão');
    await expect.poll(() => ouvidos).toEqual(['carta', 'câmera']);
    for (const stop of stops) stop();
    const depois = Promise.withResolvers<void>();
    onTestFinished(hearNodes(teste.db, 'eventos', () => depois.resolve()));
    await tell('correio', 'tarde');
    await tell('eventos', '1');
    await depois.promise;
    expect(ouvidos).toEqual(['carta', 'câmera']);
  });

  it('what another program sends is ignored', async () => {
    const ouvidos: string[] = [];
    onTestFinished(hearNodes(teste.db, 'eventos', (itens) => void ouvidos.push(...itens)));
    for (const texto of ['olá', '', 'null', '{"de":"x","assunto":"eventos"}']) await send(texto);
    await tell('eventos', '2');
    await expect.poll(() => ouvidos).toEqual(['2']);
  });
});

describe('the work of one node', () => {
  it('stays with a node that itself stood still: the answer has waited for it', async () => {
    const mudancas: string[] = [];
    await expect.poll(() => isLeader(teste.db)).toBe(true);
    onTestFinished(hearNodes(teste.db, 'lideranca', () => void mudancas.push('lideranca')));
    const parado = Promise.withResolvers<void>();
    const { query: ask } = Client.prototype;
    const espia = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...pedido: unknown[]
    ) {
      const resposta = Reflect.apply(ask, this, pedido);
      if (pedido[0] === 'select 1' || String(pedido[0]).includes('clock_timestamp')) {
        espia.mockRestore();
        // In the next step of the loop: the question leaves first.
        setImmediate(() => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_300);
          parado.resolve();
        });
      }
      return resposta;
    });
    await parado.promise;
    await teste.request({ url: '/readyz' });
    expect(mudancas).toEqual([]);
    expect(isLeader(teste.db)).toBe(true);
  });

  it('is done by another one after its connection ended', async () => {
    const dois = [0, 1].map(() => openBanco(teste.installation.DATABASE_URL ?? ''));
    for (const db of dois) hearNodes(db, 'lideranca', () => undefined);
    // The application of this file leads already, and the others listen.
    const conectados = `select 1 from pg_stat_activity where query like '%pg_try_advisory_lock%'
      and datname = current_database()`;
    await expect.poll(async () => (await query(teste.db, conectados)).length).toBeGreaterThan(1);
    expect([isLeader(teste.db), ...dois.map(isLeader)]).toEqual([true, false, false]);
    await query(
      teste.db,
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and l.objid = 7241964 and d.datname = current_database()`,
    );
    await expect.poll(() => [teste.db, ...dois].filter(isLeader).length).toBe(1);
    for (const db of dois) await db.destroy();
    await expect.poll(() => isLeader(teste.db)).toBe(true);
  });
});

describe('values', () => {
  it('a NUL in a text is stored as U+FFFD', async () => {
    await write(teste.db, 'nulo', 'a\0b');
    expect(await readAjuste(teste.db, 'nulo')).toBe('a\ufffdb');
  });

  it('a value that cannot be sent is our fault, not that of the database', async () => {
    const circular: { eu?: unknown } = {};
    circular.eu = circular;
    await expect(query(teste.db, 'select $1', [circular])).rejects.toBeInstanceOf(TypeError);
    expect(storageOf(teste.db).state.falha).toBeNull();
  });

  it('an order is bytewise, as on SQLite', async () => {
    for (const nome of ['ordem:b', 'ordem:B', 'ordem:_', 'ordem:a'])
      await write(teste.db, nome, '');
    const linhas = await teste.db
      .selectFrom('ajustes')
      .select('nome')
      .where('nome', 'like', 'ordem:%')
      .orderBy('nome')
      .execute();
    expect(linhas.map(({ nome }) => nome)).toEqual(['ordem:B', 'ordem:_', 'ordem:a', 'ordem:b']);
  });

  it('no trigram index has a queue that one write of many must empty', async () => {
    const indices = await query<{ nome: string; opcoes: string }>(
      teste.db,
      `select c.relname as nome, array_to_string(c.reloptions, ',') as opcoes
       from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'gin' order by 1`,
    );
    expect(indices).toEqual(
      ['passagens', 'proprietarios', 'veiculos'].map((tabela) => ({
        nome: `${tabela}_busca_idx`,
        opcoes: 'fastupdate=off',
      })),
    );
  });

  it('few hits are found by the index and sorted, many are found by walking the order', async () => {
    const planOf = (condicao: Expression<SqlBool>, ordem: Expression<string>) =>
      inTransaction(teste.db, async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        const linhas = await trx
          .selectFrom('veiculos')
          .select('placa')
          .where(condicao)
          .orderBy(ordem)
          .limit(51)
          .explain<Record<string, string>>();
        return linhas.map((linha) => linha['QUERY PLAN']).join('\n');
      });
    const placa = sql<string>`${sql.ref('placa')}`;
    const poucos = await planOf(indexCondition('veiculos', parseTerms('creta')), unwalked('placa'));
    expect(poucos).toMatch(/Sort Key: \(GREATEST\(placa\)\)[\s\S]*veiculos_busca_idx/);
    const muitos = await planOf(rowCondition('veiculos', parseTerms('creta')), placa);
    expect(muitos).toMatch(/^Limit.*\n *-> {2}Index Scan using \S*placa\S* on veiculos/);
    // Hits expected of a search do not become fewer with its words.
    const palavras = parseTerms('gm chevrolet onix plus 1.0 turbo');
    const deVarias = await planOf(rowCondition('veiculos', palavras), placa);
    const countRows = (plano: string) => /Index Scan.* rows=(\d+)/.exec(plano)?.[1];
    expect(countRows(deVarias)).toBe(countRows(muitos));
  });

  it('an audit row is neither changed nor removed', async () => {
    await expect(query(teste.db, `update auditoria set acao = 'x'`)).rejects.toThrow('only grows');
    await expect(query(teste.db, 'delete from auditoria')).rejects.toThrow('only grows');
    await expect(query(teste.db, 'truncate auditoria cascade')).rejects.toThrow('only grows');
  });
});

describe('the start', () => {
  it('two nodes migrate an empty database at once: one does, both go on', async () => {
    const dois = [openBanco(vazio?.url ?? ''), openBanco(vazio?.url ?? '')];
    const passos = await Promise.all(dois.map((db) => migrate(db, migrations)));
    expect(passos.map((feitos) => feitos.length > 0).sort()).toEqual([false, true]);
    await Promise.all(dois.map((db) => db.destroy()));
  });

  it('a newer schema is refused with one sentence', async () => {
    await query(outro, `insert into kysely_migration values ('9999_futura', '2030')`);
    await expect(migrate(outro, migrations)).rejects.toThrow(
      'é de uma versão mais nova do UNIPARK',
    );
    await query(outro, `delete from kysely_migration where name = '9999_futura'`);
  });

  it('a server that may lose what it confirmed is refused, unless the operator accepts it', async () => {
    await runOnce(
      teste.installation.DATABASE_URL ?? '',
      `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
    );
    const frouxo = openBanco(teste.installation.DATABASE_URL ?? '');
    await expect(checkServer(serverOf(frouxo), false)).rejects.toThrow(/está com \w+=off/);
    await expect(checkServer(serverOf(frouxo), true)).resolves.toBeUndefined();
    await frouxo.destroy();
  });

  it('a database that does not exist is named', async () => {
    const url = new URL(teste.installation.DATABASE_URL ?? '');
    url.pathname = '/nenhum';
    const nenhum = openBanco(url.href);
    const erro = await checkServer(serverOf(nenhum), true).catch((error: unknown) =>
      explainStartFailure(error),
    );
    expect(erro).toBe('O banco de DATABASE_URL não existe. Crie-o com createdb.');
    await nenhum.destroy();
  });
});
