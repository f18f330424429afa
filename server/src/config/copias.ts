/** Where backups go besides the data folder. */
import { join, resolve, sep } from 'node:path';
import { type Environment, listOf, refuse, setting, valueOrFile } from './leitor.ts';

/** A place outside that receives each backup, encrypted. */
export type ConfigDeposito =
  | { tipo: 'pasta'; pasta: string }
  | {
      tipo: 's3';
      bucket: string;
      /** Before each name, without a slash at its end; '' for none. */
      prefixo: string;
      endpoint: string;
      regiao: string;
      chave: string;
      segredo: string;
    };

export interface ConfigExternas {
  depositos: ConfigDeposito[];
  /** Public keys of age: the holder of any of their private keys opens a copy. */
  chaves: string[];
}

export interface ConfigCopias {
  /** A folder of another disk or machine that receives each backup; null: they stay in the data folder. */
  copiasDir: string | null;
  /** null: no encrypted copy leaves the machine. */
  copiasExternas: ConfigExternas | null;
}

const EXEMPLO = 's3://unipark-copias/campus';
const EXEMPLO_CHAVE = 'age1…(unipark backup chave)';

/** As people write it: 's3://bucket/prefixo', or a folder. */
export const addressOf = (deposito: ConfigDeposito): string =>
  deposito.tipo === 'pasta'
    ? deposito.pasta
    : `s3://${[deposito.bucket, deposito.prefixo].filter(Boolean).join('/')}`;

/** The folder of the backups itself would receive each one twice, and fail each time. */
function readCopiasDir(env: Environment, dataDir: string): string | null {
  const valor = setting(env, 'COPIAS_DIR');
  if (!valor) return null;
  const pasta = resolve(valor);
  if (![dataDir, join(dataDir, 'copias')].includes(pasta)) return pasta;
  const motivo = `as cópias já ficam em ${join(dataDir, 'copias')}. Use uma pasta de outro disco ou máquina.`;
  return refuse('COPIAS_DIR', motivo, '/mnt/outra/unipark');
}

function readChaves(env: Environment): string[] {
  const chaves = listOf(setting(env, 'COPIAS_CHAVE'));
  const motivo =
    'é preciso com COPIAS_EXTERNAS: a chave pública do age, que só cifra. A privada fica fora do servidor.';
  if (chaves.length === 0) return refuse('COPIAS_CHAVE', motivo, EXEMPLO_CHAVE);
  if (chaves.some((chave) => /^AGE-SECRET-KEY/i.test(chave))) {
    // It is not repeated.
    return refuse(
      'COPIAS_CHAVE',
      'é a chave privada. Tire-a do servidor e use a pública.',
      EXEMPLO_CHAVE,
    );
  }
  if (chaves.every((chave) => /^age1[02-9ac-hj-np-z]{58,}$/.test(chave))) return chaves;
  return refuse('COPIAS_CHAVE', 'não é uma chave pública do age.', EXEMPLO_CHAVE);
}

function readEndpoint(env: Environment): string {
  const exemplo = 'https://s3.sa-east-1.amazonaws.com';
  const valor = setting(env, 'COPIAS_S3_ENDPOINT');
  if (!valor) return refuse('COPIAS_S3_ENDPOINT', 'é preciso com um endereço s3://.', exemplo);
  const url = URL.canParse(valor) ? new URL(valor) : undefined;
  const demais = url && url.username + url.password + url.search + url.hash;
  if (!url || !/^https?:$/.test(url.protocol) || demais) {
    return refuse('COPIAS_S3_ENDPOINT', 'use um endereço http(s), sem usuário nem senha.', exemplo);
  }
  return url.href.replace(/\/$/, '');
}

function readS3(env: Environment, endereco: string): ConfigDeposito {
  const [bucket = '', ...resto] = endereco.slice('s3://'.length).split('/');
  const prefixo = resto.filter(Boolean).join('/');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || !/^[\w./-]*$/.test(prefixo)) {
    refuse('COPIAS_EXTERNAS', `'${endereco}' não é um bucket com prefixo.`, EXEMPLO);
  }
  const chave = valueOrFile(env, 'COPIAS_S3_CHAVE');
  const segredo = valueOrFile(env, 'COPIAS_S3_SEGREDO');
  if (chave === null) return refuse('COPIAS_S3_CHAVE', 'é preciso com um endereço s3://.', 'AKIA…');
  if (segredo === null) {
    return refuse(
      'COPIAS_S3_SEGREDO',
      'é preciso com um endereço s3://.',
      '(use COPIAS_S3_SEGREDO_FILE)',
    );
  }
  const regiao = setting(env, 'COPIAS_S3_REGIAO') ?? 'us-east-1';
  const endpoint = readEndpoint(env);
  return { tipo: 's3', bucket, prefixo, endpoint, regiao, chave, segredo };
}

function readPasta(valor: string, ocupadas: readonly string[]): ConfigDeposito {
  const pasta = resolve(valor);
  if (!/^([/\\]|[A-Za-z]:)/.test(valor)) {
    refuse('COPIAS_EXTERNAS', `'${valor}' não é s3:// nem uma pasta desde a raiz.`, EXEMPLO);
  }
  if (ocupadas.some((outra) => pasta === outra || pasta.startsWith(outra + sep))) {
    refuse('COPIAS_EXTERNAS', `${pasta} já tem dados do servidor. Use outra pasta.`, '/mnt/fora');
  }
  return { tipo: 'pasta', pasta };
}

/** @throws {ConfigError} one line that names the variable */
export function readCopias(env: Environment, dataDir: string): ConfigCopias {
  const copiasDir = readCopiasDir(env, dataDir);
  const enderecos = [...new Set(listOf(setting(env, 'COPIAS_EXTERNAS')))];
  if (enderecos.length === 0) return { copiasDir, copiasExternas: null };
  const ocupadas = [dataDir, ...(copiasDir === null ? [] : [copiasDir])];
  const depositos = enderecos.map((endereco) =>
    endereco.startsWith('s3://') ? readS3(env, endereco) : readPasta(endereco, ocupadas),
  );
  return { copiasDir, copiasExternas: { depositos, chaves: readChaves(env) } };
}
