/** Accounts for administrators: found and sorted without accents and case. */
import type { ListaUsuarios, Usuario } from '@unipark/contract/usuario';
import type { Banco, Queryable } from '../../platform/db/banco.ts';
import type { RowPage } from '../../platform/db/page.ts';
import { listContas, listLastSeen, listWithFator, type UsuarioRow } from './repo.ts';

const getSituacao = ({ desabilitada_em, pendencia }: UsuarioRow): Usuario['situacao'] =>
  desabilitada_em !== null ? 'desabilitada' : (pendencia ?? 'ativa');

export async function toUsuarios(db: Queryable, linhas: UsuarioRow[]): Promise<Usuario[]> {
  const ids = linhas.map(({ id }) => id);
  const vistas = await listLastSeen(db, ids);
  const comFator = await listWithFator(db, ids);
  return linhas.map((linha) => ({
    id: linha.id,
    nome: linha.nome,
    email: linha.email,
    fotoUrl: linha.foto_url,
    admin: Boolean(linha.admin),
    situacao: getSituacao(linha),
    emailVerificado: Boolean(linha.email_verificado),
    segundoFator: comFator.has(linha.id),
    criadaEm: linha.criada_em,
    vistaEm: vistas.get(linha.id) ?? null,
  }));
}

export async function listUsuarios(
  db: Banco,
  pedido: ListaUsuarios,
): Promise<RowPage<Usuario> & { total: number }> {
  const { linhas, ...pagina } = await listContas(db, pedido);
  return { ...pagina, linhas: await toUsuarios(db, linhas) };
}
