/** A year of passages, made by the database itself: 365 campus days of 30,000 cars at 6 cameras. */
import { join } from 'node:path';
import { findGemea, keyOfPlaca } from '@unipark/contract/placa';
import Database from 'better-sqlite3';
import { MODELOS, makePlaca } from '../server/src/demo/registro.ts';
import { HORAS_DE_TODAS } from '../server/src/platform/db/hours.ts';
import { MESES_DE_TODAS } from '../server/src/platform/db/months.ts';
import { searchText } from '../server/src/platform/db/search.ts';
import { runOnce } from '../server/test/postgres.ts';

/** Cars that pass; the register has all but the last tenth. */
export const CARROS = 30_000;
export const CADASTRADOS = 27_000;
const DIAS = 365;
const DIA_MS = 86_400_000;

/** Passages of a thousand in each hour of a campus day, from midnight on. */
const POR_HORA = [
  2, 1, 1, 1, 2, 10, 60, 120, 80, 50, 45, 60, 85, 80, 45, 40, 45, 75, 90, 50, 20, 25, 10, 3,
];
/** Days whose readings still have the maker's message. */
const DIAS_COM_BRUTO = 6;

/** One in three passages of a PROIBIDO raised an alarm, which was answered: 0.5 % of all. */
const inAlarm = (valor: string): string =>
  `case when status = 'PROIBIDO' and (h / 256) % 3 = 0 then ${valor} end`;

const text = (valor: string): string => `'${valor.replaceAll("'", "''")}'`;

/** Of a thousand cars 15 are PROIBIDO and 40 INDEFINIDO. */
function statusOf(i: number): string {
  if (i >= CADASTRADOS) return 'Não cadastrado';
  const milesimo = (i * 7 + 300) % 1_000;
  if (milesimo < 15) return 'PROIBIDO';
  return milesimo < 55 ? 'INDEFINIDO' : 'ATIVO';
}

function* listFleetSql(): Generator<string> {
  yield `create table frota (i integer primary key, placa text, chave text, status text, modelo text, busca text)`;
  for (let de = 0; de < CARROS; de += 1_000) {
    const linhas = Array.from({ length: 1_000 }, (_, j) => {
      const placa = makePlaca(de + j);
      const busca = searchText([], [placa, findGemea(placa) ?? null]);
      const modelo = MODELOS[(de + j) % MODELOS.length] ?? '';
      const textos = [placa, keyOfPlaca(placa), statusOf(de + j), modelo, busca].map(text);
      return `(${de + j}, ${textos.join(', ')})`;
    });
    yield `insert into frota values ${linhas.join(', ')}`;
  }
}

/** Which of a day's passages are in which hour, and the milliseconds from one to the next. */
function listHoursSql(porDia: number): string[] {
  let antes = 0;
  const linhas = POR_HORA.map((partes, hora) => {
    const de = Math.floor((antes * porDia) / 1_000);
    antes += partes;
    const ate = Math.floor((antes * porDia) / 1_000);
    return `(${hora}, ${de}, ${ate})`;
  });
  return [
    `create table horas (hora bigint, de bigint, ate bigint)`,
    `insert into horas values ${linhas.join(', ')}`,
  ];
}

