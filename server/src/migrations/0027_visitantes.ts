/** Passes of visitors. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  let tabela = schema
    .createTable('visitantes')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());
  for (const nome of ['placa', 'chave', 'nome', 'anfitriao', 'destino', 'de', 'ate', 'busca']) {
    tabela = tabela.addColumn(nome, 'text', (c) => c.notNull());
  }
  await tabela
    .addColumn('criado_em', 'text', (c) => c.notNull())
    .addColumn('cancelado_em', 'text')
    .addColumn('versao', 'integer', (c) => c.notNull())
    .execute();
  for (const coluna of ['chave', 'ate']) {
    await schema
      .createIndex(`visitantes_${coluna}_idx`)
      .on('visitantes')
      .columns(coluna === 'chave' ? ['chave', 'ate'] : ['ate'])
      .execute();
  }
}
