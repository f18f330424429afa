/** A folder of the academic system, followed by the register. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Importacao } from '@unipark/contract/importacao';
import type { Veiculo } from '@unipark/contract/veiculo';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp, type TestOptions } from '../../../test/app.ts';
import { buildWithCorreio } from '../../../test/cartas.ts';
import { until } from '../../../test/espera.ts';
import { createImportador } from '../../../test/importacoes.ts';
import { query } from '../../../test/query.ts';
import { readConfig } from '../../config.ts';
import { AGENDA, OPERADOR } from '../../platform/audit.ts';
import { inTransaction, openBanco, type Transacao } from '../../platform/db/banco.ts';
import { createJobs, type JobRun } from '../../platform/jobs/jobs.ts';
import { INESPERADO, SINCRONIZACAO } from '../fila.ts';
import { refusedArquivo } from '../formatos/recusa.ts';
import { createImportacoes, openImportacoes } from '../importacoes.ts';
import { create } from '../repo.ts';
import { putDueSync } from './agenda.ts';
import { syncRegister } from './comandos.ts';
import { openFonte } from './fontes.ts';
import { sincronizacaoKinds } from './sincronizacao.ts';

const PESSOAS = 20;
const pasta = mkdtempSync(join(tmpdir(), 'unipark-academico-'));
let teste: TestApp;
let importador: ReturnType<typeof createImportador>;

const optionsOf = (env: Record<string, string> = {}): TestOptions => ({
  env: { SINCRONIZAR_DE: pasta, ...env },
  dubles: { quietoMs: 20, poll: 25 },
});
const buildTestSync = (env?: Record<string, string>) => buildTestApp(optionsOf(env));
beforeEach(async () => {
  teste = await buildTestSync();
  importador = createImportador(teste);
});
afterEach(async () => {
  await teste.close();
  rmSync(pasta, { recursive: true, force: true });
});

const buildPessoas = (de = 1, ate = PESSOAS): string =>
  `RA;Nome\n${Array.from({ length: ate - de + 1 }, (_, i) => `${de + i};Pessoa ${de + i}\n`).join('')}`;

function put(nome: string, conteudo: string): void {
  mkdirSync(pasta, { recursive: true });
  writeFileSync(join(pasta, nome), conteudo);
}

async function reachEnd(): Promise<void> {
  await until(async () => {
    const [ultima] = await query<{ situacao: string }>(
      teste.db,
      `select situacao from trabalhos where tipo = '${SINCRONIZACAO}' order by id desc limit 1`,
    );
    expect(ultima?.situacao).toBe('feito');
  });
}

/** One run, and the imports that there are, the newest first. */
async function run(): Promise<Importacao[]> {
  const jobs = createJobs({ db: teste.db, kinds: {}, log: teste.app.log });
  await inTransaction(teste.db, (trx) =>
    jobs.put(trx, { tipo: SINCRONIZACAO, parametros: null, autor: AGENDA }),
  );
  await reachEnd();
  return list();
}
const list = async (): Promise<Importacao[]> =>
  (await teste.request({ url: '/api/importacoes' })).json();
const countDonos = async (): Promise<number> =>
  (await teste.request({ url: '/db/proprietarios' })).json<unknown[]>().length;
const getStatus = async (placa: string): Promise<string | null> =>
  (await teste.request({ url: `/db/veiculos/${placa}` })).json<Veiculo>().status;
const listAtos = () =>
  query(teste.db, `select quem, acao from auditoria where entidade = 'importacao' order by id`);

/** The imports that there are become old, and the housekeeping deletes them. */
async function pruneAfterMonth(): Promise<void> {
  await query(teste.db, `update importacoes set criada_em = '2020-01-01T00:00:00.000Z'`);
  const jobs = createJobs({ db: teste.db, kinds: {}, log: teste.app.log });
  const { alvos } = openImportacoes({
    ...{ db: teste.db, log: teste.app.log },
    onChange: async () => undefined,
  });
  await createImportacoes({ db: teste.db, jobs, alvos }).prune();
}

