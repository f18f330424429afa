/** One spelling of a field, from its column to the wire: renames the stored fields. */
import { type Kysely, sql } from 'kysely';

/** Spellings in stored answers and events, and those of the columns. */
const NOMES = {
  aceitaSemPlaca: 'aceita_sem_placa',
  caminhoRaiz: 'caminho_raiz',
  confiancaMinima: 'confianca_minima',
  digestPedeToken: 'digest_pede_token',
  origensImagem: 'origens_imagem',
  placaCadastrada: 'placa_cadastrada',
  porHora: 'por_hora',
  temSenha: 'tem_senha',
  tokenAnteriorAte: 'token_anterior_ate',
  ultimaLeituraEm: 'ultima_leitura_em',
  ultimoErro: 'ultimo_erro',
  ultimoErroEm: 'ultimo_erro_em',
  vistoEm: 'visto_em',
};

/** Inside a text of JSON a quote has a backslash before it, so only keys match. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [antes, depois] of Object.entries(NOMES)) {
    for (const [tabela, coluna] of [
      ['idempotencia', 'resposta'],
      ['eventos', 'dados'],
    ] as const) {
      const json = sql.ref(coluna);
      await sql`update ${sql.table(tabela)}
        set ${json} = replace(${json}, ${`"${antes}":`}, ${`"${depois}":`})
        where ${json} like ${`%"${antes.replaceAll('_', '\\_')}":%`} escape '\\'`.execute(db);
    }
  }
}
