/** Why a passage raised no alarm: the stored sentences become reasons of a closed set (`semAlerta.ts`). */
import { type Kysely, sql } from 'kysely';

/** How the sentences begin, behind 'Sem alerta: '. */
const MOTIVOS = {
  'leitura de teste': 'teste',
  'leitura atrasada': 'atrasada',
  'passagem fora da lista': 'fora_da_lista',
  'hora da passagem no futuro': 'futura',
  'a passagem já tinha': 'antiga',
  'mesmo alerta há': 'repetida',
  confiança: 'fraca',
  'outra leitura desta passagem': 'outra_leitura',
  'a placa foi corrigida': 'corrigida',
};
/** '1 dia 2 h' is a sum of seconds; '0,41 abaixo do mínimo' is a confidence. */
const UNIDADES = { s: 1, min: 60, h: 3_600, dia: 86_400, dias: 86_400, abaixo: 1 };
const NUMERO = /([\d,]{1,12}) (s|min|h|dias?|abaixo)\b/g;

function toMotivo(frase: string): string | null {
  const inicio = Object.entries(MOTIVOS).find(([texto]) =>
    frase.startsWith(`Sem alerta: ${texto}`),
  );
  if (!inicio) return null;
  const numeros = [...frase.matchAll(NUMERO)].map(
    ([, numero = '', unidade]) =>
      Number(numero.replace(',', '.')) * UNIDADES[unidade as keyof typeof UNIDADES],
  );
  return [inicio[1], ...(numeros.length > 0 ? [numeros.reduce((a, b) => a + b)] : [])].join(':');
}

/** One pass over the passages, with the different sentences in a table beside them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ frase: string }>`
    select distinct sem_alerta as frase from passagens where sem_alerta is not null`.execute(db);
  await sql`create temp table motivos (frase text primary key, motivo text)`.execute(db);
  for (const { frase } of rows) {
    await sql`insert into motivos values (${frase}, ${toMotivo(frase)})`.execute(db);
  }
  await sql`update passagens set sem_alerta = (select motivo from motivos where frase = sem_alerta)
    where sem_alerta is not null`.execute(db);
  await sql`drop table motivos`.execute(db);
}