/** The register as the first approved file makes it; each of the last two people has a car. */
async function fillRegister(): Promise<void> {
  put('proprietarios.csv', buildPessoas());
  const [primeira] = await run();
  await importador.write(primeira?.id ?? 0);
  await reachEnd();
  for (const [placa, status, dono] of [
    ['AAA1A11', 'ATIVO', '20'],
    ['BBB1B11', 'PROIBIDO', '20'],
    ['CCC1C11', 'ATIVO', '1'],
  ]) {
    const payload = { placa, status, proprietario_matricula: dono };
    await teste.request({ method: 'POST', url: '/db/veiculos', payload });
  }
}

describe('the first file', () => {
  it('waits for an administrator, who approves it; later ones are written at once', async () => {
    put('proprietarios.csv', buildPessoas());
    const [primeira] = await run();
    expect(primeira).toMatchObject({
      ...{ parte: 'proprietarios', fase: 'previa', nome: 'proprietarios.csv' },
      espera:
        'O cadastro está vazio: a primeira carga, de 20 proprietários, é sempre aprovada por uma pessoa.',
    });
    expect(await countDonos()).toBe(0);
    expect(await importador.write(primeira?.id ?? 0)).toMatchObject({
      ...{ espera: null, resultado: { criadas: PESSOAS } },
    });
    expect(await countDonos()).toBe(PESSOAS);
    await reachEnd();
    const atos = await listAtos();
    expect(atos.map((ato) => (ato as { acao: string }).acao)).toEqual([
      'enviar',
      'aprovar',
      'concluir',
    ]);

    put('proprietarios.csv', buildPessoas(1, PESSOAS + 1));
    const [segunda] = await run();
    expect(segunda).toMatchObject({ fase: 'concluida', quem: 'agenda', resultado: { criadas: 1 } });
    expect(await run()).toHaveLength(2);
  });

  it('is refused by an administrator; its report stays, and the same file does not return', async () => {
    put('proprietarios.csv', buildPessoas());
    const [{ id = 0 } = {}] = await run();
    const url = importador.url(id);
    expect((await teste.request({ method: 'DELETE', url })).statusCode).toBe(204);
    await reachEnd();
    const [unica, ...outras] = await run();
    expect([unica, outras]).toMatchObject([
      { id, fase: 'recusada', erro: 'Recusada por uma pessoa.' },
      [],
    ]);
    expect(await listAtos()).toMatchObject([{}, { acao: 'recusar' }]);
    expect(await countDonos()).toBe(0);
  });

  it('is replaced by a newer one while it waits; people without the role do not see it', async () => {
    put('proprietarios.csv', buildPessoas());
    await run();
    put('proprietarios.csv', buildPessoas(1, 5));
    const [nova, velha] = await run();
    expect(nova).toMatchObject({ fase: 'previa', linhas: 5 });
    expect(velha?.erro).toBe('Substituída por um arquivo mais novo antes da aprovação.');
    const outra = { name: 'Rui Sá', email: 'rui@unilavras.edu.br', password: 'cancela-azul-43' };
    const cadastro = await teste.app.inject({
      ...{ method: 'POST', url: '/api/auth/sign-up/email', payload: outra },
    });
    const as = cadastro.json<{ token: string }>().token;
    const url = importador.url(nova?.id ?? 0);
    const payload = { existentes: 'atualizar' };
    const aprova = await teste.request({ method: 'POST', url: `${url}/gravar`, payload, as });
    const recusa = await teste.request({ method: 'DELETE', url, as });
    expect([aprova.statusCode, recusa.statusCode]).toEqual([404, 404]);
  });
});

it('a run whose process ended is repeated: what it had begun is decided, a broken upload is removed', async () => {
  put('proprietarios.csv', buildPessoas());
  const [{ id = 0 } = {}] = await run();
  await query(teste.db, `update importacoes set espera = null where id = ${id}`);
  await inTransaction(teste.db, (trx) =>
    create(trx, {
      ...{ tipo: 'proprietarios', parte: 'proprietarios', nome: 'cortado.csv' },
      ...{ conta: null, autor: JSON.stringify(AGENDA) },
    }),
  );
  expect(await run()).toMatchObject([{ id, fase: 'previa', espera: expect.any(String) }]);
  const todas = await query(teste.db, 'select nome from importacoes');
  expect(todas).toEqual([{ nome: 'proprietarios.csv' }]);
});

