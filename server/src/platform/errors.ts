/** Errors with sentences for people, and the one body of an error answer. */
import type { Problema } from '@unipark/contract/problema';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { describeDatabaseError } from './db/errors.ts';
import { CSP_DADOS, FIXOS } from './http/headers.ts';
import { dropRest } from './http/rest.ts';
import { logFault } from './process/repeats.ts';

interface ProblemExtras {
  campos?: Record<string, string>;
  atual?: unknown;
  headers?: Record<string, string | string[]>;
}

/** A foreseen error. `mensagem` is Portuguese and shown unchanged. */
export class Problem extends Error {
  readonly status: number;
  readonly codigo: string;
  readonly extras: ProblemExtras;

  constructor(status: number, codigo: string, mensagem: string, extras: ProblemExtras = {}) {
    super(mensagem);
    this.status = status;
    this.codigo = codigo;
    this.extras = extras;
  }
}

/** The sentence for more than one refused field. */
export const CONFIRA = 'Confira os campos indicados.';

/** 400: one or more fields are wrong. The sentence of a single one is the message. */
export function invalid(campos: Record<string, string>): Problem {
  const frases = Object.values(campos);
  return new Problem(
    400,
    'dados-invalidos',
    frases.length === 1 ? (frases[0] ?? CONFIRA) : CONFIRA,
    {
      campos,
    },
  );
}

/** 404: it does not exist, or no longer. */
export const notFound = (mensagem: string): Problem => new Problem(404, 'nao-encontrado', mensagem);

/** 409: the current state does not allow it. */
export const conflict = (
  codigo: string,
  mensagem: string,
  campos?: Record<string, string>,
): Problem => new Problem(409, codigo, mensagem, { campos });

/** Whether a request names, by its If-Match, another version than this one. */
export type StaleTest = (versao: number) => boolean;

/** 412: the record was changed since it was read; `atual` is the current one. */
export const stale = (mensagem: string, atual: unknown): Problem =>
  new Problem(412, 'versao-antiga', mensagem, { atual });

/** 422: a reference to a missing record. */
export const unknownReference = (campo: string, mensagem: string): Problem =>
  new Problem(422, 'referencia-inexistente', mensagem, { campos: { [campo]: mensagem } });

/** 503: too many requests at once; a later one may succeed. */
export const busy = (): Problem =>
  new Problem(503, 'ocupado', 'Servidor ocupado. Tente de novo em instantes.', {
    headers: { 'Retry-After': '2' },
  });

/** A failed camera is requested every second: its line is logged once a minute. */
const SILENCIO_MS = 60_000;
const ditos = new Map<string, number>();

/** Logs a foreseen error that the server could not avoid, once a minute for each kind. */
function logForeseen(request: FastifyRequest, { status, codigo }: Problem): void {
  const agora = performance.now();
  if (status < 500 || agora - (ditos.get(codigo) ?? -SILENCIO_MS) < SILENCIO_MS) return;
  ditos.set(codigo, agora);
  request.log.warn({ status }, codigo);
}

/** Fastify's own refusals, by code. */
const DE_FASTIFY: Record<string, [status: number, codigo: string, mensagem: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'json-invalido', 'O corpo do pedido não é um JSON válido.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'json-invalido', 'O corpo do pedido está vazio.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'json-invalido', 'O tamanho do corpo não confere.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'corpo-grande', 'O pedido é grande demais.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'tipo-nao-aceito', 'Envie os dados como application/json.'],
  FST_ERR_BAD_URL: [400, 'endereco-invalido', 'O endereço pedido não é válido.'],
};

const asSentence = (texto = 'Valor inválido'): string =>
  /[.!?]$/.test(texto) ? texto : `${texto}.`;

/** Most fields in one answer: a body with a thousand errors does not need a thousand sentences. */
const MAXIMO_CAMPOS = 20;
const MAXIMO_NOME = 64;

function fromValidation(error: FastifyError): Problem | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const campos: Record<string, string> = {};
  for (const { params, instancePath, message } of error.validation) {
    const chaves = (params as { keys?: string[] }).keys;
    const campo = instancePath.replace(/^\//, '').replaceAll('/', '.');
    for (const chave of chaves?.slice(0, MAXIMO_CAMPOS) ?? []) {
      campos[chave.slice(0, MAXIMO_NOME)] = 'Campo desconhecido.';
    }
    if (Object.keys(campos).length >= MAXIMO_CAMPOS) break;
    if (!chaves) campos[campo || 'corpo'] ??= asSentence(message);
  }
  return invalid(Object.fromEntries(Object.entries(campos).slice(0, MAXIMO_CAMPOS)));
}

/** Any error as a Problem; an unexpected one is a 500 without details. */
export function toProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  const conhecido = DE_FASTIFY[error.code];
  if (conhecido) return new Problem(...conhecido);
  const validacao = fromValidation(error) ?? describeDatabaseError(error);
  if (validacao instanceof Problem) return validacao;
  if (validacao)
    return new Problem(validacao.status, validacao.codigo, validacao.mensagem, {
      headers: validacao.headers,
    });
  if (error.statusCode === 503) return busy();
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem(error.statusCode, 'pedido-invalido', 'O pedido não é válido.');
  }
  return new Problem(500, 'erro-inesperado', 'Erro inesperado.');
}

/** Sends a problem as the product's one error body. */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): void {
  const { campos, atual, headers } = problem.extras;
  const corpo: Problema = {
    codigo: problem.codigo,
    mensagem: problem.message,
    error: problem.message,
    ...(campos && { campos }),
    ...(atual !== undefined && { atual }),
    pedido: request.id,
  };
  if (!request.raw.complete) dropRest(request, reply);
  reply
    .code(problem.status)
    .headers(headers ?? {})
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(corpo);
}

/** Gives every error and every unknown address the product's one body. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = toProblem(error);
    // A foreseen error is one line; only an unexpected one has a stack.
    if (error instanceof Problem) logForeseen(request, problem);
    else if (problem.status >= 500) logFault(request.log, error, problem.codigo);
    sendProblem(problem, request, reply);
  });
}

/** Fastify's refusals before a route is found (an invalid path). */
export const onFrameworkError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  reply.headers({ ...FIXOS, 'Content-Security-Policy': CSP_DADOS, 'Cache-Control': 'no-store' });
  sendProblem(toProblem(error), request, reply);
};

/** The 404 of an unknown address. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(notFound('Endereço não encontrado.'), request, reply);
}
