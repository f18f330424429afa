import { ApiError, TEXTO_DEMOROU, TEXTO_INESPERADO, TEXTO_SEM_CONEXAO } from './errors.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function fieldSentences(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  const pairs = Object.entries(value).filter((pair): pair is [string, string] => !!text(pair[1]));
  return Object.fromEntries(pairs);
}

/** Seconds from Retry-After, given as a number or as a date. */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/** An answer outside 2xx as an ApiError; a proxy's answer may have any shape. */
export async function problemOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const problem = isRecord(body) ? body : {};
  return new ApiError({
    status: response.status,
    codigo: text(problem.codigo) ?? `http-${response.status}`,
    mensagem: text(problem.mensagem) ?? text(problem.error) ?? TEXTO_INESPERADO,
    campos: fieldSentences(problem.campos),
    atual: problem.atual,
    pedido: text(problem.pedido) ?? text(response.headers.get('x-request-id')),
    esperar: retryAfter(response.headers.get('retry-after')),
  });
}

/** A request without an answer: a network failure, or our own time-out. */
export function unreachable(error: unknown): ApiError {
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  return new ApiError({
    status: 0,
    codigo: late ? 'tempo-esgotado' : 'sem-conexao',
    mensagem: late ? TEXTO_DEMOROU : TEXTO_SEM_CONEXAO,
  });
}
