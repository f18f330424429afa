/** Long work on the catalogue: of its three kinds one runs at a time. */
import type { AndamentoCatalogo } from '@unipark/contract/fipe';
import type { Banco, Queryable, Transacao } from '../platform/db/banco.ts';
import { conflict } from '../platform/errors.ts';
import { findLast, isAlive, type JobRow } from '../platform/jobs/repo.ts';
import { readProgress } from './atualizacao/atualizacaoRepo.ts';
import { findMontando } from './edicoesRepo.ts';

export const GRUPO = 'catalogo';
export const MODELOS = 'catalogo-modelos';
export const ANOS = 'catalogo-anos';
export const ARQUIVO = 'catalogo-arquivo';

const TRABALHOS: Record<string, AndamentoCatalogo['trabalho']> = {
  [MODELOS]: 'modelos',
  [ANOS]: 'anos',
  [ARQUIVO]: 'arquivo',
};

/** Work that runs or is about to begin, in any process. */
export async function findAlive(db: Queryable): Promise<JobRow | undefined> {
  const last = await findLast(db, 'grupo', GRUPO);
  return last && isAlive(last) ? last : undefined;
}

/** @throws 409 while work is running */
export async function refuseBusy(trx: Transacao): Promise<void> {
  const alive = await findAlive(trx);
  if (!alive) return;
  throw conflict(
    'em-andamento',
    alive.tipo === ARQUIVO
      ? 'Há uma importação de arquivo em andamento. Espere que termine.'
      : 'Já há uma atualização em andamento.',
  );
}

/** The running or unfinished work; null when there is none. */
export async function findAndamento(db: Banco): Promise<AndamentoCatalogo | null> {
  const last = await findLast(db, 'grupo', GRUPO);
  const parado = !last || !isAlive(last);
  const trabalho = TRABALHOS[last?.tipo ?? ''];
  const edicao = await findMontando(db, trabalho === 'arquivo' && !parado ? 'arquivo' : undefined);
  if (parado && edicao) {
    const { referencia, criada_em: desde } = edicao;
    const quanto = await readProgress(db, edicao.id);
    return { trabalho: 'modelos', referencia, ...quanto, desde, parado };
  }
  if (!last || !trabalho || last.terminado_em) return null;
  const { feitos, total, criado_em } = last;
  const desta = trabalho === 'anos' ? undefined : edicao;
  return {
    trabalho,
    referencia: desta?.referencia ?? null,
    feitos,
    total,
    desde: desta?.criada_em ?? criado_em,
    parado,
  };
}
