/** Small builders for tests of the second factor: an app's codes, and a browser with a passkey. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { CONTA, type TestApp } from './app.ts';
import { cookieOf, post } from './conta.ts';

const b64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

const PASSO_MS = 30_000;

/** The code of an authenticator app for a secret, `passos` steps from now. */
export const makeCodigo = (segredo: string, passos = 0): string =>
  new TOTP({ secret: Secret.fromBase32(segredo) }).generate({
    timestamp: Date.now() + passos * PASSO_MS,
  });

const FOLGA_MS = 2_000;

/**
 * Waits for the next step of the codes when this one ends within two seconds: a code of the step
 * before would be two steps old when the server reads it.
 */
export async function enterStep(): Promise<void> {
  const resta = PASSO_MS - (Date.now() % PASSO_MS);
  if (resta < FOLGA_MS) await sleep(resta);
}

export interface TotpSetup {
  segredo: string;
  codigos: string[];
}

/** With the previous step's code, so that the current one stays valid. */
export async function activateTotp(
  teste: TestApp,
  { as = teste.token, senha = CONTA.password } = {},
): Promise<TotpSetup> {
  const novo = await teste.request({
    method: 'POST',
    url: '/api/perfil/totp',
    payload: { senha },
    as,
  });
  const { segredo } = novo.json<{ segredo: string }>();
  await enterStep();
  const feito = await teste.request({
    method: 'POST',
    url: '/api/perfil/totp/confirmar',
    payload: { codigo: makeCodigo(segredo, -1) },
    as,
  });
  return { segredo, codigos: feito.json<{ codigos: string[] }>().codigos };
}

/** Signs in up to the second step: answers the browser's cookie. */
export async function signInToPasso(teste: TestApp, conta = CONTA): Promise<string> {
  const { email, password } = conta;
  return cookieOf(await post(teste, '/api/auth/sign-in/email', { email, password }));
}

export const answerPasso = (
  teste: TestApp,
  cookie: string,
  qual: string,
  payload: object,
): Promise<LightMyRequestResponse> =>
  post(teste, `/api/auth/segundo-fator/${qual}`, payload, { cookie });

const UP_UV = 0x05;
const COM_CREDENCIAL = 0x40;

/** A CBOR map of COSE's EC2 key: kty 2, alg ES256, crv P-256, x, y. */
const cose = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y]);

const coordinate = (texto = ''): Buffer => Buffer.from(texto, 'base64url');

/** A passkey in software: ES256, the counter `contador`, no attestation. */
export function createTestChave({ origem = 'http://localhost', rpId = 'localhost' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const authData = (flags: number, contador: number, resto: Buffer = Buffer.alloc(0)): Buffer => {
    const cabeca = Buffer.alloc(5);
    cabeca[0] = flags;
    cabeca.writeUInt32BE(contador, 1);
    return Buffer.concat([sha256(rpId), cabeca, resto]);
  };
  const clientData = (type: string, challenge: string, origin = origem): string =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const credencial = { id: b64(id), rawId: b64(id), type: 'public-key' };

  return {
    id: b64(id),
    /** The answer of navigator.credentials.create. */
    create(challenge: string, contador = 0): object {
      const tamanho = Buffer.from([0, id.length]);
      const anexo = Buffer.concat([
        Buffer.alloc(16),
        tamanho,
        id,
        cose(coordinate(x), coordinate(y)),
      ]);
      const dados = authData(UP_UV | COM_CREDENCIAL, contador, anexo);
      // {fmt: 'none', attStmt: {}, authData: bytes}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([dados.length]),
        dados,
      ]);
      return {
        ...credencial,
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge)),
          attestationObject: b64(attestation),
          transports: ['internal'],
        },
      };
    },
    /** The answer of navigator.credentials.get, by default on our page. */
    get(challenge: string, contador = 0, pagina = origem): object {
      const dados = authData(UP_UV, contador);
      const cliente = clientData('webauthn.get', challenge, pagina);
      const assinatura = sign('sha256', Buffer.concat([dados, sha256(cliente)]), privateKey);
      return {
        ...credencial,
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(cliente),
          authenticatorData: b64(dados),
          signature: b64(assinatura),
        },
      };
    },
  };
}

export type ChaveDeTeste = ReturnType<typeof createTestChave>;

export async function addChave(
  teste: TestApp,
  chave: ChaveDeTeste,
  { nome = 'Notebook', contador = 0, as = teste.token, senha = CONTA.password } = {},
): Promise<LightMyRequestResponse> {
  const pergunta = await teste.request({
    method: 'POST',
    url: '/api/perfil/passkeys/opcoes',
    payload: { senha },
    as,
  });
  const { challenge } = pergunta.json<{ challenge: string }>();
  return teste.request({
    method: 'POST',
    url: '/api/perfil/passkeys',
    payload: { nome, resposta: chave.create(challenge, contador) },
    as,
  });
}

/** The challenge for a passkey at the second step. */
export async function fetchChallenge(teste: TestApp, cookie: string): Promise<string> {
  const resposta = await answerPasso(teste, cookie, 'passkey/opcoes', {});
  return resposta.json<{ challenge: string }>().challenge;
}
