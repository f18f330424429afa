/**
 * Views of a PostgreSQL: `unipark_proprietarios` and `unipark_veiculos`. They are read in one
 * read-only transaction, as the text that a CSV of them has.
 */
import { LINHAS_IMPORTACAO, type TipoImportacao } from '@unipark/contract/importacao';
import { Problem } from '../../platform/errors.ts';
import { refusedArquivo } from '../formatos/recusa.ts';
import type { SyncSource } from './fonte.ts';

const PRAZO_MS = 30_000;
const CONEXAO_MS = 10_000;
const FATIA = 2_000;

const writeRow = (celulas: (string | null)[]): string =>
  `${celulas.map((celula) => `"${(celula ?? '').replaceAll('"', '""')}"`).join(';')}\n`;

/** Its address has a password: no sentence repeats it, nor what the server says of it. */
function explain(error: unknown, visao: string): Problem {
  if (error instanceof Problem) return error;
  const { code } = error as { code?: string };
  return refusedArquivo(`A visão ${visao} não pôde ser lida (${code ?? 'sem resposta'}).`);
}

async function connect(url: string) {
  const { Client } = (await import('pg')).default;
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONEXAO_MS,
    statement_timeout: PRAZO_MS,
    query_timeout: 2 * PRAZO_MS,
    application_name: 'unipark sincronizar',
    types: { getTypeParser: () => (texto: string | Buffer) => texto },
  });
  // A connection that breaks fails its query: without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin transaction read only');
  return client;
}

type ViewClient = Awaited<ReturnType<typeof connect>>;

async function* readRows(client: ViewClient, visao: string): AsyncGenerator<Uint8Array> {
  try {
    await client.query(`declare linhas no scroll cursor for select * from ${visao} order by 1`);
    for (let total = 0; ; ) {
      const { rows, fields } = await client.query<(string | null)[]>({
        text: `fetch ${FATIA} from linhas`,
        rowMode: 'array',
      });
      if (total === 0) yield Buffer.from(writeRow(fields.map(({ name }) => name)));
      total += rows.length;
      if (total > LINHAS_IMPORTACAO) {
        const limite = LINHAS_IMPORTACAO.toLocaleString('pt-BR');
        throw refusedArquivo(`A visão ${visao} tem mais de ${limite} linhas.`);
      }
      if (rows.length > 0) yield Buffer.from(rows.map(writeRow).join(''));
      if (rows.length < FATIA) return;
    }
  } catch (error) {
    throw explain(error, visao);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const nameOf = (tipo: TipoImportacao): string => `unipark_${tipo}`;

export const openVisao = (url: string): SyncSource => ({
  async open(tipo) {
    const visao = nameOf(tipo);
    let client: ViewClient | undefined;
    try {
      client = await connect(url);
      const { rows } = await client.query<{ ela: string | null }>('select to_regclass($1) as ela', [
        visao,
      ]);
      if (rows[0]?.ela) return { nome: visao, bytes: readRows(client, visao) };
      await client.end();
      return undefined;
    } catch (error) {
      await client?.end().catch(() => undefined);
      throw explain(error, visao);
    }
  },
});
