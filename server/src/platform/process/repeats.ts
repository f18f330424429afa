/** A repeated fault: one line with its stack, then the number of equal ones. */
import type { FastifyBaseLogger } from 'fastify';

const CONTAR_MS = 5_000;
/** Kinds counted separately; all others count as one kind. */
const TIPOS_MAXIMO = 50;

/** The number of each kind since its last line. */
const vistas = new Map<string, number>();

function kindOf({ code, message }: { code?: string; message: string }, codigo: string): string {
  const tipo = `${codigo} ${code ?? ''} ${String(message).slice(0, 200)}`;
  return vistas.has(tipo) || vistas.size < TIPOS_MAXIMO ? tipo : codigo;
}

/**
 * Logs `error` with its stack, unless an equal one was logged within the last seconds: those are
 * counted, and the count is one line every few seconds while they continue.
 */
export function logFault(
  log: Pick<FastifyBaseLogger, 'error'>,
  error: Error & { code?: string },
  codigo: string,
): void {
  const tipo = kindOf(error, codigo);
  const vezes = vistas.get(tipo);
  if (vezes !== undefined) {
    vistas.set(tipo, vezes + 1);
    return;
  }
  log.error({ err: error }, codigo);
  const count = (): void => {
    const mais = vistas.get(tipo) ?? 0;
    vistas.delete(tipo);
    if (mais === 0) return;
    log.error({ falha: error.message, vezes: mais }, `${codigo}: mais ${mais} iguais`);
    open();
  };
  const open = (): void => {
    vistas.set(tipo, 0);
    setTimeout(count, CONTAR_MS).unref();
  };
  open();
}
