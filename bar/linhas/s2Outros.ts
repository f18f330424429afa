/** What opens something else, or came from somebody else: none of it is an access token. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createDesafio, PRAZO, type TipoDesafio } from '../../server/src/conta/links/desafios.ts';
import { createLink, type TipoLink, VALIDADE } from '../../server/src/conta/links/links.ts';
import { inTransaction } from '../../server/src/platform/db/banco.ts';
import { CONTA, type TestApp } from '../../server/test/app.ts';
import { post, tokenDe, valorDaSessao } from '../../server/test/conta.ts';
import { buildDispositivo } from '../../server/test/dispositivo.ts';
import { agora, b64, type Forja, type Forma, parte } from '../../server/test/forja.ts';

const form = (nome: string, token: string): Forma => [nome, () => token];

/** The tokens of mailed links, of an invitation, and of every question to a browser. */
async function tokensOfLinks(teste: TestApp, conta: string): Promise<Forma[]> {
  const formas: Forma[] = [];
  for (const tipo of Object.keys(VALIDADE) as TipoLink[]) {
    const token = await inTransaction(teste.db, (trx) => createLink(trx, tipo, conta));
    formas.push(form(`the token of a link (${tipo})`, token));
  }
  for (const tipo of Object.keys(PRAZO) as TipoDesafio[]) {
    const dados = { conta, dados: null };
    const token = await inTransaction(teste.db, (trx) => createDesafio(trx, tipo, dados));
    formas.push(form(`the token of a question to a browser (${tipo})`, token));
  }
  const payload = { email: 'convidada@x.br' };
  const convite = await teste.request({ method: 'POST', url: '/api/convites', payload });
  const { link } = convite.json<{ link: string }>();
  return [...formas, form('the token of an invitation', link.split('=').at(-1) ?? '')];
}

/** What the session cookie holds, whole and in parts, and what the table holds of it. */
async function partsOfSession(teste: TestApp): Promise<Forma[]> {
  const { email, password } = CONTA;
  const entrada = await post(teste, '/api/auth/sign-in/email', { email, password });
  const { sid } = parte(tokenDe(entrada), 1);
  const sessao = await teste.db
    .selectFrom('session')
    .select(['id', 'token', 'userId'])
    .where('id', '=', sid)
    .executeTakeFirstOrThrow();
  const assinado = valorDaSessao(entrada);
  return [
    form('the raw session value', sessao.token),
    form('the signed cookie value', decodeURIComponent(assinado)),
    form('the signed cookie value as it travels', assinado),
    form('the session’s id', sessao.id),
    form('the account’s id', sessao.userId),
  ];
}

/** A token that was good until its session ended, and one whose account is disabled. */
async function overTokens(teste: TestApp): Promise<Forma[]> {
  const conta = { name: 'Rui', password: 'portao-verde-17' };
  const cadastrar = async (email: string) => {
    const resposta = await post(teste, '/api/auth/sign-up/email', { ...conta, email });
    return { token: tokenDe(resposta), id: resposta.json().user.id as string };
  };
  const saiu = await cadastrar('saiu@x.br');
  await post(teste, '/api/auth/sign-out', {}, { authorization: `Bearer ${saiu.token}` });
  const fora = await cadastrar('fora@x.br');
  const url = `/api/usuarios/${fora.id}/desabilitar`;
  await teste.request({ method: 'POST', url });
  return [
    form('the token of an ended session', saiu.token),
    form('the token of a disabled account', fora.token),
  ];
}

/** ID tokens as another provider makes them, here where it keeps no accounts. */
function ofFirebase(sub: string): Forma[] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const quando = { iat: agora(), auth_time: agora(), exp: agora() + 3_600 };
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

/** Everything that opens a door, but not this one. */
export async function createOutros(teste: TestApp, { kid }: Forja): Promise<Forma[]> {
  const { sub } = parte(teste.token, 1);
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
