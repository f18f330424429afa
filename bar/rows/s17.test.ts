/** S17: every change has its audit row, and a row that was tampered with is named. */
import { PRAZOS_PADRAO } from '@unipark/contract/retencao';
import type { Dubles } from '../../server/src/appDeps.ts';
import { verifyChain } from '../../server/src/auditoria/conferencia.ts';
import { AGENDA } from '../../server/src/platform/audit.ts';
import { moveCut, removeCutEntries } from '../../server/src/platform/auditCut.ts';
import { inTransaction } from '../../server/src/platform/db/banco.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { query } from '../../server/test/query.ts';
import { describeRow, type Measure } from '../row.ts';

type AuditedWrite = [
  nome: string,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
];

/** One write of each kind that the office makes, each with one row of the audit. */
const CHANGES: readonly AuditedWrite[] = [
  ['an owner is created', 'POST', '/db/proprietarios', { matricula: '1001', nome: 'Rita Alves' }],
  ['an owner is edited', 'PUT', '/db/proprietarios/1001', { nome: 'Rita Alves Prado' }],
  ['a vehicle is created', 'POST', '/db/veiculos', { placa: 'RIO2A18', status: 'ATIVO' }],
  ['a vehicle is edited', 'PUT', '/db/veiculos/RIO2A18', { status: 'PROIBIDO', motivo: 'Vaga' }],
  ['a passage is registered', 'POST', '/db/ultimosveiculos', { placa: 'ABC1D23' }],
  ['a passage is removed', 'DELETE', '/db/ultimosveiculos/1'],
  ['a setting is changed', 'PUT', '/api/retencao', { ...PRAZOS_PADRAO, fotos_dias: 20 }],
  ['an invitation is made', 'POST', '/api/convites', { email: 'rui@x.br' }],
  ['a vehicle is deleted', 'DELETE', '/db/veiculos/RIO2A18'],
  ['an owner is deleted', 'DELETE', '/db/proprietarios/1001'],
];

/** Retention takes the two oldest rows: the chain is whole, and its new beginning is not to be moved. */
async function checkCut(m: Measure, db: TestApp['db']): Promise<void> {
  const [, segunda] = await db
    .selectFrom('auditoria')
    .select(['id', 'hash', 'quando'])
    .orderBy('id')
    .limit(2)
    .execute();
  if (!segunda) throw new Error('the audit has no rows');
  const corte = { ate: segunda.id, hash: segunda.hash, linhas: 2, em: segunda.quando };
  await inTransaction(db, (trx) => moveCut(trx, AGENDA, corte));
  await inTransaction(db, (trx) => removeCutEntries(trx, 10));
  const cortada = await verifyChain(db, () => {});
  m.check(cortada.quebra === null, 'after retention the chain is whole', cortada);
  await query(db, 'update auditoria_cabeca set cortadas = cortadas + 1');
  const movida = await verifyChain(db, () => {});
  m.check(movida.quebra === 'inicio', 'another beginning is named', movida);
}

/** What a person with the database's file can do once its triggers are gone. */
const TAMPERINGS: readonly [nome: string, texto: string, quebra: string][] = [
  ['a changed author', `update auditoria set quem = 'outro' where id = 4`, '4'],
  [
    'a changed instant',
    `update auditoria set quando = '2020-01-01T00:00:00.000Z' where id = 3`,
    '3',
  ],
  ['a removed row', `delete from auditoria where id = 5`, '6'],
  [
    'two rows in each other’s place',
    `update auditoria set id = case id when 3 then -4 when 4 then -3 end where id in (3, 4); update auditoria set id = -id where id < 0`,
    '3',
  ],
  ['a changed key', `update auditoria set chave = 'ABC1D23' where id = 4`, '4'],
  [
    'a changed value',
    `update auditoria_detalhes set detalhe = detalhe || ' ' where auditoria_id = 4`,
    '4',
  ],
  ['values that are gone', `delete from auditoria_detalhes where auditoria_id = 4`, '4'],
  [
    'texts erased without an act',
    `update auditoria set chave = 'anonimizado', sal = null, apagada = 1 where id = 4; delete from auditoria_detalhes where auditoria_id = 4`,
    '4',
  ],
  ['the newest rows cut off', `delete from auditoria where id > 6`, 'fim'],
];

const TABELAS = ['auditoria', 'auditoria_detalhes'];

const countRows = async ({ db }: TestApp): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('auditoria')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

async function check(m: Measure, dubles: Dubles = {}): Promise<void> {
  const teste = await buildTestApp({ dubles });
  try {
    for (const [nome, method, url, payload] of CHANGES) {
      const antes = await countRows(teste);
      const { statusCode } = await teste.request({ method, url, ...(payload && { payload }) });
      m.check(statusCode < 300, `${nome}: accepted`, statusCode);
      const escritas = (await countRows(teste)) - antes;
      m.check(escritas === 1, `${nome}: one row of the audit`, escritas);
    }
    const { db } = teste;
    const inteira = await verifyChain(db, () => {});
    m.check(inteira.quebra === null, 'the chain is whole', inteira);
    for (const ato of ['update auditoria set quem = null', 'delete from auditoria']) {
      const negada = await query(db, ato).then(
        () => false,
        () => true,
      );
      m.check(negada, `the database refuses: ${ato}`);
    }
    await query(db, 'drop trigger if exists auditoria_sem_update');
    await query(db, 'drop trigger if exists auditoria_sem_delete');
    // Without its reference to the chain, which would refuse some of what follows.
    await query(db, 'create table detalhes as select * from auditoria_detalhes');
    await query(db, 'drop table auditoria_detalhes');
    await query(db, 'alter table detalhes rename to auditoria_detalhes');
    for (const [nome, texto, quebra] of TAMPERINGS) {
      for (const tabela of TABELAS) {
        await query(db, `create table guardada_${tabela} as select * from ${tabela}`);
      }
      for (const parte of texto.split(';')) await query(db, parte);
      const achada = await verifyChain(db, () => {});
      m.check(achada.quebra === quebra, `${nome} is named`, achada);
      for (const tabela of TABELAS) {
        await query(db, `delete from ${tabela}`);
        await query(db, `insert into ${tabela} select * from guardada_${tabela}`);
        await query(db, `drop table guardada_${tabela}`);
      }
    }
    await checkCut(m, db);
  } finally {
    await teste.close();
  }
}

/** The fault: the database lets rows of the audit be changed. */
const dropTriggers: Dubles['beforeRoutes'] = (app, db) => {
  app.addHook('onReady', async () => {
    await query(db, 'drop trigger auditoria_sem_update');
  });
};

describeRow({
  id: 'S17',
  promise: 'every change is audited, and tampering shows',
  run: (m) => check(m),
  canary: (m) => check(m, { beforeRoutes: dropTriggers }),
});
