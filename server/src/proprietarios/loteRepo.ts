/** Many owners in few statements, for imports. */
import type { ProprietarioCompleto } from '@unipark/contract/proprietario';
import { nowIso } from '../platform/clock.ts';
import type { Queryable, Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import { amongValues } from '../platform/db/search.ts';
import { buildColumns, selectProprietarios, toCompleto } from './repo.ts';

const POR_COMANDO = 200;

interface FoundProprietario extends ProprietarioCompleto {
  criado_em: string;
}

/** The records of these matrículas, by matrícula. */
export async function findMany(
  db: Queryable,
  matriculas: string[],
): Promise<Map<string, FoundProprietario>> {
  const linhas = await selectProprietarios(db)
    .select(['email', 'telefone', 'criado_em'])
    .where(amongValues('matricula', matriculas))
    .execute();
  return new Map(
    linhas.map((linha) => [linha.matricula, { ...toCompleto(linha), criado_em: linha.criado_em }]),
  );
}

/**
 * Inserts records whose matrículas were checked in the same transaction. Answers the instant of
 * their creation.
 */
export async function createMany(trx: Transacao, novos: ProprietarioCompleto[]): Promise<string> {
  const agora = nowIso();
  const linhas = novos.map((novo) => ({
    ...novo,
    ...buildColumns(novo),
    ...{ criado_em: agora, atualizado_em: agora },
  }));
  for (const lote of chunks(linhas, POR_COMANDO)) {
    await trx.insertInto('proprietarios').values(lote).execute();
  }
  return agora;
}

/** How many vehicles those of these owners have that have any. */
export async function countVeiculosOf(
  db: Queryable,
  matriculas: string[],
): Promise<Map<string, number>> {
  const linhas = await db
    .selectFrom('veiculos')
    .select(['proprietario_matricula as dono', (eb) => eb.fn.countAll<number>().as('total')])
    .where(amongValues('proprietario_matricula', matriculas))
    .groupBy('proprietario_matricula')
    .execute();
  return new Map(linhas.map(({ dono, total }) => [dono ?? '', Number(total)]));
}

export async function removeMany(trx: Transacao, matriculas: string[]): Promise<void> {
  await trx.deleteFrom('proprietarios').where(amongValues('matricula', matriculas)).execute();
}
