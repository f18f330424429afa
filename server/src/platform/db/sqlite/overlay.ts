/**
 * Sessions and the audit in memory, while the disk refuses writes. Temporary tables of the reading
 * connection hide the tables of the same name, so every query uses them unchanged. The changes are
 * written to the disk, in order, after it works again.
 */
import { type ChainEntry, COLUNAS_ENCADEADAS, linkHash } from '../../chain.ts';
import { MEMORIA_CHEIA } from '../errors.ts';
import type { PreparedDatabase } from './prepared.ts';

/** Tables whose rows are copied: sessions, their accounts, devices and proofs, and the count of guesses. */
const COPIADAS = [
  'contas',
  'links',
  'camera_tickets',
  'correio',
  'sessoes',
  'sessoes_externas',
  'aparelhos',
  'tentativas',
  'desafios',
  'totp',
  'codigos_recuperacao',
  'chaves_acesso',
  'auditoria_cabeca',
];
/** Tables that are only appended to: their copies begin empty. */
const VAZIAS = ['auditoria', 'auditoria_detalhes'];

/** Limit of audit rows in memory, about 35 MB; a write that needs another row is refused. */
const MAXIMO_AUDITORIA = 50_000;

/** A session that began before its account's last password change is not written. */
const AINDA_VALE: Record<string, string> = {
  sessoes:
    'not exists (select 1 from main.contas c where c.id = :conta and c.senha_alterada_em > :criada_em)',
};

interface Change {
  tabela: string;
  chave: string;
  /** The row before its first change, as JSON; null when there was none. */
  antes: string | null;
}

type OverlayRow = Record<string, string | number | null>;

const quoted = (nome: string): string => `"${nome}"`;

/** The result of writing the memory to the disk, in numbers. */
export interface FlushResult {
  mudancas: number;
  auditoria: number;
  /** Rows that the database refused: of a removed account, or a changed password. */
  recusadas: number;
}

export class Overlay {
  readonly #leitura: PreparedDatabase;
  #aberta = false;

  constructor(leitura: PreparedDatabase) {
    this.#leitura = leitura;
  }

  get isOpen(): boolean {
    return this.#aberta;
  }

  /** Audit rows that wait for the disk. */
  get pending(): number {
    if (!this.#aberta) return 0;
    return (
      this.#all<{ total: number }>('select count(*) as total from temp.auditoria')[0]?.total ?? 0
    );
  }

  /** Creates the tables that hide those of the disk. `onAudit` receives each audit row. */
  open(onAudit: (linha: OverlayRow) => void): void {
    const { sqlite } = this.#leitura;
    sqlite.function('kept_in_memory', (json) => onAudit(JSON.parse(String(json))));
    const tudo = sqlite.transaction(() => {
      sqlite.exec('create temp table mudancas (tabela, chave, antes, primary key (tabela, chave))');
      for (const tabela of [...COPIADAS, ...VAZIAS]) this.#copy(tabela);
      sqlite.exec(
        `create temp trigger auditoria_cheia before insert on temp.auditoria
         when (select max(id) from temp.auditoria) >= ${MAXIMO_AUDITORIA}
         begin select raise(abort, '${MEMORIA_CHEIA}'); end;
         create temp trigger auditoria_dita after insert on temp.auditoria
         begin select kept_in_memory(${this.#json('auditoria', 'new')}); end`,
      );
    });
    tudo();
    this.#leitura.renew();
    this.#aberta = true;
  }

  /** Drops the tables in memory with their rows. */
  close(): void {
    const { sqlite } = this.#leitura;
    for (const tabela of ['mudancas', ...COPIADAS, ...VAZIAS]) {
      sqlite.exec(`drop table if exists temp.${quoted(tabela)}`);
    }
    this.#leitura.renew();
    this.#aberta = false;
  }

  /** Writes the changes, on a connection with an open transaction. */
  flush(escrita: PreparedDatabase): FlushResult {
    const mudancas = this.#all<Change>('select * from temp.mudancas order by rowid');
    let recusadas = 0;
    for (const mudanca of mudancas) if (!this.#carry(escrita, mudanca)) recusadas += 1;
    const auditoria = this.#chain(escrita);
    return { mudancas: mudancas.length, auditoria, recusadas };
  }

  #all<T>(sql: string, parameters: unknown[] = []): T[] {
    return this.#leitura.sqlite.prepare(sql).all(...parameters) as T[];
  }

  #columns(tabela: string): { name: string; type: string; pk: number }[] {
    return this.#all(`pragma main.table_info(${quoted(tabela)})`);
  }

