/** The upload: the file is written to the database in pieces as it arrives, so that any node can read it. */
import { IMPORTACAO_MAXIMA, type TipoImportacao } from '@unipark/contract/importacao';
import type { Autor } from '../platform/audit.ts';
import { audit } from '../platform/audit.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { Problem } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { request } from './fila.ts';
import { refusedArquivo } from './formatos/recusa.ts';
import * as repo from './repo.ts';

/** One row of the database: about 1 ms to write. */
const PEDACO = 256 * 1024;
/** Open imports of one account. */
const OCUPADAS_MAXIMO = 2;
const ABERTAS_MAXIMO = 6;

export const tooLargeArquivo = (): Problem =>
  new Problem(413, 'arquivo-grande', 'O arquivo tem mais de 20 MB. Divida em arquivos menores.');

const tooMany = (frase: string): Problem =>
  new Problem(429, 'muitas-importacoes', frase, { headers: { 'Retry-After': '10' } });

interface Upload {
  tipo: TipoImportacao;
  nome: string;
  bytes: AsyncIterable<Uint8Array>;
}

interface UploadDeps {
  db: Banco;
  jobs: Pick<Jobs, 'put'>;
}

/** Pieces of one size, whatever arrives. @throws {Problem} 413 */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [guardados, tamanho, total] = [[] as Uint8Array[], 0, 0];
  for await (const novos of bytes) {
    total += novos.length;
    if (total > IMPORTACAO_MAXIMA) throw tooLargeArquivo();
    guardados.push(novos);
    tamanho += novos.length;
    if (tamanho < PEDACO) continue;
    yield Buffer.concat(guardados);
    [guardados, tamanho] = [[], 0];
  }
  if (tamanho > 0) yield Buffer.concat(guardados);
}

/** Writes a file in pieces; answers its length. @throws {Problem} 400 when it is empty, 413 */
export async function storePedacos(
  db: Banco,
  id: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  let [ordem, total] = [0, 0];
  for await (const pedaco of inPieces(bytes)) {
    const em = ordem;
    await inTransaction(db, (trx) => repo.insertPedaco(trx, id, em, pedaco));
    total += pedaco.length;
    ordem += 1;
  }
  if (total === 0) throw refusedArquivo('O arquivo está vazio.');
  return total;
}

/**
 * Stores a file and requests its reading; answers the import.
 * @throws {Problem} 400 for an empty file, 413 above the largest size, 429 with too many open ones
 */
export async function receiveArquivo(
  { db, jobs }: UploadDeps,
  autor: Autor,
  { tipo, nome, bytes }: Upload,
): Promise<number> {
  const texto = JSON.stringify(autor);
  const id = await inTransaction(db, async (trx) => {
    const { abertas, ocupadas } = await repo.countOpen(trx, autor.id ?? '');
    if (ocupadas >= OCUPADAS_MAXIMO) {
      throw tooMany('Já há duas importações suas em andamento. Aguarde o fim de uma delas.');
    }
    if (abertas >= ABERTAS_MAXIMO) {
      throw tooMany('Há importações suas abertas demais. Conclua ou descarte uma delas.');
    }
    return repo.create(trx, { tipo, nome, conta: autor.id, autor: texto });
  });
  try {
    const total = await storePedacos(db, id, bytes);
    await inTransaction(db, async (trx) => {
      await request(trx, jobs, { id, fase: 'lendo', autor: texto, bytes: total });
      await audit(trx, autor, {
        acao: 'enviar',
        entidade: 'importacao',
        chave: String(id),
        detalhe: { nome, tipo, bytes: total },
      });
    });
    return id;
  } catch (error) {
    await repo.remove(db, id).catch(() => undefined);
    throw error;
  }
}
