import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createFirst } from '../../../test/conta.ts';
import { type ProvedorDeTeste, startProvedor } from '../../../test/oidc.ts';
import { createBrowser } from '../../../test/voltas.ts';

const RETORNOS = [
  'http://localhost/api/auth/oidc/retorno',
  'https://park.exemplo.br/api/auth/oidc/retorno',
];

let provedor: ProvedorDeTeste;
beforeAll(async () => {
  provedor = await startProvedor({ retornos: RETORNOS });
});
afterAll(async () => {
  await provedor.stop();
});

/** A person of the university with this name at the provider. */
const person = (nome: string, email = `${nome}@unilavras.edu.br`, email_verified = true) =>
  provedor.pessoas.set(nome, { email, email_verified, name: `${nome} da Silva` });

const findConta = (email: string, { db }: TestApp) =>
  db.selectFrom('contas').selectAll().where('email', '=', email).executeTakeFirst();

const change = (email: string, campos: object, { db }: TestApp) =>
  db.updateTable('contas').set(campos).where('email', '=', email).execute();

describe('SIGNUP_MODE', () => {
  const publico = { PUBLIC_URL: 'https://park.exemplo.br', TRUST_PROXY: '192.0.2.1' };
  let modo: TestApp;
  afterEach(() => modo.close());

  const open = async (env: Record<string, string>, comPrimeira = true) => {
    modo = await buildTestApp({ env: { ...provedor.env, ...publico, ...env }, account: false });
    if (comPrimeira) await createFirst(modo);
  };
  const enter = async (nome: string, email = `${nome}@unilavras.edu.br`) => {
    person(nome, email);
    const browser = createBrowser(modo, { host: 'park.exemplo.br' });
    return (await browser.enter(nome)).destino;
  };

  test.each(['aberto', 'aprovacao', 'convite', 'fechado'])(
    '%s: single sign-on never makes the first account of an exposed server',
    async (SIGNUP_MODE) => {
      await open({ SIGNUP_MODE }, false);
      expect(await enter('joana')).toBe('/#erro=primeira-conta');
      expect(await findConta('joana@unilavras.edu.br', modo)).toBeUndefined();
    },
  );

  test('aberto', async () => {
    await open({ SIGNUP_MODE: 'aberto' });
    expect(await enter('lia')).toBe('/#entrar');
  });

  test('dominio: only the exact domain', async () => {
    const SMTP_URL = 'smtp://127.0.0.1:1';
    const MAIL_FROM = 'unipark@exemplo.br';
    const SIGNUP_DOMAINS = 'unilavras.edu.br';
    await open({ SIGNUP_MODE: 'dominio', SIGNUP_DOMAINS, SMTP_URL, MAIL_FROM });
    expect(await enter('mario')).toBe('/#entrar');
    for (const email of [
      'mario@aluno.unilavras.edu.br',
      'mario@malunilavras.edu.br',
      'mario@unilavras.edu.br.mal.com',
    ]) {
      expect(await enter(`m-${email}`, email)).toBe('/#erro=dominio');
    }
  });

  test('aprovacao: waits, and enters after approval', async () => {
    await open({ SIGNUP_MODE: 'aprovacao' });
    expect(await enter('nina')).toBe('/#erro=aguarda');
    expect(await findConta('nina@unilavras.edu.br', modo)).toMatchObject({
      pendencia: 'aprovacao',
    });
    expect(await enter('nina')).toBe('/#erro=aguarda');
    await change('nina@unilavras.edu.br', { pendencia: null }, modo);
    expect(await enter('nina')).toBe('/#entrar');
  });

  test('aprovacao: the administrators get one letter', async () => {
    const SMTP_URL = 'smtp://127.0.0.1:1';
    await open({ SIGNUP_MODE: 'aprovacao', SMTP_URL, MAIL_FROM: 'unipark@exemplo.br' });
    const listCartas = () => modo.db.selectFrom('correio').select(['para', 'texto']).execute();
    expect(await listCartas()).toEqual([]);
    for (const nome of ['nina', 'nina', 'olga']) await enter(nome);
    const [carta, ...resto] = await listCartas();
    expect(resto).toEqual([]);
    expect(carta?.para).toBe('operacao@exemplo.br');
    expect(carta?.texto).toContain('https://park.exemplo.br/configuracoes/usuarios');
    expect(carta?.texto).not.toMatch(/nina/i);
  });

  test('convite: for an invited address, once', async () => {
    await open({ SIGNUP_MODE: 'convite' });
    expect(await enter('otto')).toBe('/#erro=convite');
    const convite = { hash: 'h', criado_por: 'primeira', criado_em: '', aceito_em: null };
    const velho = {
      ...convite,
      hash: 'v',
      email: 'pia@unilavras.edu.br',
      expira_em: '2020-01-01T00:00:00.000Z',
    };
    const aberto = {
      ...convite,
      email: 'otto@unilavras.edu.br',
      expira_em: '2999-01-01T00:00:00.000Z',
    };
    await modo.db.insertInto('convites').values([velho, aberto]).execute();
    expect(await enter('otto')).toBe('/#entrar');
    expect(await enter('pia')).toBe('/#erro=convite');
    const convites = await modo.db
      .selectFrom('convites')
      .select('aceito_em')
      .orderBy('id')
      .execute();
    expect(convites.map(({ aceito_em }) => aceito_em !== null)).toEqual([false, true]);
    const aceites = await modo.db
      .selectFrom('auditoria')
      .select('chave')
      .where('acao', '=', 'aceitar-convite')
      .execute();
    const otto = await findConta('otto@unilavras.edu.br', modo);
    expect(aceites).toEqual([{ chave: otto?.id }]);
  });

  test('fechado', async () => {
    await open({ SIGNUP_MODE: 'fechado' });
    expect(await enter('quita')).toBe('/#erro=fechado');
  });
});
