import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { cookieOf, post, signInWith, tokenOf } from '../../test/conta.ts';
import { readConfig } from '../config.ts';
import { createCorreio } from '../platform/mail/correio.ts';
import { createEntradaContas } from './entrada.ts';
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
  const { log } = teste.app;
  const correio = createCorreio({ db: teste.db, config: null, log });
  const cartas = { correio, endereco: () => 'http://localhost' };
  const entrada = createEntradaContas({ db: teste.db, config, identidade, cartas });
  acesso = acessoService({ db: teste.db, identidade, entrada });
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

const signIn = async () => {
  const de = { autor: AUTOR, ip: '10.0.0.1', headers: new Headers() };
  const { acesso: dado } = await acesso.signIn(CONTA, de);
  const conta = await identidade.verify(dado.token ?? '');
  if (!conta) throw new Error('not signed in');
  return { token: dado.token ?? '', sid: conta.sid };
};

test('a listener is called once when a session ends, and not after it unsubscribed', async () => {
  const [primeira, segunda] = [await signIn(), await signIn()];
  const ouvinte = vi.fn();
  const stopListening = identidade.onSessaoEnd(ouvinte);
  await acesso.signOut(new Headers(), primeira.sid, AUTOR);
  await acesso.signOut(new Headers(), primeira.sid, AUTOR);
  expect(ouvinte.mock.calls).toEqual([[primeira.sid]]);
  stopListening();
  await acesso.signOut(new Headers(), segunda.sid, AUTOR);
  expect(ouvinte).toHaveBeenCalledTimes(1);
});

test('a session outlives its token, and ends by sign-out, idleness and disabling', async () => {
  const [encerrada, ociosa] = [await signIn(), await signIn()];
  await acesso.signOut(new Headers(), encerrada.sid, AUTOR);
  expect(await identidade.isSessaoAlive(encerrada.sid)).toBe(false);
  expect(await identidade.isSessaoAlive('inventada')).toBe(false);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect(await identidade.verify(ociosa.token)).toBeUndefined();
  expect(await identidade.isSessaoAlive(ociosa.sid)).toBe(true);
  vi.setSystemTime(Date.now() + 11 * 3_600_000 + 1_000);
  expect(await identidade.isSessaoAlive(ociosa.sid)).toBe(false);
  vi.useRealTimers();

  const { sid } = await signIn();
  const markDisabled = (desabilitada_em: string | null) =>
    teste.db.updateTable('contas').set({ desabilitada_em }).execute();
  await markDisabled(new Date().toISOString());
  expect(await identidade.isSessaoAlive(sid)).toBe(false);
  await markDisabled(null);
  expect(await identidade.isSessaoAlive(sid)).toBe(true);
});

test('prune removes what is over and keeps what is open', async () => {
  const { sid } = await signIn();
  const listSids = async () => {
    const linhas = await teste.db.selectFrom('sessoes').select('sid').execute();
    return linhas.map(({ sid }) => sid);
  };
  await identidade.prune();
  expect(await listSids()).toContain(sid);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 });
  await identidade.prune();
  expect(await listSids()).toEqual([]);
});

test('prune removes invitations 90 days after they expired, the accepted ones too', async () => {
  const DIA = 86_400_000;
  const agora = Date.now();
  const buildConvite = (nome: string, dias: number, aceito: boolean) => ({
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
      buildConvite('aberto', -3, false),
      buildConvite('vencido', 89, false),
      buildConvite('aceito', 89, true),
      buildConvite('vencido-velho', 91, false),
      buildConvite('aceito-velho', 91, true),
    ])
    .execute();
  await identidade.prune();
  const restam = await teste.db.selectFrom('convites').select('hash').orderBy('id').execute();
  expect(restam.map(({ hash }) => hash)).toEqual(['aberto', 'vencido', 'aceito']);
});

test('while another process locks the database a session continues and ends, and stays ended', async () => {
  const credenciais = { email: CONTA.email, password: CONTA.password };
  const entrada = await post(teste, '/api/auth/sign-in/email', credenciais);
  const cookie = cookieOf(entrada);
  const outro = new Database(join(teste.dataDir, 'unipark.db'));
  outro.exec('begin immediate');
  const renovada = await post(teste, '/api/auth/token', {}, { cookie });
  expect(renovada.statusCode).toBe(200);
  expect(await signInWith(teste, tokenOf(renovada))).toBe(200);
  expect((await post(teste, '/api/auth/sign-out', {}, { cookie })).statusCode).toBe(204);
  expect(await signInWith(teste, tokenOf(renovada))).toBe(401);
  outro.exec('rollback');
  outro.close();
  // The next write saves to disk what happened in memory.
  await post(teste, '/api/auth/sign-in/email', credenciais);
  expect(await signInWith(teste, tokenOf(entrada))).toBe(401);
  const { sid } = JSON.parse(
    Buffer.from(tokenOf(entrada).split('.')[1] ?? '', 'base64url').toString(),
  );
  const linha = teste.db.selectFrom('sessoes').select('sid').where('sid', '=', sid);
  expect(await linha.execute()).toEqual([]);
});

test('a thousand checks of a token with a known signature are fast', async () => {
  const { token } = await signIn();
  const measure = async () => {
    const inicio = process.cpuUsage();
    for (let i = 0; i < 1_000; i += 1) await identidade.verify(token);
    const { user, system } = process.cpuUsage(inicio);
    return (user + system) / 1_000;
  };
  await measure();
  const melhor = Math.min(await measure(), await measure(), await measure());
  expect(melhor).toBeLessThan(100);
});
