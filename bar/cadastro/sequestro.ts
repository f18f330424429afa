/** Signing up with somebody else's address, and waiting for them to come. */
import type { Medida } from '../linha.ts';
import { campoDe, cookiesDe } from '../pedido.ts';
import {
  CRIAR,
  ENTRAR,
  OUTRA,
  PEDIR,
  pessoa,
  REDEFINIR,
  SENHA,
  startServidor,
  VERIFICAR,
} from './servidor.ts';

export async function checkSequestro(m: Medida): Promise<void> {
  const servidor = await startServidor({ modo: 'dominio' });
  const { post, token } = servidor;
  const enters = async (email: string, password: string) =>
    (await post(ENTRAR, { email, password })).status;

  const recupera = 'recupera@exemplo.br';
  const intruso = await post(CRIAR, pessoa(recupera, SENHA));
  m.check((await enters(recupera, SENHA)) === 403, 'a stranger’s password opens nothing before');
  const confirmar = await token(recupera, 'confirmar');
  await post(PEDIR, { email: recupera });
  const novo = { token: await token(recupera, 'token'), password: OUTRA };
  m.check((await post(REDEFINIR, novo)).status === 204, 'the owner recovers');
  m.check((await enters(recupera, SENHA)) === 401, 'recovered: the stranger’s password is void');
  const velho = await post(VERIFICAR, { token: confirmar }, cookiesDe(intruso));
  m.check(velho.status === 400, 'recovered: the first letter opens nothing', velho.status);
  m.check((await enters(recupera, OUTRA)) === 200, 'recovered: the owner is in');

  const confirma = 'confirma@exemplo.br';
  await post(CRIAR, pessoa(confirma, SENHA));
  const link = await token(confirma, 'confirmar');
  const pergunta = await post(VERIFICAR, { token: link });
  m.check(pergunta.status === 422, 'another browser is asked for a password', pergunta.status);
  m.check(campoDe(pergunta, 'codigo') === 'senha-necessaria', 'and told so');
  const dentro = await post(VERIFICAR, { token: link, password: OUTRA });
  m.check(dentro.status === 200, 'confirmed with a password of their own', dentro.status);
  m.check((await enters(confirma, SENHA)) === 401, 'confirmed: the stranger’s password is void');

  const repete = 'repete@exemplo.br';
  const dona = await post(CRIAR, pessoa(repete, SENHA));
  await token(repete, 'confirmar');
  const outro = await post(CRIAR, pessoa(repete, OUTRA));
  const segundo = await token(repete, 'confirmar', 1);
  const tomada = await post(VERIFICAR, { token: segundo }, cookiesDe(outro));
  m.check(tomada.status === 422, 'the browser that repeats takes nothing over', tomada.status);
  const certa = await post(VERIFICAR, { token: segundo }, cookiesDe(dona));
  m.check(certa.status === 200, 'the browser that came first is known', certa.status);
  m.check((await enters(repete, OUTRA)) === 401, 'the repeated password was never kept');
  m.check((await enters(repete, SENHA)) === 200, 'the first one was');
  await servidor.stop();
}
