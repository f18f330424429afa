/** An installation of each earlier release, upgraded to this one: nothing is lost, and it works. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBanco } from '../../test/banco.ts';
import { NOSSO_SITE } from '../../test/conta.ts';
import { countLinhas, listEsquema } from '../../test/esquema.ts';
import { createTestDatabase, runOnce, type TestDatabase } from '../../test/postgres.ts';
import { query } from '../../test/query.ts';
import {
  listVersoes,
  readDump,
  readRespostas,
  SEM_VERSAO,
  unpackVersao,
} from '../../test/versoes/abrir.ts';
import { PESSOAS } from '../../test/versoes/roteiro.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { verifyCopia } from '../copias/copia.ts';
import { openPrepared } from '../opening.ts';
import { type ChainRow, findChainBreak } from '../platform/chain.ts';
import { type Banco, openBanco } from '../platform/db/banco.ts';
import { stopGracefully } from '../platform/process/stop.ts';
import { migrations } from './all.ts';

const noPostgres = process.env.UNIPARK_TESTE_BANCO === 'postgres';

/**
 * Tables of before whose rows have another place now, or none: sessions end with 0007, and 0032 counts
 * anew by car and month.
 */
const OUTRO_LUGAR: Record<string, string | null> = {
  user: 'contas',
  account: null,
  session: null,
  verification: null,
  jwks: null,
  passagens_meses: null,
};
/** Filled by each release with its own cities and catalogue. */
const SEMENTES = /^(cidades|catalogo_\w+|fipe_\w+|ajustes)$/;
/** Counted by triggers since they exist. */
const CONTADAS = /^(contagens|veiculos_facetas|passagens_horas|passagens_meses|passagens_vaos)$/;

/** Fields under the name that they have since 0009. */
const toCampo = (nome: string): string =>
  nome.replaceAll(/[A-Z]/g, (letra) => `_${letra.toLowerCase()}`);
/** Depend on the time or on the server's address; the last one on a row that was added by SQL. */
const DE_AGORA = ['por_hora', 'endereco', 'relogio', 'vista_em', 'mqtt', 'segundo_fator'];
/** Words of one trigger of 0016 that were written otherwise for some minutes, with one meaning. */
const GRAFIAS: [string, string] = [
  'update set total = total +',
  'update set total = veiculos_facetas.total +',
];

/** Searches, and how many rows each finds. */
const BUSCAS = {
  '/db/proprietarios/busca?q=avila%20conc': 1,
  '/db/veiculos/busca?q=acai': 1,
  '/api/passagens?q=abc1234': 2,
};

let novo: Promise<string[]> | undefined;
/** The schema of a new installation. */
async function listNovo(): Promise<string[]> {
  const nova = await openTestBanco();
  return listEsquema(nova.db).finally(() => nova.close());
}

/** Expects each field that a release answered to be answered by this one, where it still has it. */
function expectRepeated(antes: unknown, agora: unknown, onde: string): void {
  if (Array.isArray(antes)) {
    expect(agora, onde).toHaveLength(antes.length);
    for (const [i, item] of antes.entries()) {
      expectRepeated(item, (agora as unknown[])[i], `${onde}[${i}]`);
    }
  } else if (antes !== null && typeof antes === 'object') {
    const lida = agora as Record<string, unknown>;
    for (const [nome, valor] of Object.entries(antes)) {
      const campo = nome in lida ? nome : toCampo(nome);
      if (DE_AGORA.includes(toCampo(nome))) continue;
      expect(Object.keys(lida), onde).toContain(campo);
      expectRepeated(valor, lida[campo], `${onde}.${campo}`);
    }
  } else expect(agora, onde).toBe(antes);
}

it('each schema that was ever the newest one has its database: npm run versao makes it', async () => {
  const numeros = Object.keys(await migrations.getMigrations()).map((nome) => nome.slice(0, 4));
  const anteriores = numeros.slice(0, -1).filter((numero) => !SEM_VERSAO.includes(numero));
  expect(listVersoes('sqlite')).toEqual(expect.arrayContaining(anteriores));
  const noServidor = anteriores.filter((numero) => numero >= '0017');
  expect(listVersoes('postgres')).toEqual(expect.arrayContaining(noServidor));
});

