/** HTTP Digest as a server (RFC 7616): nonces are valid for five minutes, each count once. */
import { createHash, timingSafeEqual } from 'node:crypto';
import {
  ALGORITMOS,
  type DigestAlgorithm,
  REALM,
  type SegredoDigest,
} from '../dispositivos/token.ts';
import { nowMs } from '../platform/clock.ts';
import { readParameters } from '../platform/outbound/parameters.ts';
import type { Cofre } from '../platform/secret.ts';

const VIDA_MS = 5 * 60_000;
/** The clock of another server may be ahead of ours. */
const FOLGA_MS = 2 * 60_000;
const FINALIDADE = 'digest';
/** Nonces kept; for a forgotten one the sender gets a new challenge. */
const MAXIMO_NONCES = 10_000;

/** `velho`: the right password with an expired nonce; the sender tries again with a new one. */
export type DigestVerdict = 'certo' | 'velho' | 'errado';

/** The fields of an Authorization header of this scheme, or undefined for another scheme. */
export function readDigest(cabecalho: string | undefined): Map<string, string> | undefined {
  const lido = /^Digest\s+(.*)$/is.exec(cabecalho ?? '')?.[1];
  return lido ? readParameters(lido) : undefined;
}

/** A header with empty realm, nonce and qop: some firmwares send it before any challenge. */
export const provesNothing = (campos: Map<string, string>): boolean =>
  ['realm', 'nonce', 'qop'].every((nome) => !campos.get(nome));

const isAlgoritmo = (nome: string): nome is DigestAlgorithm => Object.hasOwn(ALGORITMOS, nome);

function isSame(a: string, b: string): boolean {
  const [um, outro] = [Buffer.from(a), Buffer.from(b)];
  return um.length === outro.length && timingSafeEqual(um, outro);
}

/** Whether the header's address is the requested one, with or without its host. */
function isSameTarget(uri: string, pedido: string): boolean {
  if (uri === pedido) return true;
  const url = URL.parse(uri);
  return url !== null && `${url.pathname}${url.search}` === pedido;
}

/**
 * A nonce is its time, sealed: every server of the installation knows it. How far it was counted is
 * known to the server that accepted it.
 */
export function createDigest(cofre: Cofre, now: () => number = nowMs) {
  const usados = new Map<string, { contagem: number; em: number }>();

  const isAlive = (nonce: string): boolean => {
    const em = cofre.open(FINALIDADE, nonce);
    const idade = now() - Number(em);
    return em !== undefined && idade >= -FOLGA_MS && idade <= VIDA_MS;
  };

  function use(nonce: string, contagem: number): boolean {
    const antes = usados.get(nonce);
    if (antes && contagem <= antes.contagem) return false;
    if (!antes && usados.size >= MAXIMO_NONCES) {
      for (const [velho, { em }] of usados)
        if (Math.abs(now() - em) > VIDA_MS) usados.delete(velho);
      if (usados.size >= MAXIMO_NONCES) return false;
    }
    usados.set(nonce, { contagem, em: antes?.em ?? now() });
    return true;
  }

  return {
    /** Challenges for one nonce, the stronger first: a sender uses the first that it supports. */
    challenge(velho: boolean): string[] {
      const nonce = cofre.seal(FINALIDADE, String(now()));
      return Object.keys(ALGORITMOS).map(
        (algoritmo) =>
          `Digest realm="${REALM}", qop="auth", algorithm=${algoritmo}, nonce="${nonce}"${velho ? ', stale=true' : ''}`,
      );
    },

    /** Checks a header with a nonce against the keys of the device that it names. */
    verify(
      campos: Map<string, string>,
      { metodo, caminho }: { metodo: string; caminho: string },
      { atual, anterior }: SegredoDigest,
    ): DigestVerdict {
      const getCampo = (nome: string): string => campos.get(nome) ?? '';
      const algoritmo = (campos.get('algorithm') ?? 'MD5').toUpperCase();
      const [uri, nonce, nc] = [getCampo('uri'), getCampo('nonce'), getCampo('nc')];
      if (!isAlgoritmo(algoritmo) || getCampo('realm') !== REALM || getCampo('qop') !== 'auth') {
        return 'errado';
      }
      if (!/^[0-9a-f]{8}$/i.test(nc) || !getCampo('cnonce') || !isSameTarget(uri, caminho)) {
        return 'errado';
      }
      const hash = (texto: string): string =>
        createHash(ALGORITMOS[algoritmo]).update(texto).digest('hex');
      const meio = `${nonce}:${nc}:${getCampo('cnonce')}:auth:${hash(`${metodo}:${uri}`)}`;
      const certo = [atual, anterior].some(
        (chaves) =>
          chaves &&
          isSame(hash(`${chaves[algoritmo]}:${meio}`), getCampo('response').toLowerCase()),
      );
      if (!certo) return 'errado';
      return isAlive(nonce) && use(nonce, Number.parseInt(nc, 16)) ? 'certo' : 'velho';
    },
  };
}