/** An instant of milliseconds, in the words of each database. */
const INSTANTE = {
  sqlite: (ms: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', (${ms}) / 1000.0, 'unixepoch')`,
  postgres: (ms: string) =>
    `to_char(to_timestamp((${ms}) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/**
 * The statements that fill `passagens` with `total` rows, each with its reading. Today's passages
 * are all before now, at any time of the day. Cars come with different frequencies.
 */
function listYearSql(total: number, banco: keyof typeof INSTANTE): string[] {
  const porDia = Math.ceil(total / DIAS);
  const agora = Date.now() - 60_000;
  const meiaNoite = Math.floor((agora - 3 * 3_600_000) / DIA_MS) * DIA_MS + 3 * 3_600_000;
  const primeiro = meiaNoite - (DIAS - 1) * DIA_MS;
  const doDia = `(hora * 3600000 + (k - de) * 3600000 / (ate - de))`;
  const ms = `${primeiro} + dia * ${DIA_MS} + case when dia < ${DIAS - 1} then ${doDia}
    else ${doDia} * ${agora - meiaNoite} / ${DIA_MS} end`;
  const comBruto = new Date(agora - DIAS_COM_BRUTO * DIA_MS).toISOString();
  return [
    ...listFleetSql(),
    ...listHoursSql(porDia),
    `insert into passagens (id, placa, chave, leitura_id, camera, sentido, instante,
       ultima_leitura_em, recebido_em, status, modelo, na_lista, teste, versao, nivel, alerta,
       alertado_em, ciente_em, ciente_por, dispositivo, busca)
     with recursive serie(n) as (select cast(0 as bigint) union all select n + 1 from serie where n < ${total - 1}),
     sorteio as (select n, n / ${porDia} as dia, n % ${porDia} as k,
       (n * 1103515245 + 12345) % 2147483648 as h from serie),
     sorteados as (select n, dia, k, h, (h / 65536) % ${CARROS} as x from sorteio),
     passos as (select n, h, ${INSTANTE[banco](ms)} as quando,
       case when (h / 32) % 3 = 0 then x else x * x / ${CARROS} end as carro
       from sorteados join horas on k >= de and k < ate)
     select n + 1, placa, chave, n + 1, cast(1 + (h / 8) % 6 as text),
       case when (h / 64) % 50 = 0 then null when (h / 8) % 6 < 3 then 'entrada' else 'saida' end,
       quando, quando, quando, status, modelo, 1, 0, 1,
       case when i < ${CADASTRADOS} then 'exata' else 'nenhuma' end,
       ${["'proibido'", 'quando', 'quando', "'bancada'"].map(inAlarm).join(', ')},
       'bancada', busca
     from passos join frota on i = carro`,
    `insert into leituras (id, passagem_id, dispositivo, dialeto, evento_id, camera, placa_lida,
       placa, chave, confianca, instante, recebido_em, sentido, casamento, atrasada, bruto)
     select id, id, 'bancada', 'unipark', cast(id as text), camera, placa, placa, chave, 0.9,
       instante, recebido_em, sentido, '{}', 0,
       case when instante >= '${comBruto}' then '{"evento":"passagem","placa":"' || placa || '"}' end
     from passagens`,
    ...HORAS_DE_TODAS,
    MESES_DE_TODAS,
    'drop table frota',
    'drop table horas',
  ];
}

/** Fills the file of a folder without its indexes and triggers, and makes them again. */
export function fillSqlite(dataDir: string, total: number): void {
  const sqlite = new Database(join(dataDir, 'unipark.db'));
  // A log of so many pages would be as large as the file. The server takes up its own settings.
  for (const ajuste of ['DELETE', 'OFF']) sqlite.pragma(`journal_mode = ${ajuste}`);
  for (const ajuste of ['synchronous = OFF', 'cache_size = -400000']) sqlite.pragma(ajuste);
  const feitos = sqlite
    .prepare(
      `select type, name, sql from sqlite_master where type in ('index', 'trigger')
       and tbl_name in ('passagens', 'leituras') and sql is not null`,
    )
    .all() as { type: string; name: string; sql: string }[];
  for (const { type, name } of feitos) sqlite.exec(`drop ${type} ${name}`);
  for (const comando of listYearSql(total, 'sqlite')) sqlite.exec(comando);
  for (const { sql } of feitos) sqlite.exec(sql);
  sqlite.exec(`insert into passagens_fts(passagens_fts) values ('rebuild')`);
  sqlite.close();
}

/** The same on PostgreSQL. */
export async function fillPostgres(url: string, total: number): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where tablename in ('passagens', 'leituras') and indexname not like '%_pkey'`,
  );
  await client.query(`set maintenance_work_mem = '1GB'`);
  await client.query('set synchronous_commit = off');
  await client.query('alter table passagens disable trigger user');
  for (const { indexname } of rows) await client.query(`drop index "${indexname}"`);
  for (const comando of listYearSql(total, 'postgres')) await client.query(comando);
  for (const { indexdef } of rows) await client.query(indexdef);
  await client.query('alter table passagens enable trigger user');
  for (const tabela of ['passagens', 'leituras']) {
    await client.query(`select setval(pg_get_serial_sequence('${tabela}', 'id'), ${total})`);
  }
  await client.end();
  await runOnce(url, 'vacuum analyze');
}
