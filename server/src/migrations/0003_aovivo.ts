/** The gate: plate cameras and their readings, matching, alerts, history, live video. */
import { findGemea } from '@unipark/contract/placa';
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../platform/db/dialect.ts';
import { searchIndexSql, searchText } from '../platform/db/search.ts';

const LOTE = 500;

/** A passage's match, correction and alert. */
async function alterPassagens(db: Kysely<unknown>): Promise<void> {
  const colunas = [
    // The plate as it was read, when a correction replaced it.
    ['placa_lida', 'text', null],
    ['nivel', 'text', 'nenhuma'],
    ['sugestoes', 'text', null],
    ['alerta', 'text', null],
    ['alertado_em', 'text', null],
    ['corrigida_por', 'text', null],
    ['corrigida_em', 'text', null],
    ['atrasada', 'integer', 0],
    ['dispositivo', 'text', null],
    ['busca', 'text', ''],
  ] as const;
  for (const [nome, tipo, padrao] of colunas) {
    await db.schema
      .alterTable('passagens')
      .addColumn(nome, tipo, (c) => (padrao === null ? c : c.notNull().defaultTo(padrao)))
      .execute();
  }
  await sql`update passagens set nivel = 'exata' where status <> 'Não cadastrado'`.execute(db);
  // Before the index: its triggers would first remove the empty text of each row, which it does not have.
  await fillSearch(db);
  for (const comando of searchIndexSql(db, 'passagens')) await sql.raw(comando).execute(db);
  if (isPostgres(db)) return;
  await sql`insert into passagens_fts (passagens_fts) values ('rebuild')`.execute(db);
}

/** The search text of existing passages, in slices. */
async function fillSearch(db: Kysely<unknown>): Promise<void> {
  for (let ultimo = 0; ; ) {
    const { rows } = await sql<{ id: number; placa: string }>`
      select id, placa from passagens where id > ${ultimo} order by id limit ${LOTE}`.execute(db);
    for (const { id, placa } of rows) {
      const busca = searchText([], [placa, findGemea(placa) ?? null]);
      await sql`update passagens set busca = ${busca} where id = ${id}`.execute(db);
      ultimo = id;
    }
    if (rows.length < LOTE) return;
  }
}

async function createDispositivos(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dispositivos')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('nome', 'text', (c) => c.notNull())
    .addColumn('dialeto', 'text', (c) => c.notNull())
    .addColumn('camera', 'text')
    .addColumn('cameras', 'text', (c) => c.notNull())
    .addColumn('sentido', 'text', (c) => c.notNull())
    .addColumn('fuso', 'text', (c) => c.notNull())
    .addColumn('confianca_minima', 'real')
    .addColumn('ips', 'text', (c) => c.notNull())
    .addColumn('origens_imagem', 'text', (c) => c.notNull())
    .addColumn('aceita_sem_placa', 'integer', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('digest_segredo', 'text')
    .addColumn('caminho_raiz', 'integer', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('token_anterior_hash', 'text')
    .addColumn('token_anterior_ate', 'text')
    .addColumn('mqtt', 'text')
    .addColumn('mqtt_senha', 'text')
    .addColumn('ativo', 'integer', (c) => c.notNull())
    .addColumn('visto_em', 'text')
    .addColumn('ultima_leitura_em', 'text')
    .addColumn('ultimo_erro', 'text')
    .addColumn('ultimo_erro_em', 'text')
    .addColumn('escala', 'integer')
    .addColumn('desvios', 'text', (c) => c.notNull())
    .addColumn('versao', 'integer', (c) => c.notNull())
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addColumn('atualizado_em', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('dispositivo_horas')
    .addColumn('dispositivo', 'text', (c) => c.notNull())
    .addColumn('hora', 'text', (c) => c.notNull())
    .addColumn('leituras', 'integer', (c) => c.notNull())
    .addColumn('ignoradas', 'integer', (c) => c.notNull())
    .addColumn('recusadas', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('dispositivo_horas_pk', ['dispositivo', 'hora'])
    .execute();
  await db.schema
    .createTable('quarentena')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('dispositivo', 'text', (c) => c.notNull())
    .addColumn('dialeto', 'text', (c) => c.notNull())
    .addColumn('motivo', 'text', (c) => c.notNull())
    .addColumn('tipo_conteudo', 'text')
    .addColumn('tamanho', 'integer', (c) => c.notNull())
    .addColumn('corpo', 'text', (c) => c.notNull())
    .addColumn('recebido_em', 'text', (c) => c.notNull())
    .execute();
}

/** Single-use tickets for a camera's stream, which any node accepts once. */
const createCameraTickets = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .createTable('camera_tickets')
    .addColumn('hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('camera', 'text', (c) => c.notNull())
    .addColumn('conta', 'text', (c) => c.notNull())
    .addColumn('sid', 'text', (c) => c.notNull())
    .addColumn('expira_em', 'text', (c) => c.notNull())
    .execute();

const INDICES: Record<string, string[][]> = {
  passagens: [
    ['camera', 'id', 'instante'],
    ['status', 'id', 'instante', 'camera'],
  ],
  quarentena: [['dispositivo', 'id'], ['recebido_em']],
  dispositivo_horas: [['hora']],
  camera_tickets: [['expira_em']],
};

/** Few passages have these states: a partial index of them adds no cost to the others. */
const INDICES_PARCIAIS = [
  `create index passagens_alerta_aberto_idx on passagens (id) where alerta is not null and ciente_em is null and na_lista = 1`,
  `create index passagens_com_sugestao_idx on passagens (id) where sugestoes is not null`,
  `create index passagens_camera_lida_idx on passagens (camera, teste, ultima_leitura_em) where na_lista = 1`,
  `create index passagens_sentido_idx on passagens (sentido, id) where sentido is not null`,
  `create index passagens_corrigida_idx on passagens (id) where corrigida_em is not null`,
  `create index leituras_bruto_idx on leituras (recebido_em) where bruto is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await alterPassagens(db);
  await createDispositivos(db);
  await createCameraTickets(db);
  for (const [tabela, indices] of Object.entries(INDICES)) {
    for (const colunas of indices) {
      const nome = `${tabela}_${colunas.join('_')}_idx`;
      await db.schema.createIndex(nome).on(tabela).columns(colunas).execute();
    }
  }
  for (const indice of INDICES_PARCIAIS) await sql.raw(indice).execute(db);
}
