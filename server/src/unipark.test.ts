import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../test/app.ts';
import { cookieOf, post, signInWith, tokenOf } from '../test/conta.ts';
import { START } from '../test/processo.ts';
import { lockDataDir } from './platform/process/lock.ts';

const ferramenta = fileURLToPath(new URL('./unipark.ts', import.meta.url));
const ENTRAR = '/api/auth/sign-in/email';

let teste: TestApp;
let unlock: () => void;
beforeAll(async () => {
  teste = await buildTestApp({ env: { SIGNUP_MODE: 'fechado' }, account: false });
  unlock = lockDataDir(teste.dataDir);
});
afterAll(async () => {
  unlock();
  await teste.close();
});

async function runUnipark(args: string[], entrada = '', dataDir = teste.dataDir) {
  const onde = dataDir === teste.dataDir ? teste.installation : { DATA_DIR: dataDir };
  const env = { PATH: process.env.PATH, ...onde, SIGNUP_MODE: 'fechado' };
  const filho = spawn(process.execPath, [START, ferramenta, ...args], { env });
  filho.stdin.end(entrada);
  const [saida, erro] = await Promise.all([text(filho.stdout), text(filho.stderr)]);
  return {
    saida,
    erro,
    codigo: filho.exitCode ?? (await new Promise((fim) => filho.on('exit', fim))),
  };
}

const findSenha = (saida: string) => /Senha: (\S+)/.exec(saida)?.[1] ?? '';

describe('unipark, beside a running server', () => {
  test('user create makes the first account, an admin, with a password shown once', async () => {
    const { saida, codigo } = await runUnipark([
      'user',
      'create',
      '--email',
      CONTA.email,
      '--nome',
      CONTA.name,
    ]);
    expect(codigo).toBe(0);
    expect(saida).toContain(`Conta criada: ${CONTA.email} (administração)`);
    const password = findSenha(saida);
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const entrada = await post(teste, ENTRAR, { email: CONTA.email, password });
    expect(entrada.statusCode).toBe(200);
    expect(entrada.json().user).toMatchObject({ name: CONTA.name, admin: true });
  });

  test('user create: the second is no admin by default', async () => {
    const createArgs = (email: string) => ['user', 'create', '--email', email, '--nome', 'Rui'];
    expect((await runUnipark(createArgs('rui@x.br'))).saida).not.toContain('administração');
    expect((await runUnipark([...createArgs('bia@x.br'), '--admin'])).saida).toContain(
      'administração',
    );
    const repetida = await runUnipark(createArgs('RUI@x.br'));
    expect([repetida.codigo, repetida.erro.trim()]).toEqual([1, 'Este e-mail já tem uma conta.']);
    expect(repetida.saida).toBe('');
  });

  test('user reset-password reads the new one from standard input and ends every session', async () => {
    const criada = await runUnipark(['user', 'create', '--email', 'leo@x.br', '--nome', 'Léo']);
    const antiga = findSenha(criada.saida);
    const entrada = await post(teste, ENTRAR, { email: 'leo@x.br', password: antiga });
    expect(await signInWith(teste, tokenOf(entrada))).toBe(200);

    const args = ['user', 'reset-password', '--email', 'Leo@x.br', '--senha-stdin'];
    const { saida, codigo } = await runUnipark(args, 'girassol azul\n');
    expect(codigo).toBe(0);
    expect(saida).not.toContain('girassol');

    expect(await signInWith(teste, tokenOf(entrada))).toBe(401);
    const cookie = cookieOf(entrada);
    expect((await post(teste, '/api/auth/token', {}, { cookie })).statusCode).toBe(401);
    const signIn = (password: string) => post(teste, ENTRAR, { email: 'leo@x.br', password });
    expect((await signIn(antiga)).statusCode).toBe(401);
    expect((await signIn('girassol azul')).statusCode).toBe(200);
  });

  test('a refused command is one Portuguese line and a code other than 0', async () => {
    const redefinir = ['user', 'reset-password', '--email'];
    const ninguem = await runUnipark([...redefinir, 'ninguem@x.br']);
    expect([ninguem.codigo, ninguem.erro]).toEqual([
      1,
      'Nenhuma conta tem o e-mail ninguem@x.br.\n',
    ]);
    const fraca = await runUnipark([...redefinir, CONTA.email, '--senha-stdin'], 'senha123');
    expect([fraca.codigo, fraca.erro]).toEqual([1, 'Esta senha é muito comum. Escolha outra.\n']);
    const naLinha = await runUnipark([...redefinir, CONTA.email, '--senha', 'girassol azul']);
    expect(naLinha.codigo).toBe(1);
    expect(naLinha.erro).toMatch(/^Opção desconhecida/);
    expect((await runUnipark(['user', 'remove'])).codigo).toBe(2);
  });

  test('a missing option is named before anything else is checked', async () => {
    for (const email of [[], ['--email', ''], ['--email', 'leo']]) {
      const { erro, saida, codigo } = await runUnipark(['user', 'reset-password', ...email]);
      expect([codigo, erro, saida]).toEqual([1, 'Email inválido.\n', '']);
    }
    const nada = await runUnipark(['user', 'create']);
    expect([nada.codigo, nada.saida]).toEqual([1, '']);
    expect(nada.erro).toBe('Informe o nome completo.\nEmail inválido.\n');
  });

  test('the operator is the author in the audit', async () => {
    const linhas = await teste.db
      .selectFrom('auditoria')
      .select(['acao', 'quem'])
      .where('quem', '=', 'operador')
      .execute();
    expect(linhas.map(({ acao }) => acao)).toEqual([
      'criar',
      'criar',
      'criar',
      'criar',
      'redefinir-senha',
    ]);
  });

  test('audit verify follows the chain, and ends with 1 where it breaks', async () => {
    const inteira = await runUnipark(['audit', 'verify']);
    expect([inteira.codigo, inteira.erro]).toEqual([0, '']);
    expect(inteira.saida).toMatch(/^✓ Auditoria íntegra: \d+ registros\.$/m);
    await teste.db.updateTable('auditoria_cabeca').set({ hash: 'outro' }).execute();
    const cortada = await runUnipark(['audit', 'verify']);
    expect(cortada.codigo).toBe(1);
    expect(cortada.saida).toMatch(/^✕ Auditoria violada: faltam registros depois dos/m);
  });

  test('doctor reports the state', async () => {
    const { saida, codigo } = await runUnipark(['doctor']);
    expect(codigo).toBe(0);
    expect(saida).toContain('✓ Servidor no ar');
    expect(saida).toContain('✓ Contas: 4, administradores: 2');
    expect(saida).not.toContain('✕');
    await teste.db.updateTable('contas').set({ admin: 0 }).execute();
    const semAdmin = await runUnipark(['doctor']);
    expect([semAdmin.codigo, /✕ .*/.exec(semAdmin.saida)?.[0]]).toEqual([
      1,
      '✕ Nenhum administrador. Use: npm run unipark -- user create --email … --nome … --admin',
    ]);
  });
});

test("an import before the first start keeps the release's catalogue of the other types", async () => {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-nova-'));
  const arquivo = join(pasta, 'carros.csv');
  writeFileSync(arquivo, 'tipo,marca,codigo_fipe,modelo,ano\n1,Gurgel,001001-1,BR-800,1989\n');
  const { saida, erro } = await runUnipark(['fipe', 'import', arquivo, '--substituir'], '', pasta);
  rmSync(pasta, { recursive: true });
  expect(erro).toBe('');
  expect(saida).toContain('O arquivo não tem motos nem caminhões: ficam como estavam.');
});
