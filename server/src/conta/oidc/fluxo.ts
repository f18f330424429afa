/** Out to the provider and back: authorization code with PKCE, state and nonce. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Configuration, IDToken } from 'openid-client';
import * as z from 'zod/mini';
import type { Provedor } from './provedor.ts';
import { Recusa } from './recusa.ts';

const ESCOPO = 'openid email profile';

/** What the question keeps on our side while the person is away. */
const Ida = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page asked for before, or ''. */
  de: z.string(),
});
export type Ida = z.infer<typeof Ida>;

export const readIda = (dados: string | null): Ida => Ida.parse(JSON.parse(dados ?? 'null'));

/** The person as the provider vouches for them. */
export interface Pessoa {
  emissor: string;
  /** The issuer with its own name for the person, which it never gives to somebody else. */
  accountId: string;
  /** As the provider spells it; '' where it told none. */
  email: string;
  emailVerificado: boolean;
  nome: string;
}

const sha256 = (texto: string): Buffer => createHash('sha256').update(texto).digest();

/** Whether an answer belongs to this question, in the same time whatever it says. */
export const isSameState = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

const isText = (valor: unknown): valor is string => typeof valor === 'string' && valor !== '';

/** The address to send the browser to, and what has to be remembered until it is back. */
export async function leave(provedor: Provedor, redirect_uri: string, de: string) {
  const configuration = await provedor.configuration();
  const client = await import('openid-client');
  const verifier = client.randomPKCECodeVerifier();
  const ida: Ida = { state: client.randomState(), nonce: client.randomNonce(), verifier, de };
  const endereco = client.buildAuthorizationUrl(configuration, {
    redirect_uri,
    scope: ESCOPO,
    response_type: 'code',
    state: ida.state,
    nonce: ida.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { endereco: endereco.href, ida };
}

/** Some providers tell the e-mail only where the access token is shown. It is used up here. */
async function claimsOf(configuration: Configuration, id: IDToken, accessToken: string) {
  const { userinfo_endpoint } = configuration.serverMetadata();
  if (isText(id.email) || !userinfo_endpoint) return id;
  const client = await import('openid-client');
  return { ...(await client.fetchUserInfo(configuration, accessToken, id.sub)), iss: id.iss };
}

/**
 * Exchanges the code of an answer (`volta`, our own address with the provider's query) and checks
 * the ID token: signature, issuer, audience, times, nonce.
 * @throws {Recusa} 'cancelado' or 'provedor'
 */
export async function comeBack(provedor: Provedor, volta: URL, ida: Ida): Promise<Pessoa> {
  const configuration = await provedor.configuration();
  const client = await import('openid-client');
  try {
    const tokens = await client.authorizationCodeGrant(configuration, volta, {
      expectedState: ida.state,
      expectedNonce: ida.nonce,
      pkceCodeVerifier: ida.verifier,
      idTokenExpected: true,
    });
    const id = tokens.claims();
    if (!id) throw new TypeError('no ID token');
    const dados = await claimsOf(configuration, id, tokens.access_token);
    return {
      emissor: id.iss,
      accountId: `${id.iss}|${id.sub}`,
      email: isText(dados.email) ? dados.email : '',
      emailVerificado: dados.email_verified === true,
      nome: isText(dados.name) ? dados.name : '',
    };
  } catch (error) {
    const negada = error instanceof client.AuthorizationResponseError;
    throw new Recusa(negada && error.error === 'access_denied' ? 'cancelado' : 'provedor', error);
  }
}
