/** The provider's public keys: fetched seldom, used while it is away, never waited for long. */
import {
  type CryptoKey,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWTHeaderParameters,
} from 'jose';
import { readUpTo } from '../../platform/body.ts';

const SEGUNDO = 1_000;
const HORA = 3_600 * SEGUNDO;

const PRAZO = 3 * SEGUNDO;
/** After fetching: an unknown key is not worth asking again so soon. */
const PAUSA = 30 * SEGUNDO;
/** After a failure: who waited once for a provider that is away is not made to wait again. */
const PAUSA_DA_FALHA = 10 * SEGUNDO;
/** Older ones are fetched anew beside the call that uses them. */
const FRESCAS = HORA;
/** Beyond this a key that the provider may have withdrawn is trusted no more. */
const VALIDAS = 24 * HORA;
const TAMANHO_MAXIMO = 64 * 1024;

/** Whether a token is good cannot be said now: its key is not known here, and nobody answers. */
export class ProvedorAusente extends Error {}

interface Deps {
  jwksUrl: URL;
  /** Hears why the keys could not be had; once for each try. */
  onFalha(error: unknown): void;
}

/** A resolver of keys by `kid` alone; whatever else a header names is not looked at. */
export function createChaves({ jwksUrl, onFalha }: Deps) {
  let buscadasEm = Number.NEGATIVE_INFINITY;
  let falhouEm = Number.NEGATIVE_INFINITY;

  async function fetchKeys(url: string, opcoes: RequestInit): Promise<Response> {
    if (Date.now() - falhouEm < PAUSA_DA_FALHA) throw new ProvedorAusente();
    try {
      const resposta = await fetch(url, opcoes);
      if (resposta.status !== 200) throw new Error(`answered ${resposta.status}`);
      const { keys } = JSON.parse(String(await readUpTo(resposta, TAMANHO_MAXIMO))) as {
        keys?: unknown;
      };
      if (!Array.isArray(keys) || keys.length === 0) throw new Error('no keys in the answer');
      buscadasEm = Date.now();
      return Response.json({ keys });
    } catch (error) {
      falhouEm = Date.now();
      onFalha(error);
      throw error;
    }
  }

  const remotas = createRemoteJWKSet(jwksUrl, {
    timeoutDuration: PRAZO,
    cooldownDuration: PAUSA,
    // When they are old is decided below: the library would not use them while it cannot fetch.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    [customFetch]: fetchKeys,
  });

  async function refresh(): Promise<void> {
    const idade = Date.now() - buscadasEm;
    if (idade < FRESCAS) return;
    const busca = remotas.reload();
    if (idade < VALIDAS) busca.catch(() => {});
    else await busca;
  }

  /** @throws {ProvedorAusente} when only the provider could tell; a JOSE error for an unknown key */
  return async (header: JWTHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> => {
    const { kid } = header;
    if (typeof kid !== 'string' || !/^[\w-]{1,128}$/.test(kid)) {
      throw new errors.JWKSNoMatchingKey();
    }
    try {
      await refresh();
      return await remotas(header, token);
    } catch (error) {
      const desconhecida =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys;
      throw desconhecida ? error : new ProvedorAusente();
    }
  };
}
