import {
  NAO_CADASTRADO,
  type Nivel,
  type NovaPassagem,
  rotuloStatus,
  type Sentido,
  type UltimoVeiculo,
} from '@unipark/contract/passagem';
import { chavePlaca } from '@unipark/contract/placa';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { searchText } from '../platform/db/search.ts';

/** Cards that a change in the register repaints: as many as the list may show. */
const CARTOES = 100;

/** Readings of one pass arrive within this time of each other (domain rule). */
export const JANELA_MS = 30_000;

const COLUNAS = [
  'id',
  'placa',
  'chave',
  'camera',
  'sentido',
  'instante',
  'ultima_leitura_em',
  'status',
  'modelo',
  'teste',
  'nivel',
  'versao',
] as const;

export interface Passagem {
  id: number;
  placa: string;
  chave: string;
  camera: string | null;
  sentido: Sentido | null;
  instante: string;
  ultima_leitura_em: string;
  status: string;
  modelo: string | null;
  teste: number;
  nivel: Nivel;
  versao: number;
}

interface Registrado {
  placa: string;
  chave: string;
  modelo: string | null;
  tipo: string | null;
  status: string;
}

const naLista = (db: Banco | Transacao) =>
  db.selectFrom('passagens').select(COLUNAS).where('na_lista', '=', 1);

/** The register's vehicle for a plate as read: the exact text, else PROIBIDO, else the twin. */
export function match(registrados: Registrado[], placa: string): Registrado | undefined {
  const chave = chavePlaca(placa);
  const iguais = registrados.filter((registrado) => registrado.chave === chave);
  return (
    iguais.find((registrado) => registrado.placa === placa) ??
    iguais.find((registrado) => registrado.status === 'PROIBIDO') ??
    iguais[0]
  );
}

export const findRegistrados = (db: Banco | Transacao, chaves: string[]): Promise<Registrado[]> =>
  db
    .selectFrom('veiculos')
    .select(['placa', 'chave', 'modelo', 'tipo', 'status'])
    .where('chave', 'in', chaves)
    .execute();

function toCard(passagem: Passagem, registrado: Registrado | undefined): UltimoVeiculo {
  return {
    id: String(passagem.id),
    placa: passagem.placa,
    modelo: registrado ? (registrado.modelo ?? '') : NAO_CADASTRADO,
    status: registrado ? rotuloStatus(registrado.status) : NAO_CADASTRADO,
    tipo: registrado?.tipo ?? null,
    placaCadastrada: registrado && registrado.placa !== passagem.placa ? registrado.placa : null,
    instante: passagem.instante,
    camera: passagem.camera,
    sentido: passagem.sentido,
    teste: passagem.teste === 1,
    nivel: passagem.nivel,
    sugestoes: [],
    alerta: null,
    imagem: null,
    corrigida: false,
    versao: passagem.versao,
  };
}

/** Passages as cards, with what the register says of them now. */
export async function toCards(
  db: Banco | Transacao,
  passagens: Passagem[],
): Promise<UltimoVeiculo[]> {
  if (passagens.length === 0) return [];
  const chaves = [...new Set(passagens.map(({ chave }) => chave))];
  const registrados = await findRegistrados(db, chaves);
  return passagens.map((passagem) => toCard(passagem, match(registrados, passagem.placa)));
}

/** The newest passages of the live list, by arrival. */
export const newest = (db: Banco | Transacao, limite: number): Promise<Passagem[]> =>
  naLista(db).orderBy('id', 'desc').limit(limite).execute();

/** The passages on show of one identity key. */
export async function onShow(trx: Transacao, chave: string): Promise<Passagem[]> {
  const mostradas = await trx
    .selectFrom('passagens')
    .select('id')
    .where('na_lista', '=', 1)
    .orderBy('id', 'desc')
    .offset(CARTOES - 1)
    .limit(1)
    .executeTakeFirst();
  return naLista(trx)
    .where('chave', '=', chave)
    .where('id', '>=', mostradas?.id ?? 0)
    .orderBy('id', 'desc')
    .limit(CARTOES)
    .execute();
}

export const find = (trx: Transacao, id: number): Promise<Passagem | undefined> =>
  naLista(trx).where('id', '=', id).executeTakeFirst();

/** The passage that a reading belongs to: same car, same camera, same way, within the window. */
export async function findOpen(
  trx: Transacao,
  leitura: {
    chave: string;
    camera: string | null;
    sentido: Sentido | null;
    instante: string;
    teste: number;
  },
): Promise<Passagem | undefined> {
  const agora = Date.parse(leitura.instante);
  const recentes = await naLista(trx)
    .where('chave', '=', leitura.chave)
    .where('camera', leitura.camera === null ? 'is' : '=', leitura.camera)
    .where('teste', '=', leitura.teste)
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
  return recentes.find(
    ({ sentido, ultima_leitura_em }) =>
      Math.abs(agora - Date.parse(ultima_leitura_em)) <= JANELA_MS &&
      (sentido === null || leitura.sentido === null || sentido === leitura.sentido),
  );
}

type Nova = Omit<Passagem, 'id' | 'versao'> & { recebido_em: string };

export async function insert(trx: Transacao, nova: Nova): Promise<Passagem> {
  return trx
    .insertInto('passagens')
    .values({
      ...nova,
      na_lista: 1,
      versao: 1,
      leitura_id: null,
      atrasada: 0,
      busca: searchText([], [nova.placa, nova.chave]),
      ciente_por: null,
      ciente_em: null,
    })
    .returning(COLUNAS)
    .executeTakeFirstOrThrow();
}

export async function insertLeitura(
  trx: Transacao,
  passagem: Passagem,
  leitura: NovaPassagem & { instante: string },
  {
    recebidoEm,
    nivel,
    placaCasada,
    placaLida,
  }: { recebidoEm: string; nivel: string; placaCasada: string | null; placaLida: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('leituras')
    .values({
      passagem_id: passagem.id,
      dispositivo: null,
      dialeto: 'unipark',
      evento_id: null,
      camera: leitura.camera ?? null,
      placa_lida: placaLida,
      placa: leitura.placa,
      chave: chavePlaca(leitura.placa),
      confianca: leitura.confianca ?? null,
      candidatas: null,
      instante: leitura.instante,
      instante_dispositivo: null,
      recebido_em: recebidoEm,
      sentido: leitura.sentido ?? null,
      veiculo: null,
      caixa: null,
      casamento: JSON.stringify({ nivel, placa: placaCasada }),
      atrasada: 0,
      bruto: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (leitura.imagem) {
    const jpeg = Buffer.from(leitura.imagem, 'base64');
    await trx
      .insertInto('imagens')
      .values({ leitura_id: id, papel: 'cena', jpeg, criado_em: recebidoEm })
      .execute();
  }
  return id;
}

/** The fields that a later reading of the same pass may add. */
export async function refine(
  trx: Transacao,
  id: number,
  mudanca: {
    sentido?: Sentido | null;
    ultima_leitura_em?: string;
    leitura_id?: number;
    versao?: number;
  },
): Promise<void> {
  await trx.updateTable('passagens').set(mudanca).where('id', '=', id).execute();
}

/** Takes a passage off the live list; it stays in the history. */
export async function hide(trx: Transacao, { id, versao }: Passagem): Promise<void> {
  await trx
    .updateTable('passagens')
    .set({ na_lista: 0, versao: versao + 1 })
    .where('id', '=', id)
    .execute();
}
