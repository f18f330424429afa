/** The provider's public keys: fetched rarely, still used during an outage, short time-outs. */
import {
  type CryptoKey,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWTHeaderParameters,
} from 'jose';
import { nowMs } from '../../platform/clock.ts';
import { fetchUpTo } from '../../platform/outbound/body.ts';

const SEGUNDO = 1_000;
const HORA = 3_600 * SEGUNDO;

const PRAZO = 3 * SEGUNDO;
/** After a fetch, an unknown key causes no second fetch for this long. */
const PAUSA = 30 * SEGUNDO;
/** After a failure, calls do not wait for the provider again for this long. */
const PAUSA_DA_FALHA = 10 * SEGUNDO;
/** Older keys are fetched again beside the call that uses them. */
const FRESCAS = HORA;
/** Older keys are not trusted: the provider may have withdrawn them. */
const VALIDAS = 24 * HORA;
const TAMANHO_MAXIMO = 64 * 1024;

/** A token that cannot be checked now: its key is not known, and the provider does not answer. */
export class ProvedorAusente extends Error {}

interface Deps {
  jwksUrl: URL;
  onFailure(error: unknown): void;
}

/** An instant in the future comes from a clock that was ahead: its age counts as infinite. */
function ageOf(em: number): number {
  const idade = nowMs() - em;
  return idade < 0 ? Number.POSITIVE_INFINITY : idade;
}

/** A resolver of keys by `kid` only; other fields of a header are ignored. */
export function createChaves({ jwksUrl, onFailure }: Deps) {
  let buscadasEm = Number.NEGATIVE_INFINITY;
  let falhouEm = Number.NEGATIVE_INFINITY;

  async function fetchKeys(url: string, opcoes: RequestInit): Promise<Response> {
    if (ageOf(falhouEm) < PAUSA_DA_FALHA) throw new ProvedorAusente();
    try {
      const resposta = await fetchUpTo(url, opcoes, TAMANHO_MAXIMO);
      if (resposta.status !== 200) throw new Error(`answered ${resposta.status}`);
      const { keys } = (await resposta.json()) as { keys?: unknown };
      if (!Array.isArray(keys) || keys.length === 0) throw new Error('no keys in the answer');
      buscadasEm = nowMs();
      return Response.json({ keys });
    } catch (error) {
      falhouEm = nowMs();
      onFailure(error);
      throw error;
    }
  }

  const remotas = createRemoteJWKSet(jwksUrl, {
    timeoutDuration: PRAZO,
    cooldownDuration: PAUSA,
    // `refresh` decides the age below: the library would reject old keys while it cannot fetch.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    [customFetch]: fetchKeys,
  });

  async function refresh(): Promise<void> {
    const idade = ageOf(buscadasEm);
    if (idade < FRESCAS) return;
    const busca = remotas.reload();
    if (idade < VALIDAS) busca.catch(() => {});
    else await busca;
  }

  /**
   * @throws {ProvedorAusente} when only the provider could decide; a JOSE error for an unknown key
   */
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
