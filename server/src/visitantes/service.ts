/** A pass is made by staff, or by a visitor who fills in a link: one act, with its audit row. */
import { keyOfPlaca } from '@unipark/contract/placa';
import type { NovoVisitante, Visitante } from '@unipark/contract/visitante';
import { type Autor, audit } from '../platform/audit.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import * as repo from './repo.ts';

export interface VisitantesDeps {
  db: Banco;
  /** Called in the transaction when the car of this identity key has another status. */
  onChange: (trx: Transacao, chave: string) => Promise<void>;
}

/** What the audit keeps of a pass: its visitor's name is deleted with the pass. */
const detailOf = ({ placa, anfitriao, destino, de, ate }: Visitante) => ({
  ...{ placa, anfitriao, destino, de, ate },
});

/** Makes a pass; `link` is the number of the link that the visitor filled in. */
export async function createPasse(
  trx: Transacao,
  autor: Autor,
  { onChange }: Pick<VisitantesDeps, 'onChange'>,
  novo: NovoVisitante,
  link: number | null = null,
): Promise<Visitante> {
  const visitante = await repo.create(trx, novo, link);
  await audit(trx, autor, {
    acao: 'criar',
    entidade: 'visitante',
    chave: visitante.id,
    detalhe: { depois: detailOf(visitante), ...(link !== null && { link }) },
  });
  await onChange(trx, keyOfPlaca(visitante.placa));
  return visitante;
}
