/** What the database keeps of one owner, for the archive of their data. */
import { findGemea } from '@unipark/contract/placa';
import { foldText } from '@unipark/contract/texto';
import type { Banco } from '../platform/db/banco.ts';
import { amongValues, parseTerms, rowCondition, unindexed } from '../platform/db/search.ts';
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

/** The messages that were sent from the owner's address; they keep it in lower case. */
export const listMensagens = (db: Banco, email: string | null) =>
  db
    .selectFrom('mensagens_contato')
    .select(['nome', 'email', 'mensagem', 'criada_em'])
    .where('email', '=', (email ?? '').toLowerCase())
    .orderBy('id')
    .execute();

/**
 * The letters to this owner. Those of an account with the same address are not among them: a link in
 * one opens the account. Nor are those of an earlier owner with the same matrícula.
 */
export const listCartas = (db: Banco, matricula: string) =>
  db
    .selectFrom('correio')
    .innerJoin('proprietarios as dono', 'dono.matricula', 'correio.proprietario_matricula')
    .select(['para', 'assunto', 'texto', 'correio.criado_em', 'enviado_em'])
    .where('proprietario_matricula', '=', matricula)
    .whereRef('correio.criado_em', '>=', 'dono.criado_em')
    .orderBy('correio.id')
    .execute();

const VISITA = ['destino', 'de', 'ate', 'criado_em'] as const;

/**
 * The passes and open links of visits to a host of this name, and the passes of the owner's cars in
 * their time. A visitor's name and plate are not the host's data.
 */
export async function listVisitas(db: Banco, { nome }: { nome: string }, posses: Posse[]) {
  const isHost = ({ anfitriao }: { anfitriao: string }) => foldText(anfitriao) === foldText(nome);
  const recebidas = await db
    .selectFrom('visitantes')
    .select([...VISITA, 'anfitriao'])
    .where(rowCondition('visitantes', parseTerms(nome)))
    .orderBy('id')
    .execute();
  const links = await db
    .selectFrom('links_visita')
    .select([...VISITA, 'anfitriao'])
    .orderBy('id')
    .execute();
  const feitas = await db
    .selectFrom('visitantes')
    .select([...VISITA, 'placa', 'chave', 'nome'])
    .where(
      amongValues(
        'chave',
        posses.map(({ chave }) => chave),
      ),
    )
    .orderBy('id')
    .execute();
  const isDela = (visita: { chave: string; de: string; ate: string }): boolean =>
    posses.some(
      ({ chave, de, ate }) =>
        chave === visita.chave && de <= visita.ate && (ate === null || visita.de < ate),
    );
  const outro = { placa: null, nome: null };
  return [
    ...recebidas.filter(isHost).map((visita) => ({ papel: 'anfitrião', ...visita, ...outro })),
    ...links.filter(isHost).map((visita) => ({ papel: 'link de visita', ...visita, ...outro })),
    ...feitas.filter(isDela).map(({ chave: _, ...visita }) => ({
      ...{ papel: 'visitante', ...visita, anfitriao: null },
      nome: foldText(visita.nome) === foldText(nome) ? visita.nome : null,
    })),
  ];
}
