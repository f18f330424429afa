/** Which passage a reading belongs to: same event, same car, or same passage misread. */
import { isPlacaValida, keyOfPlaca } from '@unipark/contract/placa';
import { distance, isConfusion } from '@unipark/contract/semelhanca';
import type { FastifyBaseLogger } from 'fastify';
import type { Transacao } from '../../platform/db/banco.ts';
import { isHeldBack } from '../alertas/alertas.ts';
import type { Leitura } from '../leitura.ts';
import * as leiturasRepo from '../leiturasRepo.ts';
import * as repo from '../repo.ts';

/** Readings of one passage arrive within this time of each other (domain rule). */
const JANELA_MS = 30_000;
/** Two spellings of one passage are read within this time. */
const VARIANTE_MS = 10_000;
/** An id repeated this much later for another plate, without an update, is another event. */
const EVENTO_MS = 60_000;
/** The same plate this long after its event is another passage: makers reuse event numbers. */
const OUTRA_VEZ_MS = 600_000;
/** Characters in which two readings of one event may differ. */
const DIFERENCA_MAXIMA = 2;

export type Motivo = 'evento' | 'carro' | 'variante';

export interface Encontro {
  passagem: repo.PassagemRow;
  /** The rule that joined them: it decides which text leads. */
  motivo: Motivo;
}

interface EncontroDeps {
  log: Pick<FastifyBaseLogger, 'warn'>;
  agora: string;
}

const isWithin = (ms: number, um: string, outro: string): boolean =>
  Math.abs(Date.parse(um) - Date.parse(outro)) <= ms;

const shifted = (instante: string, ms: number): string =>
  new Date(Date.parse(instante) + ms).toISOString();

const sameWay = (passagem: Pick<repo.PassagemRow, 'sentido'>, { sentido }: Leitura): boolean =>
  passagem.sentido === null || sentido === null || passagem.sentido === sentido;

/** Two cars in the register are two cars, also with similar plates. */
async function knowsBoth(trx: Transacao, chaves: string[]): Promise<boolean> {
  const registrados = await repo.findRegistrados(trx, chaves);
  return new Set(registrados.map(({ chave }) => chave)).size > 1;
}

/** A constant event id must not join different cars. */
async function areTwoCars(
  trx: Transacao,
  placa: string,
  anterior: string | null,
  cedo: boolean,
): Promise<boolean> {
  if (placa === '' || !anterior) return false;
  const chaves = [keyOfPlaca(placa), keyOfPlaca(anterior)] as const;
  if (chaves[0] === chaves[1]) return false;
  if (!cedo) return true;
  const parecidas = distance(...chaves) <= DIFERENCA_MAXIMA;
  if (isPlacaValida(placa) && isPlacaValida(anterior) && !parecidas) return true;
  return knowsBoth(trx, [...chaves]);
}

/** True for a reading far from its event's passage that is not a repetition of one of its own. */
async function isAnotherPass(
  trx: Transacao,
  passagem: repo.PassagemRow,
  leitura: Leitura,
): Promise<boolean> {
  const { instante, ultima_leitura_em } = passagem;
  const perto = [instante, ultima_leitura_em].some((quando) =>
    isWithin(OUTRA_VEZ_MS, quando, leitura.instante),
  );
  // A passage off the list waits for a better reading, which shows it.
  if (leitura.placa === '' || perto || isHeldBack(passagem)) return false;
  return !(await leiturasRepo.isRepeated(trx, passagem.id, leitura));
}

async function findByEvent(
  trx: Transacao,
  leitura: Leitura,
  { log, agora }: EncontroDeps,
): Promise<repo.PassagemRow | undefined> {
  const { dispositivo, eventoId, placa, atualiza } = leitura;
  if (dispositivo === null || !eventoId) return undefined;
  const anterior = await leiturasRepo.findEvent(trx, {
    ...{ dispositivo, eventoId, chave: keyOfPlaca(placa) },
    desde: shifted(agora, -OUTRA_VEZ_MS),
  });
  if (!anterior) return undefined;
  const cedo = isWithin(EVENTO_MS, agora, anterior.recebido_em);
  if (!atualiza && (await areTwoCars(trx, placa, anterior.placa, cedo))) {
    log.warn({ dispositivo, eventoId }, 'an event id came again for another plate');
    return undefined;
  }
  const passagem = await repo.find(trx, anterior.passagem_id);
  if (passagem && !atualiza && (await isAnotherPass(trx, passagem, leitura))) {
    log.warn({ dispositivo, eventoId }, 'an event id came again much later');
    return undefined;
  }
  return passagem?.teste === (leitura.teste ? 1 : 0) ? passagem : undefined;
}

/** Spelled differently at this camera, or as before a correction. */
async function findVariant(
  trx: Transacao,
  leitura: Leitura,
  chave: string,
  teste: number,
): Promise<Encontro | undefined> {
  const vizinhas = await repo.listSameCamera(
    trx,
    { camera: leitura.camera, teste },
    { de: shifted(leitura.instante, -JANELA_MS), ate: shifted(leitura.instante, JANELA_MS) },
  );
  const recentes = vizinhas.filter((passagem) => sameWay(passagem, leitura));
  const corrigida = recentes.find(
    ({ placa_lida, ultima_leitura_em }) =>
      placa_lida !== null &&
      keyOfPlaca(placa_lida) === chave &&
      isWithin(JANELA_MS, ultima_leitura_em, leitura.instante),
  );
  if (corrigida) return { passagem: corrigida, motivo: 'carro' };
  if (leitura.eventoId) return undefined;
  const passagem = recentes.find(
    ({ placa, ultima_leitura_em }) =>
      isConfusion(placa, leitura.placa) &&
      isWithin(VARIANTE_MS, ultima_leitura_em, leitura.instante),
  );
  if (!passagem) return undefined;
  const duas = await knowsBoth(trx, [chave, passagem.chave]);
  return duas ? undefined : { passagem, motivo: 'variante' };
}

/** The passage of a reading; undefined when the reading opens a new one. */
export async function findPassage(
  trx: Transacao,
  leitura: Leitura,
  contexto: EncontroDeps,
): Promise<Encontro | undefined> {
  const doEvento = await findByEvent(trx, leitura, contexto);
  if (doEvento) return { passagem: doEvento, motivo: 'evento' };
  if (leitura.placa === '') return undefined;
  const chave = keyOfPlaca(leitura.placa);
  const teste = leitura.teste ? 1 : 0;
  const iguais = await repo.listSameCar(
    trx,
    { chave, camera: leitura.camera, teste },
    { escondidas: leitura.atrasada || leitura.fraca },
  );
  // After it went the other way, a car that goes this way again makes another passage.
  const contrarias = iguais.filter(
    (igual) => !sameWay(igual, leitura) && igual.instante <= leitura.instante,
  );
  const passagem = iguais.find(
    ({ ultima_leitura_em, ...igual }) =>
      isWithin(JANELA_MS, ultima_leitura_em, leitura.instante) &&
      sameWay(igual, leitura) &&
      contrarias.every(({ instante }) => instante <= ultima_leitura_em),
  );
  if (passagem) return { passagem, motivo: 'carro' };
  return leitura.dispositivo === null ? undefined : findVariant(trx, leitura, chave, teste);
}
