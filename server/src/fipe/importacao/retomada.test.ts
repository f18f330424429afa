import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BancadaImportacao, buildImportacao, CABECALHO } from '../../../test/importacao.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { claimMontando } from '../atualizacao/posse.ts';
import { begin, findAtiva } from '../edicoesRepo.ts';
import { examineArquivo, hashArquivo } from './arquivo.ts';
import { importFile } from './importar.ts';

const ferramenta = fileURLToPath(new URL('../../unipark.ts', import.meta.url));
const LINHAS = 40_000;
const EM_ANDAMENTO =
  'Já há uma atualização em andamento. Espere que termine; se ela caiu, repita em um minuto.';

let bancada: BancadaImportacao;
beforeEach(async () => {
  bancada = await buildImportacao();
  await bancada.importText(`${CABECALHO}1,1,Antiga,1,M,2018-1,\n`);
});
afterEach(() => bancada.close());

/** 5 MB of model years. */
const grande = (linhas = LINHAS, nome = 'Modelo comprido '.repeat(5)): string =>
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
  const filho = spawn(process.execPath, [ferramenta, 'fipe', 'import', arquivo], { env });
  const saida = Promise.all([text(filho.stdout), text(filho.stderr)]);
  return { filho, saida: saida.then((partes) => partes.join('')), fim: once(filho, 'exit') };
}

const emMontagem = () =>
  bancada.db
    .selectFrom('catalogo_edicoes')
    .selectAll()
    .where('situacao', '=', 'montando')
    .executeTakeFirst();

/** Waits until the import has put so many records on disk. */
async function reached(feitos: number) {
  for (;;) {
    const edicao = await emMontagem();
    if (edicao && edicao.feitos >= feitos) return edicao;
    await sleep(5);
  }
}

const age = () =>
  bancada.db
    .updateTable('catalogo_edicoes')
    .set({ viva_em: new Date(Date.now() - 61_000).toISOString() })
    .where('situacao', '=', 'montando')
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

describe('an import that is killed', () => {
  test('goes on from its last step, and the catalogue is the old one or the new one, nothing between', async () => {
    const arquivo = bancada.write('grande.csv', grande());
    const { filho, fim } = start(arquivo);
    await reached(5_000);
    filho.kill('SIGKILL');
    await fim;
    const parada = await emMontagem();
    expect(parada?.feitos).toBeGreaterThanOrEqual(5_000);
    expect(parada?.feitos).toBeLessThan(LINHAS);
    expect(await countInUse()).toBe(1);

    // Nobody can tell yet that it is dead.
    expect((await bancada.run([arquivo])).linhas).toEqual([EM_ANDAMENTO]);
    await age();
    // What was written once is not looked at again: a row that is gone stays gone.
    await bancada.db
      .deleteFrom('fipe_anos')
      .where('edicao', '=', parada?.id ?? 0)
      .where('posicao', '=', 1)
      .execute();

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
    const saida = await segunda.saida;
    vistos.add(await countInUse());
    expect([...vistos]).toEqual([1, LINHAS - 1]);
    const linha = ((parada?.feitos ?? 0) + 2).toLocaleString('pt-BR');
    expect(saida).toContain(`Continuando da linha ${linha}.\n`);
    expect(saida).toContain('O catálogo tem 7 marcas, 40.000 modelos e 39.999 anos.\n');
    expect(saida).not.toContain('Repetidos');
    const [antiga, nova] = await bancada.editions();
    expect([antiga?.situacao, nova?.situacao, nova?.feitos]).toEqual(['antiga', 'ativa', LINHAS]);
  });

  test('gives way to another file', async () => {
    const { filho, fim } = start(bancada.write('grande.csv', grande()));
    await reached(1_000);
    filho.kill('SIGKILL');
    await fim;
    await age();
    const { codigo, linhas } = await bancada.importText(grande(50));
    expect([codigo, ...linhas]).toEqual([
      0,
      'Uma atualização que tinha parado foi abandonada.',
      'Catálogo importado: tabela.',
      'O catálogo tem 7 marcas, 50 modelos e 50 anos.',
    ]);
    expect((await bancada.editions()).map(({ situacao }) => situacao)).toEqual([
      'antiga',
      'antiga',
      'ativa',
    ]);
  });

  test('by Ctrl+C says so, and goes on at once', async () => {
    const arquivo = bancada.write('grande.csv', grande(15_000));
    const { filho, saida, fim } = start(arquivo);
    await reached(1_000);
    filho.kill('SIGINT');
    expect((await fim)[0]).toBe(130);
    expect(await saida).toContain('Interrompido. O mesmo comando continua de onde parou.\n');
    // A refresh leaves it to whoever began it.
    await expect(inTransaction(bancada.db, claimMontando)).rejects.toThrow(
      /^Uma importação foi interrompida há pouco/,
    );
    const { codigo, linhas } = await bancada.run([arquivo]);
    expect([codigo, linhas[0]]).toEqual([0, expect.stringMatching(/^Continuando da linha \d/)]);
    expect(await countInUse()).toBe(15_000);
  });
});

