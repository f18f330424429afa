/** An upgrade that fails, that is repeated, that waits; what it reports. */
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBanco, type TestBanco } from '../test/banco.ts';
import { countLinhas, listEsquema } from '../test/esquema.ts';
import { createTestDatabase } from '../test/postgres.ts';
import { query } from '../test/query.ts';
import { type OpenProgress, upgrade } from './atualizacao.ts';
import { migrations } from './migrations/all.ts';
import { openBanco } from './platform/db/banco.ts';
import { migrate } from './platform/db/migrate.ts';
import { explainStartFailure } from './platform/process/startup.ts';

/** The cluster of the tests is newer than the pg_dump of most machines; see `copias/postgres.test.ts`. */
const COPIA =
  process.env.UNIPARK_TESTE_BANCO === 'postgres'
    ? expect.stringMatching(/^(Sem cópia de antes\. .*pg_dump|Cópia de antes: )/)
    : 'Cópia de antes: …/copias/Z';
const ATUALIZADO = expect.stringMatching(/^Banco de dados atualizado em \d+ s\.$/);
const noPostgres = process.env.UNIPARK_TESTE_BANCO === 'postgres';

let pasta: string;
let banco: TestBanco;
beforeEach(async () => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-'));
  writeFileSync(join(pasta, 'identidade.segredo'), 'x'.repeat(48));
  banco = await openTestBanco(pasta);
  await createDono('1');
});
afterEach(() => banco.close());

const createDono = (matricula: string) =>
  query(
    banco.db,
    `insert into proprietarios (matricula, nome, nome_ordem, busca, versao, criado_em, atualizado_em)
     values ('${matricula}', 'Ana', 'ana', ' ana', 1, '', '')`,
  );

/** The release after this one, which has one more step. */
const nextRelease = (up: (db: Kysely<unknown>) => Promise<void>) => ({
  getMigrations: async () => ({ ...(await migrations.getMigrations()), '9999_nova': { up } }),
});

const config = (databaseUrl = banco.url) => ({
  ...{ dataDir: pasta, databaseUrl, versao: '1.0.0', segredoFile: null },
});

function recordProgress() {
  const ditas: string[] = [];
  const report: OpenProgress = () => ({
    say: (linha) => ditas.push(linha.replace(pasta, '…').replace(/\d{4}-.*Z$/, 'Z')),
    tell: (fazendo) => ditas.push(`~ ${fazendo}`),
    close: async () => void ditas.push('fim'),
  });
  return { ditas, report };
}

describe('a step that fails', () => {
  const failing = nextRelease(async (db) => {
    await sql`create table nova (id integer)`.execute(db);
    await sql`alter table veiculos add column nova text`.execute(db);
    await sql`delete from proprietarios`.execute(db);
    throw new Error('planted');
  });
  const attempt = () =>
    upgrade(banco.db, config(), undefined, failing).then(() => 'done', explainStartFailure);

  it('leaves schema and rows as they were, and the release of before starts', async () => {
    const antes = [await listEsquema(banco.db), await countLinhas(banco.db)];
    expect(await attempt()).toBe(
      'A atualização do banco de dados falhou no passo 9999_nova e nada foi alterado: a versão anterior do UNIPARK continua a servir. (planted)',
    );
    expect([await listEsquema(banco.db), await countLinhas(banco.db)]).toEqual(antes);
    expect(await migrate(banco.db, migrations)).toEqual([]);
  });

  it.skipIf(noPostgres)(
    'makes one copy when it is repeated, and another for other rows',
    async () => {
      const copias = () => readdirSync(join(pasta, 'copias')).length;
      await attempt();
      await attempt();
      expect(copias()).toBe(1);
      await createDono('2');
      await attempt();
      expect(copias()).toBe(2);
    },
  );
});

describe('an upgrade', () => {
  it('reports the copy, each step, and its end', async () => {
    const { ditas, report } = recordProgress();
    await upgrade(
      banco.db,
      config(),
      report,
      nextRelease(async () => undefined),
    );
    expect(ditas).toEqual([
      'Atualização do banco de dados: 1 passo.',
      '~ cópia de segurança',
      COPIA,
      '~ à espera da vez, porque outro programa usa o banco',
      '~ passo 9999_nova (1 de 1)',
      ATUALIZADO,
      'fim',
    ]);
    if (!noPostgres) expect(existsSync(join(pasta, 'copias'))).toBe(true);
  });

  it('of a database that is up to date reports nothing', async () => {
    const { ditas, report } = recordProgress();
    await upgrade(banco.db, config(), report);
    expect(ditas).toEqual([]);
  });
});

describe.runIf(noPostgres)('two servers that start at once', () => {
  it('upgrade once: the other one waits, and says so', async () => {
    const remoto = await createTestDatabase();
    const nodes = [1, 2].map(() => ({ ...recordProgress(), db: openBanco(remoto?.url ?? '') }));
    const slow = nextRelease(async (db) => void (await sql`select pg_sleep(0.3)`.execute(db)));
    await Promise.all(
      nodes.map(({ db, report }) => upgrade(db, config(remoto?.url), report, slow)),
    );
    const fins = nodes.map(({ ditas }) => ditas.at(-2)).sort();
    expect(fins).toEqual([ATUALIZADO, 'Outro servidor atualizou o banco de dados.']);
    const [espera] = nodes.filter(({ ditas }) => ditas.includes(fins[1] ?? ''));
    expect(espera?.ditas).toContain('~ à espera da vez, porque outro programa usa o banco');
    for (const { db } of nodes) await db.destroy();
    await remoto?.drop();
  });
});
