import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../test/app.ts';
import { startSmtp } from '../test/smtp.ts';
import { readConfig } from './config.ts';
import { examine } from './doctor.ts';
import { activate, add, begin } from './fipe/edicoesRepo.ts';
import { saveNivel } from './fipe/niveisRepo.ts';
import { createOcorrencia } from './fipe/ocorrenciasRepo.ts';
import { inTransaction } from './platform/db/banco.ts';

let teste: TestApp;
let pasta: string;
beforeAll(async () => {
  teste = await buildTestApp();
  pasta = mkdtempSync(join(tmpdir(), 'unipark-doctor-'));
});
afterAll(async () => {
  await teste.close();
  rmSync(pasta, { recursive: true });
});

const rtsp = { id: '1', nome: 'A', tipo: 'rtsp', url: 'rtsp://10.0.0.9/a' };

/** The doctor's lines about cameras, as `level: text`. */
async function look(cameras: object[] | null, env: Record<string, string> = {}): Promise<string[]> {
  const CAMERAS_FILE = join(pasta, 'cameras.json');
  if (cameras) writeFileSync(CAMERAS_FILE, JSON.stringify({ cameras }));
  const config = readConfig(
    { DATA_DIR: teste.dataDir, ...(cameras && { CAMERAS_FILE }), ...env },
    '1',
  );
  const exames = await examine(teste.db, config);
  return exames
    .filter(({ texto }) => /ffmpeg|câmera|argumentos/i.test(texto))
    .map(({ nivel, texto }) => `${nivel}: ${texto}`);
}

it('names the engine and counts the cameras', async () => {
  const [ffmpeg, cameras] = await look([rtsp, { ...rtsp, id: '2', ativa: false }]);
  expect(ffmpeg).toMatch(/^bom: ffmpeg \d\S* \(ffmpeg\)$/);
  expect(cameras).toBe('bom: Câmeras: 2, ativas: 1');
  expect(await look(null)).toEqual([ffmpeg, 'bom: Nenhuma câmera configurada']);
});

it('a missing engine is an error only when a camera needs it', async () => {
  const env = { FFMPEG_PATH: '/nada/ffmpeg' };
  const demo = { id: '1', nome: 'A', tipo: 'demo' };
  expect((await look([rtsp], env))[0]).toMatch(/^falha: ffmpeg não encontrado/);
  for (const cameras of [[demo], [{ ...rtsp, id: '2', ativa: false }, demo], null]) {
    expect((await look(cameras, env))[0]).toBe('bom: ffmpeg: nenhuma câmera ativa precisa dele');
  }
});

it("repeats the file's error", async () => {
  expect(await look([{ ...rtsp, url: 'rtsp://u:CANARIO@a/' }])).toContain(
    'falha: CAMERAS_FILE: câmera 1, campo url: tire usuário e senha do endereço: use os campos ' +
      'usuario e senhaEnv (ou senhaArquivo).',
  );
});

it('warns of a password that may be in an argument list', async () => {
  const linhas = await look([{ ...rtsp, permitirSenhaEmArgumentos: true }]);
  expect(linhas.at(-1)).toMatch(/^aviso: Câmera 1: permitirSenhaEmArgumentos deixa .*hidepid=2/);
  expect((await look([rtsp])).join()).not.toContain('hidepid');
});

describe('mail', () => {
  const examineEmail = async (env: Record<string, string> = {}): Promise<string[]> => {
    const config = readConfig({ DATA_DIR: teste.dataDir, ...env }, '1');
    return (await examine(teste.db, config))
      .filter(({ texto }) => /e-mail/i.test(texto))
      .map(({ nivel, texto }) => `${nivel}: ${texto}`);
  };

  it('warns without mail, and names what does not work', async () => {
    expect(await examineEmail()).toEqual([
      expect.stringMatching(
        /^aviso: Sem SMTP_URL: nenhum e-mail .* Defina SMTP_URL e MAIL_FROM\.$/,
      ),
    ]);
  });

  it('asks the mail server itself, and shows no password', async () => {
    const caixa = await startSmtp();
    const env = {
      SMTP_URL: caixa.url.replace('//', '//porteiro:cofre-42@'),
      MAIL_FROM: 'u@exemplo.br',
    };
    expect(await examineEmail(env)).toEqual(['bom: E-mail: o servidor responde']);
    await caixa.fault('refuse');
    const linhas = await examineEmail(env);
    expect(linhas).toEqual([
      'falha: E-mail: Não foi possível conectar ao servidor de e-mail. Confira SMTP_URL.',
    ]);
    await caixa.fault('hang');
    const inicio = performance.now();
    expect((await examineEmail(env))[0]).toMatch(/^falha: E-mail: .* não respondeu a tempo\./);
    expect(performance.now() - inicio).toBeLessThan(60_000);
    expect(linhas.join()).not.toMatch(/cofre|porteiro/);
    await caixa.stop();
  });
});

