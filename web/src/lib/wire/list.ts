import { invalidData } from './errors.ts';
import type { ApiResponse, Reader } from './http.ts';

export type Page<T> = {
  items: T[];
  /** The exact count, or the ceiling up to which it was counted (`mais`). */
  total: number;
  mais: boolean;
  /** Cursor for `apos`. */
  next?: string | undefined;
  /** Cursor for `antes`. */
  previous?: string | undefined;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function itemsOf(data: unknown): unknown[] {
  if (Array.isArray(data)) return data;
  if (isRecord(data) && Array.isArray(data.data)) return data.data;
  throw invalidData();
}

/** The record itself, or the one in its `value`. */
function unwrap(item: unknown, key: string): unknown {
  return isRecord(item) && !(key in item) && isRecord(item.value) ? item.value : item;
}

/**
 * Reads a list in each shape that the specification allows: the body or its `data`, items bare or
 * in a `value`. Another shape, or an item without its key, is 'Dados inválidos recebidos da API.'.
 */
export function readList<T>(data: unknown, schema: Reader<T>, key: keyof T & string): T[] {
  return itemsOf(data).map((item) => {
    const record = unwrap(item, key);
    const read = schema.safeParse(record);
    if (!read.success || !read.data[key]) throw invalidData();
    return read.data;
  });
}

/** Stands for a missing `versao`: no server uses this number. */
export const SEM_VERSAO = 0;

/** The If-Match header of an edit, which refuses to overwrite another edit; none without `versao`. */
export const ifMatch = (versao: number): Record<string, string> =>
  versao === SEM_VERSAO ? {} : { 'if-match': `"${versao}"` };

export type Option<V> = { label: string; value: V };

/** Options of a search: a label, and a value checked by `schema`. */
export function readOptions<V>(data: unknown, schema: Reader<V>): Option<V>[] {
  return itemsOf(data).map((item) => {
    if (!isRecord(item) || typeof item.label !== 'string') throw invalidData();
    const read = schema.safeParse(item.value);
    if (!read.success) throw invalidData();
    return { label: item.label, value: read.data };
  });
}

/** `</db/veiculos?apos=X>; rel="next", <…>; rel="prev"` → the address of one relation. */
function linkOf(header: string, relation: string): URL | undefined {
  for (const match of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    const [, href = '', rest = ''] = match;
    if (rest.includes(`rel="${relation}"`)) return new URL(href, 'http://pagina.invalid');
  }
  return undefined;
}

/** One page: its records, the count, and the cursors of the pages beside it. */
export function readPage<T>(
  { data, headers }: ApiResponse<unknown>,
  schema: Reader<T>,
  key: keyof T & string,
): Page<T> {
  const items = readList(data, schema, key);
  const links = headers.get('link') ?? '';
  return {
    items,
    total: Number(headers.get('x-total-count') ?? items.length),
    mais: headers.get('x-total-count-mais') === '1',
    next: linkOf(links, 'next')?.searchParams.get('apos') ?? undefined,
    previous: linkOf(links, 'prev')?.searchParams.get('antes') ?? undefined,
  };
}
