/** A place outside for encrypted copies: a bucket or a folder. */

import { addressOf, type ConfigDeposito } from '../../config/copias.ts';
import { StartError } from '../../config/leitor.ts';

export type PackageBytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface Deposito {
  /** The names of one level, which ends with '/' or is ''; levels below are left out. */
  list: (nivel: string) => Promise<string[]>;
  /** Writes it whole, or leaves what was there. Answers its size there. */
  put: (nome: string, bytes: PackageBytes) => Promise<number>;
  /** A small text; undefined where there is none. */
  read: (nome: string) => Promise<string | undefined>;
  /** False when the place does not allow it. */
  remove: (nome: string) => Promise<boolean>;
  /** Removes what killed programs left in the middle. */
  removeUnfinished: () => Promise<void>;
}

const CHAVES = [
  ...['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken'],
  ...['AuthorizationHeaderMalformed', 'ExpiredToken', 'RequestTimeTooSkewed'],
];
const CHEIO = [
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'QuotaExceeded',
  'XMinioStorageFull',
  'InsufficientStorage',
];
const RECUSA = ['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EISDIR'];
const FICAM = 'As cópias externas que já estavam lá continuam.';

interface StoreFault {
  status?: number;
  serviceCode?: string;
  code?: string;
  cause?: StoreFault;
  name?: string;
}

/** The error that says most: the libraries wrap it. */
const findCause = (fault: StoreFault): StoreFault =>
  fault.status === undefined && fault.cause !== undefined ? findCause(fault.cause) : fault;

/** Why a place did not take or show a copy, as one sentence. */
export function explainDeposito(error: unknown, deposito: ConfigDeposito): StartError {
  if (error instanceof StartError) return error;
  const { status, serviceCode, code, name } = findCause(error as StoreFault);
  const palavra = serviceCode ?? code ?? name ?? '';
  const lugar = addressOf(deposito);
  const because = (frase: string): StartError =>
    new StartError(`${frase} ${FICAM}`, { cause: error });
  if (CHEIO.includes(palavra) || status === 507) return because(`Não há espaço em ${lugar}.`);
  if (deposito.tipo === 'pasta') {
    const motivo = RECUSA.includes(palavra) ? 'não aceita arquivos' : 'falhou';
    return because(`A pasta ${lugar} ${motivo} (${palavra}). O disco está montado?`);
  }
  if (CHAVES.includes(palavra) || status === 401 || status === 403) {
    const detalhe = serviceCode && serviceCode !== 'Unknown' ? serviceCode : status;
    return because(
      `${lugar} recusou a chave (${detalhe}). Confira COPIAS_S3_CHAVE, COPIAS_S3_SEGREDO e COPIAS_S3_REGIAO, e o relógio deste servidor.`,
    );
  }
  if (status === 404) return because(`O bucket de ${lugar} não existe em ${deposito.endpoint}.`);
  if (status !== undefined) return because(`${lugar} respondeu com erro ${status} (${palavra}).`);
  return because(`${lugar} não responde (${palavra}). Confira COPIAS_S3_ENDPOINT e a rede.`);
}

/**
 * Explains each failure of the place. An error while `bytes` are read is thrown as it is, because it is a
 * fault of this server.
 */
export function explainAll(deposito: ConfigDeposito, aberto: Deposito): Deposito {
  const explain = (error: unknown): never => {
    throw explainDeposito(error, deposito);
  };
  return {
    list: (nivel) => aberto.list(nivel).catch(explain),
    read: (nome) => aberto.read(nome).catch(explain),
    remove: (nome) => aberto.remove(nome).catch(explain),
    removeUnfinished: () => aberto.removeUnfinished().catch(explain),
    async put(nome, bytes) {
      let daqui: { error: unknown } | undefined;
      const lidos = (async function* () {
        try {
          yield* bytes;
        } catch (error) {
          daqui = { error };
          throw error;
        }
      })();
      return aberto.put(nome, lidos).catch((error: unknown) => {
        if (daqui) throw daqui.error;
        return explain(error);
      });
    },
  };
}

/** Explains what failed on this server before the place was reached. */
export function explainHere(error: unknown, pasta: string): StartError {
  if (error instanceof StartError) return error;
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return new StartError(
    `Não foi possível ler ${pasta} para enviar a cópia (${code}). Confira o disco e as permissões.`,
    { cause: error },
  );
}
