import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { post, signInWith } from '../../../test/conta.ts';
import { START } from '../../../test/processo.ts';
import { insertConta, listAudited, signUp, type TestPerson } from '../../../test/usuarios.ts';
import { disableUser, enableUser, inviteUser, setAdmin } from './comandos.ts';

const ferramenta = fileURLToPath(new URL('../../unipark.ts', import.meta.url));

let teste: TestApp;
let bia: TestPerson;
beforeAll(async () => {
  teste = await buildTestApp();
  bia = await signUp(teste, 'bia@x.br');
});
afterAll(() => teste.close());

const runUnipark = (...args: string[]): Promise<{ codigo: number; saida: string; erro: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...teste.installation, PORT: '3999' };
    execFile(
      process.execPath,
      [START, ferramenta, 'user', ...args],
      { env },
      (error, saida, erro) => resolve({ codigo: error ? Number(error.code) : 0, saida, erro }),
    );
  });

describe('unipark user, beside a running server', () => {
  test('list: one line an account, by name, with role and situation', async () => {
    await insertConta(teste, { nome: 'Rui', email: 'rui@x.br', pendencia: 'aprovacao' });
    const { codigo, saida } = await runUnipark('list');
    expect(codigo).toBe(0);
    expect(saida.trimEnd().split('\n')).toEqual([
      'bia@x.br\tBia Souza\tusuário\tativa',
      `${CONTA.email}\t${CONTA.name}\tadministração\tativa`,
      'rui@x.br\tRui\tusuário\taguarda aprovação',
    ]);
  });

  test('disable and enable take effect at once, also in the running server', async () => {
    expect(await signInWith(teste, bia.token)).toBe(200);
    const fora = await runUnipark('disable', '--email', 'BIA@x.br');
    expect([fora.codigo, fora.saida]).toEqual([
      0,
      'Conta desabilitada: bia@x.br. As sessões abertas foram encerradas.\n',
    ]);
    expect(await signInWith(teste, bia.token)).toBe(401);
    expect(await listAudited(teste)).toMatchObject([{ acao: 'desabilitar', quem: 'operador' }]);
    const volta = await runUnipark('enable', '--email', 'bia@x.br');
    expect([volta.codigo, volta.saida]).toEqual([0, 'Conta habilitada: bia@x.br.\n']);
  });

  test('admin gives and removes the role; the last one stays', async () => {
    const unica = `${CONTA.name} é a única pessoa da administração com a conta ativa.`;
    for (const args of [['disable'], ['admin', '--remover']]) {
      const { codigo, erro } = await runUnipark(...args, '--email', CONTA.email);
      expect([codigo, erro]).toEqual([1, expect.stringContaining(unica)]);
    }
    const da = await runUnipark('admin', '--email', 'bia@x.br');
    expect(da.saida).toBe('bia@x.br: conta de administração.\n');
    const tira = await runUnipark('admin', '--email', 'bia@x.br', '--remover');
    expect(tira.saida).toBe('bia@x.br: conta comum, sem administração.\n');
  });

  test('invite prints a link that its page can read', async () => {
    const { codigo, saida } = await runUnipark('invite', '--email', 'Leo@x.br');
    expect(codigo).toBe(0);
    const token = /^http:\/\/localhost:3999\/signup#convite=([\w-]{43})$/m.exec(saida)?.[1];
    const lido = await post(teste, '/api/auth/convite', { token });
    expect(lido.json()).toEqual({ email: 'leo@x.br', primeira: false });
    const repetida = await runUnipark('invite', '--email', 'bia@x.br');
    expect([repetida.codigo, repetida.erro]).toEqual([1, 'Este e-mail já tem uma conta.\n']);
  });

  test('an error is a Portuguese line', async () => {
    const { codigo, erro, saida } = await runUnipark('invite');
    expect([codigo, erro, saida]).toEqual([1, 'Email inválido.\n', '']);
  });

  const config = { publicUrl: null, host: '127.0.0.1', port: 3999, local: true };
  const identidade = { announceEnd: () => undefined };
  test.each([
    ['disable', disableUser],
    ['enable', enableUser],
    ['admin', setAdmin],
    ['invite', inviteUser],
  ])('%s refuses unknown options and unknown people', async (nome, comando) => {
    const run = (...args: string[]) =>
      comando({ db: teste.db, config, identidade, say: () => undefined }, args);
    await expect(run()).rejects.toThrow('Email inválido.');
    await expect(run('--tudo')).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_PARSE_ARGS/),
    });
    if (nome === 'invite') return;
    await expect(run('--email', 'ninguem@x.br')).rejects.toThrow(
      'Nenhuma conta tem o e-mail ninguem@x.br.',
    );
  });
});
