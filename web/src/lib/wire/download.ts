import { ApiError } from './errors.ts';
import { type Query, request } from './http.ts';

export type FileProgress = {
  bytes: number;
  /** The rows of the file, up to the limit of counts; `mais`: there are more. */
  linhas: number;
  mais: boolean;
};

type FileRequest = {
  query: Query;
  signal: AbortSignal;
  onProgress: (progress: FileProgress) => void;
};

const nameOf = (headers: Headers): string =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'arquivo';

/**
 * Receives a whole file: its address needs the bearer, so a link cannot.
 * @throws {ApiError} also when the connection broke midway
 */
export async function fetchFile(
  path: string,
  { query, signal, onProgress }: FileRequest,
): Promise<File> {
  const response = await request('GET', path, {
    ...{ query, signal, timeout: null },
    headers: { accept: '*/*' },
  });
  const { headers } = response;
  const linhas = Number(headers.get('x-total-count') ?? 0);
  const mais = headers.has('x-total-count-mais');
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const reader = response.body?.getReader();
    for (;;) {
      const { value } = (await reader?.read()) ?? {};
      if (!value) break;
      pieces.push(value as Uint8Array<ArrayBuffer>);
      bytes += value.length;
      onProgress({ bytes, linhas, mais });
    }
  } catch (error) {
    if (signal.aborted) throw error;
    const mensagem = 'O arquivo não chegou inteiro. Tente novamente.';
    throw new ApiError({ status: 0, codigo: 'arquivo-incompleto', mensagem });
  }
  return new File(pieces, nameOf(headers), { type: headers.get('content-type') ?? '' });
}

/** Hands the file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