  #json(tabela: string, linha: 'old' | 'new'): string {
    const pares = this.#columns(tabela).map(({ name }) => `'${name}', ${linha}.${quoted(name)}`);
    return `json_object(${pares.join(', ')})`;
  }

  #keyOf(tabela: string): string[] {
    return this.#columns(tabela)
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ name }) => name);
  }

  #copy(tabela: string): void {
    const { sqlite } = this.#leitura;
    const feitas = this.#all<{ type: string; sql: string }>(
      `select type, sql from main.sqlite_master
       where tbl_name = ? and type in ('table', 'index') and sql is not null order by type desc`,
      [tabela],
    );
    for (const { type, sql } of feitas) {
      sqlite.exec(
        type === 'table'
          ? sql.replace(/^create table/i, 'create temp table')
          : sql.replace(/^(create (?:unique )?index) /i, '$1 temp.'),
      );
    }
    if (VAZIAS.includes(tabela)) return;
    sqlite.exec(`insert into temp.${quoted(tabela)} select * from main.${quoted(tabela)}`);
    if (tabela !== 'auditoria_cabeca') this.#watch(tabela);
  }

  /** Stores the first change of each row, with the row before it. */
  #watch(tabela: string): void {
    const keyExpression = (linha: string) =>
      `json_array(${this.#keyOf(tabela).map((nome) => `${linha}.${quoted(nome)}`)})`;
    // Not `insert or ignore`: the conflict clause of the outer statement would replace it.
    const note = (ato: string, linha: 'old' | 'new', antes: string) =>
      this.#leitura.sqlite.exec(
        `create temp trigger ${quoted(`${tabela}_${ato}`)} after ${ato} on temp.${quoted(tabela)}
         begin insert into mudancas select '${tabela}', ${keyExpression(linha)}, ${antes}
           where not exists (select 1 from mudancas where tabela = '${tabela}' and chave = ${keyExpression(linha)}); end`,
      );
    note('insert', 'new', 'null');
    note('update', 'old', this.#json(tabela, 'old'));
    note('delete', 'old', this.#json(tabela, 'old'));
  }

  /** Writes one row's state in memory to the disk. False when the database refuses it. */
  #carry(escrita: PreparedDatabase, { tabela, chave, antes }: Change): boolean {
    const nomes = this.#keyOf(tabela);
    const valores: unknown[] = JSON.parse(chave);
    const onde = nomes.map((nome) => `${quoted(nome)} = ?`).join(' and ');
    const [agora] = this.#all<OverlayRow>(
      `select * from temp.${quoted(tabela)} where ${onde}`,
      valores,
    );
    const alvo = `main.${quoted(tabela)}`;
    if (!agora) {
      escrita.run(`delete from ${alvo} where ${onde}`, valores);
      return true;
    }
    if (antes !== null) {
      const eram: OverlayRow = JSON.parse(antes);
      const mudou = Object.keys(agora).filter((nome) => agora[nome] !== eram[nome]);
      if (mudou.length === 0) return true;
      const novos = mudou.map((nome) => `${quoted(nome)} = ?`);
      // A row removed meanwhile stays removed: another process ended it.
      escrita.run(`update ${alvo} set ${novos} where ${onde}`, [
        ...mudou.map((nome) => agora[nome]),
        ...valores,
      ]);
      return true;
    }
    return this.#insert(escrita, tabela, nomes, agora);
  }

  #insert(escrita: PreparedDatabase, tabela: string, chave: string[], linha: OverlayRow): boolean {
    // A number generated by the database may belong to another row meanwhile.
    const dadas = this.#columns(tabela).filter(({ type, pk }) => pk > 0 && type === 'integer');
    const colunas = Object.keys(linha).filter((nome) => !dadas.some(({ name }) => name === nome));
    const novos = colunas.map((nome) => `${quoted(nome)} = excluded.${quoted(nome)}`);
    const sql = `insert into main.${quoted(tabela)} (${colunas.map(quoted)})
       select ${colunas.map((nome) => `:${nome}`)} where ${AINDA_VALE[tabela] ?? 'true'}
       on conflict (${chave.map(quoted)}) do update set ${novos}`;
    try {
      return escrita.prepare(sql).run(linha).changes > 0;
    } catch (error) {
      if (!String((error as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT')) throw error;
      return false;
    }
  }

  /** Appends the audit rows after those on the disk. */
  #chain(escrita: PreparedDatabase): number {
    const linhas = this.#all<OverlayRow & ChainEntry>(
      `select a.*, d.sal as sal_detalhe, d.detalhe from temp.auditoria a
       left join temp.auditoria_detalhes d on d.auditoria_id = a.id order by a.id`,
    );
    if (linhas.length === 0) return 0;
    const cabeca = escrita.run<{ hash: string }>(
      'select hash from main.auditoria_cabeca where id = 1',
    );
    let hash = cabeca.rows[0]?.hash ?? '';
    const nomes = [...COLUNAS_ENCADEADAS, 'hash'];
    for (const linha of linhas) {
      hash = linkHash(hash, linha);
      const valores = [...COLUNAS_ENCADEADAS.map((nome) => linha[nome]), hash];
      const { insertId } = escrita.run(
        `insert into main.auditoria (${nomes}) values (${nomes.map(() => '?')})`,
        valores,
      );
      if (linha.detalhe === null) continue;
      escrita.run(
        'insert into main.auditoria_detalhes (auditoria_id, sal, detalhe) values (?, ?, ?)',
        [Number(insertId), linha.sal_detalhe, linha.detalhe],
      );
    }
    escrita.run('update main.auditoria_cabeca set hash = ? where id = 1', [hash]);
    return linhas.length;
  }
}
