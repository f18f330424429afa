/** Answers of other servers, read up to a limit. */
import type { IncomingMessage } from 'node:http';

export class LargerThanAllowed extends TypeError {
  override message = 'larger than allowed';
}

/** The body of an answer. @throws {LargerThanAllowed} when it is larger than `maximo` bytes */
export async function readUpTo(
  resposta: Response | IncomingMessage,
  maximo: number,
): Promise<Buffer<ArrayBuffer>> {
  const pedacos: Uint8Array[] = [];
  let total = 0;
  for await (const pedaco of resposta instanceof Response ? (resposta.body ?? []) : resposta) {
    total += pedaco.byteLength;
    // Leaving the loop ends the reading, and the connection with it.
    if (total > maximo) throw new LargerThanAllowed();
    pedacos.push(pedaco);
  }
  return Buffer.concat(pedacos);
}

/** `fetch` without redirects; its answer is read whole. @throws {LargerThanAllowed} */
export async function fetchUpTo(
  url: string | URL,
  opcoes: RequestInit,
  maximo: number,
): Promise<Response> {
  const resposta = await fetch(url, { ...opcoes, redirect: 'error' });
  const corpo = await readUpTo(resposta, maximo);
  const { status, headers } = resposta;
  return new Response(corpo.length > 0 ? corpo : null, { status, headers });
}
