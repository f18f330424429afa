/** Sentences of the page for failures without a sentence of the server. */
export const TEXTO_SEM_CONEXAO = 'Sem conexão com o servidor. Tente novamente.';
export const TEXTO_DEMOROU = 'O servidor não respondeu em 10 s. Tente novamente.';
export const TEXTO_INESPERADO = 'Erro inesperado.';
const TEXTO_DADOS_INVALIDOS = 'Dados inválidos recebidos da API.';

export type ApiErrorInit = {
  /** 0 without an answer. */
  status: number;
  codigo: string;
  mensagem: string;
  campos?: Record<string, string> | undefined;
  /** The current record, on 412. */
  atual?: unknown;
  pedido?: string | undefined;
  /** Seconds to wait, from Retry-After (429, 503). */
  esperar?: number | undefined;
};

/** Every failure of a request, with the server's sentence where it has one. */
export class ApiError extends Error {
  readonly status: number;
  readonly codigo: string;
  readonly mensagem: string;
  readonly campos: Record<string, string>;
  readonly atual: unknown;
  readonly pedido: string | undefined;
  readonly esperar: number | undefined;

  constructor(init: ApiErrorInit) {
    super(init.mensagem);
    this.name = 'ApiError';
    this.status = init.status;
    this.codigo = init.codigo;
    this.mensagem = init.mensagem;
    this.campos = init.campos ?? {};
    this.atual = init.atual;
    this.pedido = init.pedido;
    this.esperar = init.esperar;
  }

  /** True when the sentence is the server's own, and not the page's for a missing answer. */
  get spoken(): boolean {
    return this.status > 0 && !this.codigo.startsWith('http-');
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** Worth another try: no answer, or the answer of a proxy. */
export const isPassing = (error: unknown): boolean =>
  isApiError(error) && [0, 502, 503, 504].includes(error.status);

/** Any failure as an ApiError; an error of our own code is unexpected. */
export function asApiError(error: unknown): ApiError {
  if (isApiError(error)) return error;
  return new ApiError({ status: 0, codigo: 'inesperado', mensagem: TEXTO_INESPERADO });
}

export const invalidData = (pedido?: string): ApiError =>
  new ApiError({
    status: 200,
    codigo: 'resposta-invalida',
    mensagem: TEXTO_DADOS_INVALIDOS,
    pedido,
  });

/** The server's sentence, or undefined when it has none. */
export function sentenceOf(error: unknown): string | undefined {
  if (!isApiError(error) || error.mensagem === TEXTO_INESPERADO) return undefined;
  return error.mensagem;
}
