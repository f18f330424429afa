/** The work of imports: one writes at a time, and a killed server's import is continued, without doubles. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FaseImportacao } from '@unipark/contract/importacao';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { createImportador } from '../../test/importacoes.ts';
import { PROGRAM_ENV, START } from '../../test/processo.ts';
import { query } from '../../test/query.ts';
import { inTransaction, type Transacao } from '../platform/db/banco.ts';
import { createJobs, type JobRun } from '../platform/jobs/jobs.ts';
import { undoImportacao } from './desfazer.ts';
import { INESPERADO, importacaoKinds, type PhaseWorks, request } from './fila.ts';
import { refusedArquivo } from './formatos/recusa.ts';
import { writeImportacao } from './gravacao.ts';
import { createImportacoes, openImportacoes } from './importacoes.ts';
import { insertPedaco } from './repo.ts';

const FILHO = 'server/test/importacaoFilho.ts';
const LINHAS = 3_000;
const onChange = async (): Promise<void> => undefined;

const filhos: ChildProcess[] = [];
let teste: TestApp;
let importador: ReturnType<typeof createImportador>;
beforeEach(async () => {
  teste = await buildTestApp();
  importador = createImportador(teste);
});
afterEach(async () => {
  for (const filho of filhos.splice(0)) filho.kill('SIGKILL');
  await teste.close();
});

const buildFrota = (quantas: number, letras = 'AAA'): string =>
  `Placa;Modelo\n${Array.from(
    { length: quantas },
    (_, i) => `${letras}${String(i).padStart(4, '0')};GOL ${i}`,
  ).join('\n')}\n`;

const count = async (comando: string): Promise<number> => {
  const [linha] = await query<{ total: number }>(teste.db, comando);
  return Number(linha?.total ?? 0);
};
const countVeiculos = () => count('select count(*) as total from veiculos');

describe('two imports', () => {
  it('write one after the other, and the second says that it waits', async () => {
    const um = await importador.preview({ conteudo: buildFrota(LINHAS) });
    const outro = await importador.preview({ conteudo: buildFrota(20, 'BBB') });
    await importador.act(um.id, 'gravar', 'atualizar');
    await importador.act(outro.id, 'gravar', 'atualizar');
    expect(await importador.get(outro.id)).toMatchObject({ fase: 'gravando', na_frente: 1 });
    expect((await importador.send({ conteudo: 'Placa\n' })).statusCode).toBe(429);
    const depois = await importador.reach(outro.id, 'concluida');
    expect(depois.na_frente).toBe(0);
    expect(await importador.get(um.id)).toMatchObject({ fase: 'concluida' });
    expect(await countVeiculos()).toBe(LINHAS + 20);
  });
});

it('a cancelled import is undone whole', async () => {
  const { id } = await importador.preview({ conteudo: buildFrota(LINHAS) });
  await importador.act(id, 'gravar', 'atualizar');
  await until(async () => expect(await countVeiculos()).toBeGreaterThan(0));
  expect((await importador.act(id, 'cancelar')).statusCode).toBe(202);
  const fim = await importador.reach(id, 'desfeita');
  expect(fim.mantidas).toBe(0);
  expect(await countVeiculos()).toBe(0);
  expect((await importador.act(id, 'gravar', 'atualizar')).statusCode).toBe(409);
});

it('another person does not see it, an administrator does', async () => {
  const { id } = await importador.read({ conteudo: buildFrota(1) });
  const outra = { name: 'Rui Sá', email: 'rui@unilavras.edu.br', password: 'cancela-azul-43' };
  const cadastro = await teste.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: outra,
  });
  const { token } = cadastro.json<{ token: string }>();
  expect((await teste.request({ url: importador.url(id), as: token })).statusCode).toBe(404);
  expect((await teste.request({ url: '/api/importacoes', as: token })).json()).toEqual([]);
  expect((await teste.request({ url: importador.url(id) })).statusCode).toBe(200);
});

it('after a month an import is deleted with its rows; open work is not', async () => {
  const { id } = await importador.preview({ conteudo: buildFrota(3) });
  const { alvos } = openImportacoes({ ...{ db: teste.db, log: teste.app.log }, onChange });
  const importacoes = createImportacoes({ db: teste.db, jobs: { put: async () => 0 }, alvos });
  await importacoes.prune();
  expect((await importador.get(id)).fase).toBe('previa');
  const dias = (quantos: number) => new Date(Date.now() - quantos * 86_400_000).toISOString();
  await query(teste.db, `update importacoes set criada_em = '${dias(31)}', fase = 'gravando'`);
  await importacoes.prune();
  expect(await count('select count(*) as total from importacao_linhas')).toBe(3);
  await query(teste.db, `update importacoes set fase = 'concluida'`);
  await importacoes.prune();
  expect(await count('select count(*) as total from importacao_linhas')).toBe(0);
  expect((await teste.request({ url: importador.url(id) })).statusCode).toBe(404);
});

it('the file of an import that was read is deleted; one that is received or read stays', async () => {
  const fases = ['recebendo', 'lendo', 'colunas', 'recusada'] as const;
  const lidas: number[] = [];
  for (const _ of fases) lidas.push((await importador.read({ conteudo: buildFrota(1) })).id);
  await waitForWorker();
  for (const [i, fase] of fases.entries()) {
    const id = lidas[i] ?? 0;
    await inTransaction(teste.db, async (trx) => {
      await insertPedaco(trx, id, 0, Buffer.from(buildFrota(1)));
      await trx.updateTable('importacoes').set({ fase }).where('id', '=', id).execute();
    });
  }
  const { alvos } = openImportacoes({ ...{ db: teste.db, log: teste.app.log }, onChange });
  await createImportacoes({ db: teste.db, jobs: { put: async () => 0 }, alvos }).prune();
  const ficam = await query(
    teste.db,
    'select fase from importacao_pedacos join importacoes on id = importacao order by id',
  );
  expect(ficam).toEqual([{ fase: 'recebendo' }, { fase: 'lendo' }]);
});

/** The work that read a file removes its pieces at its end, and takes what is requested before it. */
async function waitForWorker(): Promise<void> {
  const abertos = 'select count(*) as total from trabalhos where terminado_em is null';
  await until(async () => expect(await count(abertos)).toBe(0));
}

