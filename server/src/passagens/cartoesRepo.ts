/** Passages as cards: with the current data of register, pictures and people. */
import type { Alerta } from '@unipark/contract/alerta';
import {
  formatStatus,
  NAO_CADASTRADO,
  type PapelImagem,
  type Sugestao,
  type UltimoVeiculo,
} from '@unipark/contract/passagem';
import { keyOfPlaca } from '@unipark/contract/placa';
import type { Queryable } from '../platform/db/banco.ts';
import { amongValues } from '../platform/db/search.ts';
import { pick, type RegisteredVeiculo, rungOf, toSuggestion } from './encontro/casamento.ts';
import { findRegistrados, type PassagemRow } from './repo.ts';

/** The order in which a passage's pictures lead. */
const ORDEM_PAPEIS: PapelImagem[] = ['cena', 'veiculo', 'placa'];

/** A suggestion as stored: status and model are read when it is shown. */
type StoredSugestao = Pick<Sugestao, 'placa' | 'nivel'>;

const parseSugestoes = ({ sugestoes }: Pick<PassagemRow, 'sugestoes'>): StoredSugestao[] =>
  sugestoes ? JSON.parse(sugestoes) : [];

export const keepSuggestions = (sugestoes: Sugestao[]): string | null =>
  sugestoes.length > 0
    ? JSON.stringify(sugestoes.map(({ placa, nivel }): StoredSugestao => ({ placa, nivel })))
    : null;

/** The identity keys that a passage's card needs from the register. */
export const getKeys = (passagem: Pick<PassagemRow, 'chave' | 'sugestoes'>): string[] => [
  ...(passagem.chave ? [passagem.chave] : []),
  ...parseSugestoes(passagem).map(({ placa }) => keyOfPlaca(placa)),
];

/** The register's data for a passage: its vehicle, or the plates it may mean. */
export function readRegister(
  passagem: Pick<PassagemRow, 'placa' | 'sugestoes'>,
  registrados: RegisteredVeiculo[],
): { registrado: RegisteredVeiculo | undefined; sugestoes: Sugestao[] } {
  const registrado = passagem.placa ? pick(registrados, passagem.placa) : undefined;
  if (registrado) return { registrado, sugestoes: [] };
  const sugestoes = parseSugestoes(passagem).flatMap(({ placa, nivel }) => {
    // Meanwhile its plate may be the other text of the same car.
    const sugerido = pick(registrados, placa);
    return sugerido ? [toSuggestion(sugerido, nivel)] : [];
  });
  return { registrado, sugestoes };
}

export async function findNames(
  db: Queryable,
  contas: (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(contas.filter((conta) => conta !== null))];
  if (ids.length === 0) return new Map();
  const linhas = await db
    .selectFrom('contas')
    .select(['id', 'nome'])
    .where(amongValues('id', ids))
    .execute();
  return new Map(linhas.map(({ id, nome }) => [id, nome]));
}

const DESCONHECIDO = 'Conta removida';

export const getPerson = (nomes: Map<string, string>, conta: string | null): string =>
  nomes.get(conta ?? '') ?? DESCONHECIDO;

export function toAlert(
  { alerta, alertado_em, ciente_por, ciente_em }: PassagemRow,
  nomes: Map<string, string>,
): Alerta | null {
  if (alerta === null || alertado_em === null) return null;
  const ciente = ciente_em === null ? null : { nome: getPerson(nomes, ciente_por), em: ciente_em };
  return { tipo: alerta, em: alertado_em, ciente };
}

export const pickLeading = (imagens: { id: number; papel: string }[]): string | null => {
  for (const papel of ORDEM_PAPEIS) {
    const primeira = imagens.find((imagem) => imagem.papel === papel);
    if (primeira) return String(primeira.id);
  }
  return null;
};

/** The leading picture of each passage: the scene, otherwise the vehicle, otherwise the plate. */
export async function findLeadingPictures(
  db: Queryable,
  passagens: number[],
): Promise<Map<number, string | null>> {
  const linhas = await db
    .selectFrom('leituras')
    .innerJoin('imagens', 'imagens.leitura_id', 'leituras.id')
    .select((eb) => ['leituras.passagem_id', 'imagens.papel', eb.fn.min('imagens.id').as('id')])
    .where(amongValues('leituras.passagem_id', passagens))
    .groupBy(['leituras.passagem_id', 'imagens.papel'])
    .execute();
  const porPassagem = Map.groupBy(linhas, ({ passagem_id }) => passagem_id);
  return new Map([...porPassagem].map(([id, imagens]) => [id, pickLeading(imagens)]));
}

export function toCard(
  passagem: PassagemRow,
  agora: { registrado: RegisteredVeiculo | undefined; sugestoes: Sugestao[] },
  imagem: string | null,
  nomes: Map<string, string>,
): UltimoVeiculo {
  const { registrado, sugestoes } = agora;
  const alerta = toAlert(passagem, nomes);
  return {
    id: String(passagem.id),
    placa: passagem.placa,
    modelo: registrado ? (registrado.modelo ?? '') : NAO_CADASTRADO,
    status: registrado ? formatStatus(registrado.status) : NAO_CADASTRADO,
    motivo: registrado?.motivo ?? null,
    cidade: registrado?.cidade ?? null,
    estado: registrado?.estado ?? null,
    tipo: registrado?.tipo ?? null,
    placa_cadastrada: registrado && registrado.placa !== passagem.placa ? registrado.placa : null,
    instante: passagem.instante,
    camera: passagem.camera,
    sentido: passagem.sentido,
    teste: passagem.teste === 1,
    nivel: registrado ? rungOf(passagem.placa, registrado) : (sugestoes[0]?.nivel ?? 'nenhuma'),
    sugestoes,
    alerta,
    // A person's name is sent to all screens only where an alarm needs it.
    ...(alerta && registrado && { cor: registrado.cor, proprietario: registrado.nome }),
    imagem,
    corrigida: passagem.corrigida_em !== null,
    conferida: passagem.conferida === 1,
    versao: passagem.versao,
  };
}

export async function toCards(db: Queryable, passagens: PassagemRow[]): Promise<UltimoVeiculo[]> {
  if (passagens.length === 0) return [];
  const ids = passagens.map(({ id }) => id);
  const registrados = await findRegistrados(db, [...new Set(passagens.flatMap(getKeys))]);
  const imagens = await findLeadingPictures(db, ids);
  const nomes = await findNames(
    db,
    passagens.map(({ ciente_por }) => ciente_por),
  );
  const porChave = Map.groupBy(registrados, ({ chave }) => chave);
  return passagens.map((passagem) => {
    const dela = getKeys(passagem).flatMap((chave) => porChave.get(chave) ?? []);
    return toCard(passagem, readRegister(passagem, dela), imagens.get(passagem.id) ?? null, nomes);
  });
}

export async function buildCard(db: Queryable, passagem: PassagemRow): Promise<UltimoVeiculo> {
  const [cartao] = await toCards(db, [passagem]);
  if (!cartao) throw new Error('a passage has a card');
  return cartao;
}
