/**
 * Requests to a camera over HTTP. The address of its name is kept until a request fails; redirects
 * are not followed, and the size is limited.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import type { MotivoCamera } from '@unipark/contract/camera';
import { LargerThanAllowed } from '../../platform/outbound/body.ts';
import { askOnce, readWhole } from '../../platform/outbound/download.ts';
import { CameraFault } from '../reasons.ts';
import { answerChallenge, type CameraCredentials } from './digest.ts';

const PRAZO_MINIMO_MS = 2_000;
const PRAZO_MAXIMO_MS = 5_000;
/** As the pause of a session (`session/pace.ts`): cameras lock accounts after repeated attempts. */
const PAUSA_POR_SENHA_MS = 60_000;

export interface Upstream {
  /**
   * The body of `url`, at most `maximo` bytes. After a refused password the camera is not asked for
   * a minute. @throws {CameraFault}
   */
  get(url: URL, maximo: number): Promise<Buffer>;
}

const POR_STATUS: Record<number, MotivoCamera> = {
  401: 'auth_failed',
  403: 'auth_failed',
  404: 'not_found',
  410: 'not_found',
};
const POR_CODIGO: Record<string, MotivoCamera> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
};

function toFault(error: unknown): CameraFault {
  if (error instanceof CameraFault) return error;
  if (error instanceof LargerThanAllowed) {
    return new CameraFault('codec_unsupported', { cause: error });
  }
  // The code of a DOMException, such as a time-out's, is a number.
  const code = String((error as { code?: unknown }).code ?? '');
  if (code.startsWith('HPE_')) return new CameraFault('closed', { cause: error });
  return new CameraFault(POR_CODIGO[code] ?? 'unreachable', { cause: error });
}

export function createUpstream(
  credencial: CameraCredentials | null,
  timeoutMs: number,
  lookupName: (host: string) => Promise<LookupAddress> = lookup,
): Upstream {
  const prazo = Math.min(PRAZO_MAXIMO_MS, Math.max(PRAZO_MINIMO_MS, timeoutMs));
  const enderecos = new Map<string, Promise<LookupAddress>>();
  let recusadaAte = 0;

  function resolve(host: string): Promise<LookupAddress> {
    const conhecido = enderecos.get(host) ?? lookupName(host);
    enderecos.set(host, conhecido);
    return conhecido;
  }

  const ask = (url: URL, authorization: string | undefined, signal: AbortSignal) =>
    askOnce(url, {
      resolve,
      headers: { accept: '*/*', ...(authorization && { authorization }) },
      signal,
    });

  /** The first request has no password: the answer says which scheme the camera wants. */
  async function askSignedIn(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const resposta = await ask(url, undefined, signal);
    if (resposta.statusCode !== 401 || !credencial) return resposta;
    const desafio = resposta.headers['www-authenticate'] ?? '';
    const autorizacao = answerChallenge(desafio, credencial, `${url.pathname}${url.search}`);
    if (!autorizacao) return resposta;
    resposta.destroy();
    const segunda = await ask(url, autorizacao, signal);
    // Not for 403: a piece of HLS that is gone may answer it.
    if (segunda.statusCode === 401) recusadaAte = performance.now() + PAUSA_POR_SENHA_MS;
    return segunda;
  }

  return {
    async get(url, maximo) {
      if (performance.now() < recusadaAte) throw new CameraFault('auth_failed');
      try {
        const signal = AbortSignal.timeout(prazo);
        const resposta = await askSignedIn(url, signal);
        const { statusCode = 0 } = resposta;
        if (statusCode === 200) return await readWhole(resposta, maximo, signal);
        resposta.destroy();
        // A redirect leads away from the configured address: it is answered as not found.
        const desviado = statusCode >= 300 && statusCode < 400;
        throw new CameraFault(POR_STATUS[statusCode] ?? (desviado ? 'not_found' : 'closed'));
      } catch (error) {
        const falha = toFault(error);
        // The camera may have a new address, and another machine the old one.
        enderecos.delete(url.hostname);
        throw falha;
      }
    },
  };
}
