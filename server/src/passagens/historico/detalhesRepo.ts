/** Passages with status and model of that time, beside the register's current data. */
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { formatStatus, type PapelImagem, type Passagem } from '@unipark/contract/passagem';
import { formatSemAlerta } from '@unipark/contract/semAlerta';
import { nowDate } from '../../platform/clock.ts';
import type { Banco, Queryable } from '../../platform/db/banco.ts';
import { amongValues } from '../../platform/db/search.ts';
import type { TabelaPassagens } from '../../platform/db/tabelas.ts';
import { findNames, getKeys, getPerson, readRegister, toAlert } from '../cartoesRepo.ts';
import { pick } from '../encontro/casamento.ts';
import { withValidade } from '../encontro/validade.ts';
import { seenBy } from '../encontro/visto.ts';
import { type PassagemRow as Linha, selectPassagens } from '../repo.ts';
import { addVisitantes } from '../visitantesRepo.ts';

/** Pictures of one passage in its details; a car in a queue may have hundreds. */
const IMAGENS_MAXIMO = 24;

export async function findWithDono(db: Queryable, chaves: string[]) {
  const linhas = await db
    .selectFrom('veiculos')
    .leftJoin('proprietarios', 'proprietarios.matricula', 'veiculos.proprietario_matricula')
    .select([
      'veiculos.placa',
      'veiculos.chave',
      'veiculos.modelo',
      'veiculos.tipo',
      'veiculos.cor',
      'veiculos.status',
      'veiculos.motivo',
      'veiculos.valido_ate',
      'veiculos.cidade',
      'veiculos.estado',
      'proprietarios.matricula',
      'proprietarios.nome',
    ])
    .where(amongValues('veiculos.chave', chaves))
    .execute();
  return addVisitantes(db, chaves, linhas.map(withValidade), {
    ...{ modelo: null, tipo: null, cor: null, cidade: null, estado: null },
    ...{ matricula: null, nome: null, valido_ate: null },
  });
}

type PassagemWithOwner = Awaited<ReturnType<typeof findWithDono>>[number];

export const toOwner = (registrado: PassagemWithOwner | undefined): Passagem['proprietario'] =>
  registrado?.matricula && registrado.nome
    ? { matricula: registrado.matricula, nome: registrado.nome }
    : null;

async function picturesOf(db: Queryable, passagens: number[]) {
  const linhas = await db
    .selectFrom('leituras')
    .innerJoin('imagens', 'imagens.leitura_id', 'leituras.id')
    .select(['leituras.passagem_id', 'imagens.id', 'imagens.papel'])
    .where(amongValues('leituras.passagem_id', passagens))
    .orderBy('imagens.id')
    .execute();
  return Map.groupBy(linhas, ({ passagem_id }) => passagem_id);
}

/** The vehicle descriptions of the leading readings, in the maker's words. */
async function seenIn(db: Queryable, leituras: number[]) {
  const linhas = await db
    .selectFrom('leituras')
    .select(['id', 'veiculo'])
    .where(amongValues('id', leituras))
    .execute();
  return new Map(linhas.map(({ id, veiculo }) => [id, veiculo]));
}

const toHold = ({
  reter_ate: ate,
  reter_motivo: motivo,
}: Pick<TabelaPassagens, 'reter_ate' | 'reter_motivo'>): Passagem['retida'] =>
  ate !== null && ate >= formatDiaIso(nowDate()) ? { ate, motivo: motivo ?? '' } : null;

function toPassagem(
  linha: Linha & {
    corrigida_por: string | null;
    reter_ate: string | null;
    reter_motivo: string | null;
  },
  registrados: PassagemWithOwner[],
  {
    imagens,
    nomes,
    veiculo,
  }: {
    imagens: { id: number; papel: string }[];
    nomes: Map<string, string>;
    veiculo: string | null;
  },
): Passagem {
  const registrado = linha.placa ? pick(registrados, linha.placa) : undefined;
  const dono = registrados.find((dela) => dela.placa === registrado?.placa);
  const { placa_lida, corrigida_em } = linha;
  return {
    id: String(linha.id),
    placa: linha.placa,
    placa_lida: placa_lida && placa_lida !== linha.placa ? placa_lida : null,
    modelo: linha.modelo,
    status: formatStatus(linha.status),
    tipo: registrado?.tipo ?? null,
    placa_cadastrada: registrado && registrado.placa !== linha.placa ? registrado.placa : null,
    proprietario: toOwner(dono),
    motivo: dono?.motivo ?? null,
    cidade: dono?.cidade ?? null,
    estado: dono?.estado ?? null,
    instante: linha.instante,
    recebido_em: linha.recebido_em,
    camera: linha.camera,
    sentido: linha.sentido,
    teste: linha.teste === 1,
    atrasada: linha.atrasada === 1,
    nivel: linha.nivel,
    sugestoes: readRegister(linha, registrados).sugestoes,
    alerta: toAlert(linha, nomes),
    sem_alerta: linha.sem_alerta && formatSemAlerta(linha.sem_alerta),
    correcao:
      corrigida_em === null
        ? null
        : { nome: getPerson(nomes, linha.corrigida_por), em: corrigida_em },
    imagens: imagens
      .slice(0, IMAGENS_MAXIMO)
      .map(({ id, papel }) => ({ id: String(id), papel: papel as PapelImagem })),
    visto: seenBy(veiculo, dono?.cor ?? null),
    retida: toHold(linha),
    versao: linha.versao,
  };
}

/** These passages, in the order of the ids. */
export async function getPassagens(db: Queryable, ids: number[]): Promise<Passagem[]> {
  if (ids.length === 0) return [];
  const linhas = await selectPassagens(db)
    .select(['corrigida_por', 'reter_ate', 'reter_motivo'])
    .where(amongValues('id', ids))
    .execute();
  const registrados = await findWithDono(db, [...new Set(linhas.flatMap(getKeys))]);
  const porChave = Map.groupBy(registrados, ({ chave }) => chave);
  const imagens = await picturesOf(db, ids);
  const vistos = await seenIn(
    db,
    linhas.flatMap(({ leitura_id }) => leitura_id ?? []),
  );
  const nomes = await findNames(
    db,
    linhas.flatMap(({ ciente_por, corrigida_por }) => [ciente_por, corrigida_por]),
  );
  const porId = new Map(
    linhas.map((linha) => {
      const dela = getKeys(linha).flatMap((chave) => porChave.get(chave) ?? []);
      const guardado = {
        imagens: imagens.get(linha.id) ?? [],
        nomes,
        veiculo: vistos.get(linha.leitura_id ?? 0) ?? null,
      };
      return [linha.id, toPassagem(linha, dela, guardado)];
    }),
  );
  return ids.flatMap((id) => porId.get(id) ?? []);
}

/** Names of the passages' cameras, in order: one index look-up for each. */
export async function listCameras(db: Banco, maximo: number): Promise<string[]> {
  const nomes: string[] = [];
  while (nomes.length < maximo) {
    const { proxima } = await db
      .selectFrom('passagens')
      .select((eb) => eb.fn.min('camera').as('proxima'))
      .where('camera', '>', nomes.at(-1) ?? '')
      .executeTakeFirstOrThrow();
    if (proxima === null) break;
    nomes.push(proxima);
  }
  return nomes;
}