describe('people who are no longer in the file', () => {
  it('leave their active vehicles INDEFINIDO, with the reason; a PROIBIDO stays; it is undone', async () => {
    teste = await restart({ SINCRONIZAR_LIMITE: '60' });
    await fillRegister();
    // The other plate of one of them.
    const gemea = { placa: 'AAA1011', status: 'PROIBIDO', motivo: 'Furou a cancela' };
    expect(
      (await teste.request({ method: 'POST', url: '/db/veiculos', payload: gemea })).statusCode,
    ).toBe(201);
    put('proprietarios.csv', buildPessoas(1, PESSOAS - 1));
    const [ausentes] = await run();
    expect(ausentes).toMatchObject({
      ...{ parte: 'ausentes', fase: 'concluida', linhas: 1, resultado: { alteradas: 1 } },
      nome: 'Vínculos encerrados de proprietarios.csv',
    });
    const status = () => Promise.all(['AAA1A11', 'BBB1B11', 'CCC1C11'].map(getStatus));
    expect(await status()).toEqual(['INDEFINIDO', 'PROIBIDO', 'ATIVO']);
    const motivos = await query(
      teste.db,
      `select quem, motivo from auditoria where chave = 'AAA1A11' and acao = 'editar'`,
    );
    expect(motivos).toEqual([{ quem: 'agenda', motivo: 'vínculo encerrado' }]);
    // The person is back: their vehicles stay as they are, and an undoing brings them back.
    put('proprietarios.csv', buildPessoas());
    await run();
    expect(await getStatus('AAA1A11')).toBe('INDEFINIDO');
    await importador.undo(ausentes?.id ?? 0);
    expect(await status()).toEqual(['ATIVO', 'PROIBIDO', 'ATIVO']);
  });

  it('are not those of a file that an administrator undid', async () => {
    teste = await restart({ SINCRONIZAR_LIMITE: '60' });
    await fillRegister();
    put('proprietarios.csv', buildPessoas(1, PESSOAS + 1));
    const [nova] = await run();
    const carro = { placa: 'DDD1D11', status: 'ATIVO', proprietario_matricula: '21' };
    await teste.request({ method: 'POST', url: '/db/veiculos', payload: carro });
    await importador.undo(nova?.id ?? 0);
    await run();
    expect(await getStatus('DDD1D11')).toBe('ATIVO');
    // A later file is compared with the one before it.
    put('proprietarios.csv', buildPessoas(1, PESSOAS - 1));
    await run();
    expect(await Promise.all(['AAA1A11', 'DDD1D11'].map(getStatus))).toEqual([
      'INDEFINIDO',
      'ATIVO',
    ]);
  });

  it('above the limit wait for a person, and nothing is changed', async () => {
    await fillRegister();
    put('proprietarios.csv', buildPessoas(1, PESSOAS / 2));
    const [espera] = await run();
    expect(espera).toMatchObject({
      ...{ parte: 'proprietarios', fase: 'previa' },
      espera: 'Faltam 10 de 20 pessoas do arquivo anterior (50 %), acima do limite de 10 %.',
    });
    expect(await getStatus('AAA1A11')).toBe('ATIVO');
    // Approved: the vehicles of those who left are half of the active ones, and wait as well.
    await importador.write(espera?.id ?? 0);
    await reachEnd();
    const [ausentes] = await list();
    expect(ausentes).toMatchObject({
      ...{ parte: 'ausentes', fase: 'previa' },
      espera: 'Deixaria indefinidos 1 de 2 veículos ativos (50 %), acima do limite de 10 %.',
    });
    expect(await getStatus('AAA1A11')).toBe('ATIVO');
    // The next file takes its place: who is back in it is not among those who left.
    put('proprietarios.csv', `${buildPessoas(2, PESSOAS / 2)}20;Pessoa 20\n`);
    await run();
    const [nova, , antiga] = await list();
    expect(antiga).toMatchObject({ id: ausentes?.id, fase: 'recusada' });
    expect(await importador.write(nova?.id ?? 0)).toMatchObject({ resultado: { alteradas: 1 } });
    expect(await Promise.all(['AAA1A11', 'CCC1C11'].map(getStatus))).toEqual([
      'ATIVO',
      'INDEFINIDO',
    ]);
    await reachEnd();
    expect(await run()).toHaveLength(5);
  });

  it('that wait are there after a month; a car with another owner meanwhile stays ATIVO', async () => {
    await fillRegister();
    put('proprietarios.csv', buildPessoas(1, PESSOAS / 2));
    const [espera] = await run();
    await importador.write(espera?.id ?? 0);
    await reachEnd();
    const [ausentes] = await list();
    expect(ausentes).toMatchObject({ parte: 'ausentes', fase: 'previa' });
    await pruneAfterMonth();
    const payload = { proprietario_matricula: '1' };
    await teste.request({ method: 'PUT', url: '/db/veiculos/AAA1A11', payload });
    expect(await importador.write(ausentes?.id ?? 0)).toMatchObject({ fase: 'concluida' });
    expect(await getStatus('AAA1A11')).toBe('ATIVO');
  });

  it('keep their vehicles with SINCRONIZAR_AUSENTES=manter', async () => {
    teste = await restart({ SINCRONIZAR_LIMITE: '60', SINCRONIZAR_AUSENTES: 'manter' });
    await fillRegister();
    put('proprietarios.csv', buildPessoas(1, PESSOAS - 1));
    expect((await run())[0]).toMatchObject({ parte: 'proprietarios', fase: 'concluida' });
    expect(await getStatus('AAA1A11')).toBe('ATIVO');
  });
});

