import { expect, test } from 'vitest';
import { type AppComCorreio, buildWithCorreio } from '../../../test/cartas.ts';
import { createFirst, post } from '../../../test/conta.ts';
import { activateTotp, answerPasso, signInToPasso } from '../../../test/segundoFator.ts';

const RITA = {
  name: 'Ganhe um prêmio em http://mal.example',
  email: 'rita@exemplo.br',
  password: 'girassol azul',
};

const SITE = { host: 'park.exemplo.br', origin: 'https://park.exemplo.br' };

/** Letters to addresses that begin like this, sent or waiting. */
async function countCartas({ db }: AppComCorreio, inicio: string): Promise<number> {
  const linhas = await db
    .selectFrom('correio')
    .select('id')
    .where('para', 'like', `${inicio}%`)
    .execute();
  return linhas.length;
}

test('sign-ups send three letters an hour to one mailbox, and to a hundred strangers at most', async () => {
  const teste = await buildWithCorreio({
    env: {
      PUBLIC_URL: 'https://park.exemplo.br',
      TRUST_PROXY: '192.0.2.1',
      SIGNUP_MODE: 'aprovacao',
    },
    account: false,
  });
  await createFirst(teste);
  const signUp = async (email: string): Promise<number> => {
    const pessoa = { ...RITA, email };
    return (await post(teste, '/api/auth/sign-up/email', pessoa, SITE)).statusCode;
  };
  for (let i = 0; i < 10; i += 1) expect(await signUp(`rita+${i}@exemplo.br`)).toBe(202);
  expect(await countCartas(teste, 'rita')).toBe(3);
  for (let i = 0; i < 90; i += 1) expect(await signUp(`pessoa${i}@exemplo.br`)).toBe(202);
  expect(await signUp('mais.uma@exemplo.br')).toBe(429);
  expect(await countCartas(teste, 'pessoa')).toBe(90);
  await teste.close();
});

test('an account with an unconfirmed address sends ten letters an hour to it', async () => {
  const teste = await buildWithCorreio();
  const criada = await post(teste, '/api/auth/sign-up/email', RITA);
  let as = criada.json<{ token: string }>().token;
  const { codigos } = await activateTotp(teste, { as, senha: RITA.password });
  const cookie = await signInToPasso(teste, RITA);
  expect((await answerPasso(teste, cookie, 'codigo', { codigo: codigos[0] })).statusCode).toBe(200);
  expect((await teste.nextCarta(RITA.email)).text).not.toContain('mal.example');

  let atual = RITA.password;
  for (let i = 0; i < 12; i += 1) {
    const nova = `girassol azul ${i}`;
    const payload = { atual, nova };
    const feito = await teste.request({ method: 'POST', url: '/api/perfil/senha', payload, as });
    expect(feito.statusCode).toBe(200);
    as = feito.json<{ token: string }>().token;
    atual = nova;
  }
  expect(await countCartas(teste, RITA.email)).toBe(10);
  await teste.close();
});