describe.each(listVersoes(noPostgres ? 'postgres' : 'sqlite'))('schema %s', (numero) => {
  const { respostas } = readRespostas(numero);
  let pasta: string;
  let remoto: TestDatabase | undefined;
  let antes: Record<string, number>;
  let depois: Record<string, number>;
  let db: Banco;
  let app: FastifyInstance;

  beforeAll(async () => {
    pasta = mkdtempSync(join(tmpdir(), 'unipark-versao-'));
    unpackVersao(numero, pasta);
    remoto = await createTestDatabase('template0');
    if (remoto) await runOnce(remoto.url, readDump(numero));
    const velho = openBanco(remoto?.url ?? pasta);
    antes = await countLinhas(velho);
    await velho.destroy();
    const env = {
      ...{ DATA_DIR: pasta, LOG_LEVEL: 'silent', PORT: '0' },
      ...(remoto && {
        DATABASE_URL: remoto.url,
        SECRET_FILE: join(pasta, 'identidade.segredo'),
        DATABASE_UNSAFE: '1',
      }),
    };
    const config = readConfig(env, '0.0.0');
    db = await openPrepared(config);
    depois = await countLinhas(db);
    const siteRoot = join(pasta, 'site');
    app = await buildApp({ config, db, siteRoot, dubles: { maxDelay: 0 } });
    await app.ready();
  });
  afterAll(async () => {
    if (app) await stopGracefully(app);
    await db?.destroy();
    await remoto?.drop();
    rmSync(pasta, { recursive: true, force: true });
  });

  it('has the schema of a new installation', async () => {
    novo ??= listNovo();
    const esquema = (await listEsquema(db)).map((linha) => linha.replaceAll(...GRAFIAS));
    expect(esquema).toEqual(await novo);
  });

  it('keeps every row of every table', () => {
    expect(Object.values(antes)).not.toContain(0);
    for (const [tabela, total] of Object.entries(antes)) {
      const hoje = tabela in OUTRO_LUGAR ? OUTRO_LUGAR[tabela] : tabela;
      if (!hoje || SEMENTES.test(hoje)) continue;
      expect([hoje, depois[hoje]]).toEqual([hoje, total]);
    }
    const vazias = Object.keys(depois).filter((tabela) => !depois[tabela] && tabela in antes);
    expect(vazias).toEqual([]);
    for (const tabela of Object.keys(depois).filter((nome) => CONTADAS.test(nome))) {
      expect([tabela, (depois[tabela] ?? 0) > 0]).toEqual([tabela, true]);
    }
  });

  it('is whole: pages, references, search indexes, the chain of the audit', async () => {
    if (!noPostgres) {
      for (const tabela of ['proprietarios', 'veiculos', 'passagens']) {
        // Throws when the index has other texts than the table.
        const exame = `insert into ${tabela}_fts (${tabela}_fts, rank) values ('integrity-check', 1)`;
        await query(db, exame);
      }
      expect(await query(db, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(await query(db, 'pragma foreign_key_check')).toEqual([]);
    }
    const linhas = await query<ChainRow>(db, 'select * from auditoria order by id');
    const [cabeca] = await query<{ hash: string }>(db, 'select hash from auditoria_cabeca');
    expect(linhas.length).toBeGreaterThan(10);
    expect(await findChainBreak(linhas, cabeca?.hash)).toBeUndefined();
  });

  it('has a copy of before, of its own schema', async () => {
    if (noPostgres || numero === listVersoes('sqlite').at(-1)) return;
    const copias = join(pasta, 'copias');
    const nomes = readdirSync(copias);
    expect(nomes).toHaveLength(1);
    const { manifesto } = await verifyCopia(join(copias, nomes[0] ?? ''), undefined);
    expect(manifesto.passos.at(-1)?.slice(0, 4)).toBe(numero);
    expect(manifesto.linhas.veiculos).toBe(antes.veiculos);
  });

  it('answers as its own release did, and its people sign in with their passwords', async () => {
    const tokens: string[] = [];
    for (const { email, password } of PESSOAS.slice(0, 2)) {
      const resposta = await app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        payload: { email, password },
        headers: NOSSO_SITE,
      });
      expect([email, resposta.statusCode]).toEqual([email, 200]);
      tokens.push(resposta.json<{ token: string }>().token);
    }
    expect(Object.keys(respostas)).toEqual(
      expect.arrayContaining([
        '/db/proprietarios',
        '/db/veiculos',
        '/db/ultimosveiculos?limite=100',
      ]),
    );
    const headers = { authorization: `Bearer ${tokens[0]}` };
    for (const [url, total] of Object.entries(BUSCAS)) {
      const achados = (await app.inject({ url, headers })).json<unknown[]>();
      expect([url, achados.length]).toEqual([url, total]);
    }
    for (const [url, antes] of Object.entries(respostas)) {
      const resposta = await app.inject({ url, headers });
      expect([url, resposta.statusCode]).toEqual([url, 200]);
      expectRepeated(antes, resposta.json(), url);
    }
  });
});
