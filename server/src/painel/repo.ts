import { TETO_CONTAGEM } from '@unipark/contract/lista';
import { startOfCount } from '@unipark/contract/listaPassagens';
import type { Painel } from '@unipark/contract/painel';
import { foldStatusText } from '@unipark/contract/veiculo';
import { sql } from 'kysely';
import type { Banco } from '../platform/db/banco.ts';
import { totalOf } from '../platform/db/counts.ts';
import { countUpTo } from '../platform/db/page.ts';
import { unindexed } from '../platform/db/search.ts';
import { hourOf, startOfDay, startOfWeek } from './dias.ts';

/** The most passages of a day that are looked through: a camera with a fault may send any number. */
const TETO_PASSAGENS = 20_000;

/** The counters of the home page; the cars inside are counted since `dentroHora` ('04:00'). */
export async function readPainel(db: Banco, agora: Date, dentroHora = '00:00'): Promise<Painel> {
  const hoje = startOfDay(agora);
  const semana = startOfWeek(hoje).toISOString();
  const proibidos = db
    .selectFrom('veiculos')
    .where('status_ordem', '=', foldStatusText('PROIBIDO'));
  const novos = (tabela: 'veiculos' | 'proprietarios') =>
    countUpTo(db, db.selectFrom(tabela).where('criado_em', '>=', semana), TETO_CONTAGEM);
  return {
    veiculos: await totalOf(db, 'veiculos'),
    proprietarios: await totalOf(db, 'proprietarios'),
    proibidos: await countUpTo(db, proibidos, TETO_CONTAGEM),
    veiculosNovos: await novos('veiculos'),
    proprietariosNovos: await novos('proprietarios'),
    ...(await readDia(db, hoje)),
    agoraDentro: await countDentro(db, startOfCount(agora.getTime(), dentroHora)),
  };
}

/** The cars whose last passage with a direction is an entry; null without such a passage. */
async function countDentro(db: Banco, desde: string): Promise<number | null> {
  const recentes = db
    .selectFrom('passagens')
    .select(['chave', 'sentido', 'instante'])
    .where('instante', '>=', desde)
    // Of a plate that was not read nothing is known: it has no last passage.
    .where('chave', '<>', '')
    .where('teste', '=', 0)
    .orderBy('instante', 'desc')
    .limit(TETO_PASSAGENS);
  // The times have one length, so the greatest text is that of the last passage.
  const ultimas = db
    .selectFrom(recentes.as('recentes'))
    .select(sql<string>`max(instante || sentido)`.as('ultima'))
    .where('sentido', 'is not', null)
    .groupBy('chave');
  const { agoraDentro } = await db
    .selectFrom(ultimas.as('ultimas'))
    .select(
      sql<number | null>`sum(case when ultima like '%entrada' then 1 else 0 end)`.as('agoraDentro'),
    )
    .executeTakeFirstOrThrow();
  return agoraDentro;
}

type DiaCounts = Pick<Painel, 'passagensHoje' | 'proibidosHoje'>;

/** What today's passages say. */
async function readDia(db: Banco, hoje: Date): Promise<DiaCounts> {
  const { passagensHoje } = await db
    .selectFrom('passagens_horas')
    .select((eb) => eb.fn.sum<number | null>('total').as('passagensHoje'))
    .where('hora', '>=', hourOf(hoje))
    .executeTakeFirstOrThrow();
  // The few of this status among the day's arrivals, by the index of status and id.
  const { primeira } = await db
    .selectFrom('passagens_vaos')
    .select((eb) => eb.fn.min<number | null>('primeira').as('primeira'))
    .where('hora', '>=', hourOf(hoje))
    .executeTakeFirstOrThrow();
  const proibidas = db
    .selectFrom('passagens')
    .select('chave')
    .where('status', '=', 'PROIBIDO')
    .where('id', '>=', primeira ?? 0)
    .where(unindexed('instante'), '>=', hoje.toISOString())
    .where('teste', '=', 0)
    .limit(TETO_PASSAGENS);
  const { proibidosHoje } = await db
    .selectFrom(proibidas.as('proibidas'))
    .select((eb) => eb.fn.count<number>('chave').distinct().as('proibidosHoje'))
    .executeTakeFirstOrThrow();
  return { passagensHoje: Number(passagensHoje ?? 0), proibidosHoje };
}
