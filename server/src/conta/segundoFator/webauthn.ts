/**
 * Passkeys (WebAuthn): what is asked of the browser, and what its answer is held against. The
 * library is loaded with the first question: most accounts never ask one.
 */
import { isIP } from 'node:net';
import type { NovaChaveAcesso, ProvaChaveAcesso } from '@unipark/contract/chaveAcesso';
import { Problem } from '../../platform/errors.ts';
import type { EnderecoProprio } from '../../platform/origin.ts';

/** EdDSA, ES256, RS256: every key that exists answers by one of them. */
const ALGORITMOS = [-8, -7, -257];

/** Bytes of a body: certificates and signatures need more room than a password. */
export const COM_CHAVE = 24 * 1024;

const biblioteca = () => import('@simplewebauthn/server');

/** Whom a passkey is for: it answers on pages of this origin alone. */
export interface Site {
  rpId: string;
  origem: string;
}

interface Credencial {
  id: string;
  transports: string[];
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

/** The site's name by PUBLIC_URL, or 'localhost' with the port really listened on. */
export function siteOf(publicUrl: URL | null, endereco: EnderecoProprio): Site {
  const url = new URL(publicUrl ?? endereco());
  if (!publicUrl || LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  return { rpId: url.hostname, origem: url.origin };
}

/** A passkey belongs to a name. @throws 409 where the page was opened by number, or by another name */
export function requireName({ rpId, origem }: Site, pagina: string | undefined): void {
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

/** The question that makes a new passkey; one that the account has already is not made twice. */
export async function askForNova(
  { rpId }: Site,
  {
    conta,
    token,
    tem,
  }: { conta: { id: string; email: string; name: string }; token: string; tem: Credencial[] },
) {
  const { generateRegistrationOptions } = await biblioteca();
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

/** The question that one of the account's passkeys answers. */
export async function askForProva({ rpId }: Site, token: string, tem: Credencial[]) {
  const { generateAuthenticationOptions } = await biblioteca();
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytesOf(token),
    allowCredentials: tem,
    userVerification: 'preferred',
  });
}

/** The question that an answer is to, as the browser wrote it down: '' when that cannot be read. */
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

interface Pergunta {
  site: Site;
  token: string;
}

/** The new key; undefined for an answer that is not one to this question, from this site. */
export async function readNova(
  { resposta }: Pick<NovaChaveAcesso, 'resposta'>,
  { site, token }: Pergunta,
): Promise<{ id: string; publica: string; contador: number } | undefined> {
  const { verifyRegistrationResponse } = await biblioteca();
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
    // The library throws for every answer that does not fit, broken ones included.
    return undefined;
  }
}

interface Guardada {
  id: string;
  chave_publica: string;
  contador: number;
}

/** The key's counter after this answer; undefined for one that does not fit, or counts backwards. */
export async function readProva(
  { resposta }: ProvaChaveAcesso,
  chave: Guardada,
  { site, token }: Pergunta,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await biblioteca();
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
