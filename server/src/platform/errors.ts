/** What went wrong, in words a person can act on, and the one body in which it travels. */
import type { Problema } from '@unipark/contract/problema';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { describeDatabaseError } from './db/errors.ts';
import { CSP_DADOS, FIXOS } from './headers.ts';

interface ProblemExtras {
  campos?: Record<string, string>;
  atual?: unknown;
  headers?: Record<string, string | string[]>;
}

/** An outcome we foresaw. `mensagem` is Portuguese and final. */
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

const CONFIRA = 'Confira os campos indicados.';

/** 400: one or more fields are at fault. A single fault is itself the sentence. */
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

/** 404: it is not there, or no longer. */
export const notFound = (mensagem: string): Problem => new Problem(404, 'nao-encontrado', mensagem);

/** 409: it cannot be done as things stand. */
export const conflict = (
  codigo: string,
  mensagem: string,
  campos?: Record<string, string>,
): Problem => new Problem(409, codigo, mensagem, { campos });

/** 412: somebody changed the record since it was read; `atual` is how it stands now. */
export const stale = (mensagem: string, atual: unknown): Problem =>
  new Problem(412, 'versao-antiga', mensagem, { atual });

/** 422: a reference to something that is not there. */
export const unknownReference = (campo: string, mensagem: string): Problem =>
  new Problem(422, 'referencia-inexistente', mensagem, { campos: { [campo]: mensagem } });

/** 503: too much at once; soon it may be better. */
export const busy = (): Problem =>
  new Problem(503, 'ocupado', 'Servidor ocupado. Tente de novo em instantes.', {
    headers: { 'Retry-After': '2' },
  });

/** A camera that is down is asked for every second: its line is written once a minute. */
const SILENCIO_MS = 60_000;
const ditos = new Map<string, number>();

/** A line for what we foresaw and could not serve, once a minute for each kind. */
function logForeseen(request: FastifyRequest, { status, codigo }: Problem): void {
  const agora = performance.now();
  if (status < 500 || agora - (ditos.get(codigo) ?? -SILENCIO_MS) < SILENCIO_MS) return;
  ditos.set(codigo, agora);
  request.log.warn({ status }, codigo);
}

/** What Fastify itself refuses, by its code. */
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

/** Fields told in one answer: a body of a thousand faults is not worth a thousand sentences. */
const MAXIMO_CAMPOS = 20;
const MAXIMO_NOME = 64;

function deValidacao(error: FastifyError): Problem | undefined {
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

/** Any error as a Problem; what nobody foresaw is a 500 without details. */
export function toProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  const conhecido = DE_FASTIFY[error.code];
  if (conhecido) return new Problem(...conhecido);
  const validacao = deValidacao(error) ?? describeDatabaseError(error);
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
  // What is left of a refused body is not read.
  if (!request.raw.complete) reply.header('Connection', 'close');
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
    // What we foresaw is a line; a stack is for what we did not.
    if (error instanceof Problem) logForeseen(request, problem);
    else if (problem.status >= 500) request.log.error({ err: error }, problem.codigo);
    sendProblem(problem, request, reply);
  });
}

/** What Fastify refuses before a route is found (a path that cannot be read). */
export const onFrameworkError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  reply.headers({ ...FIXOS, 'Content-Security-Policy': CSP_DADOS, 'Cache-Control': 'no-store' });
  sendProblem(toProblem(error), request, reply);
};

/** The 404 of an address that is not ours. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(notFound('Endereço não encontrado.'), request, reply);
}
