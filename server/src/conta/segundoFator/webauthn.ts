/**
 * Passkeys (WebAuthn): the options for the browser, and the check of its answer. The library is
 * loaded with the first challenge, because most accounts never use one.
 */
import { isIP } from 'node:net';
import type { NovaChaveAcesso, ProvaChaveAcesso } from '@unipark/contract/chaveAcesso';
import { Problem } from '../../platform/errors.ts';
import type { EnderecoProprio } from '../../platform/http/origin.ts';

/** EdDSA, ES256, RS256: every existing authenticator supports one of them. */
const ALGORITMOS = [-8, -7, -257];

/** Body limit in bytes: certificates and signatures need more room than a password. */
export const COM_CHAVE = 24 * 1024;

const loadLibrary = () => import('@simplewebauthn/server');

/** The site of a passkey: it works only on pages of this origin. */
export interface RelyingParty {
  rpId: string;
  origem: string;
}

interface PasskeyRef {
  id: string;
  transports: string[];
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

/** The site of PUBLIC_URL, otherwise 'localhost' with the port in use. */
export function siteOf(publicUrl: URL | null, endereco: EnderecoProprio): RelyingParty {
  const url = new URL(publicUrl ?? endereco());
  if (!publicUrl || LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  return { rpId: url.hostname, origem: url.origin };
}

/**
 * A passkey belongs to a host name. @throws 409 when the page was opened by IP address, or by
 * another name
 */
export function requireName({ rpId, origem }: RelyingParty, pagina: string | undefined): void {
  if (isIP(rpId.replace(/^\[|\]$/g, ''))) {
    throw new Problem(
      409,
      'sem-nome',
      'Chaves de acesso precisam de um endereço com nome. Use um aplicativo autenticador.',
    );
  }
  if (pagina !== undefined && URL.canParse(pagina) && new URL(pagina).hostname !== rpId) {
    throw new Problem(409, 'outro-nome', `Para usar chaves de acesso, abra ${origem}.`);
  }
}

const bytesOf = (token: string) => Uint8Array.from(Buffer.from(token, 'base64url'));

/** The options for a new passkey; existing ones of the account are excluded. */
export async function askForNova(
  { rpId }: RelyingParty,
  {
    conta,
    token,
    tem,
  }: { conta: { id: string; email: string; name: string }; token: string; tem: PasskeyRef[] },
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: 'UNIPARK',
    rpID: rpId,
    userID: new TextEncoder().encode(conta.id),
    userName: conta.email,
    userDisplayName: conta.name,
    challenge: bytesOf(token),
    attestationType: 'none',
    excludeCredentials: tem,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITMOS,
  });
}

export async function askForProva({ rpId }: RelyingParty, token: string, tem: PasskeyRef[]) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytesOf(token),
    allowCredentials: tem,
    userVerification: 'preferred',
  });
}

/** The challenge in an answer's client data; '' when it cannot be read. */
export function challengeOf(resposta: { response: { clientDataJSON: string } }): string {
  try {
    const lido: unknown = JSON.parse(
      Buffer.from(resposta.response.clientDataJSON, 'base64url').toString('utf8'),
    );
    const { challenge } = lido as { challenge?: unknown };
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : '';
  } catch {
    return '';
  }
}

interface PasskeyQuestion {
  site: RelyingParty;
  token: string;
}

/** The new key; undefined when the answer does not match this challenge and this site. */
export async function readNova(
  { resposta }: Pick<NovaChaveAcesso, 'resposta'>,
  { site, token }: PasskeyQuestion,
): Promise<{ id: string; publica: string; contador: number } | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const lida = await verifyRegistrationResponse({
      response: { ...resposta, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: token,
      expectedOrigin: site.origem,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITMOS,
    });
    if (!lida.verified) return undefined;
    const { id, publicKey, counter } = lida.registrationInfo.credential;
    return { id, publica: Buffer.from(publicKey).toString('base64url'), contador: counter };
  } catch {
    // The library throws for every answer that does not match, broken ones included.
    return undefined;
  }
}

interface StoredPasskey {
  id: string;
  chave_publica: string;
  contador: number;
}

/** The key's counter after it; undefined when it does not match, or the counter decreases. */
export async function readProva(
  { resposta }: ProvaChaveAcesso,
  chave: StoredPasskey,
  { site, token }: PasskeyQuestion,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const lida = await verifyAuthenticationResponse({
      response: { ...resposta, clientExtensionResults: {} },
      expectedChallenge: token,
      expectedOrigin: site.origem,
      expectedRPID: site.rpId,
      requireUserVerification: false,
      credential: {
        id: chave.id,
        publicKey: bytesOf(chave.chave_publica),
        counter: chave.contador,
      },
    });
    return lida.verified ? lida.authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
