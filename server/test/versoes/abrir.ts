/** Databases as earlier releases left them: one for each schema that was the newest one on `main`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { SEGREDO } from './roteiro.ts';

const BANCOS = new URL('./bancos/', import.meta.url);

/** What the release itself answered about its rows, by path. */
export type RespostasDaVersao = Record<string, unknown>;

/** The schemas with a database of `banco`, as '0017'. */
export const listVersoes = (banco: 'sqlite' | 'postgres'): string[] =>
  readdirSync(BANCOS)
    .filter((nome) => nome.endsWith(banco === 'sqlite' ? '.db.br' : '.sql.br'))
    .map((nome) => nome.slice(0, 4))
    .sort();

const unpack = (nome: string): Buffer => brotliDecompressSync(readFileSync(new URL(nome, BANCOS)));

/** The SQL that makes and fills the release's PostgreSQL database. */
export const readDump = (numero: string): string => unpack(`${numero}.sql.br`).toString();

/** The answers of the release, and the commit that it is. */
export const readRespostas = (numero: string): { commit: string; respostas: RespostasDaVersao } =>
  JSON.parse(readFileSync(new URL(`${numero}.json`, BANCOS), 'utf8'));

/** Makes the data folder of the release in `pasta`. */
export function unpackVersao(numero: string, pasta: string): void {
  writeFileSync(join(pasta, 'identidade.segredo'), SEGREDO, { mode: 0o600 });
  writeFileSync(join(pasta, 'unipark.db'), unpack(`${numero}.db.br`));
}

/** Schemas that were never the newest on `main`: their migrations landed together with the next one. */
export const SEM_VERSAO = ['0001', '0006', '0007', '0008', '0009'];
