import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../test/espera.ts';
import { type BancadaImportacao, buildImportacao, CABECALHO } from '../../../test/importacao.ts';
import { START } from '../../../test/processo.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { endJob, findLast, insertJob } from '../../platform/jobs/repo.ts';
import { begin, findMontando } from '../edicoesRepo.ts';
import { ARQUIVO, GRUPO, MODELOS } from '../trabalhos.ts';
import { copyArquivo } from './arquivo.ts';
import { importacaoKinds } from './importar.ts';

const ferramenta = fileURLToPath(new URL('../../unipark.ts', import.meta.url));
const LINHAS = 20_000;
const EM_ANDAMENTO =
  'Já há uma atualização em andamento. Aguarde o fim; se ela foi interrompida, repita em um minuto.';

let bancada: BancadaImportacao;
beforeEach(async () => {
  bancada = await buildImportacao();
  await bancada.importText(`${CABECALHO}1,1,Antiga,1,M,2018-1,\n`);
});
afterEach(() => bancada.close());

/** Two megabytes of model years. */
const buildLarge = (linhas = LINHAS, nome = 'Modelo comprido '.repeat(5)): string =>
  CABECALHO +
  Array.from(
    { length: linhas },
    (_, i) => `1,${i % 7},Marca ${i % 7},${i},${nome}${i},${2000 + (i % 20)}-5,\n`,
  ).join('');

function start(arquivo: string): {
  filho: ChildProcess;
  saida: Promise<string>;
  fim: Promise<unknown[]>;
} {
  const env = { PATH: process.env.PATH, DATA_DIR: bancada.dataDir };
  const filho = spawn(process.execPath, [START, ferramenta, 'fipe', 'import', arquivo], { env });
  const saida = Promise.all([text(filho.stdout), text(filho.stderr)]);
  return { filho, saida: saida.then((partes) => partes.join('')), fim: once(filho, 'exit') };
}

const findInMaking = () => findMontando(bancada.db, 'arquivo');

/** Waits until the import has written this many records. */
async function reached(feitos: number) {
  for (;;) {
    const row = await findLast(bancada.db, 'tipo', ARQUIVO);
    if (row?.situacao === 'rodando' && row.feitos >= feitos) return row;
    await sleep(5);
  }
}

/** Simulates a minute of silence. */
const age = () =>
  bancada.db
    .updateTable('trabalhos')
    .set({ vivo_em: new Date(Date.now() - 61_000).toISOString() })
    .where('terminado_em', 'is', null)
    .execute();

