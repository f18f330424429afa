import { expect, test } from 'vitest';
import { type AppComCorreio, buildComCorreio } from '../../../test/cartas.ts';
import { createFirst, post } from '../../../test/conta.ts';
import { ateOPasso, ativaTotp, passo } from '../../../test/segundoFator.ts';

const RITA = {
  name: 'Ganhe um prêmio em http://mal.example',
  email: 'rita@exemplo.br',
  password: 'girassol azul',
};

const SITE = { host: 'park.exemplo.br', origin: 'https://park.exemplo.br' };

/** Letters to addresses that begin like this, sent or waiting. */
async function cartasPara({ db }: AppComCorreio, inicio: string): Promise<number> {
  const linhas = await db
    .selectFrom('correio')
    .select('id')
    .where('para', 'like', `${inicio}%`)
    .execute();
  return linhas.length;
}

test('signing up writes to one mailbox three times an hour, and to a hundred strangers at most', async () => {
  const teste = await buildComCorreio({
    env: { PUBLIC_URL: 'https://park.exemplo.br', SIGNUP_MODE: 'aprovacao' },
    account: false,
  });
  await createFirst(teste);
  const signUp = async (email: string): Promise<number> => {
    const pessoa = { ...RITA, email };
    return (await post(teste, '/api/auth/sign-up/email', pessoa, SITE)).statusCode;
  };
  for (let i = 0; i < 10; i += 1) expect(await signUp(`rita+${i}@exemplo.br`)).toBe(202);
  expect(await cartasPara(teste, 'rita')).toBe(3);
  for (let i = 0; i < 90; i += 1) expect(await signUp(`pessoa${i}@exemplo.br`)).toBe(202);
  expect(await signUp('mais.uma@exemplo.br')).toBe(429);
  expect(await cartasPara(teste, 'pessoa')).toBe(90);
  await teste.close();
}, 30_000);

test('whoever holds an account in the name of another address writes to it ten times an hour', async () => {
  const teste = await buildComCorreio();
  const criada = await post(teste, '/api/auth/sign-up/email', RITA);
  let as = criada.json<{ token: string }>().token;
  const { codigos } = await ativaTotp(teste, { as, senha: RITA.password });
  const cookie = await ateOPasso(teste, RITA);
  expect((await passo(teste, cookie, 'codigo', { codigo: codigos[0] })).statusCode).toBe(200);
  expect((await teste.proxima(RITA.email)).text).not.toContain('mal.example');

  let atual = RITA.password;
  for (let i = 0; i < 12; i += 1) {
    const nova = `girassol azul ${i}`;
    const payload = { atual, nova };
    const feito = await teste.request({ method: 'POST', url: '/api/perfil/senha', payload, as });
    expect(feito.statusCode).toBe(200);
    as = feito.json<{ token: string }>().token;
    atual = nova;
  }
  expect(await cartasPara(teste, RITA.email)).toBe(10);
  await teste.close();
}, 30_000);