async function restart(env: Record<string, string>): Promise<TestApp> {
  await teste.close();
  const outro = await buildTestSync(env);
  importador = createImportador(outro);
  return outro;
}

describe('a file that is not whole', () => {
  it.each([
    ['without its end', 'RA;Nome\n1;Ana\n2;Ru', 'O arquivo parece cortado: a última linha'],
    ['empty', '', 'O arquivo está vazio.'],
    ['with headings alone', 'RA;Nome\n', 'O arquivo só tem o cabeçalho'],
    ['without a required column', 'RA;Curso\n1;Direito\n', 'Falta a coluna de Nome.'],
  ])('%s is refused with a sentence, and nobody left', async (_, conteudo, frase) => {
    await fillRegister();
    put('proprietarios.csv', conteudo);
    const [recusada] = await run();
    expect(recusada).toMatchObject({ fase: 'recusada', parte: 'proprietarios' });
    expect(recusada?.erro).toContain(frase);
    expect([await countDonos(), await getStatus('AAA1A11')]).toEqual([PESSOAS, 'ATIVO']);
  });

  it('a folder that is away has a report; with two files of a kind nothing is chosen', async () => {
    rmSync(pasta, { recursive: true, force: true });
    const frases = (await run()).map(({ erro }) => erro);
    expect(frases).toEqual(Array(2).fill(`A pasta ${pasta} não pode ser lida (ENOENT).`));
    put('veiculos.csv', 'Placa\nABC1D23\n');
    put('veiculos.xlsx', '');
    expect((await run())[0]?.erro).toContain('Deixe só um dos dois.');
  });

  it('that is gone has a report, once', async () => {
    await fillRegister();
    rmSync(join(pasta, 'proprietarios.csv'));
    const [sumiu, ...outras] = await run();
    expect([sumiu?.erro, outras.length]).toEqual([
      'Não há mais proprietarios.csv em SINCRONIZAR_DE. O cadastro ficou como estava.',
      1,
    ]);
    expect(await run()).toHaveLength(2);
    expect(await getStatus('AAA1A11')).toBe('ATIVO');
  });

  it('by a fault of the server is read again', async () => {
    put('proprietarios.csv', buildPessoas());
    const [{ id = 0 } = {}] = await run();
    await query(
      teste.db,
      `update importacoes set fase = 'recusada', espera = null, erro = '${INESPERADO}' where id = ${id}`,
    );
    expect(await run()).toMatchObject([{ fase: 'previa' }, { id }]);
  });

  it('a folder or a link of that name is no file', async () => {
    put('outro.csv', 'Placa\nABC1D23\n');
    mkdirSync(join(pasta, 'proprietarios.csv'));
    symlinkSync(join(pasta, 'outro.csv'), join(pasta, 'veiculos.csv'));
    expect((await run()).map(({ erro }) => erro).sort()).toEqual([
      'O arquivo proprietarios.csv não pode ser lido.',
      'O arquivo veiculos.csv não pode ser lido.',
    ]);
  });
});