describe('what the import depends on', () => {
  test('a check that is stopped leaves nothing', async () => {
    const arquivo = bancada.write('muitas.csv', grande(50));
    expect(await bancada.run([arquivo, '--conferir'], AbortSignal.abort())).toEqual({
      codigo: 130,
      linhas: ['Interrompido. Nada foi gravado.'],
    });
    expect(await emMontagem()).toBeUndefined();
  });

  test('a full disk is one sentence, and the same file goes on when there is room again', async () => {
    const { page_count } = (
      await sql<{ page_count: number }>`pragma page_count`.execute(bancada.db)
    ).rows[0] ?? { page_count: 0 };
    const limit = (paginas: number) =>
      inTransaction(bancada.db, (trx) =>
        sql.raw(`pragma max_page_count = ${paginas}`).execute(trx),
      );
    await limit(page_count + 60);
    const arquivo = bancada.write('grande.csv', grande(5_000));
    const cheio = await bancada.run([arquivo]);
    expect(cheio).toEqual({
      codigo: 1,
      linhas: ['O disco do servidor está cheio. Nada foi gravado.'],
    });
    expect(await countInUse()).toBe(1);
    await limit(1_000_000);
    expect((await bancada.run([arquivo])).linhas[0]).toMatch(/^Continuando da linha \d/);
    expect(await countInUse()).toBe(5_000);
  });
});

describe('an import among others', () => {
  test('does not begin while somebody is at work', async () => {
    await inTransaction(bancada.db, (trx) => begin(trx, { origem: 'atualizacao' }));
    expect((await bancada.importText(grande(5))).linhas).toEqual([EM_ANDAMENTO]);
    expect(await emMontagem()).toMatchObject({ origem: 'atualizacao', arquivo_hash: null });
  });

  test('is nobody’s any more once it is in use: a refresh may begin', async () => {
    await inTransaction(bancada.db, async (trx) => {
      expect((await findAtiva(trx))?.dono).toBeNull();
      expect((await claimMontando(trx)).edicao).toMatchObject({ origem: 'atualizacao' });
    });
  });

  test('that was taken over stops, and leaves the work to the other', async () => {
    const corrida = bancada.importText(grande(15_000));
    await reached(1_000);
    await bancada.db
      .updateTable('catalogo_edicoes')
      .set({ dono: 'outro' })
      .where('situacao', '=', 'montando')
      .execute();
    expect((await corrida).linhas).toEqual([EM_ANDAMENTO]);
    expect(await emMontagem()).toMatchObject({ dono: 'outro' });
    expect(await countInUse()).toBe(1);
  });

  test('a file that changes while it is read is refused', async () => {
    const caminho = bancada.write('muda.csv', grande(5));
    const pedido = {
      arquivo: await examineArquivo(caminho),
      ...(await hashArquivo(caminho)),
      codificacao: 'utf-8' as const,
      substituir: true,
    };
    bancada.write('muda.csv', grande(6));
    const calado = { onProgress: () => undefined, onNotice: () => undefined };
    const autor = { id: 'operador', endereco: null, pedido: null };
    const { signal: sinal } = new AbortController();
    await expect(importFile(bancada.db, pedido, { autor, sinal, ...calado })).rejects.toThrow(
      'O arquivo mudou enquanto era lido. Espere ele ficar pronto e repita.',
    );
    expect([await emMontagem(), await countInUse()]).toEqual([undefined, 1]);
  });

  test('the audit names the file, its hash and what came of it', async () => {
    await bancada.importText(grande(5), '--referencia', '2026-11');
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
