/** HTTP Digest as a server (RFC 7616): nonces of five minutes, each count of them used once. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ALGORITMOS, type Algoritmo, REALM, type SegredoDigest } from '../dispositivos/token.ts';

const VIDA_MS = 5 * 60_000;
/** Nonces in use that are remembered; a fresh challenge replaces what is forgotten. */
const MAXIMO_NONCES = 10_000;

/** `velho`: the right password on a nonce that is over; the sender tries again with a new one. */
export type Veredito = 'certo' | 'velho' | 'errado';

const PARAMETRO = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))/g;

/** The fields of an Authorization header of this scheme, or undefined for another scheme. */
export function readDigest(cabecalho: string | undefined): Map<string, string> | undefined {
  const lido = /^Digest\s+(.*)$/is.exec(cabecalho ?? '');
  if (!lido?.[1]) return undefined;
  const campos = new Map<string, string>();
  for (const [, nome = '', entreAspas, solto] of lido[1].matchAll(PARAMETRO)) {
    campos.set(nome.toLowerCase(), entreAspas?.replace(/\\(.)/g, '$1') ?? solto ?? '');
  }
  return campos;
}

/** A header with empty realm, nonce and qop: some firmwares send it without waiting to be asked. */
export const provesNothing = (campos: Map<string, string>): boolean =>
  ['realm', 'nonce', 'qop'].every((nome) => !campos.get(nome));

const isAlgoritmo = (nome: string): nome is Algoritmo => Object.hasOwn(ALGORITMOS, nome);

function isSame(a: string, b: string): boolean {
  const [um, outro] = [Buffer.from(a), Buffer.from(b)];
  return um.length === outro.length && timingSafeEqual(um, outro);
}

/** Whether the header's address is the one that was really asked, whole or without its host. */
function isSameTarget(uri: string, pedido: string): boolean {
  if (uri === pedido) return true;
  const url = URL.parse(uri);
  return url !== null && `${url.pathname}${url.search}` === pedido;
}

export function createDigest(agora: () => number = () => Date.now()) {
  const chave = randomBytes(32);
  const usados = new Map<string, { contagem: number; em: number }>();

  const sign = (parte: string): string =>
    createHmac('sha256', chave).update(parte).digest('base64url').slice(0, 22);

  const isAlive = (nonce: string): boolean => {
    const [em = '', acaso = '', selo = ''] = nonce.split('.');
    const idade = agora() - Number.parseInt(em, 36);
    return isSame(selo, sign(`${em}.${acaso}`)) && idade >= 0 && idade <= VIDA_MS;
  };

  function use(nonce: string, contagem: number): boolean {
    const antes = usados.get(nonce);
    if (antes && contagem <= antes.contagem) return false;
    if (!antes && usados.size >= MAXIMO_NONCES) {
      for (const [velho, { em }] of usados) if (agora() - em > VIDA_MS) usados.delete(velho);
      if (usados.size >= MAXIMO_NONCES) return false;
    }
    usados.set(nonce, { contagem, em: antes?.em ?? agora() });
    return true;
  }

  return {
    /** Challenges for one nonce, the stronger first: a sender takes the first that it knows. */
    challenge(velho: boolean): string[] {
      const parte = `${agora().toString(36)}.${randomBytes(9).toString('base64url')}`;
      const nonce = `${parte}.${sign(parte)}`;
      return Object.keys(ALGORITMOS).map(
        (algoritmo) =>
          `Digest realm="${REALM}", qop="auth", algorithm=${algoritmo}, nonce="${nonce}"${velho ? ', stale=true' : ''}`,
      );
    },

    /** Looks at a header with a nonce, for the keys of the device that it names. */
    verify(
      campos: Map<string, string>,
      { metodo, caminho }: { metodo: string; caminho: string },
      { atual, anterior }: SegredoDigest,
    ): Veredito {
      const campo = (nome: string): string => campos.get(nome) ?? '';
      const algoritmo = (campos.get('algorithm') ?? 'MD5').toUpperCase();
      const [uri, nonce, nc] = [campo('uri'), campo('nonce'), campo('nc')];
      if (!isAlgoritmo(algoritmo) || campo('realm') !== REALM || campo('qop') !== 'auth') {
        return 'errado';
      }
      if (!/^[0-9a-f]{8}$/i.test(nc) || !campo('cnonce') || !isSameTarget(uri, caminho)) {
        return 'errado';
      }
      const hash = (texto: string): string =>
        createHash(ALGORITMOS[algoritmo]).update(texto).digest('hex');
      const meio = `${nonce}:${nc}:${campo('cnonce')}:auth:${hash(`${metodo}:${uri}`)}`;
      const certo = [atual, anterior].some(
        (chaves) =>
          chaves && isSame(hash(`${chaves[algoritmo]}:${meio}`), campo('response').toLowerCase()),
      );
      if (!certo) return 'errado';
      return isAlive(nonce) && use(nonce, Number.parseInt(nc, 16)) ? 'certo' : 'velho';
    },
  };
}
