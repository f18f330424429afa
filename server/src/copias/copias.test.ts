/** Backups of the embedded database: made while it is written, verified, restored. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCopias } from '../../test/copias.ts';
import { fillInstalacao, listTabelas } from '../../test/instalacao.ts';
import { START } from '../../test/processo.ts';
import { readConfig } from '../config.ts';
import { migrations } from '../migrations/all.ts';
import { openPrepared } from '../opening.ts';
import { examineDatabase } from '../platform/db/backup/examine.ts';
import { openBanco } from '../platform/db/banco.ts';
import { migrate } from '../platform/db/migrate.ts';
import { lockDataDir } from '../platform/process/lock.ts';
import { backup, restore, verifyBackup } from './comandos.ts';
import { createCopia, listCopias, verifyCopia } from './copia.ts';
import { DEIXADAS } from './original.ts';

const ferramenta = fileURLToPath(new URL('../unipark.ts', import.meta.url));
const segredo = 'um segredo de quarenta e tantas letras, para provas';

let dataDir: string;
let banco: string;
let copias: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'unipark-copia-'));
  banco = join(dataDir, 'unipark.db');
  copias = join(dataDir, 'copias');
  writeFileSync(join(dataDir, 'identidade.segredo'), segredo);
  await fillInstalacao(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const create = (mais = {}) =>
  createCopia({
    dataDir,
    databaseUrl: null,
    copias,
    versao: '1.0.0',
    segredo,
    comSegredo: false,
    ...mais,
  });

const readRows = (arquivo: string, tabela: string): unknown[] => {
  const sqlite = new Database(arquivo, { readonly: true });
  try {
    return sqlite.prepare(`select * from "${tabela}" order by rowid`).safeIntegers().all();
  } finally {
    sqlite.close();
  }
};

const write = (texto: string): void => {
  const sqlite = new Database(banco);
  sqlite.exec(texto);
  sqlite.close();
};

/** Runs a command on this installation; answers what it says. */
const run = (
  comando: Parameters<typeof runCopias>[0],
  args: string[],
  env: Record<string, string> = {},
) => runCopias(comando, args, { DATA_DIR: dataDir, ...env });

