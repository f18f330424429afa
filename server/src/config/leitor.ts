/** Reads one variable, and refuses one that cannot be used. */
import { readFileSync } from 'node:fs';

/** A start that fails for a known reason: one Portuguese line, shown without a stack. */
export class StartError extends Error {}

/** A variable that cannot be used: one line that names it and shows an example. */
export class ConfigError extends StartError {}

export type Environment = Record<string, string | undefined>;

/** A variable's value; blank counts as absent. */
export const setting = (env: Environment, nome: string): string | undefined =>
  env[nome]?.trim() || undefined;

/** @throws {ConfigError} the one line */
export const refuse = (nome: string, motivo: string, exemplo: string): never => {
  throw new ConfigError(`${nome}: ${motivo} Exemplo: ${nome}=${exemplo}`);
};

/** Reads X or, for a mounted secret, the file named by X_FILE. */
export function valueOrFile(env: Environment, nome: string): string | null {
  const arquivo = setting(env, `${nome}_FILE`);
  if (!arquivo) return setting(env, nome) ?? null;
  const exemplo = `/run/secrets/${nome.toLowerCase()}`;
  try {
    const valor = readFileSync(arquivo, 'utf8').trim();
    // An empty secret is a failed mount, not a choice.
    return valor || refuse(`${nome}_FILE`, `o arquivo '${arquivo}' está vazio.`, exemplo);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return refuse(`${nome}_FILE`, `não foi possível ler '${arquivo}'.`, exemplo);
  }
}

/** '1' is yes; absent or '0' is no. */
export function flag(env: Environment, nome: string): boolean {
  const valor = setting(env, nome) ?? '0';
  if (valor !== '0' && valor !== '1') refuse(nome, `'${valor}' não é 0 nem 1.`, '1');
  return valor === '1';
}

/** A time of day, 'hh:mm'. @throws {ConfigError} */
export function timeOfDay(env: Environment, nome: string, padrao: string): string {
  const hora = setting(env, nome) ?? padrao;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(hora)) refuse(nome, `'${hora}' não é uma hora.`, padrao);
  return hora;
}

/** Words separated by commas, without blanks around them. */
export const listOf = (valor: string | undefined): string[] =>
  (valor ?? '')
    .split(',')
    .map((parte) => parte.trim())
    .filter(Boolean);
