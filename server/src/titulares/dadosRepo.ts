/** What the database keeps of one owner, for the archive of their data. */
import { findGemea } from '@unipark/contract/placa';
import type { Banco } from '../platform/db/banco.ts';
import { amongValues, unindexed } from '../platform/db/search.ts';
import { selectVeiculos } from '../veiculos/repo.ts';
import type { Posse } from './possesRepo.ts';

/** The passages of these times, oldest first. */
export async function listPassagens(db: Banco, posses: Posse[]): Promise<number[]> {
  const achadas: number[] = [];
  for (const { chave, de, ate } of posses) {
    let consulta = db
      .selectFrom('passagens')
      .select('id')
      .where('chave', '=', chave)
      .where(unindexed('recebido_em'), '>=', de);
    if (ate !== null) consulta = consulta.where(unindexed('recebido_em'), '<', ate);
    achadas.push(...(await consulta.execute()).map(({ id }) => id));
  }
  return [...new Set(achadas)].sort((a, b) => a - b);
}

/** The acts on the owner's record, and on their cars in these times, newest first. */
export async function listActs(
  db: Banco,
  matricula: string,
  { inicio, posses }: { inicio: number; posses: Posse[] },
): Promise<number[]> {
  const proprios = await db
    .selectFrom('auditoria')
    .select('id')
    .where('entidade', 'in', ['proprietario', 'historico'])
    .where('chave', '=', matricula)
    .where('id', '>=', inicio)
    .execute();
  const achados = proprios.map(({ id }) => id);
  for (const { chave, de, ate } of posses) {
    let consulta = db
      .selectFrom('auditoria')
      .select('id')
      .where('entidade', 'in', ['veiculo', 'historico'])
      .where('chave', 'in', [chave, findGemea(chave) ?? chave])
      .where(unindexed('quando'), '>=', de);
    // The act that ended the time is the owner's too.
    if (ate !== null) consulta = consulta.where(unindexed('quando'), '<=', ate);
    achados.push(...(await consulta.execute()).map(({ id }) => id));
  }
  return [...new Set(achados)].sort((a, b) => b - a);
}

/** The acts on these passages: corrections, alarms, opened pictures. */
export async function listActsOnPassagens(db: Banco, passagens: number[]): Promise<number[]> {
  const linhas = await db
    .selectFrom('auditoria')
    .select('id')
    .where('entidade', '=', 'passagem')
    .where(amongValues('chave', passagens.map(String)))
    .orderBy('id')
    .execute();
  return linhas.map(({ id }) => id);
}

/** The pictures of these passages. */
export const listFotos = (db: Banco, passagens: number[]) =>
  db
    .selectFrom('leituras')
    .innerJoin('imagens', 'imagens.leitura_id', 'leituras.id')
    .select(['imagens.id', 'imagens.arquivo', 'imagens.papel', 'leituras.passagem_id'])
    .where(amongValues('leituras.passagem_id', passagens))
    .orderBy('imagens.id')
    .execute();

/** These vehicles, with when they were registered. */
export const listVeiculos = (db: Banco, placas: string[]) =>
  selectVeiculos(db)
    .select(['motivo', 'criado_em', 'atualizado_em'])
    .where('placa', 'in', placas)
    .orderBy('placa')
    .execute();

/** The messages that were sent from the owner's address. */
export const listMensagens = (db: Banco, email: string | null) =>
  db
    .selectFrom('mensagens_contato')
    .select(['nome', 'email', 'mensagem', 'criada_em'])
    .where('email', '=', email ?? '')
    .orderBy('id')
    .execute();

/** The letters that were sent to the owner's address. */
export const listCartas = (db: Banco, email: string | null) =>
  db
    .selectFrom('correio')
    .select(['para', 'assunto', 'texto', 'criado_em', 'enviado_em'])
    .where('para', '=', email ?? '')
    .orderBy('id')
    .execute();
