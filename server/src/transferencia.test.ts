import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONTA } from '../test/app.ts';
import { fillInstalacao, listTabelas } from '../test/instalacao.ts';
import { createTestDatabase, runOnce, type TestDatabase } from '../test/postgres.ts';
import { START, startProcesso } from '../test/processo.ts';
import { query } from '../test/query.ts';
import { readConfig } from './config.ts';
import { migrations } from './migrations/all.ts';
import { openPrepared } from './opening.ts';
import { hearNodes, isLeader, openBanco } from './platform/db/banco.ts';
import { migrate } from './platform/db/migrate.ts';
import { explainStartFailure } from './platform/process/startup.ts';
import { moveInstallation } from './transferencia.ts';

const ferramenta = fileURLToPath(new URL('./unipark.ts', import.meta.url));
const SEGREDO = 'um segredo de quarenta e tantas letras, para provas';

let dataDir: string;
let destino: TestDatabase;
let env: Record<string, string>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'unipark-de-'));
  // An empty database, without a table.
  destino = (await createTestDatabase('template0')) as TestDatabase;
  writeFileSync(join(dataDir, 'identidade.segredo'), SEGREDO);
  env = {
    DATA_DIR: dataDir,
    DATABASE_URL: destino.url,
    SECRET_FILE: join(dataDir, 'identidade.segredo'),
    DATABASE_UNSAFE: '1',
  };
});
afterEach(async () => {
  await destino.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface MoveEnd {
  codigo: number | null;
  dito: string[];
}

/** Runs the command in this process; `onBatch` is called after each batch of rows. */
async function move({
  onBatch = () => undefined,
  mais = {},
  dito = [],
}: {
  onBatch?: (parar: () => void, unidade: string) => void;
  mais?: Record<string, string | undefined>;
  dito?: string[];
} = {}): Promise<MoveEnd> {
  const parada = new AbortController();
  const codigo = await moveInstallation({
    config: readConfig({ ...env, ...mais } as Record<string, string>, '0.0.0-teste'),
    say: (linha) => dito.push(linha),
    openProgresso: (unidade) => ({
      show: () => {
        if (unidade.startsWith('linhas de ')) onBatch(() => parada.abort(), unidade);
      },
      end: () => undefined,
    }),
    sinal: parada.signal,
  });
  return { codigo, dito };
}

/** The sentence of a refused command. */
const refusal = (mais: Record<string, string | undefined> = {}): Promise<string> =>
  move({ mais }).then(
    ({ dito }) => dito.join('\n'),
    (error: unknown) => explainStartFailure(error),
  );

const inTarget = async <Row>(sql: string): Promise<Row[]> => {
  const db = openBanco(destino.url);
  return query<Row>(db, sql).finally(() => db.destroy());
};

const plain = (valor: unknown): unknown => {
  if (Buffer.isBuffer(valor)) return valor.toString('hex');
  if (typeof valor === 'string') return valor.replaceAll('\0', '\ufffd');
  return valor === null ? null : Number(valor);
};

const asTexts = (linhas: Record<string, unknown>[]): string[] =>
  linhas
    .map((linha) =>
      JSON.stringify(
        Object.entries(linha)
          .map(([nome, v]) => [nome, plain(v)])
          .sort(),
      ),
    )
    .sort();

/** Texts with a NUL in the folder's table. */
function countNulos(tabela: string): number {
  const sqlite = new Database(join(dataDir, 'unipark.db'), { readonly: true });
  const linhas = sqlite.prepare(`select * from "${tabela}"`).raw().all() as unknown[][];
  sqlite.close();
  const nulos = linhas.flat().filter((valor) => typeof valor === 'string' && valor.includes('\0'));
  expect(nulos.length).toBeGreaterThan(10);
  return nulos.length;
}

/** Every row of both databases is the same, without the code of the command. */
async function expectEqual(): Promise<void> {
  const sqlite = new Database(join(dataDir, 'unipark.db'), { readonly: true });
  const tabelas = listTabelas(sqlite);
  expect(tabelas.length).toBeGreaterThan(35);
  const db = openBanco(destino.url);
  for (const tabela of tabelas) {
    const dela = sqlite.prepare(`select * from "${tabela}"`).safeIntegers().all();
    const la = await query<Record<string, unknown>>(
      db,
      `select * from "${tabela}"
      ${tabela === 'ajustes' ? `where nome <> 'transferencia.feita'` : ''}`,
    );
    expect(dela.length, tabela).toBeGreaterThan(0);
    expect(asTexts(la), tabela).toEqual(asTexts(dela as Record<string, unknown>[]));
  }
  await db.destroy();
  sqlite.close();
}

describe('db move', () => {
  it('copies every row of every table, and the numbers go on behind the last one given', async () => {
    await fillInstalacao(dataDir);
    const antes = readFileSync(join(dataDir, 'unipark.db'));
    const { codigo, dito } = await move();
    expect([codigo, dito.filter((linha) => linha.startsWith('✕'))]).toEqual([0, []]);
    expect(dito.find((linha) => linha.startsWith('! veiculos'))).toBe(
      `! veiculos: o PostgreSQL não guarda o caractere nulo, trocado por '\ufffd' em ${countNulos('veiculos')} texto(s).`,
    );
    expect(dito.at(-1)).toBe(
      `Pronto. Inicie o servidor com DATABASE_URL e SECRET_FILE; guarde a pasta ${dataDir} até confiar no banco novo.`,
    );
    await expectEqual();
    expect(
      await inTarget(`select 9007199254740993 = any(array_agg(total)) as exato from trabalhos`),
    ).toEqual([{ exato: true }]);
    const [novo] = await inTarget<{ id: number }>(
      `insert into eventos (tipo, dados, criado_em) values ('', '', '') returning id`,
    );
    expect(novo?.id).toBe(8);
    await inTarget(`insert into passagens (placa, chave, instante, ultima_leitura_em, recebido_em,
      status, na_lista, teste, versao) values ('', '', '2026-03-12T13:20', '', '', 'ATIVO', 1, 0, 1)`);
    expect(
      await inTarget(`select total::int from passagens_horas where hora = '2026-03-12T13'`),
    ).toEqual([{ total: 1 }]);
    expect(readFileSync(join(dataDir, 'unipark.db')).equals(antes)).toBe(true);
  });

  it('replaces what a start made in the empty database', async () => {
    await fillInstalacao(dataDir);
    await (await openPrepared(readConfig(env, '0'))).destroy();
    expect(await inTarget('select from cidades limit 1')).toHaveLength(1);
    expect((await move()).codigo).toBe(0);
    await expectEqual();
  });

  it('stopped after each batch and repeated, it copies each row once', async () => {
    await fillInstalacao(dataDir, { grande: { eventos: 1_300 } });
    let vezes = 0;
    let fim: MoveEnd;
    do {
      fim = await move({ onBatch: (parar) => parar() });
      vezes += 1;
      if (fim.codigo === 130)
        expect(fim.dito.at(-1)).toBe('Interrompido. Repita o comando para continuar.');
    } while (fim.codigo === 130 && vezes < 100);
    expect(fim.codigo).toBe(0);
    expect(fim.dito[0]).toBe('Continuando a cópia interrompida.');
    expect(vezes).toBeGreaterThan(38);
    await expectEqual();
  });

  it('a killed process leaves whole batches, and the same command ends the copy', async () => {
    await fillInstalacao(dataDir, { grande: { eventos: 30_000 } });
    const filho = spawn(process.execPath, [START, ferramenta, 'db', 'move'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: 'ignore',
    });
    const readLinhas = () =>
      inTarget<{ linhas: number }>(
        `select (valor::json ->> 'linhas')::int as linhas from transferencia where nome = 'eventos'`,
      ).then(
        ([linha]) => linha?.linhas ?? 0,
        () => 0,
      );
    await expect.poll(readLinhas, { interval: 20 }).toBeGreaterThan(0);
    filho.kill('SIGKILL');
    await once(filho, 'exit');
    // The server ends the killed statement before it is asked how far the copy came.
    await expect
      .poll(() =>
        inTarget(`select from pg_locks l join pg_database d on d.oid = l.database
          where l.locktype = 'advisory' and l.granted and d.datname = current_database()`),
      )
      .toEqual([]);
    const linhas = await readLinhas();
    expect(linhas).toBeLessThan(29_999);
    expect(await inTarget('select count(*) as total from eventos')).toEqual([{ total: linhas }]);
    const { codigo, dito } = await move();
    expect([codigo, dito[0]]).toEqual([0, 'Continuando a cópia interrompida.']);
    await expectEqual();
  });

  it('a broken connection is one sentence, and the same command ends the copy', async () => {
    await fillInstalacao(dataDir, { grande: { eventos: 5_000 } });
    const dito: string[] = [];
    let corte: Promise<void> | undefined;
    const onBatch = (_: unknown, unidade: string): void => {
      if (unidade !== 'linhas de eventos') return;
      corte ??= runOnce(
        destino.url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'unipark'`,
      );
    };
    await expect(
      move({ onBatch, dito }).catch((error: unknown) => explainStartFailure(error)),
    ).resolves.toBe(
      'O PostgreSQL de DATABASE_URL não responde. Confira o endereço e se ele está no ar.',
    );
    await corte;
    expect(dito).toEqual(['A cópia parou. Repita para continuar.']);
    expect((await move()).codigo).toBe(0);
    await expectEqual();
  });

  it('no program writes the folder meanwhile', async () => {
    await fillInstalacao(dataDir);
    const escritas: unknown[] = [];
    const onBatch = (): void => {
      const outro = new Database(join(dataDir, 'unipark.db'), { timeout: 0 });
      try {
        escritas.push(outro.exec('delete from cidades'));
      } catch (error) {
        escritas.push((error as { code: string }).code);
      }
      outro.close();
    };
    expect((await move({ onBatch })).codigo).toBe(0);
    expect(new Set(escritas)).toEqual(new Set(['SQLITE_BUSY']));
  });

  it('a folder of an earlier release is migrated first', async () => {
    const passos = Object.entries(await migrations.getMigrations()).filter(
      ([nome]) => nome < '0017',
    );
    const db = openBanco(dataDir);
    await migrate(db, { getMigrations: async () => Object.fromEntries(passos) });
    await db
      .insertInto('ajustes')
      .values({ nome: 'alertas', valor: '{"repeticaoSeg":5}' })
      .execute();
    await db.destroy();
    expect((await move()).codigo).toBe(0);
    expect(await inTarget(`select valor from ajustes where nome = 'alertas'`)).toEqual([
      { valor: '{"repeticao_seg":5}' },
    ]);
  });

  it('a row that differs names its table, the source stays, and the code is 1', async () => {
    await fillInstalacao(dataDir);
    await move({ onBatch: (parar, unidade) => unidade.endsWith(' veiculos') && parar() });
    await runOnce(
      destino.url,
      `update proprietarios set nome = 'outro' where id = 1; delete from cidades where id = 2;
       alter table auditoria disable trigger user; update auditoria set quem = 'outro' where id = 3`,
    );
    const { codigo, dito } = await move();
    expect(codigo).toBe(1);
    expect(dito.filter((linha) => linha.startsWith('✕'))).toEqual([
      '✕ auditoria: 7 linhas nos dois bancos, com conteúdo diferente.',
      '✕ cidades: 7 linhas na pasta, 6 no PostgreSQL.',
      '✕ proprietarios: 7 linhas nos dois bancos, com conteúdo diferente.',
      '✕ auditoria: a cadeia deixa de conferir no registro 3.',
    ]);
    expect(dito.at(-1)).toContain(`a pasta ${dataDir} continua valendo`);
  });

  it('a chain that was broken in the folder is copied, and reported', async () => {
    await fillInstalacao(dataDir);
    const sqlite = new Database(join(dataDir, 'unipark.db'));
    sqlite.exec(`update auditoria_cabeca set hash = 'outro'`);
    sqlite.close();
    const { codigo, dito } = await move();
    expect(codigo).toBe(0);
    expect(dito).toContain(
      '! A cadeia da auditoria já não conferia na pasta, no fim: a cópia é igual.',
    );
  });

  it('a row that PostgreSQL refuses is named', async () => {
    await fillInstalacao(dataDir);
    const sqlite = new Database(join(dataDir, 'unipark.db'));
    sqlite.exec(`update passagens set versao = 1.5 where id = 4`);
    sqlite.close();
    expect(await refusal()).toBe(
      'O PostgreSQL recusou uma linha de passagens, entre 1 e 7: invalid input syntax for type bigint: "1.5".',
    );
  });

  it('is known after its end, and again refused when the folder changed', async () => {
    await fillInstalacao(dataDir);
    await move();
    const { codigo, dito } = await move();
    expect([codigo, dito[0]]).toEqual([0, 'Esta instalação já está inteira nesse PostgreSQL.']);
    await fillInstalacao(dataDir, { linhas: 1 });
    expect(await refusal()).toMatch(
      /^O banco de DATABASE_URL já tem dados \(\w+\)\. Use um banco vazio/,
    );
  });
});

describe('after the move', () => {
  it('a server starts on PostgreSQL: an old session goes on, and the old password signs in', async () => {
    const antigo = await startProcesso({ env: { DATA_DIR: dataDir } });
    const send = (url: string, caminho: string, corpo: object) =>
      fetch(url + caminho, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify(corpo),
      });
    const inscrita = await send(antigo.url, '/api/auth/sign-up/email', CONTA);
    const { token } = (await inscrita.json()) as { token: string };
    expect(await refusal()).toBe(
      `Há um servidor UNIPARK usando a pasta ${dataDir}. Pare-o e repita.`,
    );
    await antigo.end('SIGTERM');
    antigo.remove();
    expect((await move()).codigo).toBe(0);

    const novo = await startProcesso({ env: { ...env, DATA_DIR: join(dataDir, 'nova') } });
    try {
      const lista = await fetch(`${novo.url}/db/veiculos?limite=1`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(lista.status).toBe(200);
      const { email, password } = CONTA;
      expect((await send(novo.url, '/api/auth/sign-in/email', { email, password })).status).toBe(
        200,
      );
    } finally {
      await novo.end('SIGTERM');
      novo.remove();
    }
  });

  it('no server and no command works on an unfinished copy', async () => {
    await fillInstalacao(dataDir);
    await move({ onBatch: (parar) => parar() });
    const frase = 'A cópia para este PostgreSQL não terminou. Repita: npm run unipark -- db move';
    await expect(openPrepared(readConfig(env, '0'))).rejects.toThrow(frase);
    const filho = spawn(process.execPath, [START, ferramenta, 'user', 'list'], {
      env: { PATH: process.env.PATH, ...env },
    });
    expect(await text(filho.stderr)).toBe(`${frase}\n`);
  });
});

describe('db move refuses with one sentence', () => {
  it('without DATABASE_URL, and without an installation', async () => {
    expect(await refusal({ DATABASE_URL: undefined })).toBe(
      'Defina DATABASE_URL e SECRET_FILE: a cópia vai para esse PostgreSQL.',
    );
    expect(await refusal()).toBe(
      `Não há instalação em ${dataDir}. Aponte DATA_DIR para a pasta dela.`,
    );
  });

  it('a PostgreSQL that does not answer', async () => {
    await fillInstalacao(dataDir, { linhas: 1 });
    expect(await refusal({ DATABASE_URL: 'postgres://unipark@127.0.0.1:1/x' })).toBe(
      'O PostgreSQL de DATABASE_URL não responde. Confira o endereço e se ele está no ar.',
    );
  });

  it('a PostgreSQL that a server uses', async () => {
    await fillInstalacao(dataDir, { linhas: 1 });
    const servidor = openBanco(destino.url);
    hearNodes(servidor, 'eventos', () => undefined);
    await expect.poll(() => isLeader(servidor)).toBe(true);
    expect(await refusal()).toBe(
      'Há um servidor UNIPARK usando o PostgreSQL de DATABASE_URL. Pare-o.',
    );
    await servidor.destroy();
  });

  it('another secret, and tells how to copy the right one', async () => {
    await fillInstalacao(dataDir, { linhas: 1 });
    const outro = join(dataDir, 'outro');
    const conselho = `Copie o segredo desta instalação: cp -p ${join(dataDir, 'identidade.segredo')} ${outro}`;
    expect(await refusal({ SECRET_FILE: outro })).toBe(
      `SECRET_FILE: não foi possível ler '${outro}'. ${conselho}`,
    );
    writeFileSync(outro, 'outro segredo com mais de trinta e duas letras');
    expect(await refusal({ SECRET_FILE: outro })).toBe(
      `SECRET_FILE não é o segredo desta instalação. ${conselho}`,
    );
    expect(await inTarget('select from pg_tables where schemaname = current_schema()')).toEqual([]);
  });

  it('a database with rows of its own, and a copy of another folder', async () => {
    await fillInstalacao(dataDir);
    await (await openPrepared(readConfig(env, '0'))).destroy();
    const incluir = `insert into contas (id, nome, email, email_verificado, criada_em, atualizada_em, admin)
      values ('a', 'Ana', 'ana@x.br', 1, '', '', 0)`;
    await runOnce(destino.url, incluir);
    expect(await refusal()).toBe(
      'O banco de DATABASE_URL já tem dados (contas). Use um banco vazio, feito com createdb -E UTF8 -T template0.',
    );
    await runOnce(destino.url, 'delete from contas');
    await move({ onBatch: (parar) => parar() });
    await fillInstalacao(dataDir, { linhas: 1 });
    expect(await refusal()).toBe(
      'O PostgreSQL tem parte de outra instalação, ou desta antes de mudar. Use um banco vazio, feito com createdb -E UTF8 -T template0.',
    );
  });

  it('a schema of a newer release', async () => {
    await fillInstalacao(dataDir);
    const sqlite = new Database(join(dataDir, 'unipark.db'));
    sqlite.exec(`insert into kysely_migration values ('9999_futura', '2030')`);
    sqlite.close();
    expect(await refusal()).toBe(
      'O banco de dados é de uma versão mais nova do UNIPARK. Atualize o programa.',
    );
  });
});
