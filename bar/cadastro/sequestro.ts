/** An attacker signs up with another person's address before its owner does. */

import { cookiesOf, findCampo } from '../pedido.ts';
import type { Measure } from '../row.ts';
import {
  buildPessoa,
  CRIAR,
  ENTRAR,
  OUTRA,
  PEDIR,
  REDEFINIR,
  SENHA,
  startServidor,
  VERIFICAR,
} from './servidor.ts';

export async function checkSequestro(m: Measure): Promise<void> {
  const servidor = await startServidor({ modo: 'dominio' });
  const { post, token } = servidor;
  const enters = async (email: string, password: string) =>
    (await post(ENTRAR, { email, password })).status;

  const recupera = 'recupera@exemplo.br';
  const intruso = await post(CRIAR, buildPessoa(recupera, SENHA));
  m.check(
    (await enters(recupera, SENHA)) === 403,
    'before: the attacker’s password does not sign in',
  );
  const confirmar = await token(recupera, 'confirmar');
  await post(PEDIR, { email: recupera });
  const novo = { token: await token(recupera, 'token'), password: OUTRA };
  m.check((await post(REDEFINIR, novo)).status === 204, 'the owner recovers the account');
  m.check(
    (await enters(recupera, SENHA)) === 401,
    'recovered: the attacker’s password answers 401',
  );
  const velho = await post(VERIFICAR, { token: confirmar }, cookiesOf(intruso));
  m.check(velho.status === 400, 'recovered: the first letter’s link answers 400', velho.status);
  m.check((await enters(recupera, OUTRA)) === 200, 'recovered: the owner signs in');

  const confirma = 'confirma@exemplo.br';
  await post(CRIAR, buildPessoa(confirma, SENHA));
  const link = await token(confirma, 'confirmar');
  const pergunta = await post(VERIFICAR, { token: link });
  m.check(pergunta.status === 422, 'another browser is asked for a password', pergunta.status);
  m.check(findCampo(pergunta, 'codigo') === 'senha-necessaria', 'the answer says so in its codigo');
  const dentro = await post(VERIFICAR, { token: link, password: OUTRA });
  m.check(dentro.status === 200, 'the owner confirms with a password of their own', dentro.status);
  m.check(
    (await enters(confirma, SENHA)) === 401,
    'confirmed: the attacker’s password answers 401',
  );

  const repete = 'repete@exemplo.br';
  const dona = await post(CRIAR, buildPessoa(repete, SENHA));
  await token(repete, 'confirmar');
  const outro = await post(CRIAR, buildPessoa(repete, OUTRA));
  const segundo = await token(repete, 'confirmar', 1);
  const tomada = await post(VERIFICAR, { token: segundo }, cookiesOf(outro));
  m.check(
    tomada.status === 422,
    'a browser that signs up again is asked for a password',
    tomada.status,
  );
  const certa = await post(VERIFICAR, { token: segundo }, cookiesOf(dona));
  m.check(
    certa.status === 200,
    'the browser that signed up first confirms without a password',
    certa.status,
  );
  m.check(
    (await enters(repete, OUTRA)) === 401,
    'the password of the second sign-up is not stored',
  );
  m.check((await enters(repete, SENHA)) === 200, 'the password of the first sign-up signs in');
  await servidor.stop();
}
