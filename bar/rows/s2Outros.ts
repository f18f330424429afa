/** Secrets of another purpose and tokens of another issuer: none of them is an access token. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createDesafio, type DesafioKind, PRAZO } from '../../server/src/conta/links/desafios.ts';
import { createLink, type LinkKind, VALIDADE } from '../../server/src/conta/links/links.ts';
import { inTransaction } from '../../server/src/platform/db/banco.ts';
import { CONTA, type TestApp } from '../../server/test/app.ts';
import { post, sessionValueOf, tokenOf } from '../../server/test/conta.ts';
import { buildDispositivo } from '../../server/test/dispositivo.ts';
import {
  b64,
  type ForgedToken,
  nowInSeconds,
  readPart,
  type TokenForge,
} from '../../server/test/forja.ts';

const form = (nome: string, token: string): ForgedToken => [nome, () => token];

/** The tokens of mailed links, of an invitation, and of each challenge to a browser. */
async function tokensOfLinks(teste: TestApp, conta: string): Promise<ForgedToken[]> {
  const formas: ForgedToken[] = [];
  for (const tipo of Object.keys(VALIDADE) as LinkKind[]) {
    const token = await inTransaction(teste.db, (trx) => createLink(trx, tipo, conta));
    formas.push(form(`the token of a link (${tipo})`, token));
  }
  for (const tipo of Object.keys(PRAZO) as DesafioKind[]) {
    const dados = { conta, dados: null };
    const token = await inTransaction(teste.db, (trx) => createDesafio(trx, tipo, dados));
    formas.push(form(`the token of a question to a browser (${tipo})`, token));
  }
  const payload = { email: 'convidada@x.br' };
  const convite = await teste.request({ method: 'POST', url: '/api/convites', payload });
  const { link } = convite.json<{ link: string }>();
  return [...formas, form('the token of an invitation', link.split('=').at(-1) ?? '')];
}

/** The session cookie's value, its parts, and what the table stores of it. */
async function partsOfSession(teste: TestApp): Promise<ForgedToken[]> {
  const { email, password } = CONTA;
  const entrada = await post(teste, '/api/auth/sign-in/email', { email, password });
  const { sid } = readPart(tokenOf(entrada), 1);
  const sessao = await teste.db
    .selectFrom('sessoes')
    .select(['sid', 'hash', 'conta'])
    .where('sid', '=', sid)
    .executeTakeFirstOrThrow();
  return [
    form('the value of the session cookie', sessionValueOf(entrada)),
    form('its hash', sessao.hash),
    form('the session’s id', sessao.sid),
    form('the account’s id', sessao.conta),
  ];
}

/** A token whose session ended, and one whose account is disabled. */
async function overTokens(teste: TestApp): Promise<ForgedToken[]> {
  const conta = { name: 'Rui', password: 'portao-verde-17' };
  const signUp = async (email: string) => {
    const resposta = await post(teste, '/api/auth/sign-up/email', { ...conta, email });
    return { token: tokenOf(resposta), id: resposta.json().user.id as string };
  };
  const saiu = await signUp('saiu@x.br');
  await post(teste, '/api/auth/sign-out', {}, { authorization: `Bearer ${saiu.token}` });
  const fora = await signUp('fora@x.br');
  const url = `/api/usuarios/${fora.id}/desabilitar`;
  await teste.request({ method: 'POST', url });
  return [
    form('the token of an ended session', saiu.token),
    form('the token of a disabled account', fora.token),
  ];
}

/** ID tokens of another provider, on an installation with its own accounts. */
function ofFirebase(sub: string): ForgedToken[] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const quando = { iat: nowInSeconds(), auth_time: nowInSeconds(), exp: nowInSeconds() + 3_600 };
  const claims = b64({
    iss: 'https://securetoken.google.com/demo-unipark',
    aud: 'demo-unipark',
    sub,
    ...quando,
  });
  const corpo = `${b64({ alg: 'RS256', kid: 'chave-1' })}.${claims}`;
  const assinatura = sign('sha256', Buffer.from(corpo), privateKey).toString('base64url');
  return [
    form('a firebase token, where accounts are our own', `${corpo}.${assinatura}`),
    form('a token of the firebase emulator', `${b64({ alg: 'none', typ: 'JWT' })}.${claims}.`),
  ];
}

export async function createOutros(teste: TestApp, { kid }: TokenForge): Promise<ForgedToken[]> {
  const { sub } = readPart(teste.token, 1);
  const { token } = await buildDispositivo(teste);
  return [
    ...(await tokensOfLinks(teste, sub)),
    ...(await partsOfSession(teste)),
    ...(await overTokens(teste)),
    ...ofFirebase(sub),
    form('the token of a device', token),
    form('the id of a signing key', kid),
  ];
}
