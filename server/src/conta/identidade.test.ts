import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { cookieDe, entraCom, post, setCookies, tokenDe } from '../../test/conta.ts';
import { readConfig } from '../config.ts';
import { createEntradaDeContas } from './entrada.ts';
import { createIdentidade, type IdentidadeLocal } from './identidade.ts';
import { acessoService } from './sessao/acesso.ts';

const AUTOR = { id: null, endereco: '10.0.0.1', pedido: 'TESTE' };

let teste: TestApp;
let identidade: IdentidadeLocal;
let acesso: ReturnType<typeof acessoService>;

beforeAll(async () => {
  teste = await buildTestApp();
  const { dataDir } = teste;
  const config = readConfig({ DATA_DIR: dataDir }, '0');
  identidade = await createIdentidade({ db: teste.db, config });
  const entrada = createEntradaDeContas({ db: teste.db, config, identidade });
  acesso = acessoService({ db: teste.db, identidade, entrada });
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

const entrar = async () => {
  const de = { autor: AUTOR, ip: '10.0.0.1', headers: new Headers() };
  const { acesso: dado } = await acesso.signIn(CONTA, de);
  const conta = await identidade.verify(dado.token ?? '');
  if (!conta) throw new Error('not signed in');
  return { token: dado.token ?? '', sid: conta.sid };
};

test('whoever listens hears of the end of a session once, and no more after hanging up', async () => {
  const [primeira, segunda] = [await entrar(), await entrar()];
  const ouvinte = vi.fn();
  const desligar = identidade.onSessaoEnd(ouvinte);
  await acesso.signOut(new Headers(), primeira.sid, AUTOR);
  await acesso.signOut(new Headers(), primeira.sid, AUTOR);
  expect(ouvinte.mock.calls).toEqual([[primeira.sid]]);
  desligar();
  await acesso.signOut(new Headers(), segunda.sid, AUTOR);
  expect(ouvinte).toHaveBeenCalledTimes(1);
});

test('a session outlives its token, and dies by sign-out, idleness and disabling', async () => {
  const [encerrada, ociosa] = [await entrar(), await entrar()];
  await acesso.signOut(new Headers(), encerrada.sid, AUTOR);
  expect(await identidade.isSessaoAlive(encerrada.sid)).toBe(false);
  expect(await identidade.isSessaoAlive('inventada')).toBe(false);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect(await identidade.verify(ociosa.token)).toBeUndefined();
  expect(await identidade.isSessaoAlive(ociosa.sid)).toBe(true);
  vi.setSystemTime(Date.now() + 11 * 3_600_000 + 1_000);
  expect(await identidade.isSessaoAlive(ociosa.sid)).toBe(false);
  vi.useRealTimers();

  const { sid } = await entrar();
  const marcar = (desabilitadoEm: string | null) =>
    teste.db.updateTable('user').set({ desabilitadoEm }).execute();
  await marcar(new Date().toISOString());
  expect(await identidade.isSessaoAlive(sid)).toBe(false);
  await marcar(null);
  expect(await identidade.isSessaoAlive(sid)).toBe(true);
});

test('prune forgets what is over and keeps what lives', async () => {
  const { sid } = await entrar();
  const sessoes = async () => {
    const linhas = await teste.db.selectFrom('session').select('id').execute();
    return linhas.map(({ id }) => id);
  };
  await identidade.prune();
  expect(await sessoes()).toContain(sid);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 });
  await identidade.prune();
  expect(await sessoes()).toEqual([]);
});

test('prune forgets invitations 90 days after their time, the accepted ones too', async () => {
  const DIA = 86_400_000;
  const agora = Date.now();
  const convite = (nome: string, dias: number, aceito: boolean) => ({
    email: `${nome}@unilavras.edu.br`,
    hash: nome,
    criado_por: 'operador',
    criado_em: new Date(agora - (dias + 7) * DIA).toISOString(),
    expira_em: new Date(agora - dias * DIA).toISOString(),
    aceito_em: aceito ? new Date(agora - (dias + 1) * DIA).toISOString() : null,
  });
  await teste.db
    .insertInto('convites')
    .values([
      convite('aberto', -3, false),
      convite('vencido', 89, false),
      convite('aceito', 89, true),
      convite('vencido-velho', 91, false),
      convite('aceito-velho', 91, true),
    ])
    .execute();
  await identidade.prune();
  const restam = await teste.db.selectFrom('convites').select('hash').orderBy('id').execute();
  expect(restam.map(({ hash }) => hash)).toEqual(['aberto', 'vencido', 'aceito']);
});

test('while another process holds the database nothing is lost and nothing is claimed', async () => {
  const credenciais = { email: CONTA.email, password: CONTA.password };
  const entrada = await post(teste, '/api/auth/sign-in/email', credenciais);
  const cookie = cookieDe(entrada);
  const outro = new Database(join(teste.dataDir, 'unipark.db'));
  outro.exec('begin immediate');
  for (const url of ['/api/auth/token', '/api/auth/sign-out']) {
    const resposta = await post(teste, url, {}, { cookie });
    expect(resposta.statusCode).toBe(503);
    expect(resposta.headers['retry-after']).toBeDefined();
    expect(setCookies(resposta)).toEqual([]);
  }
  outro.exec('rollback');
  outro.close();
  expect(await entraCom(teste, tokenDe(entrada))).toBe(200);
  expect((await post(teste, '/api/auth/token', {}, { cookie })).statusCode).toBe(200);
});

test('a thousand looks at a token with a known signature take little', async () => {
  const { token } = await entrar();
  const medir = async () => {
    const inicio = process.cpuUsage();
    for (let i = 0; i < 1_000; i += 1) await identidade.verify(token);
    const { user, system } = process.cpuUsage(inicio);
    return (user + system) / 1_000;
  };
  await medir();
  const melhor = Math.min(await medir(), await medir(), await medir());
  expect(melhor).toBeLessThan(100);
});
