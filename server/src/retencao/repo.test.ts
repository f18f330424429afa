/** Which passages and pictures are too old, and the transactions that delete them. */
import type { Apagados } from '@unipark/contract/retencao';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBanco, type TestBanco } from '../../test/banco.ts';
import { plansOf, testOfSqlite } from '../../test/planos.ts';
import { random } from '../demo/registro.ts';
import { AGENDA, audit } from '../platform/audit.ts';
import { correctClock } from '../platform/clock.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import type { JobRun } from '../platform/jobs/jobs.ts';
import { limpezaKinds } from './limpeza.ts';
import { cutOf } from './prazos.ts';
import { type Cortes, countIds, listFotos, listPassagens } from './repo.ts';

let banco: TestBanco;
let db: Banco;
beforeEach(async () => {
  banco = await openTestBanco();
  db = banco.db;
});
afterEach(() => banco.close());

interface OldPassagem {
  /** Days since its arrival. */
  dias: number;
  status?: string;
  leituras?: number;
  /** Pictures of each reading. */
  fotos?: number;
}

async function insertPassagem({ dias, status = 'ATIVO', leituras = 1, fotos = 0 }: OldPassagem) {
  const quando = cutOf(dias);
  const comum = { instante: quando, recebido_em: quando, camera: '1', atrasada: 0 };
  const { id } = await db
    .insertInto('passagens')
    .values({
      ...{ ...comum, status, placa: 'ABC1D23', chave: 'ABC1D23', nivel: 'exata' },
      ...{ ultima_leitura_em: quando, na_lista: 1, teste: 0, versao: 1, busca: ' abc1d23' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const leitura = { ...comum, passagem_id: id, dialeto: 'unipark', placa_lida: 'ABC1D23' };
  const delas = await db
    .insertInto('leituras')
    .values(Array(leituras).fill({ ...leitura, casamento: '{}' }))
    .returning('id')
    .execute();
  const imagens = delas.flatMap(({ id: leitura_id }) =>
    Array(fotos).fill({ leitura_id, papel: 'cena', jpeg: Buffer.from('x'), criado_em: quando }),
  );
  if (imagens.length > 0) await db.insertInto('imagens').values(imagens).execute();
  return id;
}

const cortes = (passagens: number | null, nao_cadastradas: number, fotos: number): Cortes => ({
  passagens: passagens === null ? null : cutOf(passagens),
  nao_cadastradas: cutOf(nao_cadastradas),
  fotos: cutOf(fotos),
});

const countAll = async (): Promise<number[]> =>
  Promise.all(
    (['passagens', 'leituras', 'imagens'] as const).map(
      async (tabela) => (await db.selectFrom(tabela).select('id').execute()).length,
    ),
  );

const preview = async (quais: Cortes): Promise<Apagados> => ({
  passagens: await countIds(listPassagens(db, quais), 10_001),
  fotos: await countIds(listFotos(db, quais), 10_001),
  auditoria: 0,
});

/** A run of the work; `onStep` follows each transaction, and may end the work by an error. */
async function clear(
  quais: Cortes & { auditoria?: string },
  onStep: () => void | Promise<void> = () => undefined,
) {
  const eventos: unknown[] = [];
  const soltas: string[] = [];
  const limpeza = limpezaKinds({
    db,
    fotos: {
      release: async (nomes) => {
        const [, , imagens] = await countAll();
        soltas.push(...nomes.map((nome) => `${nome}, ${imagens} pictures left`));
      },
    },
    eventos: {
      append: async (_trx, _tipo, dados) => {
        eventos.push(dados);
      },
    },
  }).retencao;
  let apagados: unknown;
  const job: JobRun = {
    parametros: quais,
    autor: { id: 'agenda', endereco: null, pedido: null },
    sinal: new AbortController().signal,
    async step(_progress, work) {
      const feito = work && (await inTransaction(db, work));
      await onStep();
      return feito;
    },
    check: async () => undefined,
    nextChange: async () => undefined,
    put: async () => 0,
    async finish(resultado, work) {
      await inTransaction(db, work);
      apagados = resultado;
    },
  };
  await limpeza?.run(job);
  return { apagados, eventos, soltas };
}

const findAudit = () =>
  db
    .selectFrom('auditoria')
    .innerJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
    .select(['quem', 'acao', 'entidade', 'detalhe'])
    .orderBy('auditoria.id')
    .execute();

const PRAZOS = [
  [180, 30, 30],
  [30, 180, 60],
  [null, 10, 400],
  [90, 90, 5],
  [400, 400, 400],
] as const;

describe('a cleaning deletes what its preview counts, and nothing else', () => {
  it.each(PRAZOS)('passages %s, not registered %s, pictures %s', async (todas, sem, fotos) => {
    const sortear = random(7);
    const idades = Array.from({ length: 60 }, () => Math.floor(sortear() * 300) + 0.5).sort(
      (a, b) => b - a,
    );
    const feitas = idades.map((dias) => ({
      dias,
      status: sortear() < 0.4 ? 'Não cadastrado' : 'ATIVO',
      leituras: 1 + Math.floor(sortear() * 3),
      fotos: Math.floor(sortear() * 3),
    }));
    for (const passagem of feitas) await insertPassagem(passagem);
    const isPast = ({ dias, status }: (typeof feitas)[number]) =>
      (todas !== null && dias > todas) || (status === 'Não cadastrado' && dias > sem);
    const ficam = feitas.filter((passagem) => !isPast(passagem));
    const comFoto = ficam.filter(({ dias }) => dias <= fotos);
    const sumOf = (delas: typeof feitas, each: (p: (typeof feitas)[number]) => number) =>
      delas.reduce((soma, uma) => soma + each(uma), 0);
    const imagensDe = (delas: typeof feitas) => sumOf(delas, (p) => p.leituras * p.fotos);

    const quais = cortes(todas, sem, fotos);
    const previa = await preview(quais);
    expect(previa).toEqual({
      passagens: feitas.length - ficam.length,
      fotos: imagensDe(feitas) - imagensDe(comFoto),
      auditoria: 0,
    });
    const horas = await db.selectFrom('passagens_horas').selectAll().execute();
    expect((await clear(quais)).apagados).toEqual(previa);
    expect(await countAll()).toEqual([
      ficam.length,
      sumOf(ficam, (p) => p.leituras),
      imagensDe(comFoto),
    ]);
    expect(await db.selectFrom('passagens_horas').selectAll().execute()).toEqual(horas);
    expect(await preview(quais)).toEqual({ passagens: 0, fotos: 0, auditoria: 0 });
  });
});

describe('a cleaning', () => {
  it('deletes at most 200 readings in a transaction, and the passage in the last', async () => {
    await insertPassagem({ dias: 200, leituras: 450, fotos: 1 });
    await insertPassagem({ dias: 1 });
    const passos: number[][] = [];
    await clear(cortes(180, 30, 300), async () => void passos.push(await countAll()));
    const leituras = passos.map(([, quantas = 0]) => quantas);
    const antes = [451, ...leituras];
    expect(Math.max(...leituras.map((resta, i) => (antes[i] ?? 0) - resta))).toBe(200);
    expect(passos.filter(([passagens]) => passagens === 1)).toHaveLength(1);
    expect(passos.at(-1)).toEqual([1, 1, 0]);
  });

  it('counts in one audit row what a process deleted that died', async () => {
    for (let i = 0; i < 120; i += 1) await insertPassagem({ dias: 200 });
    let passos = 0;
    const morre = () => {
      passos += 1;
      if (passos === 2) throw new Error('killed');
    };
    await expect(clear(cortes(180, 30, 30), morre)).rejects.toThrow('killed');
    expect((await countAll())[0]).toBe(20);
    expect(await findAudit()).toEqual([]);
    const { apagados } = await clear(cortes(180, 30, 30));
    expect(apagados).toEqual({ passagens: 120, fotos: 0, auditoria: 0 });
    const [linha, ...outras] = await findAudit();
    expect(outras).toEqual([]);
    expect(linha).toMatchObject({ quem: 'agenda', acao: 'excluir', entidade: 'retencao' });
    expect(JSON.parse(linha?.detalhe ?? '')).toMatchObject({ passagens: 120, fotos: 0 });
    expect((await clear(cortes(180, 30, 30))).apagados).toEqual({
      passagens: 0,
      fotos: 0,
      auditoria: 0,
    });
    expect(await findAudit()).toHaveLength(1);
  });

  it('cuts off the acts that are older than their period, and counts them', async () => {
    correctClock(-2_000 * 86_400_000);
    for (let i = 0; i < 250; i += 1) {
      const ato = { acao: 'criar', entidade: 'veiculo', chave: String(i) } as const;
      await inTransaction(db, (trx) => audit(trx, AGENDA, ato));
    }
    correctClock(0);
    const { apagados } = await clear({ ...cortes(180, 30, 30), auditoria: cutOf(1_825) });
    expect(apagados).toEqual({ passagens: 0, fotos: 0, auditoria: 250 });
    expect((await findAudit()).map(({ acao, entidade }) => `${acao} ${entidade}`)).toEqual([
      'excluir auditoria',
      'excluir retencao',
    ]);
    expect((await db.selectFrom('auditoria').select('id').execute()).length).toBe(2);
  });

  it('leaves the pictures of a passage that is kept after it was found', async () => {
    for (let i = 0; i < 30; i += 1) await insertPassagem({ dias: 40, fotos: 1 });
    const keep = async () => {
      await db.updateTable('passagens').set({ reter_ate: '2999-12-31' }).execute();
    };
    expect((await clear(cortes(180, 30, 30), keep)).apagados).toMatchObject({ fotos: 25 });
    expect(await countAll()).toEqual([30, 30, 5]);
  });

  it('tells the screens about a deleted card on show', async () => {
    const velha = await insertPassagem({ dias: 200 });
    await insertPassagem({ dias: 1 });
    expect((await clear(cortes(180, 30, 30))).eventos).toEqual([{ id: String(velha) }]);
  });

  it('gives the files of deleted pictures up after the commit', async () => {
    await insertPassagem({ dias: 200, fotos: 2 });
    await insertPassagem({ dias: 1, fotos: 1 });
    await db
      .updateTable('imagens')
      .set({ jpeg: Buffer.alloc(0), arquivo: 'a.jpg' })
      .execute();
    const { soltas } = await clear(cortes(180, 30, 30));
    expect(soltas).toEqual(['a.jpg, 1 pictures left', 'a.jpg, 1 pictures left']);
  });

  it('keeps a passage that was corrected after it was found', async () => {
    for (let i = 0; i < 60; i += 1) await insertPassagem({ dias: 40, status: 'Não cadastrado' });
    const correct = async () => {
      await db.updateTable('passagens').set({ status: 'ATIVO' }).execute();
    };
    expect((await clear(cortes(180, 30, 30), correct)).apagados).toMatchObject({ passagens: 50 });
    expect(await countAll()).toEqual([10, 10, 0]);
  });
});

testOfSqlite('a cleaning reads no table whole', async () => {
  await insertPassagem({ dias: 200, fotos: 1 });
  await insertPassagem({ dias: 40, status: 'Não cadastrado' });
  const passos = await plansOf(db, async (trx) => {
    for await (const _ of listPassagens(trx, cortes(180, 30, 30)));
    for await (const _ of listFotos(trx, cortes(180, 30, 30)));
  });
  expect(passos.filter((passo) => /^SCAN (?!CONSTANT)/.test(passo))).toEqual([]);
  expect(passos.some((passo) => passo.includes('passagens_status_id_'))).toBe(true);
});
