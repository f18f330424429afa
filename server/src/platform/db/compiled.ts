/** Queries of the hot path, compiled once: building a query again costs more than running it. */
import type { CompiledQuery } from 'kysely';
import { findRunner, type Queryable } from './banco.ts';

/** Stands for a parameter while the query is compiled. */
class ParameterMark {
  readonly nome: string;

  constructor(nome: string) {
    this.nome = nome;
  }
}

const MARKS = new Proxy({}, { get: (_alvo, nome) => new ParameterMark(String(nome)) });

/**
 * A query that is compiled at its first use of each opened database. `build` receives marks
 * instead of the values, so the query's text must not depend on them: no condition on a value, no
 * list of variable length.
 */
export function compileOnce<P extends object, O>(
  build: (db: Queryable, parametros: P) => { compile(): CompiledQuery<O> },
): (db: Queryable, parametros: P) => Promise<O[]> {
  const prontas = new WeakMap<object, CompiledQuery<O>>();
  return async (db, parametros) => {
    const { adapter } = db.getExecutor();
    let consulta = prontas.get(adapter);
    if (!consulta) {
      consulta = build(db, MARKS as P).compile();
      prontas.set(adapter, consulta);
    }
    const parameters = consulta.parameters.map((valor) =>
      valor instanceof ParameterMark ? parametros[valor.nome as keyof P] : valor,
    );
    const run = findRunner(db, consulta.query.kind === 'SelectQueryNode');
    if (run) return run<O>(consulta.sql, parameters).rows;
    return (await db.executeQuery<O>({ ...consulta, parameters })).rows;
  };
}

/** As `compileOnce`, one query for each list of names, such as the columns that a change touches. */
export function compileEach<P extends object, O>(
  build: (db: Queryable, nomes: (keyof P)[], parametros: P) => { compile(): CompiledQuery<O> },
): (db: Queryable, nomes: (keyof P)[], parametros: P) => Promise<O[]> {
  const prontas = new Map<string, (db: Queryable, parametros: P) => Promise<O[]>>();
  return (db, nomes, parametros) => {
    const chave = nomes.join();
    let pronta = prontas.get(chave);
    if (!pronta) {
      pronta = compileOnce((banco, marcas: P) => build(banco, nomes, marcas));
      prontas.set(chave, pronta);
    }
    return pronta(db, parametros);
  };
}

/** The values of these names: marks, while a query is compiled. */
export const pickValues = <P extends object, N extends keyof P>(
  nomes: readonly N[],
  valores: P,
): Pick<P, N> => Object.fromEntries(nomes.map((nome) => [nome, valores[nome]])) as Pick<P, N>;