describe('a backup', () => {
  it('has every row of every table, but none that would open something again', async () => {
    write(
      `update sessoes set hash = 'canario-da-sessao' where hash = (select min(hash) from sessoes)`,
    );
    const antes = new Database(banco, { readonly: true });
    const tabelas = listTabelas(antes);
    antes.close();
    const { pasta } = await create();
    const copia = join(pasta, 'unipark.db');
    for (const tabela of tabelas) {
      const deixada = (DEIXADAS as readonly string[]).includes(tabela);
      expect([tabela, readRows(copia, tabela)]).toEqual([
        tabela,
        deixada ? [] : readRows(banco, tabela),
      ]);
      if (deixada) expect([tabela, readRows(banco, tabela).length > 0]).toEqual([tabela, true]);
    }
    expect(readFileSync(banco).includes('canario-da-sessao')).toBe(true);
    expect(readFileSync(copia).includes('canario-da-sessao')).toBe(false);
    expect(readdirSync(pasta).sort()).toEqual(['manifesto.json', 'unipark.db']);
    expect(statSync(pasta).mode & 0o077).toBe(0);
  });

  it('keeps no table of tokens, but the recovery codes of a second factor', () => {
    const sqlite = new Database(banco, { readonly: true });
    const comHash = listTabelas(sqlite).filter((tabela) =>
      (sqlite.pragma(`table_info(${tabela})`) as { name: string }[]).some(({ name }) =>
        ['hash', 'token'].includes(name),
      ),
    );
    sqlite.close();
    const cadeia = ['auditoria', 'auditoria_cabeca'];
    const ficam = comHash.filter((tabela) => !(DEIXADAS as readonly string[]).includes(tabela));
    expect(ficam.sort()).toEqual([...cadeia, 'codigos_recuperacao']);
  });

  it('shows one moment while another program writes', async () => {
    write(
      'create table pares (n integer primary key); create table outros (n integer primary key)',
    );
    const escritor = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import Database from 'better-sqlite3';
         const db = new Database(${JSON.stringify(banco)}, { timeout: 5000 });
         const both = db.transaction((n) => {
           db.prepare('insert into pares values (?)').run(n);
           db.prepare('insert into outros values (?)').run(n);
         });
         for (let n = 0; ; n += 1) both(n);`,
      ],
      {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    try {
      const vistos: number[] = [];
      while (vistos.length < 4) {
        const gravados = readRows(banco, 'pares').length;
        const { manifesto } = await create();
        const { pares = 0, outros } = manifesto.linhas;
        expect(pares).toBe(outros);
        // What was committed before the copy began is in it.
        expect(pares).toBeGreaterThanOrEqual(gravados);
        if (pares > (vistos.at(-1) ?? 0)) vistos.push(pares);
        await sleep(50);
      }
    } finally {
      escritor.kill('SIGKILL');
    }
  });

  it.each([
    [
      'a changed byte',
      (pasta: string) => {
        const bytes = readFileSync(join(pasta, 'unipark.db'));
        bytes[9_000] = (bytes[9_000] ?? 0) ^ 1;
        writeFileSync(join(pasta, 'unipark.db'), bytes);
      },
      'o banco de dados não é o que foi copiado',
    ],
    [
      'a changed manifest',
      (pasta: string) => {
        const texto = readFileSync(join(pasta, 'manifesto.json'), 'utf8');
        writeFileSync(
          join(pasta, 'manifesto.json'),
          texto.replace('"versao": "1.0.0"', '"versao": "1.0.1"'),
        );
      },
      'o manifesto foi alterado',
    ],
    [
      'another database',
      (pasta: string) => copyFileSync(banco, join(pasta, 'unipark.db')),
      'o banco de dados não é o que foi copiado',
    ],
    [
      'no manifest',
      (pasta: string) => rmSync(join(pasta, 'manifesto.json')),
      'não é uma cópia completa do UNIPARK',
    ],
    [
      'no database',
      (pasta: string) => rmSync(join(pasta, 'unipark.db')),
      'não é uma cópia completa do UNIPARK',
    ],
  ])('with %s is refused, and nothing is touched', async (_, damage, motivo) => {
    const { pasta } = await create();
    damage(pasta);
    const antes = readFileSync(banco);
    expect(await run(verifyBackup, [])).toBe(`A cópia ${pasta} não serve: ${motivo}.`);
    expect(await run(restore, [pasta, '--sim'])).toBe(`A cópia ${pasta} não serve: ${motivo}.`);
    expect(readFileSync(banco).equals(antes)).toBe(true);
  });

  it('of a newer release is refused', async () => {
    write(`insert into kysely_migration values ('9999_futuro', '2027-01-01')`);
    const { pasta } = await create();
    write(`delete from kysely_migration where name = '9999_futuro'`);
    expect(await run(restore, [pasta, '--sim'])).toContain('versão mais nova do UNIPARK');
  });

  it('that was interrupted is no backup, and an impossible folder is one sentence', async () => {
    const { pasta } = await create();
    writeFileSync(join(copias, 'leia.txt'), '');
    expect(await listCopias(copias)).toEqual([pasta.split('/').at(-1)]);
    expect(await run(backup, ['--para', join(dataDir, 'identidade.segredo', 'x')])).toMatch(
      /^A cópia de segurança não pôde ser feita: a pasta .* não aceita arquivos \(ENOTDIR\)/,
    );
  });

  it('of a damaged database is refused in one sentence, by the tool and by a start that migrates', async () => {
    const bytes = readFileSync(banco);
    bytes.fill(0xa5, 4_096 * 8, 4_096 * 24);
    writeFileSync(banco, bytes);
    expect(await run(backup, [])).toMatch(
      /^O banco de dados está danificado e não pode ser copiado/,
    );
    expect(await listCopias(copias)).toEqual([]);
    expect(readdirSync(copias)).toEqual([]);
  });

  it('says where the secret and the pictures are; with --com-segredos the secret is in it', async () => {
    const fotos = mkdtempSync(join(tmpdir(), 'unipark-fotos-'));
    const dito = await run(backup, [], { ARQUIVOS_DIR: fotos });
    expect(dito).toContain(`As fotos de ${fotos}`);
    expect(dito).toContain('O segredo não vai junto.');
    expect(await run(backup, ['--com-segredos'])).not.toContain('O segredo não vai junto.');
    const [nova = '', velha = ''] = await listCopias(copias);
    expect(readFileSync(join(copias, nova, 'identidade.segredo'), 'utf8')).toBe(segredo);
    expect(existsSync(join(copias, velha, 'identidade.segredo'))).toBe(false);
    rmSync(fotos, { recursive: true });
  });
});

describe('a restoration', () => {
  it('says what is lost and changes nothing, until it is confirmed', async () => {
    const { pasta } = await create();
    write(`insert into passagens (placa, chave, status, instante, ultima_leitura_em, recebido_em,
      na_lista, teste, versao) values ('', '', '', '', '', '', 1, 0, 1)`);
    const dito = await run(restore, [pasta]);
    expect(dito).toContain('passagens: 8 agora, 7 na cópia');
    expect(dito).toContain('Nada foi mudado. Para restaurar, repita o comando com --sim.');
    expect(readRows(banco, 'passagens')).toHaveLength(8);
    const feito = await run(restore, [pasta, '--sim']);
    expect(feito).toContain('Restaurada.');
    expect(readRows(banco, 'passagens')).toHaveLength(7);
    expect(readRows(banco, 'sessoes')).toEqual([]);
    const antes = readdirSync(dataDir).find((nome) => nome.startsWith('antes-de-restaurar-'));
    expect(readRows(join(dataDir, antes ?? '', 'unipark.db'), 'passagens')).toHaveLength(8);
    const volta = /Para voltar ao que havia, restaure (\S+)\. /.exec(feito)?.[1] ?? '';
    expect(await run(restore, [volta, '--sim'])).toContain('Restaurada.');
    expect(readRows(banco, 'passagens')).toHaveLength(8);
  });

  it('into an empty folder gives every row, and a server starts on it', async () => {
    const { pasta } = await create({ comSegredo: true });
    const vazia = mkdtempSync(join(tmpdir(), 'unipark-vazia-'));
    const { codigo, dito } = await runTool(['restore', pasta, '--sim'], vazia);
    expect([codigo, dito]).toEqual([0, expect.stringContaining('Restaurada.')]);
    for (const tabela of ['veiculos', 'passagens', 'imagens', 'contas', 'totp']) {
      expect(readRows(join(vazia, 'unipark.db'), tabela)).toEqual(readRows(banco, tabela));
    }
    const { quebra, linhas } = await examineDatabase(join(vazia, 'unipark.db'));
    expect([quebra, linhas.auditoria]).toEqual([
      undefined,
      readRows(banco, 'auditoria').length + 1,
    ]);
    expect(readFileSync(join(vazia, 'identidade.segredo'), 'utf8')).toBe(segredo);
    const db = await openPrepared(readConfig({ DATA_DIR: vazia }, '1.0.0'));
    await db.destroy();
    rmSync(vazia, { recursive: true });
  });

  it('without the secret says what is gone', async () => {
    const { pasta } = await create();
    writeFileSync(join(dataDir, 'identidade.segredo'), 'outro segredo de quarenta e tantas letras');
    expect(await run(restore, [pasta])).toContain(
      'segundos fatores e senhas de dispositivos terão',
    );
  });

  it('is refused while a server runs', async () => {
    const { pasta } = await create();
    const unlock = lockDataDir(dataDir);
    expect(await run(restore, [pasta, '--sim'])).toMatch(/^Há um servidor UNIPARK usando a pasta/);
    unlock();
  });

  it('killed at any moment leaves the whole old database or the whole new one', async () => {
    write('create table marca (n integer); insert into marca values (1)');
    const { pasta } = await create();
    const inicio = performance.now();
    await runTool(['restore', pasta, '--sim'], dataDir);
    const inteira = performance.now() - inicio;
    const vistas = new Set<unknown>();
    for (const parte of [0.1, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 30]) {
      write('update marca set n = 2');
      await runTool(['restore', pasta, '--sim'], dataDir, parte * inteira);
      const { quebra } = await examineDatabase(banco);
      expect(quebra).toBeUndefined();
      const [{ n }] = readRows(banco, 'marca') as [{ n: bigint }];
      vistas.add(Number(n));
    }
    expect([...vistas].sort()).toEqual([1, 2]);
  });
});

/** Runs the tool in its own process, and kills it after `ms`. */
async function runTool(args: string[], pasta: string, ms = 30_000) {
  const filho = spawn(process.execPath, [START, ferramenta, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: pasta },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let dito = '';
  for (const fluxo of [filho.stdout, filho.stderr]) {
    fluxo.on('data', (parte) => {
      dito += parte;
    });
  }
  const relogio = setTimeout(() => filho.kill('SIGKILL'), ms);
  const [codigo] = await once(filho, 'close');
  clearTimeout(relogio);
  return { codigo, dito };
}

describe('an upgrade', () => {
  it('copies the database first; an up-to-date one is not copied', async () => {
    const velha = mkdtempSync(join(tmpdir(), 'unipark-velha-'));
    const db = openBanco(velha);
    const todas = await migrations.getMigrations();
    const [ultima = ''] = Object.keys(todas).reverse();
    const { [ultima]: _, ...antigas } = todas;
    await migrate(db, { getMigrations: async () => antigas });
    await db.destroy();
    const config = readConfig({ DATA_DIR: velha }, '1.0.0');
    await (await openPrepared(config)).destroy();
    const nomes = await listCopias(join(velha, 'copias'));
    expect(nomes).toHaveLength(1);
    const { manifesto } = await verifyCopia(join(velha, 'copias', nomes[0] ?? ''), undefined);
    expect(manifesto.passos).toEqual(Object.keys(antigas).sort());
    await (await openPrepared(config)).destroy();
    expect(await listCopias(join(velha, 'copias'))).toHaveLength(1);
    rmSync(velha, { recursive: true });
  });
});