it('a file whose reading was cut short is read again from its start', async () => {
  const { id } = await importador.read({ conteudo: buildFrota(700) });
  await waitForWorker();
  const pedaco = Buffer.from(buildFrota(700));
  await inTransaction(teste.db, async (trx) => {
    await insertPedaco(trx, id, 0, pedaco);
    const autor = JSON.stringify({ id: 'ana', endereco: null, pedido: null });
    await request(trx, createJobs({ db: teste.db, kinds: {}, log: teste.app.log }), {
      ...{ id, fase: 'lendo' as const, autor },
    });
  });
  const { linhas } = await importador.reach(id, 'colunas');
  expect(linhas).toBe(700);
  expect(await count('select count(*) as total from importacao_linhas')).toBe(700);
});

const nenhum = async (): Promise<void> => undefined;

/** The queue, as this process works on it. */
async function work(tipo: string, works: Partial<PhaseWorks>): Promise<void> {
  const todos = { lendo: nenhum, conferindo: nenhum, gravando: nenhum, desfazendo: nenhum };
  const kinds = importacaoKinds({
    ...{ db: teste.db, log: { error: () => undefined } },
    works: { ...todos, ...works },
  });
  const inTrx = (_: unknown, act: (trx: Transacao) => Promise<unknown>) =>
    inTransaction(teste.db, act);
  const job = { sinal: new AbortController().signal, step: inTrx, finish: inTrx };
  await kinds[tipo]?.run(job as unknown as JobRun);
}
const fail = async (): Promise<void> => {
  throw new Error('disk full');
};
const setFase = (fase: FaseImportacao) =>
  query(teste.db, `update importacoes set fase = '${fase}', feitos = 0, ponto = 0`);

it('a preview that fails goes back to its columns, and keeps the corrected cells', async () => {
  const { id, colunas } = await importador.preview({ conteudo: 'Placa;Cor\nERRADA;Azul\n' });
  await importador.correct(id, 2, { 0: 'RIO2A18' });
  await waitForWorker();
  await setFase('conferindo');
  await work('importacao-previa', { conferindo: fail });
  expect(await importador.get(id)).toMatchObject({ fase: 'colunas', erro: INESPERADO });
  await importador.choose(
    id,
    colunas.map(({ campo }) => campo),
  );
  const { erro, contagem } = await importador.reach(id, 'previa');
  expect([erro, contagem.nova]).toEqual([null, 1]);
});

