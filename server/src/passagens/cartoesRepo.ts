/** Passages as cards: what the register, the pictures and the people behind them say now. */
import {
  type Alerta,
  NAO_CADASTRADO,
  type PapelImagem,
  rotuloStatus,
  type Sugestao,
  type UltimoVeiculo,
} from '@unipark/contract/passagem';
import { chavePlaca } from '@unipark/contract/placa';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { amongValues } from '../platform/db/search.ts';
import { pick, type Registrado, rungOf, toSuggestion } from './casamento.ts';
import { findRegistrados, type Passagem } from './repo.ts';

/** Which picture of a passage leads. */
const ORDEM_PAPEIS: PapelImagem[] = ['cena', 'veiculo', 'placa'];

/** A suggestion as a passage keeps it: status and model are asked for when it is shown. */
type SugestaoGuardada = Pick<Sugestao, 'placa' | 'nivel'>;

const guardadas = ({ sugestoes }: Pick<Passagem, 'sugestoes'>): SugestaoGuardada[] =>
  sugestoes ? JSON.parse(sugestoes) : [];

/** How a passage keeps its suggestions. */
export const keepSuggestions = (sugestoes: Sugestao[]): string | null =>
  sugestoes.length > 0
    ? JSON.stringify(sugestoes.map(({ placa, nivel }): SugestaoGuardada => ({ placa, nivel })))
    : null;

/** The identity keys that a passage's card asks the register for. */
export const keysOf = (passagem: Pick<Passagem, 'chave' | 'sugestoes'>): string[] => [
  ...(passagem.chave ? [passagem.chave] : []),
  ...guardadas(passagem).map(({ placa }) => chavePlaca(placa)),
];

/** What the register says of a passage: its vehicle, or the plates it may have meant. */
export function readRegister(
  passagem: Pick<Passagem, 'placa' | 'sugestoes'>,
  registrados: Registrado[],
): { registrado: Registrado | undefined; sugestoes: Sugestao[] } {
  const registrado = passagem.placa ? pick(registrados, passagem.placa) : undefined;
  if (registrado) return { registrado, sugestoes: [] };
  const sugestoes = guardadas(passagem).flatMap(({ placa, nivel }) => {
    // By now its plate may be the other text of the same car.
    const sugerido = pick(registrados, placa);
    return sugerido ? [toSuggestion(sugerido, nivel)] : [];
  });
  return { registrado, sugestoes };
}

/** Names of the accounts behind these ids. */
export async function namesOf(
  db: Banco | Transacao,
  contas: (string | null)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(contas.filter((conta) => conta !== null))];
  if (ids.length === 0) return new Map();
  const linhas = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where(amongValues('id', ids))
    .execute();
  return new Map(linhas.map(({ id, name }) => [id, name]));
}

/** Somebody whose account is no longer there. */
const DESCONHECIDO = 'Conta removida';

export const person = (nomes: Map<string, string>, conta: string | null): string =>
  nomes.get(conta ?? '') ?? DESCONHECIDO;

export function toAlert(
  { alerta, alertado_em, ciente_por, ciente_em }: Passagem,
  nomes: Map<string, string>,
): Alerta | null {
  if (alerta === null || alertado_em === null) return null;
  const ciente = ciente_em === null ? null : { nome: person(nomes, ciente_por), em: ciente_em };
  return { tipo: alerta, em: alertado_em, ciente };
}

/** The one that leads among the pictures of a passage. */
export const leading = (imagens: { id: number; papel: string }[]): string | null => {
  for (const papel of ORDEM_PAPEIS) {
    const primeira = imagens.find((imagem) => imagem.papel === papel);
    if (primeira) return String(primeira.id);
  }
  return null;
};

/** The leading picture of each passage: the scene, else the vehicle, else the plate. */
export async function leadingPictures(
  db: Banco | Transacao,
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
  return new Map([...porPassagem].map(([id, imagens]) => [id, leading(imagens)]));
}

/** A passage as a card, from what was looked up for it. */
export function toCard(
  passagem: Passagem,
  agora: { registrado: Registrado | undefined; sugestoes: Sugestao[] },
  imagem: string | null,
  nomes: Map<string, string>,
): UltimoVeiculo {
  const { registrado, sugestoes } = agora;
  return {
    id: String(passagem.id),
    placa: passagem.placa,
    modelo: registrado ? (registrado.modelo ?? '') : NAO_CADASTRADO,
    status: registrado ? rotuloStatus(registrado.status) : NAO_CADASTRADO,
    motivo: registrado?.motivo ?? null,
    cidade: registrado?.cidade ?? null,
    estado: registrado?.estado ?? null,
    tipo: registrado?.tipo ?? null,
    placaCadastrada: registrado && registrado.placa !== passagem.placa ? registrado.placa : null,
    instante: passagem.instante,
    camera: passagem.camera,
    sentido: passagem.sentido,
    teste: passagem.teste === 1,
    nivel: registrado ? rungOf(passagem.placa, registrado) : (sugestoes[0]?.nivel ?? 'nenhuma'),
    sugestoes,
    alerta: toAlert(passagem, nomes),
    imagem,
    corrigida: passagem.corrigida_em !== null,
    versao: passagem.versao,
  };
}

/** Passages as cards, with what the register says of them now. */
export async function toCards(
  db: Banco | Transacao,
  passagens: Passagem[],
): Promise<UltimoVeiculo[]> {
  if (passagens.length === 0) return [];
  const ids = passagens.map(({ id }) => id);
  const registrados = await findRegistrados(db, [...new Set(passagens.flatMap(keysOf))]);
  const imagens = await leadingPictures(db, ids);
  const nomes = await namesOf(
    db,
    passagens.map(({ ciente_por }) => ciente_por),
  );
  const porChave = Map.groupBy(registrados, ({ chave }) => chave);
  return passagens.map((passagem) => {
    const dela = keysOf(passagem).flatMap((chave) => porChave.get(chave) ?? []);
    return toCard(passagem, readRegister(passagem, dela), imagens.get(passagem.id) ?? null, nomes);
  });
}

/** One passage as a card. */
export async function cardOf(db: Banco | Transacao, passagem: Passagem): Promise<UltimoVeiculo> {
  const [cartao] = await toCards(db, [passagem]);
  if (!cartao) throw new Error('a passage has a card');
  return cartao;
}