it.each(['gravando', 'desfazendo'])(
  'an import that an administrator brought to %s while the source failed goes on',
  async (fase) => {
    put('proprietarios.csv', buildPessoas());
    const [{ id = 0 } = {}] = await run();
    const { db } = teste;
    const { alvos } = openImportacoes({
      ...{ db, log: teste.app.log },
      onChange: async () => undefined,
    });
    const open = async (): Promise<undefined> => {
      await query(db, `update importacoes set fase = '${fase}' where id = ${id}`);
      throw refusedArquivo('A pasta não pode ser lida.');
    };
    const regras = { limite: 10, ausentes: 'manter' as const };
    const kinds = sincronizacaoKinds({ db, alvos, fonte: { open }, regras });
    const step = (_: unknown, work: (trx: Transacao) => Promise<unknown>) =>
      inTransaction(db, work);
    const job = { sinal: new AbortController().signal, step, put: async () => 0 };
    await kinds[SINCRONIZACAO]?.run(job as unknown as JobRun);
    expect(await list()).toMatchObject([
      { parte: 'veiculos', fase: 'recusada' },
      { parte: 'proprietarios', fase: 'recusada', erro: 'A pasta não pode ser lida.' },
      { id, fase, erro: null },
    ]);
  },
);

describe('a file of vehicles', () => {
  it('follows the owners, and lifts no PROIBIDO', async () => {
    teste = await restart({ SINCRONIZAR_LIMITE: '100' });
    await fillRegister();
    put('veiculos.csv', 'Placa;Status;RA;Cor\nBBB1B11;ATIVO;20;Azul\nDDD1D11;ATIVO;21;Cinza\n');
    put('proprietarios.csv', buildPessoas(1, PESSOAS + 1));
    const [frota] = await run();
    expect(frota).toMatchObject({ parte: 'veiculos', resultado: { criadas: 1, alteradas: 1 } });
    const { json } = await teste.request({ url: '/db/veiculos/BBB1B11' });
    expect(json()).toMatchObject({ status: 'PROIBIDO', cor: 'Azul' });
    expect(await getStatus('DDD1D11')).toBe('ATIVO');
  });

  it('registers no other plate of a PROIBIDO', async () => {
    teste = await restart({ SINCRONIZAR_LIMITE: '100' });
    await fillRegister();
    const proibido = { placa: 'ABC1234', status: 'PROIBIDO', motivo: 'Furou a cancela' };
    await teste.request({ method: 'POST', url: '/db/veiculos', payload: proibido });
    // The second one's other plate is in the file itself.
    put('veiculos.csv', 'Placa;Status\nABC1C34;ATIVO\nDEF1C34;ATIVO\nDEF1234;Proibido\n');
    const [frota] = await run();
    expect(frota).toMatchObject({ parte: 'veiculos', resultado: { criadas: 1, recusadas: 2 } });
    for (const placa of ['ABC1C34', 'DEF1C34']) {
      expect((await teste.request({ url: `/db/veiculos/${placa}` })).statusCode).toBe(404);
    }
    expect(await getStatus('DEF1234')).toBe('PROIBIDO');
  });

  it('with a refused row leaves one report, until the register cures the row', async () => {
    teste = await restart({ SINCRONIZAR_LIMITE: '100' });
    await fillRegister();
    put('veiculos.csv', 'Placa;RA\nDDD1D11;1\nEEE1E11;99\n');
    const [frota, ...antes] = await run();
    expect(frota).toMatchObject({ resultado: { criadas: 1, recusadas: 1 } });
    expect((await run()).map(({ id }) => id)).toEqual([frota, ...antes].map((uma) => uma?.id));
    const payload = { matricula: '99', nome: 'Rui Sá' };
    await teste.request({ method: 'POST', url: '/db/proprietarios', payload });
    expect((await run())[0]).toMatchObject({ resultado: { criadas: 1, iguais: 1, recusadas: 0 } });
  });

  it('an equal one is not new after a month', async () => {
    teste = await restart({ SINCRONIZAR_LIMITE: '100' });
    await fillRegister();
    put('veiculos.csv', 'Placa;Status\nDDD1D11;ATIVO\n');
    await run();
    const payload = { status: 'INDEFINIDO' };
    await teste.request({ method: 'PUT', url: '/db/veiculos/DDD1D11', payload });
    await pruneAfterMonth();
    await run();
    expect(await getStatus('DDD1D11')).toBe('INDEFINIDO');
  });
});