async function countInUse(): Promise<number> {
  const emUso = bancada.db
    .selectFrom('catalogo_edicoes')
    .select('id')
    .where('situacao', '=', 'ativa');
  const { total } = await bancada.db
    .selectFrom('fipe_anos')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('edicao', '=', emUso)
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function killMidway(linhas = LINHAS): Promise<string> {
  const arquivo = bancada.write('grande.csv', buildLarge(linhas));
  const { filho, fim } = start(arquivo);
  await reached(1_000);
  filho.kill('SIGKILL');
  await fim;
  return arquivo;
}

describe('an import that is killed', () => {
  test('leaves the old catalogue in use; the same command imports the whole file again', async () => {
    const arquivo = await killMidway();
    const metade = await findInMaking();
    expect(await countInUse()).toBe(1);

    // During the first minute it still counts as alive.
    expect((await bancada.run([arquivo])).linhas).toEqual([EM_ANDAMENTO]);
    await age();

    const segunda = start(arquivo);
    const vistos = new Set<number>();
    let acabou = false;
    segunda.filho.once('exit', () => {
      acabou = true;
    });
    while (!acabou) {
      vistos.add(await countInUse());
      await sleep(20);
    }
    vistos.add(await countInUse());
    expect([...vistos]).toEqual([1, LINHAS]);
    const saida = await segunda.saida;
    expect(saida).toContain('O catálogo tem 7 marcas, 20.000 modelos e 20.000 anos.\n');
    expect(saida).not.toContain('Repetidos');
    const restam = bancada.db.selectFrom('fipe_anos').select('edicao').distinct().execute();
    expect((await restam).map(({ edicao }) => edicao)).not.toContain(metade?.id);
  });

  test('is imported again, without a command, by the next process that takes work', async () => {
    await killMidway(15_000);
    await age();
    const kinds = importacaoKinds({ db: bancada.db });
    const jobs = createJobs({ db: bancada.db, kinds, log: { error: () => undefined } });
    jobs.start();
    await until(async () => expect(await countInUse()).toBe(15_000));
    await jobs.stop();
    expect(await findLast(bancada.db, 'tipo', ARQUIVO)).toMatchObject({
      situacao: 'feito',
      quedas: 1,
    });
    expect(await findInMaking()).toBeUndefined();
  });

  test('is replaced by another file', async () => {
    await killMidway();
    await age();
    const { codigo, linhas } = await bancada.importText(buildLarge(50));
    expect([codigo, ...linhas]).toEqual([
      0,
      'Catálogo importado: tabela.',
      'O catálogo tem 7 marcas, 50 modelos e 50 anos.',
    ]);
    expect((await bancada.editions()).map(({ situacao }) => situacao)).toEqual(['ativa']);
  });

  test('by Ctrl+C reports it, and leaves no unfinished edition', async () => {
    const arquivo = bancada.write('grande.csv', buildLarge(15_000));
    const { filho, saida, fim } = start(arquivo);
    await reached(1_000);
    filho.kill('SIGINT');
    expect((await fim)[0]).toBe(130);
    expect(await saida).toContain('Interrompido. Nada foi importado.\n');
    expect([await findInMaking(), await countInUse()]).toEqual([undefined, 1]);
    expect((await bancada.run([arquivo])).codigo).toBe(0);
    expect(await countInUse()).toBe(15_000);
  });
});

describe('what the import depends on', () => {
  test('a check that is stopped leaves nothing', async () => {
    const arquivo = bancada.write('muitas.csv', buildLarge(50));
    expect(await bancada.run([arquivo, '--conferir'], AbortSignal.abort())).toEqual({
      codigo: 130,
      linhas: ['Interrompido. Nada foi gravado.'],
    });
    expect(await findInMaking()).toBeUndefined();
  });

  test('a full disk is one sentence, and the same command works when there is space again', async () => {
    const { page_count } = (
      await sql<{ page_count: number }>`pragma page_count`.execute(bancada.db)
    ).rows[0] ?? { page_count: 0 };
    const limit = (paginas: number) =>
      inTransaction(bancada.db, (trx) =>
        sql.raw(`pragma max_page_count = ${paginas}`).execute(trx),
      );
    await limit(page_count + 60);
    const arquivo = bancada.write('grande.csv', buildLarge(5_000));
    const cheio = await bancada.run([arquivo]);
    expect(cheio).toEqual({
      codigo: 1,
      linhas: ['O disco do servidor está cheio. Nada foi gravado.'],
    });
    expect(await countInUse()).toBe(1);
    await limit(1_000_000);
    expect((await bancada.run([arquivo])).codigo).toBe(0);
    expect(await countInUse()).toBe(5_000);
  });
});

describe('an import among others', () => {
  const autor = { id: 'operador', endereco: null, pedido: null };
  const put = (tipo: string) =>
    inTransaction(bancada.db, (trx) =>
      insertJob(trx, { tipo, grupo: GRUPO, parametros: '{}', autor }),
    );

  test('does not begin while a refresh is running', async () => {
    await put(MODELOS);
    expect((await bancada.importText(buildLarge(5))).linhas).toEqual([EM_ANDAMENTO]);
    expect(await findInMaking()).toBeUndefined();
  });

  test('replaces a stopped refresh, and reports it', async () => {
    await inTransaction(bancada.db, (trx) => begin(trx, { origem: 'atualizacao' }));
    const conferido = await bancada.importText(buildLarge(5), '--conferir');
    expect(conferido.linhas[0]).toBe('Arquivo conferido: tabela.');
    expect(await findMontando(bancada.db)).toBeDefined();
    expect((await bancada.importText(buildLarge(5))).linhas[0]).toBe(
      'A atualização interrompida foi descartada.',
    );
    expect(await findMontando(bancada.db)).toBeUndefined();
  });

  test('that was taken over stops, and the other process continues', async () => {
    const corrida = bancada.importText(buildLarge(15_000));
    const { id } = await reached(1_000);
    await inTransaction(bancada.db, (trx) => endJob(trx, id, 'cancelado', null));
    await put(ARQUIVO);
    expect((await corrida).linhas).toEqual([EM_ANDAMENTO]);
    expect(await countInUse()).toBe(1);
  });

  test('reads a copy: the file may change meanwhile, but not while it is copied', async () => {
    const arquivo = bancada.write('muda.csv', buildLarge(15_000));
    const corrida = bancada.run([arquivo]);
    await reached(1_000);
    bancada.write('muda.csv', 'outra coisa');
    expect((await corrida).codigo).toBe(0);
    expect(await countInUse()).toBe(15_000);
    const growing: typeof copyFile = async (de, para) => {
      await copyFile(de, para);
      appendFileSync(de, '\n');
    };
    await expect(copyArquivo(arquivo, `${arquivo}.copia`, growing)).rejects.toThrow(
      'O arquivo mudou durante a leitura. Aguarde o fim da gravação e repita.',
    );
    expect(readdirSync(bancada.dataDir).filter((nome) => nome.endsWith('.copia'))).toEqual([]);
  });

  test('the audit names the file, its hash and the result', async () => {
    await bancada.importText(buildLarge(5), '--referencia', '2026-11');
    const { acao, entidade, quem, detalhe } = await bancada.db
      .selectFrom('auditoria')
      .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
      .select(['acao', 'entidade', 'quem', 'detalhe'])
      .orderBy('auditoria.id', 'desc')
      .executeTakeFirstOrThrow();
    expect([acao, entidade, quem]).toEqual(['importar', 'catalogo', 'operador']);
    expect(JSON.parse(detalhe)).toEqual({
      arquivo: 'tabela',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      referencia: '2026-11',
      marcas: 5,
      modelos: 5,
      anos: 5,
      mantidos: [],
    });
  });
});
