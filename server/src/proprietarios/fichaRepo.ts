/** The data of an owner's page. */
import type { Alteracao } from '@unipark/contract/alteracao';
import type { FichaProprietario } from '@unipark/contract/proprietario';
import { listChanges } from '../platform/changes.ts';
import type { Banco } from '../platform/db/banco.ts';
import { countVeiculos, selectProprietarios, toCompleto } from './repo.ts';

export async function findFicha(
  db: Banco,
  matricula: string,
): Promise<FichaProprietario | undefined> {
  const linha = await selectProprietarios(db)
    .select(['email', 'telefone', 'criado_em', 'atualizado_em'])
    .where('matricula', '=', matricula)
    .executeTakeFirst();
  if (!linha) return undefined;
  const { criado_em, atualizado_em } = linha;
  const veiculos = await countVeiculos(db, matricula);
  return { proprietario: toCompleto(linha), veiculos, criado_em, atualizado_em };
}

interface ChangePage {
  itens: Alteracao[];
  /** The next page is older than this audit row. */
  proximo: number | undefined;
}

/**
 * The changes of the record, newest first, back to its registration: an earlier owner may have had
 * the same matrícula.
 */
export async function listAlteracoes(
  db: Banco,
  matricula: string,
  { limite, antesDe }: { limite: number; antesDe: number },
): Promise<ChangePage> {
  const linhas = await db
    .selectFrom('auditoria')
    .leftJoin('contas', 'contas.id', 'auditoria.quem')
    .leftJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
    .select(['auditoria.id', 'quando', 'acao', 'contas.nome as quem', 'detalhe'])
    .where('entidade', '=', 'proprietario')
    .where('chave', '=', matricula)
    .where('auditoria.id', '<', antesDe)
    .orderBy('auditoria.id', 'desc')
    .limit(limite + 1)
    .execute();
  const cadastro = linhas.findIndex(({ acao }) => acao === 'criar');
  const delas = cadastro < 0 ? linhas : linhas.slice(0, cadastro + 1);
  const pagina = delas.slice(0, limite);
  return {
    itens: pagina.map(({ quando, acao, quem, detalhe }) => ({
      quando,
      acao,
      quem,
      campos: listChanges(detalhe),
    })),
    proximo: delas.length > limite ? pagina.at(-1)?.id : undefined,
  };
}