it('a process without a source leaves the run to one that has it', () => {
  const { alvos } = openImportacoes({
    ...{ db: teste.db, log: teste.app.log },
    onChange: async () => undefined,
  });
  const kindsOf = (env: Record<string, string>) =>
    Object.keys(
      sincronizacaoKinds({
        ...{ db: teste.db, alvos },
        ...openFonte(readConfig(env, '1.0.0').sincronizacao),
      }),
    );
  expect([kindsOf({ SINCRONIZAR_DE: pasta }), kindsOf({})]).toEqual([[SINCRONIZACAO], []]);
});

it.runIf(process.env.UNIPARK_TESTE_BANCO === 'postgres')(
  'the servers that have the source request one run, also those that do not lead',
  async () => {
    const outros = [1, 2].map(() => openBanco(teste.installation.DATABASE_URL ?? ''));
    await Promise.all(
      outros.map((db) => {
        const jobs = createJobs({ db, kinds: {}, log: teste.app.log });
        return putDueSync({ db, jobs, hora: '00:00' });
      }),
    );
    for (const db of outros) await db.destroy();
    const pedidas = `select id from trabalhos where tipo = '${SINCRONIZACAO}'`;
    expect(await query(teste.db, pedidas)).toHaveLength(1);
  },
);

it('unipark sincronizar runs it now and prints what became of each file', async () => {
  await teste.close();
  teste = await buildTestSync({ SINCRONIZAR_LIMITE: '100' });
  importador = createImportador(teste);
  await fillRegister();
  put('proprietarios.csv', buildPessoas(1, PESSOAS + 2));
  put('veiculos.csv', 'Placa');
  const ditas: string[] = [];
  const sync = () =>
    syncRegister({
      ...{ db: teste.db, served: true, autor: OPERADOR, quietoMs: 20 },
      ...{ say: (linha) => ditas.push(linha), sinal: new AbortController().signal },
      config: readConfig({ SINCRONIZAR_DE: pasta }, '1.0.0'),
      onChange: async () => undefined,
    });
  expect(await sync()).toBe(1);
  rmSync(join(pasta, 'veiculos.csv'));
  expect(await sync()).toBe(0);
  expect(ditas).toEqual([
    'proprietarios.csv: novos 2, atualizados 0, iguais 20, ignorados 0, rejeitados 0.',
    'veiculos.csv: O arquivo parece cortado: a última linha não termina com uma quebra de linha.',
    'Nenhum arquivo mudou desde a última vez.',
  ]);
});

it('administrators get one letter for what needs them, and none for the rest', async () => {
  await teste.close();
  const comCorreio = await buildWithCorreio(optionsOf({ SINCRONIZAR_LIMITE: '100' }));
  teste = comCorreio;
  importador = createImportador(teste);
  put('proprietarios.csv', buildPessoas());
  put('veiculos.csv', 'Placa');
  const [{ id = 0 } = {}] = await run();
  const { subject, text } = await comCorreio.nextCarta(CONTA.email);
  expect(subject).toBe('UNIPARK: a sincronização precisa da administração');
  expect(text).toContain('proprietarios.csv: aguarda aprovação em Importar. O cadastro está vazio');
  expect(text).toMatch(/^http:\/\/\S+\/importar$/m);
  await importador.write(id);
  await reachEnd();
  const { text: outra } = await comCorreio.nextCarta(CONTA.email, 1);
  expect(outra).toContain('veiculos.csv: O arquivo parece cortado');
  put('veiculos.csv', 'Placa\nDDD1D11\n');
  await run();
  expect(comCorreio.listCartas(CONTA.email)).toHaveLength(2);
});
