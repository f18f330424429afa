/** To the provider and back: authorization code with PKCE, state and nonce. */
import type { Configuration, IDToken } from 'openid-client';
import * as z from 'zod/mini';
import type { OidcProvider } from './provedor.ts';
import { OidcRefusal } from './recusa.ts';

const ESCOPO = 'openid email profile';

/** The data kept here while the person is at the provider. */
const OidcDeparture = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page to return to, or ''. */
  de: z.string(),
});
export type OidcDeparture = z.infer<typeof OidcDeparture>;

export const readIda = (dados: string | null): OidcDeparture =>
  OidcDeparture.parse(JSON.parse(dados ?? 'null'));

export interface OidcPerson {
  emissor: string;
  /** The issuer with its id of the person, which the issuer never reuses. */
  identificador: string;
  /** In the provider's spelling; '' when it gave none. */
  email: string;
  emailVerificado: boolean;
  nome: string;
}

const isText = (valor: unknown): valor is string => typeof valor === 'string' && valor !== '';

/** The address for the browser, and the data to keep until it returns. */
export async function leave(provedor: OidcProvider, redirect_uri: string, de: string) {
  const configuration = await provedor.configuration();
  const client = await import('openid-client');
  const verifier = client.randomPKCECodeVerifier();
  const ida: OidcDeparture = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier,
    de,
  };
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

/** Some providers give the e-mail only for the access token, which is used here and not stored. */
async function claimsOf(configuration: Configuration, id: IDToken, accessToken: string) {
  const { userinfo_endpoint } = configuration.serverMetadata();
  if (isText(id.email) || !userinfo_endpoint) return id;
  const client = await import('openid-client');
  return { ...(await client.fetchUserInfo(configuration, accessToken, id.sub)), iss: id.iss };
}

/**
 * Exchanges the code of an answer (`volta`, our own address with the provider's query) and checks
 * the ID token: signature, issuer, audience, times, nonce.
 * @throws {OidcRefusal} 'cancelado' or 'provedor'
 */
export async function comeBack(
  provedor: OidcProvider,
  volta: URL,
  ida: OidcDeparture,
): Promise<OidcPerson> {
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
      identificador: `${id.iss}|${id.sub}`,
      email: isText(dados.email) ? dados.email : '',
      emailVerificado: dados.email_verified === true,
      nome: isText(dados.name) ? dados.name : '',
    };
  } catch (error) {
    const negada = error instanceof client.AuthorizationResponseError;
    throw new OidcRefusal(
      negada && error.error === 'access_denied' ? 'cancelado' : 'provedor',
      error,
    );
  }
}
