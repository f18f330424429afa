/** One HTTP request to a provider: with limits of time and size, JSON only, without redirects. */
import { nowMs } from '../../platform/clock.ts';
import { readUpTo } from '../../platform/outbound/body.ts';
import { FalhaDoProvedor } from './provedor.ts';

const PRAZO_MS = 2_000;
const MAXIMO = 1_000_000;

const PAGINA = 'Respondeu uma página no lugar dos dados.';
/** The sentence for a complete answer of an unknown shape. */
export const FORMATO = 'Resposta em formato desconhecido.';

interface ProviderRequest extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  /** This provider answers 404 below an unknown code: an answer, not a failure. */
  nadaEm404?: boolean;
}

/** Seconds of a Retry-After, which may also be a date. */
function readRetryAfter(resposta: Response): number | undefined {
  const valor = resposta.headers.get('retry-after')?.trim();
  if (!valor) return undefined;
  const segundos = /^\d{1,9}$/.test(valor)
    ? Number(valor)
    : Math.ceil((Date.parse(valor) - nowMs()) / 1_000);
  return segundos > 0 ? segundos : undefined;
}

/** The failure of a status other than success. */
function toFalha(resposta: Response): FalhaDoProvedor {
  const { status } = resposta;
  const esperarS = readRetryAfter(resposta);
  const espera = esperarS === undefined ? {} : { esperarS };
  if (status === 401 || status === 403) {
    return new FalhaDoProvedor(`Recusou o acesso (${status}).`, { recusa: true, ...espera });
  }
  if (status === 429) {
    return new FalhaDoProvedor('Pediu para esperar (429).', { recusa: true, ...espera });
  }
  // An error with a Retry-After counts as a refusal too.
  const recusa = esperarS !== undefined;
  return new FalhaDoProvedor(`Respondeu com erro ${status}.`, { recusa, ...espera });
}

const isJson = (resposta: Response): boolean =>
  /^(application|text)\/([\w.-]+\+)?json\b/i.test(resposta.headers.get('content-type') ?? '');

const isPage = (texto: string): boolean => texto.includes('cf-chl-opt') || /^\s*</.test(texto);

/** The body as data. A page instead of JSON is a refusal: blocking services answer so. */
function dataOf(resposta: Response, corpo: Buffer): unknown {
  const texto = corpo.toString('utf8').replace(/^\uFEFF/, '');
  if (isPage(texto)) throw new FalhaDoProvedor(PAGINA, { recusa: true });
  if (!isJson(resposta)) throw new FalhaDoProvedor(FORMATO);
  try {
    return JSON.parse(texto);
  } catch {
    throw new FalhaDoProvedor(FORMATO);
  }
}

async function read(resposta: Response, nadaEm404: boolean): Promise<unknown> {
  const nada = nadaEm404 && resposta.status === 404 && isJson(resposta);
  if (resposta.status !== 200) {
    await resposta.body?.cancel();
    if (nada) return undefined;
    throw toFalha(resposta);
  }
  return dataOf(resposta, await readUpTo(resposta, MAXIMO));
}

/** The reason of a failed `fetch` or body, as a sentence. */
function translate(error: unknown): FalhaDoProvedor {
  if (error instanceof FalhaDoProvedor) return error;
  const { name, message, cause } = error as Error & { cause?: { message?: string } };
  if (name === 'TimeoutError') return new FalhaDoProvedor('Não respondeu em 2 s.');
  if (message === 'larger than allowed') return new FalhaDoProvedor('Resposta grande demais.');
  if (cause?.message === 'unexpected redirect') {
    return new FalhaDoProvedor('Redirecionou para outro endereço.');
  }
  if (message === 'terminated') return new FalhaDoProvedor('A conexão caiu no meio da resposta.');
  return new FalhaDoProvedor('Não foi possível conectar.');
}

/**
 * The JSON of an address; undefined when it has nothing there.
 * @throws {FalhaDoProvedor} for anything else, and the signal's own reason after an abort
 */
export async function askJson(
  url: URL,
  { nadaEm404 = false, ...pergunta }: ProviderRequest,
  sinal: AbortSignal,
): Promise<unknown> {
  sinal.throwIfAborted();
  try {
    const resposta = await fetch(url, {
      ...pergunta,
      redirect: 'error',
      signal: AbortSignal.any([sinal, AbortSignal.timeout(PRAZO_MS)]),
    });
    return await read(resposta, nadaEm404);
  } catch (error) {
    sinal.throwIfAborted();
    throw translate(error);
  }
}