it('says who may sign up on an exposed server, and how many wait', async () => {
  const exposedConfig = (SIGNUP_MODE: string) =>
    readConfig(
      {
        DATA_DIR: teste.dataDir,
        PUBLIC_URL: 'https://park.exemplo.br',
        TRUST_PROXY: '192.0.2.1',
        SIGNUP_MODE,
      },
      '1',
    );
  const examineLines = async (modo: string) => {
    const exames = await examine(teste.db, exposedConfig(modo));
    return exames.map(({ nivel, texto }) => `${nivel}: ${texto}`);
  };
  expect((await examineLines('aberto')).join('\n')).toContain(
    'aviso: SIGNUP_MODE=aberto: qualquer pessoa',
  );
  for (const modo of ['aprovacao', 'convite', 'fechado']) {
    expect(await examineLines(modo)).toContain(`bom: SIGNUP_MODE=${modo}`);
  }
  expect((await examineLines('aprovacao')).join('\n')).not.toContain('aguardando');
  const resposta = { name: 'Rita', password: 'girassol azul' };
  for (const [email, pendencia] of [
    ['a@exemplo.br', 'aprovacao'],
    ['b@exemplo.br', 'aprovacao'],
    ['c@exemplo.br', 'email'],
  ] as const) {
    const payload = { ...resposta, email };
    await teste.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
    await teste.db.updateTable('contas').set({ pendencia }).where('email', '=', email).execute();
  }
  const depois = await examineLines('aprovacao');
  expect(depois).toContain('aviso: Contas aguardando aprovação: 2');
  expect(depois).toContain('bom: Contas aguardando a confirmação do e-mail: 1');
});

it('counts as administrators only those who may sign in', async () => {
  const email = 'espera@exemplo.br';
  const payload = { name: 'Rita', email, password: 'girassol azul' };
  await teste.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload });
  const examineContas = async (mudanca: { admin: number; pendencia: 'aprovacao' | null }) => {
    await teste.db.updateTable('contas').set(mudanca).where('email', '=', email).execute();
    const exames = await examine(teste.db, readConfig({ DATA_DIR: teste.dataDir }, '1'));
    return exames.find(({ texto }) => texto.startsWith('Contas: '))?.texto;
  };
  expect(await examineContas({ admin: 1, pendencia: null })).toMatch(/, administradores: 2$/);
  expect(await examineContas({ admin: 1, pendencia: 'aprovacao' })).toMatch(
    /, administradores: 1$/,
  );
});

it('names the catalogue, its providers, and the last failure', async () => {
  const { db, dataDir } = teste;
  const examineLines = async (env: Record<string, string> = {}) =>
    (await examine(db, readConfig({ DATA_DIR: dataDir, ...env }, '1')))
      .filter(({ texto }) => /catálogo/i.test(texto))
      .map(({ nivel, texto }) => `${nivel}: ${texto}`);
  const ninguem = 'bom: Atualização do catálogo: nenhum provedor, nada sai do servidor';
  expect(await examineLines()).toEqual([
    'aviso: Catálogo vazio: ele vem com o primeiro início do servidor.',
    ninguem,
  ]);
  await inTransaction(db, async (trx) => {
    const { id } = await begin(trx, { origem: 'atualizacao', referencia: '2026-11' });
    const marca = { tipo: '1', codigo: '21', nome: 'Fiat', posicao: 0 };
    await add(trx, id, { marcas: [marca], modelos: [], anos: [] });
    await activate(trx, id);
  });
  const catalogo =
    'bom: Catálogo de novembro de 2026 (dos provedores): 1 marca, 0 modelos e 0 anos';
  expect(await examineLines()).toEqual([catalogo, ninguem]);
  await inTransaction(db, async (trx) => {
    const { id } = await begin(trx, { origem: 'atualizacao' });
    const marcas = ['1', '2'].map((codigo, posicao) => ({ tipo: '1', codigo, nome: 'M', posicao }));
    await add(trx, id, { marcas, modelos: [], anos: [] });
    await saveNivel(trx, id, { tipo: '1' }, 2);
    await saveNivel(trx, id, { tipo: '1', marca: '1' }, 0);
  });
  await createOcorrencia(db, { provedor: 'oficial', motivo: 'Recusou o acesso (403).' });
  const provedores = { FIPE_PROVEDORES: 'oficial,parallelum' };
  const hoje = new Date().toLocaleDateString('pt-BR');
  expect(await examineLines(provedores)).toEqual([
    catalogo,
    'bom: Atualização do catálogo: mensal, de oficial, parallelum',
    'aviso: Um catálogo novo parou em 2 de 5. Para continuar: npm run unipark -- fipe sync',
    `aviso: Última ocorrência do catálogo (${hoje}): oficial: Recusou o acesso (403).`,
  ]);
  expect(await examineLines({ ...provedores, FIPE_ATUALIZAR: 'nunca' })).toContain(
    'bom: Atualização do catálogo: só manual, de oficial, parallelum',
  );
});

it('reports rows with a time in the future, and their tables', async () => {
  const examineRelogio = async () =>
    (await examine(teste.db, readConfig({ DATA_DIR: teste.dataDir }, '1')))
      .filter(({ texto }) => /futuro/.test(texto))
      .map(({ nivel, texto }) => `${nivel}: ${texto}`);
  expect(await examineRelogio()).toEqual(['bom: Relógio: nenhum registro com data no futuro']);
  const ate = Date.now() + 2 * 86_400_000;
  await teste.db.insertInto('tentativas').values({ chave: 'x', total: 9, ate }).execute();
  expect(await examineRelogio()).toEqual([
    expect.stringMatching(/^aviso: .*\(tentativas 1\).*relógio/),
  ]);
  await teste.db.deleteFrom('tentativas').where('chave', '=', 'x').execute();
});
