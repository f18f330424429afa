/** One spelling of the settings of alarms, from the stored text to the page. */
import { type Kysely, sql } from 'kysely';

const NOMES = {
  naoCadastrado: 'nao_cadastrado',
  intervaloMin: 'intervalo_min',
  repeticaoSeg: 'repeticao_seg',
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [antes, depois] of Object.entries(NOMES)) {
    await sql`update ajustes set valor = replace(valor, ${`"${antes}":`}, ${`"${depois}":`})
      where nome = 'alertas'`.execute(db);
  }
}