describe('an interrupted import whose undoing fails', () => {
  let falhas = 0;
  /** The register refuses the third batch, and later the second undone one. */
  const failAt = (vez: number) => async () => {
    falhas += 1;
    if (falhas === vez) throw new Error('disk full');
  };
  const worksOf = (aoMudar: () => Promise<void>) => {
    const { alvos } = openImportacoes({
      ...{ db: teste.db, log: teste.app.log },
      onChange: aoMudar,
    });
    falhas = 0;
    return { gravando: writeImportacao(alvos), desfazendo: undoImportacao(alvos) };
  };
  let id = 0;
  beforeEach(async () => {
    ({ id } = await importador.preview({ conteudo: buildFrota(250) }));
    await waitForWorker();
    await setFase('gravando');
    await work('importacao-gravacao', worksOf(failAt(3)));
    expect(await importador.get(id)).toMatchObject({ fase: 'interrompida', feitos: 200 });
    await setFase('desfazendo');
  });

  it('before its first row is interrupted again, and is continued at the row that was next', async () => {
    await work('importacao-gravacao', { desfazendo: fail });
    expect(await importador.get(id)).toMatchObject({
      ...{ fase: 'interrompida', erro: INESPERADO, feitos: 200 },
    });
    const { resultado } = await importador.write(id);
    expect([resultado.criadas, await countVeiculos()]).toEqual([250, 250]);
    await importador.undo(id);
    expect(await countVeiculos()).toBe(0);
  });

  it('half-way is not done: the rest is undone on request', async () => {
    await work('importacao-gravacao', worksOf(failAt(2)));
    expect(await importador.get(id)).toMatchObject({ fase: 'interrompida', desfeitas: 100 });
    expect(await countVeiculos()).toBe(100);
    expect(await importador.undo(id)).toMatchObject({ desfeitas: 200, mantidas: 0 });
    expect(await countVeiculos()).toBe(0);
  });
});

it('an import that was written whole is done again after an undoing that failed', async () => {
  const { id } = await importador.preview({ conteudo: buildFrota(2) });
  await importador.write(id);
  await waitForWorker();
  await setFase('desfazendo');
  await work('importacao-gravacao', { desfazendo: fail });
  expect(await importador.get(id)).toMatchObject({ fase: 'concluida', erro: INESPERADO });
});

it('a cancelled reading leaves nothing of its file, and the next file is read', async () => {
  const um = await importador.read({ conteudo: buildFrota(1) });
  const outro = await importador.read({ conteudo: buildFrota(2) });
  await waitForWorker();
  await inTransaction(teste.db, async (trx) => {
    await insertPedaco(trx, um.id, 0, Buffer.from(buildFrota(1)));
    await trx.updateTable('importacoes').set({ fase: 'lendo' }).execute();
  });
  const { alvos } = openImportacoes({ ...{ db: teste.db, log: teste.app.log }, onChange });
  const importacoes = createImportacoes({ db: teste.db, jobs: { put: async () => 0 }, alvos });
  const ninguem = { id: null, endereco: null, pedido: null };
  const deles = (tabela: string) =>
    `select count(*) as total from ${tabela} where importacao = ${um.id}`;
  const lidas: number[] = [];
  const lendo: PhaseWorks['lendo'] = async (_db, { row, step }) => {
    if (row.id === um.id) {
      await importacoes.cancel(ninguem, { id: '', admin: true }, row.id);
      expect(await count(deles('importacao_pedacos'))).toBe(0);
      expect(await count(deles('importacao_linhas'))).toBe(0);
      throw refusedArquivo('O arquivo está vazio.');
    }
    lidas.push(row.id);
    await step(async () => ({ fase: 'colunas' }));
  };
  await work('importacao-previa', { lendo });
  expect(lidas).toEqual([outro.id]);
  expect(await importador.get(um.id)).toMatchObject({
    ...{ fase: 'recusada', erro: 'Leitura cancelada.' },
  });
});

/** A process that works on the queue of this database. */
function startWorker(): ChildProcess {
  const filho = spawn(process.execPath, [START, FILHO], {
    env: { ...PROGRAM_ENV, ...teste.installation },
    stdio: 'ignore',
  });
  filhos.push(filho);
  return filho;
}

it('a killed process is followed by another one, without doubles or losses', async () => {
  const { id } = await importador.preview({ conteudo: buildFrota(LINHAS) });
  // This application takes no more work: the others do it.
  await teste.app.close();
  await query(
    teste.db,
    `update importacoes set fase = 'gravando', feitos = 0, ponto = 0 where id = ${id}`,
  );
  const filho = startWorker();
  await until(async () => expect(await countVeiculos()).toBeGreaterThan(200));
  filho.kill('SIGKILL');
  await once(filho, 'exit');
  const antes = await countVeiculos();
  expect(antes).toBeLessThan(LINHAS);
  const [linha] = await query<{ feitos: number }>(teste.db, 'select feitos from importacoes');
  expect(Number(linha?.feitos)).toBe(antes);
  // A minute of silence, told.
  await query(teste.db, "update trabalhos set vivo_em = '2026-01-01T00:00:00.000Z'");
  const segundo = startWorker();
  try {
    await until(async () =>
      expect(
        await count(`select count(*) as total from importacoes where fase = 'concluida'`),
      ).toBe(1),
    );
  } finally {
    segundo.kill('SIGKILL');
    await once(segundo, 'exit');
  }
  expect(await countVeiculos()).toBe(LINHAS);
  const criados = `select count(*) as total from auditoria where acao = 'criar' and entidade = 'veiculo'`;
  expect(await count(criados)).toBe(LINHAS);
  const feitas = `select count(*) as total from importacao_linhas where feito = 'criada'`;
  expect(await count(feitas)).toBe(LINHAS);
});
