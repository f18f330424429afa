/**
 * Asks a camera over HTTP. Its name is resolved once and the address kept, so nobody's DNS leads us
 * elsewhere in between; no redirect is followed, and no more is read than was agreed.
 */
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { MotivoCamera } from '@unipark/contract/camera';
import { answerChallenge, type Credencial } from './digest.ts';
import { CameraFault } from './reasons.ts';

const PRAZO_MINIMO_MS = 2_000;
const PRAZO_MAXIMO_MS = 5_000;

export interface Upstream {
  /** The body of `url`, at most `maximo` bytes. @throws {CameraFault} */
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
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code.startsWith('HPE_')) return new CameraFault('closed', { cause: error });
  return new CameraFault(POR_CODIGO[code] ?? 'unreachable', { cause: error });
}

async function readBody(resposta: IncomingMessage, maximo: number): Promise<Buffer> {
  const partes: Buffer[] = [];
  let lidos = 0;
  for await (const parte of resposta) {
    lidos += parte.length;
    if (lidos > maximo) {
      resposta.destroy();
      throw new CameraFault('codec_unsupported');
    }
    partes.push(parte);
  }
  if (!resposta.complete) throw new CameraFault('closed');
  return Buffer.concat(partes);
}

/** A client for one camera. */
export function createUpstream(credencial: Credencial | null, timeoutMs: number): Upstream {
  const prazo = Math.min(PRAZO_MAXIMO_MS, Math.max(PRAZO_MINIMO_MS, timeoutMs));
  const enderecos = new Map<string, Promise<{ address: string; family: number }>>();

  function resolve(host: string): Promise<{ address: string; family: number }> {
    const conhecido = enderecos.get(host) ?? lookup(host);
    enderecos.set(host, conhecido);
    return conhecido;
  }

  const pinned: LookupFunction = (host, opcoes, pronto) => {
    resolve(host).then(
      ({ address, family }) =>
        opcoes.all ? pronto(null, [{ address, family }]) : pronto(null, address, family),
      (error) => pronto(error, ''),
    );
  };

  function ask(url: URL, authorization: string | undefined, signal: AbortSignal) {
    const pedir = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise<IncomingMessage>((feito, falhou) => {
      const headers = { accept: '*/*', ...(authorization && { authorization }) };
      const pedido = pedir(url, { agent: false, lookup: pinned, headers, signal }, feito);
      pedido.on('error', falhou);
      pedido.end();
    });
  }

  /** Asked without a password first: what the camera wants is in its answer. */
  async function askSignedIn(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const resposta = await ask(url, undefined, signal);
    if (resposta.statusCode !== 401 || !credencial) return resposta;
    const desafio = resposta.headers['www-authenticate'] ?? '';
    const autorizacao = answerChallenge(desafio, credencial, `${url.pathname}${url.search}`);
    if (!autorizacao) return resposta;
    resposta.destroy();
    return ask(url, autorizacao, signal);
  }

  return {
    async get(url, maximo) {
      try {
        const resposta = await askSignedIn(url, AbortSignal.timeout(prazo));
        const { statusCode = 0 } = resposta;
        if (statusCode === 200) return await readBody(resposta, maximo);
        resposta.destroy();
        // A redirect leads away from what was configured: there is nothing here.
        const desviado = statusCode >= 300 && statusCode < 400;
        throw new CameraFault(POR_STATUS[statusCode] ?? (desviado ? 'not_found' : 'closed'));
      } catch (error) {
        const falha = toFault(error);
        // The camera may have moved: its name is asked for again.
        if (falha.motivo === 'unreachable' && !isIP(url.hostname)) enderecos.delete(url.hostname);
        throw falha;
      }
    },
  };
}
