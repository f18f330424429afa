/** The condition of the indexes of permissions that end; a query has it in the same spelling. */
import { type SqlBool, sql } from 'kysely';

/**
 * A permission with a last day, of a vehicle whose status follows it: PROIBIDO stays, and INDEFINIDO
 * has none to lose.
 */
export const A_VENCER = sql<SqlBool>`valido_ate is not null
  and status_ordem <> 'proibido' and status_ordem <> 'indefinido'`;
