import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { Painel } from '@unipark/contract/painel';
import { foldStatusText } from '@unipark/contract/veiculo';
import type { Banco } from '../platform/db/banco.ts';
import { totalOf } from '../platform/db/counts.ts';
import { countUpTo } from '../platform/db/page.ts';

/** The counters of the home page; `desde` is the first instant of today in São Paulo. */
export async function read(db: Banco, desde: string): Promise<Painel> {
  const proibidos = db
    .selectFrom('veiculos')
    .where('status_ordem', '=', foldStatusText('PROIBIDO'));
  const { passagensHoje } = await db
    .selectFrom('passagens')
    .select((eb) => eb.fn.countAll<number>().as('passagensHoje'))
    .where('instante', '>=', desde)
    .where('teste', '=', 0)
    .executeTakeFirstOrThrow();
  return {
    veiculos: await totalOf(db, 'veiculos'),
    proprietarios: await totalOf(db, 'proprietarios'),
    passagensHoje,
    proibidos: Math.min(await countUpTo(db, proibidos, TETO_CONTAGEM), TETO_CONTAGEM),
  };
}
