import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../config/leitor.ts';

const ARQUIVO = 'identidade.segredo';

function create(arquivo: string): void {
  const novo = `${arquivo}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(novo, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(novo, arquivo);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(novo, { force: true });
  }
}

/** The secret that all nodes share, made by the operator. @throws {StartError} */
function readShared(arquivo: string): string {
  try {
    const segredo = readFileSync(arquivo, 'utf8').trim();
    if (segredo.length >= 32) return segredo;
  } catch {
    throw new StartError(`SECRET_FILE: não foi possível ler '${arquivo}'.`);
  }
  throw new StartError(
    `SECRET_FILE: '${arquivo}' tem menos de 32 caracteres. Para criar: (umask 077; openssl rand -base64 48 > ${arquivo})`,
  );
}

/**
 * The secret that signs the session cookie and encrypts the signing keys: in the file `partilhado`,
 * or made at the first start, atomically, and readable only by its owner in the data folder.
 * @throws {StartError} when it is damaged or cannot be made
 */
export function readSegredo(dataDir: string, partilhado: string | null = null): string {
  if (partilhado !== null) return readShared(partilhado);
  const arquivo = join(dataDir, ARQUIVO);
  for (const primeira of [true, false]) {
    try {
      const segredo = readFileSync(arquivo, 'utf8').trim();
      if (segredo.length < 32) {
        throw new StartError(
          `O arquivo ${arquivo} está danificado. Restaure-o de uma cópia ou apague-o: todos terão de entrar de novo, e segundos fatores e senhas de dispositivos serão refeitos.`,
        );
      }
      return segredo;
    } catch (error) {
      if (!primeira || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      create(arquivo);
    }
  }
  throw new StartError(`Não foi possível criar ${arquivo}.`);
}

/** The secret of the installation; undefined where there is none yet. @throws as `readSegredo` */
export const findSegredo = (dataDir: string, partilhado: string | null): string | undefined =>
  partilhado !== null || existsSync(join(dataDir, ARQUIVO))
    ? readSegredo(dataDir, partilhado)
    : undefined;

/** A signature for one purpose; two purposes never share a key. */
export const sign = (segredo: string, finalidade: string, texto: string): string =>
  createHmac('sha256', `${finalidade}\0${segredo}`).update(texto).digest('base64url');

/** Texts that only this installation can decrypt: for secrets that it must send to others. */
export interface Cofre {
  /** `dono` belongs to the text: another owner cannot decrypt it. */
  seal(dono: string, texto: string): string;
  /** The text; undefined when it is not ours, was altered, or the secret changed. */
  open(dono: string, selado: string): string | undefined;
}

/** AES-256-GCM with its own key for each purpose (HKDF, RFC 5869). */
export function createCofre(segredo: string, finalidade: string): Cofre {
  const chave = Buffer.from(hkdfSync('sha256', segredo, '', `unipark:${finalidade}`, 32));
  return {
    seal(dono, texto) {
      const iv = randomBytes(12);
      const cifra = createCipheriv('aes-256-gcm', chave, iv).setAAD(Buffer.from(dono));
      const cifrado = Buffer.concat([cifra.update(texto, 'utf8'), cifra.final()]);
      return `v1.${Buffer.concat([iv, cifra.getAuthTag(), cifrado]).toString('base64url')}`;
    },
    open(dono, selado) {
      const dados = Buffer.from(selado.replace(/^v1\./, ''), 'base64url');
      if (!selado.startsWith('v1.') || dados.length < 28) return undefined;
      try {
        const cifra = createDecipheriv('aes-256-gcm', chave, dados.subarray(0, 12))
          .setAAD(Buffer.from(dono))
          .setAuthTag(dados.subarray(12, 28));
        return Buffer.concat([cifra.update(dados.subarray(28)), cifra.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
