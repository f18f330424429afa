/** The academic system from which owners and vehicles are imported every day. */
import { resolve } from 'node:path';
import {
  ConfigError,
  type Environment,
  refuse,
  setting,
  timeOfDay,
  valueOrFile,
} from './leitor.ts';

export interface ConfigSincronizacao {
  /** A folder of files, or the address of a PostgreSQL with views. */
  de: string;
  /** 'hh:mm' of São Paulo, from which a run may begin. */
  hora: string;
  /** A run that would change more than this percentage of the register waits for a person. */
  limite: number;
  /** What becomes of the vehicles of people who are no longer in the file. */
  ausentes: 'manter' | 'indefinido';
}

const PREFIXO = 'SINCRONIZAR_';
const CONHECIDAS = ['DE', 'DE_FILE', 'HORA', 'LIMITE', 'AUSENTES'].map((nome) => PREFIXO + nome);

export const isVisao = (de: string): boolean => /^postgres(ql)?:\/\//.test(de);

function readFonte(env: Environment): string | null {
  const de = valueOrFile(env, 'SINCRONIZAR_DE');
  if (de === null) return null;
  const endereco = /^[a-z][a-z+.-]+:\/\//i.test(de);
  if (!endereco) return resolve(de);
  if (isVisao(de) && URL.canParse(de)) return de;
  // The address may have a password: it is not repeated.
  return refuse(
    'SINCRONIZAR_DE',
    'use uma pasta, ou o endereço de um PostgreSQL.',
    '/srv/academico',
  );
}

function readLimite(env: Environment): number {
  const valor = setting(env, 'SINCRONIZAR_LIMITE') ?? '10';
  const limite = Number(valor);
  if (/^\d{1,3}$/.test(valor) && limite <= 100) return limite;
  return refuse('SINCRONIZAR_LIMITE', 'use uma porcentagem, de 0 a 100.', '10');
}

/** SINCRONIZAR_*; null without a source. @throws {ConfigError} */
export function readSincronizacao(env: Environment): ConfigSincronizacao | null {
  const dadas = Object.keys(env).filter((nome) => nome.startsWith(PREFIXO) && setting(env, nome));
  const estranha = dadas.find((nome) => !CONHECIDAS.includes(nome));
  if (estranha) throw new ConfigError(`${estranha}: não existe. Retire a variável.`);
  const de = readFonte(env);
  if (de === null) {
    const [sobra] = dadas;
    if (!sobra) return null;
    return refuse(
      'SINCRONIZAR_DE',
      `falta dizer de onde (${sobra} foi definida).`,
      '/srv/academico',
    );
  }
  const hora = timeOfDay(env, 'SINCRONIZAR_HORA', '02:00');
  const ausentes = setting(env, 'SINCRONIZAR_AUSENTES') ?? 'indefinido';
  if (ausentes !== 'manter' && ausentes !== 'indefinido') {
    return refuse('SINCRONIZAR_AUSENTES', 'use manter ou indefinido.', 'indefinido');
  }
  return { de, hora, limite: readLimite(env), ausentes };
}
