import { askSignIn, bearerToken, emailNow, renewToken } from '../session/session.ts';
import { noteDate } from '../time/serverClock.ts';
import { connected, noteAnswer } from './connection.ts';
import { invalidData } from './errors.ts';
import { ownTask } from './ownTask.ts';
import { problemOf, unreachable } from './problem.ts';
import { noteVersion } from './version.ts';

export { ApiError, isApiError } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Record<string, string | number | boolean | null | undefined>;

/** The part of a schema that a request needs. */
export type Reader<T> = {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false };
};

export type RequestOptions = {
  /** Sent as JSON; a file is sent as it is. */
  body?: unknown;
  query?: Query;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  /** The time-out in milliseconds, 10 s by default; null for a stream without end. */
  timeout?: number | null;
  /** A public call: without a bearer, and a 401 is an ordinary answer. */
  anonymous?: boolean;
};

export type ApiOptions<T> = RequestOptions & { schema?: Reader<T> };
export type ApiResponse<T> = { data: T; headers: Headers };

const TIMEOUT = 10_000;

function address(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value));
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** A proxy's answer for a server that is away: every answer of ours names its version. */
const isOfProxy = ({ status, headers }: Response): boolean =>
  status >= 502 && status <= 504 && !headers.has('x-unipark-versao');

async function attempt(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', ...options.headers });
  const token = options.anonymous ? undefined : bearerToken();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  const file = options.body instanceof Blob ? options.body : undefined;
  if (options.body !== undefined) headers.set('content-type', file?.type ?? 'application/json');

  const signals = options.signal ? [options.signal] : [];
  if (options.timeout !== null) signals.push(AbortSignal.timeout(options.timeout ?? TIMEOUT));
  try {
    const response = await fetch(address(path, options.query), {
      method,
      headers,
      body: file ?? (options.body === undefined ? null : JSON.stringify(options.body)),
      signal: signals.length > 0 ? AbortSignal.any(signals) : null,
      credentials: 'same-origin',
    });
    if (isOfProxy(response)) connected.set(false);
    else noteAnswer();
    noteDate(response.headers.get('date'));
    noteVersion(response.headers.get('x-unipark-versao'));
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    connected.set(false);
    throw unreachable(error);
  }
}

/**
 * Sends a request; answers a 2xx response. After a 401 the token is renewed once for all callers;
 * when the session has ended, the password is asked for in place, and the request is sent again.
 * @throws {ApiError} for any other answer
 */
export async function request(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  await ownTask();
  const [used, person] = [bearerToken(), emailNow()];
  let response = await attempt(method, path, options);
  // A sign-out meanwhile, here or in another tab: the 401 is the answer.
  if (response.status === 401 && !options.anonymous && used && bearerToken()) {
    const renewed = bearerToken() !== used || (await renewToken());
    // Another person may have signed in meanwhile: it is not sent in their name.
    const isSame = () => emailNow() === person;
    if (renewed && isSame()) response = await attempt(method, path, options);
    if (response.status === 401 && isSame() && (await askSignIn())) {
      response = await attempt(method, path, options);
    }
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** Like `request`; reads the body as JSON and checks it by the schema, where there is one. */
export async function api<T = unknown>(
  method: Method,
  path: string,
  options: ApiOptions<T> = {},
): Promise<ApiResponse<T>> {
  const response = await request(method, path, options);
  const { headers } = response;
  const pedido = headers.get('x-request-id') ?? undefined;
  const text = await response.text().catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw unreachable(error);
  });
  let data: unknown;
  try {
    data = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw invalidData(pedido);
  }
  if (!options.schema) return { data: data as T, headers };
  const read = options.schema.safeParse(data);
  if (!read.success) throw invalidData(pedido);
  return { data: read.data, headers };
}
