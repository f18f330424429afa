/** Which passage a reading belongs to: the same event, the same car, or the same pass misread. */
import { chavePlaca } from '@unipark/contract/placa';
import { distance, isConfusion } from '@unipark/contract/semelhanca';
import type { FastifyBaseLogger } from 'fastify';
import type { Transacao } from '../platform/db/banco.ts';
import type { Leitura } from './leitura.ts';
import * as leiturasRepo from './leiturasRepo.ts';
import * as repo from './repo.ts';

/** Readings of one pass arrive within this time of each other (domain rule). */
const JANELA_MS = 30_000;
/** Two spellings of one pass are read within this time. */
const VARIANTE_MS = 10_000;
/** An event's id that comes again this much later, for another plate, is another event. */
const EVENTO_MS = 60_000;
/** Characters in which two readings of one event may differ. */
const DIFERENCA_MAXIMA = 2;

export type Motivo = 'evento' | 'carro' | 'variante';

export interface Encontro {
  passagem: repo.Passagem;
  /** Which rule joined them: it says which text leads. */
  motivo: Motivo;
}

const isWithin = (ms: number, um: string, outro: string): boolean =>
  Math.abs(Date.parse(um) - Date.parse(outro)) <= ms;

const shifted = (instante: string, ms: number): string =>
  new Date(Date.parse(instante) + ms).toISOString();

const sameWay = (passagem: repo.Passagem, { sentido }: Leitura): boolean =>
  passagem.sentido === null || sentido === null || passagem.sentido === sentido;

function isRelated(placa: string, anterior: string | null): boolean {
  if (placa === '' || !anterior) return true;
  return distance(chavePlaca(placa), chavePlaca(anterior)) <= DIFERENCA_MAXIMA;
}

async function findByEvent(
  trx: Transacao,
  leitura: Leitura,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<repo.Passagem | undefined> {
  const { dispositivo, eventoId, placa, instante } = leitura;
  if (dispositivo === null || !eventoId) return undefined;
  const anterior = await leiturasRepo.findEvent(trx, dispositivo, eventoId);
  if (!anterior) return undefined;
  const depois = Date.parse(instante) - Date.parse(anterior.instante);
  if (depois > EVENTO_MS && !isRelated(placa, anterior.placa)) {
    log.warn({ dispositivo, eventoId }, 'an event id came again for another plate');
    return undefined;
  }
  return repo.find(trx, anterior.passagem_id);
}

/** The pass at this camera that the reading spells otherwise, or spells as before a correction. */
async function findVariant(
  trx: Transacao,
  leitura: Leitura,
  chave: string,
  teste: number,
): Promise<Encontro | undefined> {
  const vizinhas = await repo.sameCamera(
    trx,
    { camera: leitura.camera, teste },
    { de: shifted(leitura.instante, -JANELA_MS), ate: shifted(leitura.instante, JANELA_MS) },
  );
  const recentes = vizinhas.filter((passagem) => sameWay(passagem, leitura));
  const corrigida = recentes.find(
    ({ placa_lida, ultima_leitura_em }) =>
      placa_lida !== null &&
      chavePlaca(placa_lida) === chave &&
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
  // Two cars that the register knows are two cars, however alike their plates.
  const registrados = await repo.findRegistrados(trx, [chave, passagem.chave]);
  const chaves = new Set(registrados.map((registrado) => registrado.chave));
  return chaves.size > 1 ? undefined : { passagem, motivo: 'variante' };
}

/** The passage of a reading; undefined when it opens one. */
export async function findPassage(
  trx: Transacao,
  leitura: Leitura,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Encontro | undefined> {
  const doEvento = await findByEvent(trx, leitura, log);
  if (doEvento) return { passagem: doEvento, motivo: 'evento' };
  if (leitura.placa === '') return undefined;
  const chave = chavePlaca(leitura.placa);
  const teste = leitura.teste ? 1 : 0;
  const iguais = await repo.sameCar(
    trx,
    { chave, camera: leitura.camera, teste },
    { escondidas: leitura.atrasada },
  );
  const passagem = iguais.find(
    (igual) =>
      isWithin(JANELA_MS, igual.ultima_leitura_em, leitura.instante) && sameWay(igual, leitura),
  );
  if (passagem) return { passagem, motivo: 'carro' };
  return leitura.dispositivo === null ? undefined : findVariant(trx, leitura, chave, teste);
}
